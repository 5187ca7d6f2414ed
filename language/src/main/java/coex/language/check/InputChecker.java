package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.checked.CheckedProgram;
import coex.language.checked.CheckedStmt;
import coex.language.checked.FunctionInstance;
import coex.language.checked.Local;
import coex.language.checked.Operation;
import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.source.Span;
import coex.language.syntax.Block;
import coex.language.syntax.Decl;
import coex.language.syntax.FunctionKind;
import coex.language.syntax.Identifier;
import coex.language.syntax.Parser;
import coex.language.syntax.Stmt;
import coex.language.type.FunctionSymbol;
import coex.language.type.ModuleSymbol;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeResolver;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Checks statements typed in a session, which see the variables that earlier inputs left.
///
/// An input is a program whose `main` first loads the session's variables from their cells, then
/// does what was typed, and last stores them. An input that fails on its way has therefore changed
/// none of them.
public final class InputChecker {

    /// A variable of a session. Types are kept as they are spelled: their symbols belong to one
    /// input.
    ///
    /// @param cell where the session keeps its value
    public record Binding(
            String name,
            int cell,
            String type,
            boolean isConst,
            Span declaredAt,
            Optional<Span> movedAt) {}

    /// An input without mistakes.
    ///
    /// @param bindings the session's variables after it
    /// @param shown the type of the value it shows, if it ends with one
    public record CheckedInput(
            CheckedProgram program, List<Binding> bindings, Optional<String> shown) {}

    /// What can be named without being declared: functions, types, and what stands before dots.
    public static Set<String> builtInNames() {
        Set<String> names = TypeResolver.builtInNames();
        names.addAll(BuiltIns.functions());
        names.addAll(BuiltIns.SPECIAL_FUNCTIONS);
        names.addAll(BuiltIns.NAMESPACES);
        return names;
    }

    private final ModuleSymbol module;
    private final Block statements;
    private final List<Binding> bindings;
    private final Problems problems;
    private final FunctionSymbol function;

    private final Map<Variable, Integer> cells = new IdentityHashMap<>();
    private List<Binding> after = List.of();
    private Optional<String> shown = Optional.empty();

    private InputChecker(
            ModuleSymbol module, Block statements, List<Binding> bindings, Problems problems) {
        this.module = module;
        this.statements = statements;
        this.bindings = bindings;
        this.problems = problems;
        this.function = FunctionSymbol.ofModule(module, declaration(statements.span()));
    }

    /// @param modules the first is that of the session's declarations
    /// @param nextCell all cells from here on are free
    public static Optional<CheckedInput> check(
            List<ModuleSymbol> modules,
            Block statements,
            List<Binding> bindings,
            int nextCell,
            Problems problems) {
        var checker = new InputChecker(modules.getFirst(), statements, bindings, problems);
        return Checker.check(modules, checker.main(nextCell), problems)
                .map(program -> new CheckedInput(program, checker.after, checker.shown));
    }

    private static Decl.Function declaration(Span span) {
        var signature =
                new Decl.Signature(
                        FunctionKind.FUNC,
                        new Identifier("input", span),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        span);
        return new Decl.Function(List.of(), signature, new Block(List.of(), span), span);
    }

    private Checker.Main main(int nextCell) {
        return new Checker.Main() {
            @Override
            public FunctionInstance instance() {
                return new FunctionInstance(function, List.of());
            }

            @Override
            public CheckedFunction check(Program program) {
                return checkBody(program, nextCell);
            }
        };
    }

    private CheckedFunction checkBody(Program program, int nextCell) {
        var types = new TypeResolver(module, Map.of(), problems);
        var context =
                new FunctionContext(
                        module, function, "input", FunctionKind.FUNC, Basic.NOTHING, types);
        var body = new Body(program, context);
        var checked = new ArrayList<CheckedStmt>();
        bindings.forEach(binding -> checked.add(load(binding, body, types)));
        checked.addAll(written(body));
        checked.addAll(stores(body, nextCell));
        return body.finish(List.of(), checked);
    }

    // Variables

    private CheckedStmt load(Binding binding, Body body, TypeResolver types) {
        Span span = statements.span();
        Type type =
                types.resolve(Parser.parseType(new SourceFile("a type", binding.type()), problems));
        var local = new Local(binding.name(), type, Local.Role.ORDINARY, binding.declaredAt());
        var variable = new Variable(local, binding.isConst());
        binding.movedAt().ifPresent(variable::move);
        cells.put(variable, binding.cell());
        body.scope().declare(binding.name(), variable);
        var value =
                new CheckedExpr.Operate(
                        Operation.SESSION_LOAD, List.of(cell(binding.cell())), type, span);
        return new CheckedStmt.Store(local, value, span);
    }

    private List<CheckedStmt> stores(Body body, int nextCell) {
        Span span = statements.span();
        var stores = new ArrayList<CheckedStmt>();
        var left = new ArrayList<Binding>();
        int next = nextCell;
        for (Map.Entry<String, Variable> entry : body.scope().own().entrySet()) {
            if (!entry.getKey().startsWith("$")) {
                Variable variable = entry.getValue();
                Local local = variable.local();
                Integer known = cells.get(variable);
                int cell = known == null ? next++ : known;
                left.add(
                        new Binding(
                                entry.getKey(),
                                cell,
                                Types.settled(local.type()).spelling(),
                                variable.isConst(),
                                local.span(),
                                variable.movedAt()));
                var store =
                        new CheckedExpr.Operate(
                                Operation.SESSION_STORE,
                                List.of(new CheckedExpr.Read(local, span), cell(cell)),
                                Basic.NOTHING,
                                span);
                stores.add(new CheckedStmt.Evaluate(store, span));
            }
        }
        after = List.copyOf(left);
        return stores;
    }

    private CheckedExpr cell(int number) {
        return new CheckedExpr.IntConstant(number, Basic.INT, statements.span());
    }

    // Statements

    private List<CheckedStmt> written(Body body) {
        List<Stmt> all = statements.statements();
        if (all.isEmpty() || !(all.getLast() instanceof Stmt.Evaluate last)) {
            return body.statements().statements(statements);
        }
        var before = new Block(all.subList(0, all.size() - 1), statements.span());
        var checked = new ArrayList<>(body.statements().statements(before));
        CheckedExpr value = body.expressions().check(last.value(), ExpressionChecker.ANY);
        Type type = Types.settled(body.resolved(value));
        checked.add(
                new CheckedStmt.Evaluate(
                        type == Basic.NOTHING || Types.isUnknown(type)
                                ? value
                                : show(value, type, last.span()),
                        last.span()));
        return checked;
    }

    private CheckedExpr show(CheckedExpr value, Type type, Span span) {
        shown = Optional.of(type.spelling());
        return new CheckedExpr.Operate(
                Operation.SHOW,
                List.of(value, new CheckedExpr.StringConstant(type.spelling(), span)),
                Basic.NOTHING,
                span);
    }
}
