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
import coex.language.syntax.Parser;
import coex.language.syntax.SourceTree;
import coex.language.syntax.TreePrinter;
import coex.language.type.ModuleLoader;
import coex.language.type.ModuleSymbol;
import coex.runtime.ForeignLibrary;
import coex.runtime.Program;
import coex.runtime.library.Dependencies;
import coex.runtime.library.FileModules;
import coex.runtime.sandbox.Permissions;

import java.util.List;
import java.util.Optional;

/// Compiles one program, and reports what is wrong with it. Each step is empty if something is; all
/// want a deep stack ([DeepStack]). For one thread.
final class Compilation {

    /// How the codes of syntax errors begin.
    private static final String SYNTAX = "S";

    private final SourceFile file;
    private final OutputOptions output;
    private final Reports reports;
    private final Problems problems = new Problems();
    private final Permissions permissions;
    private final FileModules finder;
    private Optional<CheckedProgram> checked = Optional.empty();

    /// What the program is compiled for.
    enum Purpose {
        RUNNING,

        /// A debugger shows its variables.
        DEBUGGING
    }

    Compilation(SourceFile file, OutputOptions output, Reports reports) {
        this(file, output, Permissions.ALL, Dependencies.NONE, reports);
    }

    private Compilation(
            SourceFile file,
            OutputOptions output,
            Permissions permissions,
            Dependencies dependencies,
            Reports reports) {
        this.file = file;
        this.output = output;
        this.permissions = permissions;
        this.reports = reports;
        this.finder = new FileModules(permissions.files(), dependencies);
    }

    /// The program in a file.
    ///
    /// @param permissions what it may use when it runs; foreign code that it may not use is not
    ///     even built
    /// @param dependencies of the project it belongs to
    static Optional<Program> compile(
            SourceFile file,
            OutputOptions output,
            Permissions permissions,
            Dependencies dependencies,
            Reports reports)
            throws InterruptedException {
        return compile(file, Purpose.RUNNING, output, permissions, dependencies, reports);
    }

    static Optional<Program> compile(
            SourceFile file,
            Purpose purpose,
            OutputOptions output,
            Permissions permissions,
            Dependencies dependencies,
            Reports reports)
            throws InterruptedException {
        return DeepStack.call(
                () -> {
                    var compilation =
                            new Compilation(file, output, permissions, dependencies, reports);
                    return compilation.check().flatMap(_ -> compilation.compile(purpose));
                });
    }

    /// The syntax tree, as text.
    Optional<String> tree() {
        SourceTree tree = Parser.parse(file, problems);
        reports.print(problems);
        return problems.isEmpty() ? Optional.of(TreePrinter.print(tree)) : Optional.empty();
    }

    Optional<CheckedProgram> check() {
        List<ModuleSymbol> modules = ModuleLoader.load(file, finder, problems);
        Sources.rememberAll(modules);
        if (!permissions.foreignCode()) {
            modules.forEach(module -> InlineIr.refuse(module.trees(), problems));
        }
        checked = Checker.check(modules, output, problems);
        reports.print(problems);
        return checked;
    }

    /// The intermediate form of the program that was checked, as text.
    Optional<String> ir() {
        return checked.map(Compiler::intermediateText);
    }

    /// The program that was checked.
    Optional<Program> compile() {
        return compile(Purpose.RUNNING);
    }

    private Optional<Program> compile(Purpose purpose) {
        try {
            return checked.map(program -> compiled(program, purpose)).flatMap(this::programOf);
        } catch (ProgramTooLargeException | UnsupportedException e) {
            reports.print(file.name(), e.getMessage());
            return Optional.empty();
        }
    }

    private static CompiledProgram compiled(CheckedProgram program, Purpose purpose) {
        return switch (purpose) {
            case RUNNING -> Compiler.compile(program);
            case DEBUGGING -> Compiler.compileForDebugger(program);
        };
    }

    boolean hasSyntaxErrors() {
        return problems.inOrder().stream()
                .anyMatch(problem -> problem.report().code().startsWith(SYNTAX));
    }

    private Optional<Program> programOf(CompiledProgram compiled) {
        var unbuilt = new Problems();
        List<ForeignLibrary> libraries =
                permissions.foreignCode() ? finder.libraries(unbuilt) : List.of();
        if (!unbuilt.isEmpty()) {
            reports.print(unbuilt);
            return Optional.empty();
        }
        return Optional.of(
                new Program(
                        compiled.classes(),
                        compiled.mainClass(),
                        compiled.mainMethod(),
                        compiled.mainParameters(),
                        compiled.hasResult(),
                        libraries));
    }
}
