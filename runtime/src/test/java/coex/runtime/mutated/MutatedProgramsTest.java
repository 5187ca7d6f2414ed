package coex.runtime.mutated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import coex.codegen.CompiledProgram;
import coex.codegen.Compiler;
import coex.codegen.UnsupportedException;
import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.checked.CheckedProgram;
import coex.language.problem.Palette;
import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.problem.ReportRenderer;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;
import coex.runtime.library.FileModules;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/// Programs that were changed at random are answered with reports, or compiled: nothing else
/// happens, and soon.
///
/// `-Dcoex.mutation.seconds=600` goes on for longer, `-Dcoex.mutation.seed=N` begins with another
/// seed; a failure names its seed and leaves the program.
class MutatedProgramsTest {

    private static final List<Path> FOLDERS =
            List.of(
                    Path.of("src/test/resources/programs"),
                    Path.of("../examples/coex"),
                    Path.of("../language/src/test/resources/programs"));

    private static final long SECONDS = Long.getLong("coex.mutation.seconds", 12);
    private static final long FIRST_SEED = Long.getLong("coex.mutation.seed", System.nanoTime());

    /// Far more than any of them takes.
    private static final long PATIENCE_MILLIS = 300_000;

    private static final long STACK_BYTES = 16 << 20;

    @Test
    void changedProgramsAreReportedOnOrCompiled() throws Exception {
        List<Path> files = files();
        List<String> programs = files.stream().map(MutatedProgramsTest::read).toList();
        long end = System.nanoTime() + SECONDS * 1_000_000_000L;
        for (long seed = FIRST_SEED; System.nanoTime() < end; seed++) {
            var random = new Random(seed);
            int chosen = random.nextInt(programs.size());
            String text = new Mutation(random, programs).of(programs.get(chosen));
            answer(files.get(chosen), text, seed);
        }
    }

    private static List<Path> files() throws IOException {
        var files = new ArrayList<Path>();
        for (Path folder : FOLDERS) {
            try (Stream<Path> all = Files.walk(folder)) {
                all.filter(path -> path.toString().endsWith(".coex")).sorted().forEach(files::add);
            }
        }
        return files;
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Checks, and compiles what is right, on a thread that is not waited for for ever.
    private static void answer(Path path, String text, long seed) throws Exception {
        var failure = new AtomicReference<Throwable>();
        Thread thread =
                new Thread(
                        null,
                        () -> {
                            try {
                                answer(path, text);
                            } catch (Throwable e) {
                                failure.set(e);
                            }
                        },
                        "mutated",
                        STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        thread.join(PATIENCE_MILLIS);
        if (failure.get() != null || thread.isAlive()) {
            Path kept = Path.of("target", "mutated-" + seed + ".coex");
            Files.writeString(kept, text);
            String what =
                    "a change of %s: seed=%d program=%s; replay with -Dcoex.mutation.seed=%d"
                            .formatted(path, seed, kept, seed);
            if (thread.isAlive()) {
                var hanging = new IllegalStateException("it hangs");
                hanging.setStackTrace(thread.getStackTrace());
                throw new AssertionError(what, hanging);
            }
            throw new AssertionError(what, failure.get());
        }
    }

    private static void answer(Path path, String text) {
        var problems = new Problems();
        var modules =
                ModuleLoader.load(
                        new SourceFile(path.toString(), text), new FileModules(), problems);
        Optional<CheckedProgram> checked =
                Checker.check(modules, OutputOptions.AS_WRITTEN, problems);
        if (checked.isEmpty()) {
            assertThat(problems.isEmpty()).as("refused without a report").isFalse();
            problems.inOrder().forEach(MutatedProgramsTest::assertDrawn);
            return;
        }
        try {
            CompiledProgram program = Compiler.compile(checked.get());
            program.classes()
                    .forEach(
                            (name, file) ->
                                    ClassFile.of()
                                            .verify(file)
                                            .forEach(error -> fail(name, error)));
        } catch (UnsupportedException e) {
            // Says so, with its place.
        }
    }

    private static void assertDrawn(Problem problem) {
        var report = problem.report();
        assertThat(report.message()).isNotBlank();
        assertThat(report.place().end()).isLessThanOrEqualTo(report.place().file().text().length());
        assertThat(new ReportRenderer(Palette.PLAIN).render(report)).contains(report.code());
    }
}
