package coex.observe.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

/// Names, sizes and runs are written such that they can be read back.
class WordsTest {

    @Test
    void anOrdinaryNameIsWrittenAsItIs() {
        for (String name : List.of("List", "a.b$C", "Map<K:V>", "int[]", "\u00e9t\u00e9", "x-1")) {
            assertThat(Quoted.name(name)).isEqualTo(name);
        }
    }

    @Test
    void anOddNameIsQuoted() {
        assertThat(Quoted.name("a b")).isEqualTo("\"a b\"");
        assertThat(Quoted.name("a, size=1")).isEqualTo("\"a, size=1\"");
        assertThat(Quoted.name("line\nbreak")).isEqualTo("\"line\\nbreak\"");
        assertThat(Quoted.name("\"\\")).isEqualTo("\"\\\"\\\\\"");
    }

    @Test
    void whatDoesNotShowIsEscaped() {
        assertThat(Quoted.text("\0\u001b\u007f\u2028\u202e\ufeff"))
                .isEqualTo("\"\\u0000\\u001b\\u007f\\u2028\\u202e\\ufeff\"");
        assertThat(Quoted.text("\ud83d\ude00 \r\t")).isEqualTo("\"\ud83d\ude00 \\r\\t\"");
        assertThat(Quoted.text("\ud83d")).isEqualTo("\"\\ud83d\"");
    }

    @Test
    void sizesAndTimesHaveTheirLargestFittingUnit() {
        assertThat(Amounts.bytes(0)).isEqualTo("0 bytes");
        assertThat(Amounts.bytes(1023)).isEqualTo("1023 bytes");
        assertThat(Amounts.bytes(1024)).isEqualTo("1 KB");
        assertThat(Amounts.bytes(12_345_678)).isEqualTo("11.77 MB");
        assertThat(Amounts.bytes(67_108_864)).isEqualTo("64 MB");
        assertThat(Amounts.bytes(Long.MAX_VALUE)).endsWith(" TB");
        assertThat(Amounts.nanos(999)).isEqualTo("999 ns");
        assertThat(Amounts.nanos(12_300_000)).isEqualTo("12.3 ms");
        assertThat(Amounts.nanos(90_000_000_000L)).isEqualTo("90 s");
        assertThat(Amounts.percent(1, 3)).isEqualTo("33.3%");
        assertThat(Amounts.percent(0, 0)).isEqualTo("0.0%");
    }

    @Test
    void neighboursAreOneRunAndOnlyTheFirstRunsAreKept() {
        HandleRuns runs = new HandleRuns();
        runs.add(3, 3);
        runs.add(4, 4);
        runs.add(5, 9);
        assertThat(runs.firstRuns()).containsExactly(new HandleRuns.Run(3, 9));
        for (int i = 0; i < 20; i++) {
            runs.add(20 + 2L * i, 20 + 2L * i);
        }
        runs.add(59, 100);
        assertThat(runs.firstRuns()).hasSize(HandleRuns.MOST_RUNS);
        assertThat(runs.firstRuns().getLast()).isEqualTo(new HandleRuns.Run(32, 32));
        assertThat(runs.runs()).isEqualTo(21);
        assertThat(runs.handles()).isEqualTo(7 + 20 + 42);
    }
}
