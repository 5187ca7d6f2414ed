package coex.stress.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Every fault still fits the sources: its lines are there once, and its test exists. Whether the
/// test catches the fault is for `stress/faults/check`.
class FaultFilesTest {

    @Test
    void everyFaultFitsTheSources() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process check =
                new ProcessBuilder(java.toString(), "stress/faults/Check.java", "--list")
                        .directory(Path.of("..").toFile())
                        .redirectErrorStream(true)
                        .start();
        String printed = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(printed).isZero();
        assertThat(printed).contains("top-frame-unshaded");
    }

    /// The table in the README has a row for each, with the same test.
    @Test
    void everyFaultIsInTheTable() throws IOException {
        List<String> inTable;
        try (Stream<String> lines = Files.lines(Path.of("README.md"))) {
            inTable =
                    lines.dropWhile(line -> !line.startsWith("| fault |"))
                            .takeWhile(line -> line.startsWith("|"))
                            .skip(2)
                            .map(FaultFilesTest::nameAndTest)
                            .toList();
        }
        List<String> there = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("faults"), "*.fault")) {
            for (Path file : files) {
                there.add(nameAndTest(file));
            }
        }
        assertThat(inTable).containsExactlyInAnyOrderElementsOf(there);
    }

    private static String nameAndTest(String row) {
        String[] cells = row.split("\\|");
        return cells[1].strip() + ": " + cells[3].strip();
    }

    private static String nameAndTest(Path file) throws IOException {
        String name = file.getFileName().toString().replace(".fault", "");
        try (Stream<String> lines = Files.lines(file)) {
            String test = lines.filter(line -> line.startsWith("test: ")).findFirst().orElseThrow();
            return name + ": " + test.substring("test: ".length()).strip();
        }
    }
}
