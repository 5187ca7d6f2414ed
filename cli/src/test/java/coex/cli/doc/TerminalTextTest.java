package coex.cli.doc;

import static org.assertj.core.api.Assertions.assertThat;

import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

class TerminalTextTest {

    private static final Path DOCUMENTS = Path.of("../docs/language");

    private static String plain(String markdown) {
        return new TerminalText(Colours.NONE).page(Page.of("page.md", markdown));
    }

    @Test
    void everyDocumentHasAPage() throws IOException {
        Manual manual = Manual.shipped();
        try (Stream<Path> files = Files.walk(DOCUMENTS)) {
            assertThat(
                            files.map(file -> DOCUMENTS.relativize(file).toString())
                                    .filter(name -> name.endsWith(".md")))
                    .allSatisfy(name -> assertThat(manual.page(name)).isPresent());
        }
        assertThat(manual.page("std/math.md")).isPresent();
    }

    @Test
    void everyHeadingIsFound() throws IOException {
        Manual manual = Manual.shipped();
        var lookup = new Lookup(manual);
        for (Page page : manual.pages()) {
            assertThat(lookup.find(page.name())).as(page.path()).isNotEmpty();
            for (Page.Section section : page.sections()) {
                assertThat(lookup.find(section.title())).as(section.title()).isNotEmpty();
            }
        }
    }

    /// Code keeps its lines, whatever their length.
    @Test
    void noLineIsLongerThanATerminalIsWide() throws IOException {
        var terminal = new TerminalText(Colours.NONE);
        for (Page page : Manual.shipped().pages()) {
            var withoutCode =
                    new Page(
                            page.path(),
                            page.name(),
                            page.title(),
                            page.nodes().stream()
                                    .filter(node -> !(node instanceof FencedCodeBlock))
                                    .filter(node -> !(node instanceof IndentedCodeBlock))
                                    .toList(),
                            List.of());
            assertThat(terminal.page(withoutCode).lines())
                    .allSatisfy(
                            line ->
                                    assertThat(line.codePointCount(0, line.length()))
                                            .as(page.path() + ": " + line)
                                            .isLessThanOrEqualTo(TerminalText.COLUMNS));
        }
    }

    @Test
    void thereAreColoursOnlyIfAskedFor() throws IOException {
        for (Page page : Manual.shipped().pages()) {
            assertThat(new TerminalText(Colours.NONE).page(page)).doesNotContain("\u001B");
            assertThat(new TerminalText(Colours.ANSI).page(page))
                    .contains("\u001B[")
                    .doesNotContain("\uE000", "\uE001", "\uE002", "\uE003");
        }
    }

    @Test
    void paragraphsAreBrokenBetweenWords() {
        assertThat(plain("word ".repeat(20)))
                .isEqualTo("word ".repeat(16).strip() + "\n" + "word ".repeat(4).strip() + "\n");
    }

    @Test
    void theWidestColumnOfATableIsBroken() {
        assertThat(plain("| a | b |\n| --- | --- |\n| one | " + "word ".repeat(20) + "|\n"))
                .isEqualTo(
                        """
                        a    b
                        ---  ---------------------------------------------------------------------------
                        one  %s
                             %s
                        """
                                .formatted("word ".repeat(15).strip(), "word ".repeat(5).strip()));
    }

    @Test
    void aTableThatIsTooWideHasItsCellsBelowEachOther() {
        String wide = "x".repeat(70);
        assertThat(plain("| a | b |\n| --- | --- |\n| " + wide + " | some words |\n"))
                .isEqualTo(wide + "\n    some words\n");
    }
}
