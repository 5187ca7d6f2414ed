package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import coex.gc.HeapOptions;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Runs the programs under `programs`, each plainly and with heaps that collect all the time. What
/// is expected stands beside the lines of a program:
///
/// | comment | meaning |
/// | --- | --- |
/// | `# expect: text` | the next line of standard output |
/// | `# expect error: text` | part of standard error; the status is then 1 |
/// | `# exit: n` | the exit status, 0 if nothing is said |
/// | `# args: a b` | the program's arguments |
/// | `# input: text` | a line of standard input |
/// | `# heavy` | takes too long to be run with constant collections |
///
/// `-Dcoex.programs=part` runs only those whose path contains `part`.
class ProgramsTest {

    private static final Path PROGRAMS = Path.of("src/test/resources/programs");
    private static final String ONLY = System.getProperty("coex.programs", "");

    /// A program and what it should do.
    private record Expected(
            List<String> out,
            List<String> errors,
            int status,
            String input,
            List<String> arguments,
            boolean isHeavy) {

        static Expected of(String text) {
            List<String> errors = marked(text, "# expect error: ");
            List<String> status = marked(text, "# exit: ");
            List<String> input = marked(text, "# input: ");
            return new Expected(
                    marked(text, "# expect: "),
                    errors,
                    status.isEmpty()
                            ? (errors.isEmpty() ? 0 : 1)
                            : Integer.parseInt(status.getFirst().strip()),
                    input.isEmpty() ? "" : String.join("\n", input) + "\n",
                    Stream.of(String.join(" ", marked(text, "# args: ")).split(" "))
                            .filter(argument -> !argument.isEmpty())
                            .toList(),
                    text.lines().anyMatch(line -> line.strip().equals("# heavy")));
        }

        private static List<String> marked(String text, String mark) {
            return text.lines()
                    .filter(line -> line.contains(mark) || line.endsWith(mark.stripTrailing()))
                    .map(
                            line -> {
                                int at = line.lastIndexOf(mark.stripTrailing());
                                String rest = line.substring(at + mark.length() - 1);
                                return rest.isEmpty() ? "" : rest.substring(1);
                            })
                    .toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> programsDoWhatTheirCommentsSay() throws IOException {
        return programs().map(path -> test(path, TestPrograms::plain, false));
    }

    @TestFactory
    Stream<DynamicTest> programsDoTheSameUnderConstantCollections() throws IOException {
        return programs().map(path -> test(path, TestPrograms::stressed, true));
    }

    @TestFactory
    Stream<DynamicTest> programsDoTheSameBesideACollectorThatHardlyRests() throws IOException {
        return programs().map(path -> test(path, TestPrograms::collectedBeside, true));
    }

    /// Where variables begin and end in the most ways.
    private static final Set<String> OF_DEBUGGERS =
            Set.of("control", "cycles", "lambdas", "matrices", "moves", "optionals", "tuples");

    @TestFactory
    Stream<DynamicTest> programsCompiledForADebuggerDoTheSameUnderConstantCollections()
            throws IOException {
        return programs()
                .filter(path -> OF_DEBUGGERS.contains(path.getParent().getFileName().toString()))
                .map(path -> testForDebugger(path));
    }

    private static DynamicTest testForDebugger(Path path) {
        return DynamicTest.dynamicTest(
                PROGRAMS.relativize(path).toString(),
                () -> {
                    String text = Files.readString(path);
                    Expected expected = Expected.of(text);
                    assumeFalse(expected.isHeavy(), "heavy programs run plainly only");
                    Program program = TestPrograms.compileForDebugger(path.toString(), text);
                    check(program, expected, TestPrograms.stressed());
                });
    }

    private static Stream<Path> programs() throws IOException {
        try (Stream<Path> files = Files.walk(PROGRAMS)) {
            return files
                    .filter(path -> path.toString().endsWith(".coex"))
                    .filter(path -> !path.getParent().endsWith("modules"))
                    .filter(path -> path.toString().contains(ONLY))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static DynamicTest test(Path path, Supplier<HeapOptions> heap, boolean isStress) {
        return DynamicTest.dynamicTest(
                PROGRAMS.relativize(path).toString(),
                () -> {
                    String text = Files.readString(path);
                    Expected expected = Expected.of(text);
                    assumeFalse(isStress && expected.isHeavy(), "heavy programs run plainly only");
                    check(path, text, expected, heap.get(), isStress);
                });
    }

    /// @param checksFrames whether the program also checks that it pops its frames in order
    private static void check(
            Path path, String text, Expected expected, HeapOptions heap, boolean checksFrames)
            throws InterruptedException {
        check(TestPrograms.compile(path.toString(), text, checksFrames), expected, heap);
    }

    private static void check(Program program, Expected expected, HeapOptions heap)
            throws InterruptedException {
        assertVerified(program);
        var arguments = Stream.concat(Stream.of("program"), expected.arguments().stream()).toList();
        TestPrograms.Outcome outcome = TestPrograms.run(program, heap, expected.input(), arguments);
        assertThat(outcome.out().lines().toList()).as(outcome.err()).isEqualTo(expected.out());
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(expected.status());
        expected.errors().forEach(error -> assertThat(outcome.err()).contains(error));
    }

    /// What the JVM would find only when a class is loaded.
    private static void assertVerified(Program program) {
        program.classes()
                .forEach(
                        (name, file) -> assertThat(ClassFile.of().verify(file)).as(name).isEmpty());
    }
}
