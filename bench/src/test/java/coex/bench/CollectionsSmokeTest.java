package coex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import coex.bench.report.Row;
import coex.bench.rows.BoardRows;
import coex.bench.rows.KeyedRows;
import coex.bench.rows.RowGroup;
import coex.bench.subject.Keyed;

import org.junit.jupiter.api.Test;

import java.util.List;

/// That every group of rows can be measured, with next to nothing to measure.
class CollectionsSmokeTest {

    @Test
    void mapsAreMeasuredBesideAPeerAndTheMutableBound() throws Exception {
        List<Row> rows = new KeyedRows(Keyed.MAP, KeyedRows.Operation.BUILD).measure(Effort.SMOKE);

        assertThat(rows).extracting(Row::peerName).containsExactly("kotlinx", "java.util");
        assertThat(rows).allSatisfy(row -> assertThat(row.ratio()).isPositive());
    }

    @Test
    void setsAreMeasuredBesideAPeerAndTheMutableBoundForEachKindOfKey() throws Exception {
        List<Row> rows = new KeyedRows(Keyed.SET, KeyedRows.Operation.GET).measure(Effort.SMOKE);

        assertThat(rows)
                .extracting(Row::name)
                .containsExactly(
                        "set-get/long/16",
                        "set-get/long/16",
                        "set-get/string/16",
                        "set-get/string/16");
        assertThat(rows).allSatisfy(row -> assertThat(row.ratio()).isPositive());
    }

    @Test
    void stallsOfReadersAreMeasuredBesideThoseOfPeers() throws Exception {
        List<Row> rows = new BoardRows().measure(Effort.SMOKE);

        assertThat(rows)
                .extracting(Row::name)
                .filteredOn(name -> name.contains("read-"))
                .containsExactly(
                        "board/G1/read-max",
                        "board/G1/read-p99.9",
                        "board/G1/read-max",
                        "board/G1/read-p99.9");
        assertThat(rows).allSatisfy(row -> assertThat(row.ratio()).isPositive());
    }

    @Test
    void rangesOfSortedSetsAreMeasuredBesideClojureAndTheMutableBound() throws Exception {
        List<Row> rows = measure("sorted-set-range");
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.ratio()).isPositive())
                .extracting(Row::peerName)
                .containsExactly("Clojure", "java.util", "Clojure");
        assertThat(rows.getLast().name()).endsWith("/face");
    }

    @Test
    void bytesPerEntryAreMeasured() throws Exception {
        assertThat(measure("entry-space")).hasSize(7).allSatisfy(CollectionsSmokeTest::hasNumber);
    }

    @Test
    void churnIsMeasuredBesideClojure() throws Exception {
        assertThat(measure("map-churn"))
                .hasSize(5)
                .allSatisfy(row -> assertThat(row.name()).startsWith("map-churn/2x/"))
                .allSatisfy(row -> assertThat(row.peerName()).isEqualTo("Clojure, G1"))
                .allSatisfy(row -> assertThat(row.ratio()).isPositive());
    }

    @Test
    void versionsAreMeasuredUnderTwoCollectors() throws Exception {
        assertThat(measure("versions"))
                .extracting(Row::name)
                .containsExactly(
                        "versions/G1/close",
                        "versions/G1/drop",
                        "versions/Z/close",
                        "versions/Z/drop");
    }

    @Test
    void aWriterAndFiftyReadersAreMeasuredBesideVavrAndAConcurrentMap() throws Exception {
        assertThat(measure("board"))
                .hasSize(10)
                .allSatisfy(row -> assertThat(row.ratio()).isPositive())
                .extracting(Row::peerName)
                .containsOnly("Vavr", "ConcurrentHashMap");
    }

    @Test
    void savingIsMeasuredBesideVavrMapDbAndAPlainFile() throws Exception {
        assertThat(measure("save"))
                .hasSize(9)
                .allSatisfy(row -> assertThat(row.ours().value()).isNotNegative()) // no NaN
                .extracting(Row::peerName)
                .contains("Vavr", "MapDB", "plain file");
    }

    @Test
    void capacityIsMeasured() throws Exception {
        assertThat(measure("capacity")).hasSize(2).allSatisfy(CollectionsSmokeTest::hasNumber);
    }

    @Test
    void jsonIsMeasured() throws Exception {
        assertThat(measure("json"))
                .hasSize(2)
                .allSatisfy(row -> assertThat(row.ratio()).isPositive());
    }

    @Test
    void floodsAreMeasuredBesideRandomKeysAndThoseOfJava() throws Exception {
        assertThat(measure("flood"))
                .hasSize(6)
                .allSatisfy(row -> assertThat(row.ratio()).isPositive());
    }

    @Test
    void noGroupTakesNoTime() {
        assertThat(Suite.COLLECTIONS.all())
                .allSatisfy(group -> assertThat(group.seconds(Effort.QUICK)).isPositive());
    }

    private static List<Row> measure(String group) throws Exception {
        RowGroup rows = Suite.COLLECTIONS.chosen(group).getFirst();
        return rows.measure(Effort.SMOKE);
    }

    private static void hasNumber(Row row) {
        assertThat(row.ours().value()).isPositive();
    }
}
