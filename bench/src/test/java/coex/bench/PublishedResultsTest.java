package coex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import coex.bench.report.ResultsPage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/// The numbers in documents are those of the runs.
class PublishedResultsTest {

    private static final Path RUNS = Path.of("results");
    private static final Path PAGE = Path.of("RESULTS.md");

    @TempDir private Path folder;

    @Test
    void thePageIsWhatTheFilesOfTheRunsSay() throws Exception {
        assertThat(Files.readString(PAGE))
                .as(
                        "bench/RESULTS.md is not what bench/results says; make it: ./coex bench"
                                + " results")
                .isEqualTo(ResultsPage.of(RUNS, Suite.words()));
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
