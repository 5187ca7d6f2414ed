package coex.cli.heap;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.ExitCode;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// `coex heap` against a program in another JVM.
class HeapCommandIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static ChildJvm one;
    private static ChildJvm two;

    @TempDir private Path folder;

    @BeforeAll
    static void startPrograms() throws Exception {
        one = ChildJvm.with("words");
        two = ChildJvm.with("left", "right");
    }

    @AfterAll
    static void stopPrograms() throws Exception {
        one.close();
        two.close();
    }

    private static String succeeds(String... arguments) {
        Coex.Run run = Coex.run(arguments);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        return run.out();
    }

    /// Runs a command that lists heaps until those of both programs are among them. A JVM that does
    /// not answer within seconds is left out, and on a busy machine the first answer takes longer.
    private static Coex.Run listing(String... arguments) {
        long until = System.nanoTime() + PATIENCE.toNanos();
        Coex.Run run = Coex.run(arguments);
        while (!listsBoth(run.out() + run.err()) && System.nanoTime() < until) {
            run = Coex.run(arguments);
        }
        return run;
    }

    private static boolean listsBoth(String text) {
        return text.contains(one.pid()) && text.contains(two.pid());
    }

    @Test
    void withoutACommandItListsTheHeapsThereAre() {
        Coex.Run run = listing("heap");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out().lines())
                .anyMatch(line -> line.matches(" *PID +HEAP +USED +COMMITTED +PROGRAM"))
                .anyMatch(line -> isRow(line, one.pid(), "words"))
                .anyMatch(line -> isRow(line, two.pid(), "left"))
                .anyMatch(line -> isRow(line, two.pid(), "right"));
    }

    private static boolean isRow(String line, String pid, String heap) {
        return line.matches(
                " *%s +%s +\\S+ \\S+ +1.00 MiB +\\S*HeapProgram.*".formatted(pid, heap));
    }

    @Test
    void withoutAProcessItListsTheHeapsAndComplains() {
        Coex.Run run = listing("heap", "stats");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("Missing PID").contains(one.pid(), "words");
    }

    @Test
    void statsPrintsTheStatistics() {
        assertThat(succeeds("heap", "stats", one.pid()))
                .startsWith("=== GC STATISTICS ===\nheap: words\n");
        assertThat(succeeds("heap", "stats", one.pid(), "--json"))
                .startsWith("{")
                .contains("\"words\"");
    }

    @Test
    void compactPrintsWhatItGained() {
        assertThat(succeeds("heap", "compact", one.pid()))
                .matches(
                        "(?s)heap words: \\S+ MiB -> \\S+ MiB committed, \\S+ \\S+ in objects\n"
                                + "\\d+ objects moved with .*; \\d+ -> \\d+ runs of free memory\n");
    }

    @Test
    void collectPrintsTheUseBeforeAndAfter() {
        assertThat(succeeds("heap", "collect", one.pid()))
                .matches(
                        "(?s)heap words: \\S+ \\S+ -> \\S+ KiB in objects, 1.00 MiB -> 1.00 MiB"
                            + " committed\n"
                            + "cycle \\d+ \\(FULL, \\w+\\) took .*; \\d+ objects alive, \\d+ found"
                            + " dead with .*\n");
    }

    @Test
    void verifyPassesASoundHeap() {
        assertThat(succeeds("heap", "verify", one.pid()))
                .matches("heap words is valid: \\d+ objects checked\n");
    }

    @Test
    void verifyFailsADamagedHeap() throws Exception {
        try (ChildJvm broken = ChildJvm.with("broken")) {
            broken.tell("damage broken");
            Coex.Run run = Coex.run("heap", "verify", broken.pid());
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.out())
                    .contains("SLOT_ADDRESS: handle=")
                    .containsPattern("heap broken is damaged: \\d+ errors in \\d+ objects\n$");
            assertThat(run.err()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stats",
                "heap",
                "handles",
                "stacks",
                "validation",
                "fragmentation",
                "census"
            })
    void dumpPrintsEveryReport(String report) {
        assertThat(succeeds("heap", "dump", one.pid(), "-r", report)).startsWith("===");
        assertThat(succeeds("heap", "dump", one.pid(), "--report", report, "--json", "-v", "2"))
                .startsWith("{");
    }

    @Test
    void dumpEndsAfterTheRowsAskedFor() {
        assertThat(succeeds("heap", "dump", one.pid(), "-n", "3").lines())
                .filteredOn(line -> line.contains("Handle "))
                .hasSize(3);
    }

    @Test
    void dumpShowsOneObject() {
        assertThat(succeeds("heap", "dump", one.pid(), "--handle", "1")).contains("Cell", "next");
        Coex.Run none = Coex.run("heap", "dump", one.pid(), "--handle", "4000000000");
        assertThat(none.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(none.err().lines()).singleElement().asString().contains("4000000000");
    }

    @Test
    void dumpWritesAWholeReportToAFileThatDidNotExist() throws Exception {
        Path file = folder.resolve("heap.txt");
        String[] command = {"heap", "dump", one.pid(), "-o", file.toString()};
        assertThat(succeeds(command)).isEmpty();
        assertThat(Files.readAllLines(file))
                .filteredOn(line -> line.contains("type=Cell"))
                .hasSize(HeapProgram.CELLS);
        Coex.Run again = Coex.run(command);
        assertThat(again.err()).isEqualTo("coex: there is already a file " + file + "\n");
        assertThat(again.exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void hprofWritesAHeapDump() throws Exception {
        Path file = folder.resolve("words.hprof");
        assertThat(Coex.run("heap", "hprof", one.pid(), file.toString()).out())
                .matches("(?s)" + file + ": \\d+ objects, \\S+ KiB, in .*s\n.*");
        byte[] bytes = Files.readAllBytes(file);
        assertThat(new String(bytes, 0, 18, StandardCharsets.US_ASCII))
                .isEqualTo("JAVA PROFILE 1.0.2");
        Coex.Run again = Coex.run("heap", "hprof", one.pid(), file.toString());
        assertThat(again.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(again.err()).contains("there is already a file " + file);
    }

    @Test
    void aFileInNoFolderIsNamedWithTheReason() {
        String file = folder.resolve("nowhere/words").toString();
        for (String[] command :
                new String[][] {
                    {"heap", "hprof", one.pid(), file}, {"heap", "dump", one.pid(), "-o", file}
                }) {
            Coex.Run run = Coex.run(command);
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err())
                    .endsWith("coex: cannot write %s: there is no such folder\n".formatted(file))
                    .doesNotContain("Exception");
        }
    }

    @Test
    void topPrintsALineForEachIntervalWhenNobodyLooks() {
        assertThat(succeeds("heap", "top", one.pid(), "--count", "2", "--interval", "0.2").lines())
                .hasSize(2)
                .allMatch(
                        line ->
                                line.matches(
                                        "\\d\\d:\\d\\d:\\d\\d words: \\S+ KiB of 1.00 MiB used, "
                                                + "\\S+ \\S+/s, .* objects/s, .* cycles/s, "
                                                + "collecting \\d+%, .*, 0 stalls \\(\\+0\\)"));
    }

    @Test
    void oneOfSeveralHeapsHasToBeNamed() {
        Coex.Run run = Coex.run("heap", "stats", two.pid());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .isEqualTo(
                        "coex: process %s has 2 heaps; choose one with --heap NAME: left, right\n"
                                .formatted(two.pid()));
        assertThat(succeeds("heap", "stats", two.pid(), "--heap", "right"))
                .contains("heap: right\n");
        assertThat(succeeds("heap", "stats", two.pid(), "--heap", "l*t")).contains("heap: left\n");
        Coex.Run wrong = Coex.run("heap", "stats", two.pid(), "--heap", "middle");
        assertThat(wrong.err())
                .isEqualTo(
                        "coex: process %s has no heap middle; it has: left, right\n"
                                .formatted(two.pid()));
        assertThat(wrong.exitCode()).isEqualTo(ExitCode.FAILED);
    }
}
