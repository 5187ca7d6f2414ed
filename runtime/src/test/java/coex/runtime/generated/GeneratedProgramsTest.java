package coex.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.Compiler;
import coex.gc.HeapOptions;
import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.checked.CheckedProgram;
import coex.language.problem.Palette;
import coex.language.problem.Problems;
import coex.language.problem.ReportRenderer;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;
import coex.runtime.Program;
import coex.runtime.TestPrograms;
import coex.runtime.library.FileModules;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Programs made at random print the same when they are compiled and when they are interpreted,
/// also under constant collections.
///
/// `-Dcoex.generated.seconds=600` goes on for longer, `-Dcoex.generated.seed=N` runs only the
/// program of that seed. A failure names its seed and leaves the program in `target`.
class GeneratedProgramsTest {

    private static final int FIXED_SEEDS = 150;
    private static final long SECONDS = Long.getLong("coex.generated.seconds", 6);
    private static final Long ONLY = Long.getLong("coex.generated.seed");

    @Test
    void programsOfFixedSeedsPrintWhatTheyMean() throws Exception {
        if (ONLY != null) {
            check(ONLY);
            return;
        }
        for (long seed = 1; seed <= FIXED_SEEDS; seed++) {
            check(seed);
        }
    }

    @Test
    void programsOfNewSeedsPrintWhatTheyMean() throws Exception {
        long end = System.nanoTime() + SECONDS * 1_000_000_000L;
        for (long seed = System.nanoTime(); ONLY == null && System.nanoTime() < end; seed++) {
            check(seed);
        }
    }

    private static void check(long seed) throws Exception {
        String text = ProgramGenerator.program(seed);
        try {
            CheckedProgram checked = checked(text);
            Interpreter.Outcome expected = Interpreter.run(checked);
            Program program = compiled(checked);
            boolean isLarge = text.contains(MatrixGenerator.LARGE);
            boolean hasTasks = isLarge || text.contains("\ntask ");
            assertSame(expected, hasTasks, program, TestPrograms.plain());
            if (!isLarge) {
                assertSame(expected, hasTasks, program, TestPrograms.stressed());
            }
        } catch (Value.OutOfFuel _) {
            // Takes too long, and says nothing about the compiler.
        } catch (Throwable e) {
            throw new AssertionError(
                    "generated program: seed=%d program=%s; replay with -Dcoex.generated.seed=%d"
                            .formatted(seed, kept(seed, text), seed),
                    e);
        }
    }

    private static Path kept(long seed, String text) throws IOException {
        Path path = Path.of("target", "generated-" + seed + ".coex");
        Files.writeString(path, text);
        return path;
    }

    private static CheckedProgram checked(String text) {
        var problems = new Problems();
        var modules =
                ModuleLoader.load(
                        new SourceFile("generated.coex", text), new FileModules(), problems);
        return Checker.check(modules, OutputOptions.AS_WRITTEN, problems)
                .orElseThrow(
                        () ->
                                new AssertionError(
                                        "refused: "
                                                + new ReportRenderer(Palette.PLAIN)
                                                        .render(
                                                                problems.inOrder()
                                                                        .getFirst()
                                                                        .report())));
    }

    private static Program compiled(CheckedProgram checked) {
        var compiled = Compiler.compile(checked);
        return new Program(
                compiled.classes(),
                compiled.mainClass(),
                compiled.mainMethod(),
                compiled.mainParameters(),
                compiled.hasResult());
    }

    /// With tasks, what goes wrong first is not determined, nor how far the others have come by
    /// then.
    private static void assertSame(
            Interpreter.Outcome expected, boolean hasTasks, Program program, HeapOptions heap)
            throws InterruptedException {
        TestPrograms.Outcome outcome = TestPrograms.run(program, heap, "", List.of("program"));
        if (hasTasks && !expected.error().isEmpty()) {
            assertThat(outcome.err()).startsWith("Runtime error: ");
            return;
        }
        String out =
                new String(
                        expected.out().getBytes(StandardCharsets.ISO_8859_1),
                        StandardCharsets.UTF_8);
        assertThat(outcome.out()).as(outcome.err()).isEqualTo(out);
        if (expected.error().isEmpty()) {
            assertThat(outcome.err()).isEmpty();
        } else {
            String error =
                    new String(
                            expected.error().getBytes(StandardCharsets.ISO_8859_1),
                            StandardCharsets.UTF_8);
            assertThat(outcome.err()).startsWith("Runtime error: " + error + "\n");
        }
    }
}
