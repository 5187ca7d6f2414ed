package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;
import coex.language.problem.Problems;
import coex.language.source.Span;
import coex.language.syntax.Identifier;
import coex.language.type.Type;
import coex.language.type.Types;
import coex.language.warning.Advice;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A function body while it is checked: its scopes, and the checkers of its parts, which share it.
final class Body {

    private final Program program;
    private final FunctionContext context;
    private final Optional<Body> around;
    private final Meanings meanings;
    private final Conversions conversions;
    private final ExpressionChecker expressions;
    private final OperatorChecker operators;
    private final LiteralChecker literals;
    private final CallChecker calls;
    private final KindChecker kinds;
    private final FunctionValueChecker functionValues;
    private final MemberChecker members;
    private final LoopChecker loops;
    private final StatementChecker statements;

    private Scope scope = new Scope();

    /// The names of blocks that have ended, and where they were declared.
    private final Map<String, Span> ended = new HashMap<>();

    /// Variables of an enclosing function that a lambda uses, and their copies in it.
    private final Map<Variable, Variable> captured = new LinkedHashMap<>();

    /// The buffers of the innermost cycle; none outside of cycles.
    private Optional<List<Local>> cycleVariables = Optional.empty();

    private int openLoops;
    private int temporaries;

    Body(Program program, FunctionContext context) {
        this(program, context, Optional.empty());
    }

    private Body(Program program, FunctionContext context, Optional<Body> around) {
        this.program = program;
        this.context = context;
        this.around = around;
        this.meanings = new Meanings(program.listener());
        this.conversions = new Conversions(program.problems());
        this.expressions = new ExpressionChecker(this);
        this.operators = new OperatorChecker(this);
        this.literals = new LiteralChecker(this);
        this.calls = new CallChecker(this);
        this.kinds = new KindChecker(this);
        this.functionValues = new FunctionValueChecker(this);
        this.members = new MemberChecker(this);
        this.loops = new LoopChecker(this);
        this.statements = new StatementChecker(this);
    }

    /// The body of a lambda in this one.
    Body lambda(FunctionContext inner) {
        return new Body(program, inner, Optional.of(this));
    }

    Program program() {
        return program;
    }

    Problems problems() {
        return program.problems();
    }

    FunctionContext context() {
        return context;
    }

    /// Whoever wants to know what names stand for is told by this.
    Meanings meanings() {
        return meanings;
    }

    Conversions conversions() {
        return conversions;
    }

    ExpressionChecker expressions() {
        return expressions;
    }

    OperatorChecker operators() {
        return operators;
    }

    LiteralChecker literals() {
        return literals;
    }

    CallChecker calls() {
        return calls;
    }

    KindChecker kinds() {
        return kinds;
    }

    FunctionValueChecker functionValues() {
        return functionValues;
    }

    MemberChecker members() {
        return members;
    }

    LoopChecker loops() {
        return loops;
    }

    StatementChecker statements() {
        return statements;
    }

    // Scopes

    Scope scope() {
        return scope;
    }

    void enterScope() {
        scope = scope.inner();
    }

    void leaveScope() {
        scope.own().forEach((name, variable) -> ended.put(name, variable.declaredAt()));
        scope = scope.outer();
    }

    /// Where a name was declared that was visible further up, in a block that has ended.
    Optional<Span> declaredInEndedBlock(String name) {
        return Optional.ofNullable(ended.get(name))
                .or(() -> around.flatMap(body -> body.declaredInEndedBlock(name)));
    }

    /// A visible variable; in a lambda, perhaps a captured one.
    Optional<Variable> find(String name) {
        Optional<Variable> own = scope.find(name);
        if (own.isPresent() || around.isEmpty()) {
            return own;
        }
        return around.get().find(name).map(this::capture);
    }

    private Variable capture(Variable outer) {
        return captured.computeIfAbsent(outer, Body::copied);
    }

    /// A copy for a lambda, which knows what is known of the variable where the lambda stands.
    private static Variable copied(Variable outer) {
        Local local = outer.local();
        var copy =
                new Variable(
                        new Local(local.name(), local.type(), Local.Role.ORDINARY, local.span()),
                        true);
        outer.movedAt().ifPresent(copy::move);
        copy.setKnownPresent(outer.isKnownPresent());
        return copy;
    }

    /// The enclosing function's variables that this lambda uses.
    List<Variable> capturedOutside() {
        return List.copyOf(captured.keySet());
    }

    List<Local> capturedInside() {
        return captured.values().stream().map(Variable::local).toList();
    }

    List<String> visibleNames() {
        var names = new ArrayList<>(scope.names());
        around.ifPresent(body -> names.addAll(body.visibleNames()));
        return names;
    }

    /// Declares a variable of the program; double-buffered if a cycle is around it.
    Local declare(Identifier name, Type type, boolean isConst) {
        adviseOfHidden(name);
        Local.Role role = cycleVariables.isPresent() ? Local.Role.CYCLE : Local.Role.ORDINARY;
        var local = new Local(name.text(), type, role, name.span());
        cycleVariables.ifPresent(variables -> variables.add(local));
        var variable = new Variable(local, isConst);
        scope.declare(name.text(), variable);
        meanings.variable(variable, name.text(), name.span());
        return local;
    }

    /// Declares a variable that a construct binds: a loop, a pattern, a parameter.
    Local declareBound(Identifier name, Type type) {
        adviseOfHidden(name);
        var local = new Local(name.text(), type, Local.Role.ORDINARY, name.span());
        var variable = new Variable(local, false);
        scope.declare(name.text(), variable);
        meanings.variable(variable, name.text(), name.span());
        return local;
    }

    private void adviseOfHidden(Identifier name) {
        boolean isMeant = name.text().startsWith("_") || name.text().startsWith("$");
        if (advises() && !isMeant && !name.text().equals("self")) {
            visible(name.text())
                    .ifPresent(
                            hidden ->
                                    problems()
                                            .add(
                                                    new Advice.Shadows(
                                                            name.span(),
                                                            name.text(),
                                                            hidden.declaredAt())));
        }
    }

    /// A visible variable, captured or not.
    private Optional<Variable> visible(String name) {
        return scope.find(name).or(() -> around.flatMap(body -> body.visible(name)));
    }

    /// Whether somebody wants to hear of what is probably not meant here.
    boolean advises() {
        return problems().wantAdvice() && context.module().isRoot();
    }

    /// A place of the checker's own.
    Local temporary(Type type, Span span) {
        return new Local("$" + temporaries++, type, Local.Role.ORDINARY, span);
    }

    // Loops and cycles

    void enterLoop() {
        openLoops++;
    }

    void leaveLoop() {
        openLoops--;
    }

    boolean isInLoop() {
        return openLoops > 0;
    }

    /// Makes `variables` the ones that declarations add to, and returns what it was before.
    Optional<List<Local>> enterCycle(Optional<List<Local>> variables) {
        Optional<List<Local>> before = cycleVariables;
        cycleVariables = variables;
        return before;
    }

    // What every checker needs

    /// A stand-in for what was wrong; it fits everything.
    static CheckedExpr unknown(Span span) {
        return new CheckedExpr.Zero(Type.Basic.UNKNOWN, span);
    }

    Type resolved(CheckedExpr value) {
        return Types.resolved(value.type());
    }

    CheckedFunction finish(List<Local> parameters, List<CheckedStmt> body) {
        ParameterLimit.check(
                context.function().declaration().name().span(),
                "'" + context.name() + "' takes %d values",
                parameters,
                problems());
        return new CheckedFunction(
                context.name(),
                context.kind(),
                parameters,
                context.result(),
                body,
                context.function().declaration().signature().span());
    }
}
