package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.format.Formatter;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The examples for readers, which print what the file beside them says: `words.coex` prints
/// `words.out`.
class ExamplesTest {

    private static final Path EXAMPLES = Path.of("../examples/coex");

    @TempDir private Path folder;

    @TestFactory
    List<DynamicTest> examplesPrintWhatTheFileBesideThemSays() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".out"))
                    .sorted()
                    .map(
                            file ->
                                    DynamicTest.dynamicTest(
                                            file.getFileName().toString(), () -> check(file)))
                    .toList();
        }
    }

    @TestFactory
    List<DynamicTest> examplesHaveTheirOneLayout() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".coex"))
                    .sorted()
                    .map(
                            file ->
                                    DynamicTest.dynamicTest(
                                            file.getFileName().toString(), () -> checkLayout(file)))
                    .toList();
        }
    }

    private static void checkLayout(Path file) throws IOException {
        String text = Files.readString(file);
        var problems = new Problems();
        assertThat(Formatter.format(new SourceFile(file.toString(), text), problems))
                .contains(text);
    }

    private static void check(Path expected) throws Exception {
        String name = expected.getFileName().toString().replace(".out", ".coex");
        TestPrograms.Outcome outcome = run(name, List.of(name));
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(Files.readString(expected));
        assertThat(outcome.status()).isZero();
    }

    private static TestPrograms.Outcome run(String name, List<String> arguments) throws Exception {
        Path file = EXAMPLES.resolve(name);
        Program program = TestPrograms.compile(file.toString(), Files.readString(file));
        return TestPrograms.run(program, TestPrograms.plain(), "", arguments);
    }

    @Test
    void wordsAreCountedInAFile() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "Être, être; to be or to be\n");
        assertThat(run("words.coex", List.of("words", text.toString())).out())
                .startsWith("2 be\n2 to\n1 or\n");
    }

    @Test
    void aFileThatIsNotThereIsNamed() throws Exception {
        TestPrograms.Outcome outcome = run("words.coex", List.of("words", "/nowhere/at/all"));
        assertThat(outcome.out()).contains("cannot read /nowhere/at/all");
        assertThat(outcome.status()).isEqualTo(1);
    }
}
