package coex.cli.heap;

import static org.assertj.core.api.Assertions.assertThat;

import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class TopScreenTest {

    private static List<String> draw(int columns, int rows, int threads, int shapes) {
        return new TopScreen(columns, rows, true, true)
                .lines(Samples.sample(threads, shapes)).stream()
                        .map(AttributedString::toString)
                        .map(String::stripTrailing)
                        .toList();
    }

    @Test
    void everythingHasItsPlace() {
        List<String> lines = draw(120, 24, 2, 3);
        assertThat(lines.getFirst()).startsWith("heap words of process 4711").endsWith("q quits");
        assertThat(lines)
                .contains(
                        "objects    ██████████████████████████████░░░░░░░░░░  75%  48.0 MiB of"
                                + " 64.0 MiB, at most 256.0 MiB",
                        "allocating 22.9 MiB/s, 1.00 M objects/s;  1.00 k cycles/s, collecting 10%"
                                + " of the time;  5 stalls (+5)",
                        "cycles     3.00 k, 2.50 k of them young;  30.0 MiB old, 3.00 MiB moved",
                        "now        cycle 8 (FULL, GROWTH) for 1.50 ms, past SNAPSHOT",
                        "last cycle 7 (YOUNG, GROWTH) took 12.3 ms, 2 markers: 60.0 MiB -> 40.0"
                                + " MiB, 876.5 k dead",
                        "           barrier on 12.0 µs  mark 11.0 ms",
                        "           slowest handshake 34.0 µs, for worker-0");
        assertThat(lines)
                .anyMatch(
                        line ->
                                line.matches(
                                        "worker-0 +1.91 MiB +450 ns +900 ns +1.20 µs +20.0 µs"
                                                + " +90.0 µs +99.0 µs +3 +2.00 ms +7"))
                .anyMatch(line -> line.matches("Shape0 +1.00 k +23.4 KiB +50.0%"))
                .anyMatch(line -> line.endsWith("of 2.00 k, 3 s ago, in 4.00 ms"));
    }

    @ParameterizedTest
    @CsvSource({
        "120, 40, 4, 4",
        "80, 24, 4, 50",
        "80, 24, 100, 50",
        "200, 12, 100, 50",
        "20, 5, 3, 3",
        "40, 1, 1, 1",
        "100, 14, 30, 30"
    })
    void nothingIsDrawnOutsideTheWindow(int columns, int rows, int threads, int shapes) {
        List<AttributedString> lines =
                new TopScreen(columns, rows, true, true).lines(Samples.sample(threads, shapes));
        assertThat(lines).hasSizeLessThanOrEqualTo(rows);
        assertThat(lines)
                .allSatisfy(line -> assertThat(line.columnLength()).isLessThanOrEqualTo(columns));
    }

    @Test
    void whatDoesNotFitIsCountedAndTheShapesKeepSomeRoom() {
        List<String> lines = draw(100, 24, 100, 50);
        assertThat(lines).anyMatch(line -> line.matches("and \\d\\d more threads"));
        assertThat(lines).anyMatch(line -> line.startsWith("Shape0 "));
        assertThat(lines).hasSize(24);
        long shown = lines.stream().filter(line -> line.startsWith("worker-")).count();
        assertThat(lines).contains("and %d more threads".formatted(100 - shown));
    }

    @Test
    void aNarrowWindowLeavesOutTheTimesToAnswer() {
        assertThat(draw(80, 24, 1, 1)).noneMatch(line -> line.contains("ANSW"));
        assertThat(draw(120, 24, 1, 1)).anyMatch(line -> line.contains("ANSW"));
        assertThat(draw(80, 24, 1, 1))
                .anyMatch(line -> line.startsWith("worker-0") && line.endsWith(" 7"));
    }

    @Test
    void withoutColourNoneIsUsedAndWithoutUnicodeOnlyAscii() {
        TopScreen plain = new TopScreen(100, 30, false, false);
        String drawn =
                AttributedString.join(new AttributedString("\n"), plain.lines(Samples.sample(2, 2)))
                        .toAnsi();
        assertThat(drawn).doesNotContainPattern("\u001b\\[[0-9;]*3[0-7]m");
        assertThat(drawn.replace("µs", "us")).matches("(?s)\\p{ASCII}*");
        String coloured =
                AttributedString.join(
                                new AttributedString("\n"),
                                new TopScreen(100, 30, true, true).lines(Samples.sample(2, 2)))
                        .toAnsi();
        assertThat(coloured).containsPattern("\u001b\\[[0-9;]*3[0-7]m");
    }

    /// A terminal would take part of a name for a command.
    @Test
    void namesWithEscapeSequencesAreShownAsTheyAreSpelled() {
        String title = "\u001b]0;gone\u0007";
        TopSample hostile =
                Samples.sample("w\u009b2J" + title, "\u001b[2J", 2, "\u202eepahS\r\n", 2);
        List<String> lines =
                new TopScreen(120, 40, true, true)
                        .lines(hostile).stream().map(AttributedString::toString).toList();
        assertThat(lines)
                .allSatisfy(line -> assertThat(line).doesNotContainPattern("[\\p{Cc}\\p{Cf}]"))
                .anyMatch(line -> line.startsWith("heap w\\u009B2J\\u001B]0;gone\\u0007 of"))
                .anyMatch(line -> line.startsWith("\\u001B[2J0 "))
                .anyMatch(line -> line.startsWith("\\u202EepahS\\u000D\\u000A0 "))
                .anyMatch(line -> line.contains("slowest handshake 34.0 µs, for \\u001B[2J0"));
        assertThat(TopLine.of(hostile))
                .doesNotContainPattern("\\p{Cc}")
                .contains(" w\\u009B2J\\u001B]0;gone\\u0007: 48.0 MiB");
    }

    @Test
    void theLineForPipesSaysTheSame() {
        assertThat(TopLine.of(Samples.sample(1, 0)))
                .matches(
                        "\\d\\d:\\d\\d:\\d\\d words: 48.0 MiB of 64.0 MiB used, 22.9 MiB/s, 1.00 M"
                                + " objects/s, 1.00 k cycles/s, collecting 10%, cycle 7 \\(YOUNG,"
                                + " GROWTH\\) took 12.3 ms, 5 stalls \\(\\+5\\)");
    }
}
