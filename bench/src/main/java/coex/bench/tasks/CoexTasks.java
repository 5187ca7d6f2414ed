package coex.bench.tasks;

import coex.bench.jvm.Figures;
import coex.codegen.CompiledProgram;
import coex.codegen.Compiler;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;
import coex.runtime.Program;
import coex.runtime.ProgramRunner;
import coex.runtime.RunObserver;
import coex.runtime.RunOptions;
import coex.runtime.io.StandardStreams;
import coex.runtime.library.FileModules;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/// Runs a Coex program with tasks. Reports the nanoseconds of each round as `nanos`, and `held-us`,
/// the longest that the collector held any of its tasks.
public final class CoexTasks {

    private CoexTasks() {}

    /// Remembers the figures of a heap at the end of its program.
    private static final class Last implements RunObserver {

        /// Written by the thread of the program, read after that has ended.
        private volatile HeapStats stats;

        @Override
        public void started(Heap heap, IntConsumer traceLevel) {}

        @Override
        public void ended(Heap heap) {
            stats = heap.stats();
        }

        long longestHold() {
            long longest = stats.detached().actions().maximum();
            for (var mutator : stats.mutators()) {
                longest = Math.max(longest, mutator.actions().maximum());
            }
            return longest;
        }
    }

    /// Arguments: the program's resource, then its own.
    static void main(String[] args) throws Exception {
        var last = new Last();
        var out = new ByteArrayOutputStream();
        var arguments = new ArrayList<>(List.of("program"));
        arguments.addAll(Arrays.asList(args).subList(1, args.length));
        var options =
                RunOptions.of(
                                HeapOptions.builder().build(),
                                new StandardStreams(InputStream.nullInputStream(), out, System.err),
                                arguments)
                        .observedBy(last);
        int status = ProgramRunner.run(compile(args[0]), options);
        if (status != 0) {
            throw new IllegalStateException("the program failed: status=" + status);
        }
        Figures.print(
                "nanos",
                out.toString(StandardCharsets.UTF_8)
                        .lines()
                        .mapToDouble(line -> Double.parseDouble(line.split(" ")[0]))
                        .toArray());
        Figures.print("held-us", last.longestHold() / 1000.0);
        Figures.print("collections", last.stats.collection().completed());
    }

    private static Program compile(String resource) throws IOException {
        String text;
        try (InputStream in = CoexTasks.class.getResourceAsStream("/tasks/" + resource)) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        var problems = new Problems();
        var modules =
                ModuleLoader.load(new SourceFile(resource, text), new FileModules(), problems);
        CompiledProgram compiled =
                Compiler.compile(
                        Checker.check(modules, OutputOptions.AS_WRITTEN, problems)
                                .orElseThrow(
                                        () ->
                                                new IllegalStateException(
                                                        "does not compile: "
                                                                + problems.inOrder())));
        return new Program(
                compiled.classes(),
                compiled.mainClass(),
                compiled.mainMethod(),
                compiled.mainParameters(),
                compiled.hasResult());
    }
}
