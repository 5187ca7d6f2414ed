package coex.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class TableTest {

    private static final Row GOOD =
            new Row(
                    "field-read",
                    new Measured(3, 2.5, 3.5),
                    Measured.once(2),
                    "Java field",
                    "ns",
                    Goal.ratioAtMost(2),
                    "");
    private static final Row BAD =
            new Row("space", Measured.once(18), Measured.NONE, "", "bytes", Goal.atMost(17), "");

    @Test
    void aRowShowsItsNumbersRangeRatioAndVerdict() {
        assertThat(new Table(false).of(List.of(GOOD)).lines().toList().get(1))
                .matches(
                        "field-read +3 +2\\.5\\.\\.3\\.5 +2 +ns +1\\.5 +<= 2 x peer +yes +Java"
                                + " field");
    }

    @Test
    void aMissingPeerIsADash() {
        assertThat(new Table(false).of(List.of(BAD)))
                .containsPattern("space +18 +- +bytes +- +<= 17 +NO");
    }

    @Test
    void whatIsOnlyToleratedIsCalledNearly() {
        Row row =
                new Row(
                        "get",
                        Measured.once(6),
                        Measured.once(5),
                        "",
                        "ns",
                        Goal.ratioAtMost(1, 1.5),
                        "");
        assertThat(new Table(false).of(List.of(row))).contains("nearly");
        assertThat(row.met()).isFalse();
    }

    @Test
    void columnsStartAtTheSamePlaceInEveryLine() {
        List<String> lines = new Table(false).of(List.of(GOOD, BAD)).lines().toList();
        assertThat(lines.get(1).indexOf("ns")).isEqualTo(lines.get(0).indexOf("unit"));
        assertThat(lines.get(2).indexOf("bytes")).isEqualTo(lines.get(0).indexOf("unit"));
    }

    @Test
    void onlyAColouredTableHasEscapes() {
        assertThat(new Table(false).of(List.of(GOOD, BAD))).doesNotContain("\u001b");
        assertThat(new Table(true).of(List.of(GOOD, BAD)))
                .contains("\u001b[32myes\u001b[0m", "\u001b[31mNO\u001b[0m");
    }
}
