package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.check.Checker;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;
import coex.runtime.library.FileModules;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What advice is given on programs that are right. Nothing that is meant should be reported (note
/// 0040): examples and the library get none. The programs of tests do on purpose what nobody else
/// does; what is said of each is listed in `advice.txt`, where a new line has to be looked at.
/// `-Dcoex.golden=write` writes the list as it is now.
class AdviceOnProgramsTest {

    private static final Path EXAMPLES = Path.of("../examples/coex");
    private static final Path TESTS_OF_THE_LIBRARY = Path.of("../cli/src/test/coex");
    private static final Path PROGRAMS = Path.of("src/test/resources/programs");
    private static final Path LIBRARY = Path.of("src/main/resources/coex");
    private static final Path LISTED = Path.of("src/test/resources/advice.txt");
    private static final boolean WRITES = "write".equals(System.getProperty("coex.golden"));

    @TempDir private Path folder;

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".coex"))
                    .filter(file -> !file.getParent().endsWith("modules"))
                    .sorted()
                    .toList();
        }
    }

    /// What is said of the files below a folder: `lists/append.coex:7 W006`.
    private static List<String> adviceIn(Path folder) throws IOException {
        var advice = new ArrayList<String>();
        List<Path> files = files(folder);
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            var source = new SourceFile(file.toString(), Files.readString(file));
            Problems problems = Problems.withAdvice();
            Checker.check(ModuleLoader.load(source, new FileModules(), problems), problems);
            assertThat(problems.inOrder()).as(file.toString()).isEmpty();
            addTo(advice, folder.relativize(file).toString(), problems);
        }
        return advice;
    }

    private static void addTo(List<String> advice, String name, Problems problems) {
        problems.warnings().stream()
                .filter(each -> !each.report().code().equals("W001"))
                .forEach(
                        each ->
                                advice.add(
                                        "%s:%d %s"
                                                .formatted(
                                                        name,
                                                        each.report().place().line(),
                                                        each.report().code())));
    }

    @Test
    void examplesAndTestsOfTheLibraryGetNone() throws IOException {
        assertThat(adviceIn(EXAMPLES)).isEmpty();
        assertThat(adviceIn(TESTS_OF_THE_LIBRARY)).isEmpty();
    }

    /// As files of one's own: what only modules of the library may do becomes what every file may.
    @Test
    void theLibraryGetsNone() throws IOException {
        Path copies = Files.createDirectory(folder.resolve("library"));
        for (String part : List.of("lib", "std")) {
            for (Path file : files(LIBRARY.resolve(part))) {
                String text =
                        Files.readString(file)
                                .replaceAll("(?m)^( *)formula (?=\\w+[<(])", "$1func ")
                                .replaceAll("coex_(std|regex)_", "own_$1_");
                Path copy =
                        Files.createDirectories(copies.resolve(part)).resolve(file.getFileName());
                Files.writeString(copy, text);
            }
        }
        assertThat(adviceIn(copies)).isEmpty();
    }

    @Test
    void onProgramsOfTestsItIsWhatIsListed() throws IOException {
        String now = String.join("\n", adviceIn(PROGRAMS)) + "\n";
        if (WRITES) {
            Files.writeString(LISTED, now);
        }
        assertThat(now).isEqualTo(Files.readString(LISTED));
    }
}
