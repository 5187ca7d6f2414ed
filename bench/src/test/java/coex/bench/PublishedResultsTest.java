package coex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import coex.bench.report.ResultsPage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The numbers in documents are those of the runs.
class PublishedResultsTest {

    private static final Path RUNS = Path.of("results");
    private static final Path PAGE = Path.of("RESULTS.md");

    /// A line of a document's table: what it is, ours, the peer's, the ratio.
    private static final Pattern QUOTED =
            Pattern.compile(
                    "^\\|[^|]*\\[(?<row>[^\\]]+)\\]\\((?:\\.\\./)?bench/RESULTS\\.md#[^)]*\\)[^|]*"
                            + "\\| (?<ours>[^|]*) \\| (?<peer>[^|]*) \\| (?<ratio>[^|]*) \\|",
                    Pattern.MULTILINE);

    @TempDir private Path folder;

    @Test
    void thePageIsWhatTheFilesOfTheRunsSay() throws Exception {
        assertThat(Files.readString(PAGE))
                .as(
                        "bench/RESULTS.md is not what bench/results says; make it: ./coex bench"
                                + " results")
                .isEqualTo(ResultsPage.of(RUNS, Suite.words()));
    }

    @ParameterizedTest
    @CsvSource({"README.md, 6", "docs/migrating.md, 13"})
    void aDocumentQuotesThePage(String document, int quotes) throws Exception {
        List<String> rows = Files.readAllLines(PAGE);
        List<MatchResult> quoted =
                QUOTED.matcher(Files.readString(Path.of("..", document))).results().toList();
        assertThat(quoted).as("rows of RESULTS.md in %s", document).hasSize(quotes);
        for (MatchResult quote : quoted) {
            assertThat(rows)
                    .as("a row of RESULTS.md that is as %s quotes it: %s", document, quote.group())
                    .anyMatch(row -> isQuotedBy(row, quote));
        }
    }

    private static boolean isQuotedBy(String line, MatchResult quote) {
        String[] cells = line.split("\\|");
        return cells.length > 6
                && cells[1].strip().equals(quote.group("row"))
                && cells[2].strip().equals(quote.group("ours"))
                && cells[4].strip().equals(quote.group("peer"))
                && cells[6].strip().equals(quote.group("ratio"));
    }

    @Test
    void theCommandWritesThePage() throws Exception {
        Path page = folder.resolve("RESULTS.md");
        assertThat(WriteResults.run(RUNS.toString(), page.toString())).isZero();
        assertThat(page).hasContent(ResultsPage.of(RUNS, Suite.words()));
    }

    @Test
    void aBadFileEndsTheCommandAndLeavesThePage() throws Exception {
        Path page = Files.writeString(folder.resolve("RESULTS.md"), "as it was");
        Path run = Files.createDirectories(folder.resolve("results/2026-11-16-aaaaaaa"));
        Files.writeString(run.resolve("gc.json"), "{");
        assertThat(WriteResults.run(run.getParent().toString(), page.toString())).isEqualTo(1);
        assertThat(page).hasContent("as it was");
        assertThat(WriteResults.run(folder.resolve("nowhere").toString(), page.toString()))
                .isEqualTo(1);
    }
}
