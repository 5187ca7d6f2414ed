package coex.runtime;

import coex.codegen.CompiledProgram;
import coex.codegen.Compiler;
import coex.gc.HeapOptions;
import coex.gc.Phase;
import coex.gc.StressOptions;
import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.checked.CheckedProgram;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;
import coex.runtime.io.StandardStreams;
import coex.runtime.library.FileModules;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Compiles and runs programs for tests.
public final class TestPrograms {

    private TestPrograms() {}

    /// What a program left behind.
    public record Outcome(int status, String out, String err) {}

    public static CheckedProgram check(String name, String text, FileModules finder) {
        var problems = new Problems();
        var modules = ModuleLoader.load(new SourceFile(name, text), finder, problems);
        Optional<CheckedProgram> checked =
                Checker.check(modules, OutputOptions.AS_WRITTEN, problems);
        return checked.orElseThrow(
                () -> new AssertionError("does not compile: " + problems.inOrder()));
    }

    public static Program compile(String name, String text) {
        return compile(name, text, false);
    }

    /// @param checksFrames whether the code checks that it pops its frames in order
    public static Program compile(String name, String text, boolean checksFrames) {
        return compile(name, text, checked -> Compiler.compile(checked, checksFrames));
    }

    /// A program whose variables a debugger sees.
    public static Program compileForDebugger(String name, String text) {
        return compile(name, text, Compiler::compileForDebugger);
    }

    private static Program compile(
            String name, String text, Function<CheckedProgram, CompiledProgram> compiler) {
        var finder = new FileModules();
        CompiledProgram compiled = compiler.apply(check(name, text, finder));
        var problems = new Problems();
        List<ForeignLibrary> libraries = finder.libraries(problems);
        if (!problems.isEmpty()) {
            throw new AssertionError("cannot be built: " + problems.inOrder());
        }
        return new Program(
                compiled.classes(),
                compiled.mainClass(),
                compiled.mainMethod(),
                compiled.mainParameters(),
                compiled.hasResult(),
                libraries);
    }

    public static Outcome run(
            Program program, HeapOptions heap, String input, List<String> arguments)
            throws InterruptedException {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        var options = RunOptions.of(heap, new StandardStreams(in, out, err), arguments);
        int status = ProgramRunner.run(program, options.withStackBytes(64L << 20));
        return new Outcome(
                status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    public static HeapOptions plain() {
        return HeapOptions.builder()
                .hugePages(false)
                .initialBytes(8 << 20)
                .maximumBytes(256 << 20)
                .build();
    }

    /// A collection at every few allocations, with everything small, and checked.
    public static HeapOptions stressed() {
        return HeapOptions.builder()
                .hugePages(false)
                .idleAfter(Duration.ofHours(1))
                .initialBytes(1 << 20)
                .maximumBytes(128 << 20)
                .initialHandles(1 << 12)
                .blockBytes(4096)
                .runHandles(3)
                .stackSlots(1)
                .bufferEntries(1)
                .verifyAfter(EnumSet.of(Phase.MARK, Phase.SWEEP))
                .stress(
                        StressOptions.NONE
                                .withPoison(true)
                                .withQuarantine(true)
                                .withCollectEvery(2))
                .build();
    }

    /// A collector that hardly rests, beside a program whose stack it looks at frame by frame.
    public static HeapOptions collectedBeside() {
        return HeapOptions.builder()
                .hugePages(false)
                .idleAfter(Duration.ofHours(1))
                .initialBytes(64 << 10)
                .maximumBytes(128 << 20)
                .initialHandles(64)
                .blockBytes(1024)
                .runHandles(1)
                .stackSlots(1)
                .snapshotSlots(0)
                .bufferEntries(1)
                .triggerAllocations(5)
                .stress(StressOptions.NONE.withPoison(true).withDelays(1, 20, 50))
                .build();
    }
}
