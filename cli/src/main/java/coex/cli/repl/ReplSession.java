package coex.cli.repl;

import coex.cli.program.DeepStack;
import coex.cli.program.Reports;
import coex.codegen.CompiledProgram;
import coex.codegen.Compiler;
import coex.codegen.ProgramTooLargeException;
import coex.codegen.UnsupportedException;
import coex.language.check.InputChecker;
import coex.language.check.InputChecker.Binding;
import coex.language.check.InputChecker.CheckedInput;
import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.Block;
import coex.language.syntax.InputTree;
import coex.language.syntax.Parser;
import coex.language.type.ModuleLoader;
import coex.language.type.ModuleSymbol;
import coex.runtime.ForeignLibrary;
import coex.runtime.Program;
import coex.runtime.RunOptions;
import coex.runtime.Session;
import coex.runtime.error.VisibleText;
import coex.runtime.library.FileModules;

import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A session: what was declared and bound so far, and what runs the next input. One thread at a
/// time.
///
/// Every input is compiled with all declarations, as a program of its own, and runs in the
/// session's heap. An input with a mistake, or with a runtime error, leaves everything as it was.
final class ReplSession implements AutoCloseable {

    private final Session session;
    private final PrintWriter err;
    private final FileModules finder = new FileModules();

    private Declarations declarations = Declarations.NONE;
    private List<Binding> bindings = List.of();
    private int nextCell;
    private int inputs;

    private ReplSession(Session session, PrintWriter err) {
        this.session = session;
        this.err = err;
    }

    /// @param err where reports go
    static ReplSession open(RunOptions options, PrintWriter err) throws InterruptedException {
        return new ReplSession(Session.open(options), err);
    }

    /// Whether a text is right as far as it goes, and must go on.
    static boolean isIncomplete(String text) throws InterruptedException {
        return DeepStack.call(
                () -> {
                    var file = new SourceFile("input", text + "\n");
                    return Parser.parseInput(file, new Problems()).isIncomplete();
                });
    }

    /// Does what was typed. False if there was a mistake or a runtime error, which is reported.
    boolean evaluate(String text) throws InterruptedException {
        inputs++;
        Problems problems = new Problems();
        Optional<Ready> ready = DeepStack.call(() -> compile(text, problems));
        Reports.print(problems, err);
        if (ready.isEmpty()) {
            return false;
        }
        boolean isDone =
                ready.get().program().isEmpty() || session.run(ready.get().program().get());
        if (isDone) {
            keep(ready.get().bindings());
        }
        return isDone;
    }

    /// The type of an expression, which is not evaluated; empty if there is none or it has a
    /// mistake, which is reported.
    Optional<String> typeOf(String text) throws InterruptedException {
        var problems = new Problems();
        Optional<String> type = DeepStack.call(() -> checkedType(text, problems));
        Reports.print(problems, err);
        return type;
    }

    private Optional<String> checkedType(String text, Problems problems) {
        InputTree tree = parse(text, problems);
        return problems.isEmpty() && !tree.isDeclarations()
                ? check(tree.statements(), problems).flatMap(CheckedInput::shown)
                : Optional.empty();
    }

    /// What may be named where a name begins: variables, declarations, imports, built-in names and
    /// reserved words; after a dot, what a module or a type has.
    ///
    /// @param before the input up to there
    Set<String> namesAfter(String before) throws InterruptedException {
        return DeepStack.call(
                () -> {
                    var modules = ModuleLoader.load(declarations.trees(), finder, new Problems());
                    var names = new NamesInScope(modules.getFirst());
                    return before.endsWith(".")
                            ? afterDot(names, before.substring(0, before.length() - 1))
                            : names.with(bindings);
                });
    }

    /// What a module, a type or a value has. A variable hides a module of its name.
    private Set<String> afterDot(NamesInScope names, String before) {
        String receiver = Receiver.of(before);
        boolean isVariable = isBound(receiver);
        Set<String> below = isVariable ? Set.of() : names.below(before);
        if (!below.isEmpty() || receiver.isEmpty()) {
            return below;
        }
        return checkedType(receiver, new Problems()).map(names::of).orElse(Set.of());
    }

    /// Whether a variable has this name.
    boolean isBound(String name) {
        return bindings.stream().anyMatch(binding -> binding.name().equals(name));
    }

    /// Whether something that can be called, or a variable, has this name.
    boolean isDeclared(String name) {
        return isBound(name) || declarations.names().contains(name);
    }

    /// Forgets all that was declared and bound.
    void reset() throws InterruptedException {
        keep(List.of());
        session.forget(Set.of(), declarations.names());
        declarations = Declarations.NONE;
    }

    /// What the comments before a declaration say, with its first line: of the session, or of a
    /// module by `module.name`.
    Optional<String> documentation(String name) throws InterruptedException {
        return DeepStack.call(
                () -> {
                    ModuleSymbol module =
                            ModuleLoader.load(declarations.trees(), finder, new Problems())
                                    .getFirst();
                    return Documentation.of(name, module);
                });
    }

    /// Stops the input that runs. Any thread may. False if it has been asked to end before.
    boolean interrupt() {
        return session.interrupt();
    }

    private InputTree parse(String text, Problems problems) {
        var file = new SourceFile("input " + inputs, text + "\n");
        return Parser.parseInput(file, problems);
    }

    // Compiling

    /// An input that is ready to run; without a program if it only declares.
    private record Ready(Optional<Program> program, List<Binding> bindings) {}

    private Optional<Ready> compile(String text, Problems problems) throws InterruptedException {
        InputTree tree = parse(text, problems);
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        if (tree.isDeclarations()) {
            return declare(tree, problems)
                    ? Optional.of(new Ready(Optional.empty(), bindings))
                    : Optional.empty();
        }
        Optional<CheckedInput> checked = check(tree.statements(), problems);
        if (checked.isEmpty()) {
            return Optional.empty();
        }
        try {
            CompiledProgram compiled = Compiler.compile(checked.get().program());
            List<ForeignLibrary> libraries = finder.libraries(problems);
            if (!problems.isEmpty()) {
                return Optional.empty();
            }
            var program =
                    new Program(
                            compiled.classes(),
                            compiled.mainClass(),
                            compiled.mainMethod(),
                            compiled.mainParameters(),
                            compiled.hasResult(),
                            libraries);
            return Optional.of(new Ready(Optional.of(program), checked.get().bindings()));
        } catch (ProgramTooLargeException | UnsupportedException e) {
            err.println("coex: " + VisibleText.line(e.getMessage()));
            err.flush();
            return Optional.empty();
        }
    }

    private Optional<CheckedInput> check(Block statements, Problems problems) {
        var found =
                new Problems(); // without the warnings of modules, which were given when they were
        // imported
        List<ModuleSymbol> modules = ModuleLoader.load(declarations.trees(), finder, found);
        found.inOrder().forEach(problems::add);
        return problems.isEmpty()
                ? InputChecker.check(modules, statements, bindings, nextCell, problems)
                : Optional.empty();
    }

    // Declarations

    /// Adds declarations. Older ones that do not fit them any more are forgotten.
    private boolean declare(InputTree input, Problems problems) throws InterruptedException {
        Declarations wanted = declarations.with(input.declarations());
        while (true) {
            var found = new Problems();
            List<ModuleSymbol> modules = ModuleLoader.load(wanted.trees(), finder, found);
            if (found.isEmpty()) {
                var nothing = new Block(List.of(), input.statements().span());
                InputChecker.check(modules, nothing, List.of(), nextCell, found);
            }
            if (found.isEmpty()) {
                finder.libraries(found); // a package that cannot be built is told of at once
            }
            if (found.isEmpty()) {
                if (!input.declarations().imports().isEmpty()) {
                    found.warnings().forEach(problems::add);
                }
                replace(wanted, input, modules.getFirst());
                return true;
            }
            Declarations smaller = wanted.without(found);
            if (isIn(input, found) || smaller.names().equals(wanted.names())) {
                found.inOrder().forEach(problems::add);
                return false;
            }
            wanted = smaller;
        }
    }

    private static boolean isIn(InputTree input, Problems problems) {
        SourceFile file = input.declarations().file();
        return problems.inOrder().stream()
                .map(Problem::report)
                .anyMatch(report -> report.place().file() == file);
    }

    private void replace(Declarations wanted, InputTree input, ModuleSymbol module)
            throws InterruptedException {
        var gone = new TreeSet<>(declarations.names());
        gone.removeAll(wanted.names());
        var changed = new HashSet<>(new Declarations(List.of(input.declarations())).names());
        changed.retainAll(declarations.names());
        changed.addAll(gone);
        Set<String> types = TypeDependence.closure(changed, module);
        List<Binding> kept =
                bindings.stream()
                        .filter(binding -> !TypeDependence.mentions(binding.type(), types))
                        .toList();
        bindings.stream()
                .filter(binding -> !kept.contains(binding))
                .forEach(binding -> gone.add(binding.name()));
        declarations = wanted;
        keep(kept);
        session.forget(Set.of(), types);
        if (!gone.isEmpty()) {
            err.println(
                    gone.stream()
                            .map(name -> "`" + name + "`")
                            .collect(
                                    Collectors.joining(
                                            ", ",
                                            "forgotten, since it does not fit any more: ",
                                            "")));
            err.flush();
        }
    }

    // Bindings

    private void keep(List<Binding> wanted) throws InterruptedException {
        var unused = bindings.stream().map(Binding::cell).collect(Collectors.toSet());
        for (Binding binding : wanted) {
            unused.remove(binding.cell());
            nextCell = Math.max(nextCell, binding.cell() + 1);
        }
        bindings = wanted;
        session.forget(unused, Set.of());
    }

    @Override
    public void close() {
        session.close();
    }
}
