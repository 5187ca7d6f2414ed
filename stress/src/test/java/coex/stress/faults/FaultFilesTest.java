package coex.stress.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Every fault still fits the sources: its lines are there once, and its test exists. Whether the
/// test catches the fault is for `stress/faults/check`.
class FaultFilesTest {

    private static final Pattern METHOD = Pattern.compile("\\bvoid (\\w+)\\(");

    private final Map<String, Set<String>> methods = new HashMap<>();

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
        List<String> there = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("faults"), "*.fault")) {
            for (Path file : files) {
                there.add(nameAndTest(file));
            }
        }
        assertThat(rows())
                .extracting(row -> row.name() + ": " + row.test())
                .containsExactlyInAnyOrderElementsOf(there);
    }

    /// What caught it is a test that there is, without the number of its parameters, which changes
    /// when there are more of them; or it is the end of the JVM.
    @Test
    void theTableSaysWhatHasCaughtEach() throws IOException {
        for (Row row : rows()) {
            assertThat(row.caughtBy()).as(row.name()).isNotEmpty();
            if (!row.caughtBy().equals("the JVM ends")) {
                String module = row.test().split(" ")[0];
                assertThat(testMethods(module)).as(row.name()).contains(row.caughtBy());
            }
        }
    }

    private record Row(String name, String test, String caughtBy) {}

    private static List<Row> rows() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("README.md"))) {
            return lines.dropWhile(line -> !line.startsWith("| fault |"))
                    .takeWhile(line -> line.startsWith("|"))
                    .skip(2)
                    .map(line -> line.split("\\|", -1))
                    .map(cells -> new Row(cells[1].strip(), cells[3].strip(), cells[4].strip()))
                    .toList();
        }
    }

    /// The names of all methods in the tests of a module.
    private Set<String> testMethods(String module) throws IOException {
        Set<String> known = methods.get(module);
        if (known != null) {
            return known;
        }
        Set<String> names = new HashSet<>();
        Path tests = Path.of("..", module, "src", "test", "java");
        try (Stream<Path> files = Files.walk(tests)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Matcher found = METHOD.matcher(Files.readString(file));
                while (found.find()) {
                    names.add(found.group(1));
                }
            }
        }
        methods.put(module, names);
        return names;
    }

    private static String nameAndTest(Path file) throws IOException {
        String name = file.getFileName().toString().replace(".fault", "");
        try (Stream<String> lines = Files.lines(file)) {
            String test = lines.filter(line -> line.startsWith("test: ")).findFirst().orElseThrow();
            return name + ": " + test.substring("test: ".length()).strip();
        }
    }
}
