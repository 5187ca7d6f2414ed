package coex.cli.test;

import coex.cli.program.DeepStack;
import coex.cli.program.InlineIr;
import coex.cli.program.Reports;
import coex.cli.program.SourceProblem;
import coex.cli.program.Sources;
import coex.codegen.CompiledProgram;
import coex.codegen.Compiler;
import coex.codegen.LineProbes;
import coex.codegen.ProgramTooLargeException;
import coex.codegen.UnsupportedException;
import coex.language.check.Checker;
import coex.language.check.OutputOptions;
import coex.language.checked.CheckedProgram;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.Decl;
import coex.language.syntax.FunctionKind;
import coex.language.type.FunctionSymbol;
import coex.language.type.ModuleLoader;
import coex.language.type.ModuleSymbol;
import coex.language.type.Type;
import coex.runtime.ForeignLibrary;
import coex.runtime.Program;
import coex.runtime.library.FileModules;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The tests of one file, compiled together.
///
/// @param tests in the order of the text
/// @param notes on functions that look like tests and are none
/// @param isBroken whether the file has mistakes, which have been reported
record TestFile(List<TestCase> tests, List<String> notes, boolean isBroken) {

    /// How the names of tests begin.
    static final String PREFIX = "test_";

    /// Before a test that is to end with a runtime error.
    private static final String FAILS = "fails";

    private static final TestFile BROKEN = new TestFile(List.of(), List.of(), true);

    /// Compiles a file, if it has tests that are wanted.
    static TestFile compile(
            String name,
            Predicate<String> isWanted,
            Imports imports,
            Optional<LineCoverage> coverage,
            Reports reports)
            throws InterruptedException {
        return DeepStack.call(
                () -> new Compilation(name, imports, coverage, reports).compile(isWanted));
    }

    private record Compilation(
            String name, Imports imports, Optional<LineCoverage> coverage, Reports reports) {

        TestFile compile(Predicate<String> isWanted) {
            var problems = new Problems();
            try {
                imports.observer().beforeReading(Path.of(name));
                SourceFile source = Sources.read(name);
                if (!source.text().contains(PREFIX)) {
                    return new TestFile(List.of(), List.of(), false);
                }
                return compile(source, isWanted, problems);
            } catch (SourceProblem problem) {
                reports.print(name, problem.getMessage());
            } catch (ProgramTooLargeException | UnsupportedException e) {
                reports.print(name, e.getMessage());
            }
            return BROKEN;
        }

        private TestFile compile(SourceFile source, Predicate<String> isWanted, Problems problems) {
            FileModules finder = imports.finder();
            List<ModuleSymbol> modules = ModuleLoader.load(source, finder, problems);
            Sources.rememberAll(modules);
            var notes = new ArrayList<String>();
            List<FunctionSymbol> tests = testsOf(modules.getFirst(), isWanted, notes);
            if (problems.isEmpty() && tests.isEmpty()) {
                return new TestFile(List.of(), notes, false);
            }
            boolean mayCallC = imports.permissions().foreignCode();
            if (!mayCallC) {
                modules.forEach(module -> InlineIr.refuse(module.trees(), problems));
            }
            List<CheckedProgram> checked =
                    Checker.checkEach(modules, tests, OutputOptions.AS_WRITTEN, problems);
            List<ForeignLibrary> libraries =
                    problems.isEmpty() && mayCallC ? finder.libraries(problems) : List.of();
            reports.print(problems);
            if (!problems.isEmpty()) {
                return BROKEN;
            }
            coverage.ifPresent(lines -> lines.measure(modules));
            List<CompiledProgram> compiled =
                    Compiler.compileEach(
                            checked, coverage.<LineProbes>map(x -> x).orElse(LineProbes.NONE));
            var cases = new ArrayList<TestCase>();
            for (int i = 0; i < tests.size(); i++) {
                cases.add(testCase(tests.get(i), compiled.get(i), modules, libraries));
            }
            return new TestFile(cases, notes, false);
        }

        private TestCase testCase(
                FunctionSymbol function,
                CompiledProgram compiled,
                List<ModuleSymbol> modules,
                List<ForeignLibrary> libraries) {
            var program =
                    new Program(
                            compiled.classes(),
                            compiled.mainClass(),
                            compiled.mainMethod(),
                            compiled.mainParameters(),
                            compiled.hasResult(),
                            libraries);
            return new TestCase(
                    name,
                    function.name(),
                    program,
                    expectedFailure(function),
                    imports.permissions().foreignCode()
                            && modules.stream().anyMatch(Compilation::callsC),
                    modules.stream()
                            .filter(module -> !module.isStandard())
                            .flatMap(module -> module.trees().stream())
                            .map(tree -> tree.file())
                            .toList());
        }

        /// Whether a module declares foreign functions that are not the runtime's own.
        private static boolean callsC(ModuleSymbol module) {
            return !module.comesWithRuntime() && !module.externs().isEmpty();
        }

        private List<FunctionSymbol> testsOf(
                ModuleSymbol module, Predicate<String> isWanted, List<String> notes) {
            var tests = new ArrayList<FunctionSymbol>();
            for (FunctionSymbol function : module.functions().values()) {
                if (function.name().startsWith(PREFIX) && isWanted.test(function.name())) {
                    Optional<String> why = whyNoTest(function);
                    why.ifPresent(text -> notes.add(note(function, text)));
                    if (why.isEmpty()) {
                        tests.add(function);
                    }
                }
            }
            return tests;
        }

        private static Optional<String> whyNoTest(FunctionSymbol function) {
            if (function.kind() != FunctionKind.FUNC) {
                return Optional.of("is a " + function.kind().word());
            }
            if (function.isGeneric()) {
                return Optional.of("has type parameters");
            }
            if (!function.declaration().signature().parameters().isEmpty()) {
                return Optional.of("has parameters");
            }
            return function.result() == Type.Basic.NOTHING
                    ? Optional.empty()
                    : Optional.of("returns something");
        }

        private static String note(FunctionSymbol function, String why) {
            return "%s: %s is not run: it %s, and a test is a func without parameters and result"
                    .formatted(function.declaration().name().span(), function.name(), why);
        }

        private static Optional<String> expectedFailure(FunctionSymbol function) {
            for (Decl.Annotation annotation : function.declaration().annotations()) {
                if (annotation.name().text().equals(FAILS)) {
                    return Optional.of(annotation.text().map(text -> text.value()).orElse(""));
                }
            }
            return Optional.empty();
        }
    }
}
