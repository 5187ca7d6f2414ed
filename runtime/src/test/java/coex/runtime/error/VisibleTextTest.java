package coex.runtime.error;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.problem.Palette;
import coex.language.problem.Report;
import coex.language.problem.ReportRenderer;
import coex.language.source.SourceFile;
import coex.language.source.Span;

import org.junit.jupiter.api.Test;

class VisibleTextTest {

    private static final Span PLACE = new Span(new SourceFile("a.coex", "x"), 0, 1);

    @Test
    void whatMovesTheCursorOrTurnsTextAroundIsWrittenAsAnEscape() {
        assertThat(VisibleText.line("a\u001B[2Jb\u202Ec\nd\te"))
                .isEqualTo("a\\u001B[2Jb\\u202Ec\\u000Ad\\u0009e");
        assertThat(VisibleText.lines("a\nb\tc\rd")).isEqualTo("a\nb\tc\\u000Dd");
    }

    @Test
    void lettersOfAllKindsStay() {
        assertThat(VisibleText.line("Grüße, 世界 \uD83D\uDE00")).isEqualTo("Grüße, 世界 \uD83D\uDE00");
    }

    /// The front end has code of its own for this, since neither module needs the other when it
    /// runs.
    @Test
    void reportsOfTheFrontEndShowEveryCharacterInTheSameWay() {
        var renderer = new ReportRenderer(Palette.PLAIN);
        for (int first = 0; first <= Character.MAX_CODE_POINT; first += 0x1000) {
            var all = new StringBuilder("|");
            for (int character = first; character < first + 0x1000; character++) {
                // a high surrogate and a low one would be a character together
                all.appendCodePoint(character).append('|');
            }
            String rendered =
                    renderer.render(
                            Report.of("X001", "test", PLACE, all.toString())
                                    .noting(PLACE, all.toString()));
            assertThat(rendered)
                    .as("from %x", first)
                    .contains(VisibleText.lines(all.toString()))
                    .contains(VisibleText.line(all.toString()));
        }
    }
}
