package coex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import coex.bench.report.Row;
import coex.bench.rows.RowGroup;
import coex.bench.streams.StoreKind;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// That our state stores can be measured beside Kafka's, with next to nothing in them.
class StreamsSmokeTest {

    private static final List<Row> ROWS = new ArrayList<>();

    @BeforeAll
    static void measure() throws Exception {
        for (RowGroup group : Suite.STREAMS.all()) {
            ROWS.addAll(group.measure(Effort.SMOKE));
        }
    }

    @Test
    void everyStoreDoesTheSameWork() {
        assertThat(ROWS).extracting(Row::name).contains("streams/stall", "streams/restart");
        assertThat(ROWS)
                .filteredOn(row -> row.name().equals("streams/updates"))
                .allSatisfy(row -> assertThat(row.ratio()).isPositive())
                .hasSize(2);
    }

    @Test
    void whatIsShortIsMeasuredSeveralTimes() {
        assertThat(ROWS)
                .filteredOn(
                        row ->
                                row.name()
                                        .matches("streams/(updates|updates-limited|reads|restore)"))
                .hasSize(7)
                .allSatisfy(row -> assertThat(row.ours().hasRange()).isTrue())
                .allSatisfy(row -> assertThat(row.peer().hasRange()).isTrue());
    }

    @Test
    void memoryIsMeasuredAndHeldToAGoal() {
        assertThat(ROWS)
                .filteredOn(row -> row.name().equals("streams/resident-bytes"))
                .extracting(Row::peerName)
                .containsExactlyInAnyOrder(StoreKind.MEMORY.title(), StoreKind.ROCKSDB.title());
        assertThat(ROWS)
                .filteredOn(row -> row.name().equals("streams/jvm-bytes"))
                .filteredOn(row -> row.peerName().equals(StoreKind.MEMORY.title()))
                .singleElement()
                .satisfies(row -> assertThat(row.goal().isMetBy(11, 0.11)).isFalse())
                .satisfies(row -> assertThat(row.goal().isMetBy(10, 0.1)).isTrue());
    }
}
