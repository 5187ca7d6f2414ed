package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.checked.CheckedProgram;
import coex.language.checked.CheckedStmt;
import coex.language.checked.FunctionInstance;
import coex.language.checked.Local;
import coex.language.problem.Problem;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Block;
import coex.language.syntax.Decl;
import coex.language.syntax.Expr;
import coex.language.syntax.FunctionKind;
import coex.language.syntax.Identifier;
import coex.language.type.ExternSymbol;
import coex.language.type.FunctionSymbol;
import coex.language.type.MatrixSymbol;
import coex.language.type.ModuleSymbol;
import coex.language.type.NameListener;
import coex.language.type.NameProblem;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.TypeResolver;
import coex.language.type.TypeRule;
import coex.language.type.TypeSymbol;
import coex.language.type.Types;
import coex.language.warning.Advice;
import coex.language.warning.Allowances;
import coex.language.warning.SourceAdvice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks a program: every function that is not generic, and every instance of one that is.
///
/// A generic function is checked anew for each set of types it is called with, and those bodies are
/// compiled. One that is never called is checked once with types that fit everything, for the
/// mistakes that do not depend on types.
public final class Checker {

    private final List<ModuleSymbol> modules;
    private final Problems problems;
    private final Program program;
    private final Damage damage;
    private final Map<FunctionInstance, CheckedFunction> functions = new LinkedHashMap<>();

    private Checker(
            List<ModuleSymbol> modules,
            OutputOptions output,
            Problems problems,
            NameListener listener) {
        this.modules = modules;
        this.problems = problems;
        this.damage = Damage.of(modules, problems);
        this.program = new Program(problems, output, listener, damage.isWide());
    }

    /// Checks all functions of loaded modules, the first of which has `main`. Empty if there are
    /// problems.
    public static Optional<CheckedProgram> check(
            List<ModuleSymbol> modules, OutputOptions output, Problems problems) {
        var checker = new Checker(modules, output, problems, NameListener.NOBODY);
        Optional<FunctionInstance> main =
                checker.damage.isWide() ? Optional.empty() : checker.findMain();
        checker.checkAll();
        return problems.isEmpty() && main.isPresent()
                ? Optional.of(checker.program(main.get()))
                : Optional.empty();
    }

    /// A `main` that no module declares.
    interface Main {
        FunctionInstance instance();

        CheckedFunction check(Program program);
    }

    /// Checks all functions of loaded modules and a `main` beside them.
    static Optional<CheckedProgram> check(
            List<ModuleSymbol> modules, Main main, Problems problems) {
        var checker = new Checker(modules, OutputOptions.AS_WRITTEN, problems, NameListener.NOBODY);
        checker.functions.put(main.instance(), main.check(checker.program));
        checker.checkAll();
        return problems.isEmpty()
                ? Optional.of(checker.program(main.instance()))
                : Optional.empty();
    }

    /// Checks all functions of loaded modules. The first needs no `main`, but one it has must be
    /// right.
    public static void check(List<ModuleSymbol> modules, Problems problems) {
        check(modules, problems, NameListener.NOBODY);
    }

    /// The same, telling a listener what is found out, also where something is missing.
    public static void check(List<ModuleSymbol> modules, Problems problems, NameListener listener) {
        var checker = new Checker(modules, OutputOptions.AS_WRITTEN, problems, listener);
        if (!checker.damage.isWide()) {
            Optional.ofNullable(modules.getFirst().functions().get("main"))
                    .ifPresent(checker::hasRightForm);
        }
        checker.checkAll();
        checker.advise();
    }

    /// What is allowed and probably not meant, if somebody asked and there is nothing worse.
    private void advise() {
        if (problems.wantAdvice() && problems.isEmpty()) {
            SourceAdvice.find(modules.getFirst(), problems);
            Allowances.apply(problems);
        } else {
            problems.keepWarnings(warning -> !(warning instanceof Advice));
        }
    }

    /// Checks all functions of loaded modules, some of which are to be run one by one: a program
    /// for each, in the same order, with the function for its `main`. They share everything else.
    /// Empty if there are problems.
    ///
    /// @param entries functions without parameters, type parameters and results
    public static List<CheckedProgram> checkEach(
            List<ModuleSymbol> modules,
            List<FunctionSymbol> entries,
            OutputOptions output,
            Problems problems) {
        var checker = new Checker(modules, output, problems, NameListener.NOBODY);
        checker.checkAll();
        return problems.isEmpty()
                ? entries.stream()
                        .map(entry -> checker.program(new FunctionInstance(entry, List.of())))
                        .toList()
                : List.of();
    }

    private CheckedProgram program(FunctionInstance main) {
        var matrices = new LinkedHashMap<MatrixSymbol, CheckedProgram.CheckedMatrix>();
        var externs = new ArrayList<ExternSymbol>();
        for (ModuleSymbol module : modules) {
            module.matrices().values().forEach(matrix -> matrices.put(matrix, matrix(matrix)));
            externs.addAll(module.externs().values());
        }
        return new CheckedProgram(main, functions, matrices, externs);
    }

    // main

    private Optional<FunctionInstance> findMain() {
        ModuleSymbol root = modules.getFirst();
        FunctionSymbol main = root.functions().get("main");
        if (main == null) {
            SourceFile file = root.trees().getFirst().file();
            problems.add(new NameProblem.NoMain(file.span(0, 0)));
            return Optional.empty();
        }
        return hasRightForm(main)
                ? Optional.of(
                        program.instances().of(main, List.of(), main.declaration().name().span()))
                : Optional.empty();
    }

    /// Reports a `main` that has not.
    private boolean hasRightForm(FunctionSymbol main) {
        Optional<String> wrong = wrongWithMain(main);
        wrong.ifPresent(
                why ->
                        problems.add(
                                new NameProblem.BadMain(main.declaration().name().span(), why)));
        return wrong.isEmpty();
    }

    private static Optional<String> wrongWithMain(FunctionSymbol main) {
        if (main.kind() != FunctionKind.FUNC) {
            return Optional.of("`main` must be a func, not a %s.".formatted(main.kind().word()));
        }
        if (main.isGeneric()) {
            return Optional.of("`main` cannot have type parameters.");
        }
        if (main.result() != Basic.INT
                && main.result() != Basic.NOTHING
                && !Types.isUnknown(main.result())) {
            return Optional.of(
                    "`main` returns an int or nothing, not a `%s`."
                            .formatted(main.result().spelling()));
        }
        for (FunctionSymbol.Parameter parameter : main.parameters()) {
            Type wanted =
                    switch (parameter.name()) {
                        case "args" -> new Type.ListOf(Basic.STRING);
                        case "stdin", "stdout", "stderr" -> Basic.POSIX;
                        default -> Basic.UNKNOWN;
                    };
            if (!wanted.equals(parameter.type()) && !Types.isUnknown(parameter.type())) {
                return Optional.of(
                        "`main` cannot be given a parameter '%s' of type `%s`."
                                .formatted(parameter.name(), parameter.type().spelling()));
            }
        }
        return Optional.empty();
    }

    // Functions

    private void checkAll() {
        if (damage.isWide() && !hasListener()) {
            return;
        }
        for (ModuleSymbol module : modules) {
            for (FunctionSymbol function : functionsOf(module)) {
                if (!function.isGeneric()) {
                    program.instances()
                            .of(function, List.of(), function.declaration().name().span());
                }
            }
        }
        checkWaiting();
        checkNeverCalled();
        modules.forEach(module -> module.matrices().values().forEach(this::matrix));
        checkWaiting();
        program.reportCallsWithoutReceiver();
    }

    private boolean hasListener() {
        return program.listener() != NameListener.NOBODY;
    }

    private static List<FunctionSymbol> functionsOf(ModuleSymbol module) {
        var functions = new ArrayList<>(module.functions().values());
        module.types().values().forEach(type -> functions.addAll(type.methods().values()));
        module.matrices().values().forEach(matrix -> functions.addAll(matrix.formulas().values()));
        return functions;
    }

    private void checkWaiting() {
        for (Optional<FunctionInstance> next = program.instances().next();
                next.isPresent();
                next = program.instances().next()) {
            FunctionInstance instance = next.get();
            problems.changing(
                    problem -> ofInstance(problem, instance),
                    () -> functions.put(instance, checkFunction(instance)));
        }
    }

    /// What is wrong with a generic function is wrong for some types: the report says for which,
    /// and who asked.
    private Problem ofInstance(Problem problem, FunctionInstance instance) {
        boolean dependsOnTypes = problem instanceof TypeProblem && !instance.arguments().isEmpty();
        return dependsOnTypes
                ? new TypeProblem.InInstance(
                        (TypeProblem) problem,
                        instance.symbol().bindings(instance.arguments()),
                        program.instances().askedAt(instance))
                : problem;
    }

    private void checkNeverCalled() {
        for (ModuleSymbol module : modules) {
            for (FunctionSymbol function : functionsOf(module)) {
                if (!program.instances().isRequested(function)) {
                    List<Type> anything =
                            function.allParameters().stream()
                                    .<Type>map(_ -> Basic.UNKNOWN)
                                    .toList();
                    checkFunction(new FunctionInstance(function, anything));
                }
            }
        }
        checkWaiting();
    }

    private CheckedFunction checkFunction(FunctionInstance instance) {
        boolean isDamaged = damage.isIn(instance.symbol());
        return isDamaged
                ? program.checkDamaged(() -> checkFunction(instance, hasListener()))
                : checkFunction(instance, true);
    }

    private CheckedFunction checkFunction(FunctionInstance instance, boolean withBody) {
        FunctionSymbol function = instance.symbol();
        var names = new LinkedHashMap<String, Type>();
        Map<Type.Parameter, Type> bindings = function.bindings(instance.arguments());
        bindings.forEach((parameter, type) -> names.put(parameter.name(), type));
        var types =
                new TypeResolver(function.module(), names, program.problems(), program.listener());
        Type result =
                function.declaration()
                        .signature()
                        .result()
                        .map(types::resolve)
                        .orElse(function.result());
        var context =
                new FunctionContext(
                        function.module(),
                        function,
                        function.toString(),
                        function.kind(),
                        result,
                        types);
        var body = new Body(program, context);
        List<Local> parameters = declareParameters(instance, body, types);
        List<CheckedStmt> statements =
                withBody ? body.statements().block(function.declaration().body()) : List.of();
        return body.finish(parameters, statements);
    }

    private List<Local> declareParameters(
            FunctionInstance instance, Body body, TypeResolver types) {
        FunctionSymbol function = instance.symbol();
        Span span = function.declaration().name().span();
        var parameters = new ArrayList<Local>();
        if (function.ownerType().isPresent()) {
            TypeSymbol owner = function.ownerType().get();
            List<Type> arguments = instance.arguments().subList(0, owner.parameters().size());
            parameters.add(
                    body.declareBound(
                            new Identifier("self", span), new Type.User(owner, arguments)));
        }
        if (function.ownerMatrix().isPresent()) {
            MatrixSymbol matrix = function.ownerMatrix().get();
            parameters.add(
                    body.declareBound(new Identifier("self", span), new Type.Matrix(matrix)));
            parameters.add(body.declareBound(new Identifier("$x", span), Basic.INT));
            parameters.add(body.declareBound(new Identifier("$y", span), Basic.INT));
        }
        for (var parameter : function.declaration().signature().parameters()) {
            parameters.add(body.declareBound(parameter.name(), types.resolve(parameter.type())));
        }
        return parameters;
    }

    // Matrices

    /// The sizes and first value of a matrix, which may be any expressions.
    private CheckedProgram.CheckedMatrix matrix(MatrixSymbol matrix) {
        Decl.Matrix declaration = matrix.declaration();
        Body body = bodyOfMatrix(matrix);
        List<Expr> sizes = declaration.sizes();
        CheckedExpr width = body.expressions().value(sizes.getFirst(), Basic.INT);
        CheckedExpr height =
                sizes.size() > 1
                        ? body.expressions().value(sizes.getLast(), Basic.INT)
                        : new CheckedExpr.IntConstant(1, Basic.INT, declaration.name().span());
        CheckedExpr initial =
                declaration
                        .initial()
                        .map(expr -> body.expressions().value(expr, matrix.element()))
                        .orElseGet(
                                () ->
                                        new CheckedExpr.Zero(
                                                matrix.element(), declaration.name().span()));
        checkSize(width);
        checkSize(height);
        return new CheckedProgram.CheckedMatrix(width, height, initial);
    }

    private void checkSize(CheckedExpr size) {
        if (size instanceof CheckedExpr.IntConstant(long value, _, Span span) && value <= 0) {
            program.problems()
                    .add(
                            new TypeProblem.NotAllowed(
                                    span,
                                    TypeRule.NO_CELLS,
                                    "A matrix has at least one cell in each direction.",
                                    Optional.empty()));
        }
    }

    /// Expressions in a matrix's declaration are outside of all functions, and may only compute.
    private Body bodyOfMatrix(MatrixSymbol matrix) {
        var signature =
                new Decl.Signature(
                        FunctionKind.FORMULA,
                        matrix.declaration().name(),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        matrix.declaration().name().span());
        Span span = matrix.declaration().name().span();
        var declaration = new Decl.Function(List.of(), signature, new Block(List.of(), span), span);
        FunctionSymbol holder = FunctionSymbol.ofModule(matrix.module(), declaration);
        var context =
                new FunctionContext(
                        matrix.module(),
                        holder,
                        matrix.name(),
                        FunctionKind.FORMULA,
                        Basic.NOTHING,
                        new TypeResolver(
                                matrix.module(), Map.of(), program.problems(), program.listener()));
        return new Body(program, context);
    }
}
