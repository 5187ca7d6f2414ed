package coex.cli.program;

import coex.codegen.CompiledProgram;
import coex.codegen.Compiler;
import coex.codegen.ProgramTooLargeException;
import coex.codegen.UnsupportedException;
import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.checked.CheckedProgram;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.type.ModuleLoader;
import coex.language.type.ModuleSymbol;
import coex.runtime.Program;
import coex.runtime.library.FileModules;

import java.util.List;
import java.util.Optional;

/// Compiles a program, and prints what is wrong with it.
final class Compilation {

    private Compilation() {}

    /// The program in a file; empty if something is wrong with it, which is printed.
    static Optional<Program> compile(SourceFile file, OutputOptions output, Reports reports)
            throws InterruptedException {
        return DeepStack.call(() -> compileHere(file, output, reports));
    }

    private static Optional<Program> compileHere(
            SourceFile file, OutputOptions output, Reports reports) {
        var problems = new Problems();
        var finder = new FileModules();
        List<ModuleSymbol> modules = ModuleLoader.load(file, finder, problems);
        Sources.rememberAll(modules);
        Optional<CheckedProgram> checked = Checker.check(modules, output, problems);
        if (checked.isEmpty()) {
            reports.print(problems);
            return Optional.empty();
        }
        try {
            return Optional.of(programOf(Compiler.compile(checked.get()), finder));
        } catch (ProgramTooLargeException | UnsupportedException e) {
            reports.print(file.name(), e.getMessage());
            return Optional.empty();
        }
    }

    private static Program programOf(CompiledProgram compiled, FileModules finder) {
        return new Program(
                compiled.classes(),
                compiled.mainClass(),
                compiled.mainMethod(),
                compiled.mainParameters(),
                compiled.hasResult(),
                finder.libraries());
    }
}
