package coex.bench.language;

import coex.bench.jvm.Figures;
import coex.bench.jvm.ProcessMemory;
import coex.codegen.CompiledProgram;
import coex.codegen.Compiler;
import coex.gc.HeapOptions;
import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;
import coex.runtime.Program;
import coex.runtime.ProgramRunner;
import coex.runtime.RunOptions;
import coex.runtime.io.StandardStreams;
import coex.runtime.library.FileModules;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Runs the Coex program of a [LanguageWork]. Reports the nanoseconds of each round as `nanos`, the
/// number it computes as `result`, and `heap-mib`, the most that its heap had committed, tables
/// included.
public final class CoexProgram {

    private CoexProgram() {}

    /// Arguments: the work, its size, and how many rounds.
    static void main(String[] args) throws InterruptedException {
        Program program = compile(LanguageWork.valueOf(args[0]).inCoex());
        var peak = new PeakMemory();
        var out = new ByteArrayOutputStream();
        var options =
                RunOptions.of(
                        HeapOptions.builder().listener(peak).build(),
                        new StandardStreams(InputStream.nullInputStream(), out, System.err),
                        List.of("program", args[1], args[2]));
        int status = ProgramRunner.run(program, options);
        if (status != 0) {
            throw new IllegalStateException("the program failed: status=" + status);
        }
        report(out.toString(StandardCharsets.UTF_8).lines().toList());
        Figures.print("heap-mib", peak.bytes() / (double) (1 << 20));
        ProcessMemory.reportPeak();
    }

    private static void report(List<String> rounds) {
        Figures.print(
                "nanos",
                rounds.stream()
                        .mapToDouble(line -> Double.parseDouble(line.split(" ")[1]))
                        .toArray());
        Figures.print("result", Double.parseDouble(rounds.getLast().split(" ")[2]));
    }

    static Program compile(String text) {
        var problems = new Problems();
        var modules =
                ModuleLoader.load(new SourceFile("bench.coex", text), new FileModules(), problems);
        var checked =
                Checker.check(modules, OutputOptions.AS_WRITTEN, problems)
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "does not compile: " + problems.inOrder()));
        CompiledProgram compiled = Compiler.compile(checked);
        return new Program(
                compiled.classes(),
                compiled.mainClass(),
                compiled.mainMethod(),
                compiled.mainParameters(),
                compiled.hasResult());
    }
}
