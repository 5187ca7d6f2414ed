package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;
import coex.language.checked.Operation;
import coex.language.source.Span;
import coex.language.syntax.BinaryOperator;
import coex.language.syntax.Block;
import coex.language.syntax.Expr;
import coex.language.syntax.Stmt;
import coex.language.syntax.UnaryOperator;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.TypeRule;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks statements; bindings and assignments in [AssignmentChecker], `match` in [MatchChecker].
final class StatementChecker {

    private final Body body;
    private final AssignmentChecker assignments;
    private final MatchChecker matches;

    StatementChecker(Body body) {
        this.body = body;
        this.assignments = new AssignmentChecker(body);
        this.matches = new MatchChecker(body);
    }

    /// The statements of a block, in a scope of their own.
    List<CheckedStmt> block(Block block) {
        body.enterScope();
        List<CheckedStmt> statements = statements(block);
        body.leaveScope();
        return statements;
    }

    /// The statements of a block, in the scope around it.
    List<CheckedStmt> statements(Block block) {
        var checked = new ArrayList<CheckedStmt>();
        var shown = new ArrayList<Variable>();
        for (Stmt statement : block.statements()) {
            checked.addAll(check(statement));
            List<Variable> present = presentAfter(statement);
            present.forEach(variable -> variable.setKnownPresent(true));
            shown.addAll(present);
        }
        shown.forEach(variable -> variable.setKnownPresent(false));
        return checked;
    }

    private List<CheckedStmt> check(Stmt statement) {
        return switch (statement) {
            case Stmt.Binding binding -> assignments.binding(binding);
            case Stmt.Destructure destructure -> assignments.destructure(destructure);
            case Stmt.Assign assign -> assignments.assign(assign);
            case Stmt.ForAssign gather -> gather(gather);
            case Stmt.Match match -> matches.match(match);
            case Stmt.Evaluate(Expr value, Span span) ->
                    List.of(
                            new CheckedStmt.Evaluate(
                                    ThrownAway.advise(
                                            body.expressions().check(value, ExpressionChecker.ANY),
                                            value,
                                            body),
                                    span));
            case Stmt.If branches -> List.of(branch(branches, 0));
            case Stmt.For loop -> List.of(forLoop(loop));
            case Stmt.While loop -> List.of(whileLoop(loop));
            case Stmt.Cycle cycle -> List.of(cycle(cycle));
            case Stmt.Select select -> List.of(select(select));
            case Stmt.Within within -> List.of(within(within));
            case Stmt.Return give -> List.of(giveBack(give));
            case Stmt.Break(Span span) -> leave(new CheckedStmt.Break(span), "break", span);
            case Stmt.Continue(Span span) ->
                    leave(new CheckedStmt.Continue(span), "continue", span);
        };
    }

    // Branches

    private CheckedStmt branch(Stmt.If statement, int index) {
        Stmt.Branch branch = statement.branches().get(index);
        CheckedExpr condition = body.expressions().condition(branch.condition());
        List<CheckedStmt> then =
                knowing(shownPresent(branch.condition()), () -> block(branch.body()));
        List<CheckedStmt> otherwise =
                knowing(
                        shownAbsent(branch.condition()),
                        () ->
                                index + 1 < statement.branches().size()
                                        ? List.of(branch(statement, index + 1))
                                        : statement.otherwise().map(this::block).orElse(List.of()));
        return new CheckedStmt.If(condition, then, otherwise, branch.condition().span());
    }

    private interface Part {
        List<CheckedStmt> check();
    }

    /// Checks a part in which variables are known not to be nil.
    private static List<CheckedStmt> knowing(List<Variable> present, Part part) {
        present.forEach(variable -> variable.setKnownPresent(true));
        List<CheckedStmt> checked = part.check();
        present.forEach(variable -> variable.setKnownPresent(false));
        return checked;
    }

    /// The variables that are not nil if the condition holds, and were not known to be so.
    List<Variable> shownPresent(Expr condition) {
        return shown(condition, BinaryOperator.NOT_EQUAL, BinaryOperator.AND);
    }

    /// The variables that are not nil if the condition does not hold.
    List<Variable> shownAbsent(Expr condition) {
        return shown(condition, BinaryOperator.EQUAL, BinaryOperator.OR);
    }

    private List<Variable> shown(Expr condition, BinaryOperator test, BinaryOperator joint) {
        if (condition instanceof Expr.Binary(BinaryOperator operator, Expr left, Expr right, _)) {
            if (operator == joint) {
                var both = new ArrayList<>(shown(left, test, joint));
                both.addAll(shown(right, test, joint));
                return both;
            }
            if (operator == test && right instanceof Expr.NilLiteral) {
                return tested(left);
            }
            if (operator == test && left instanceof Expr.NilLiteral) {
                return tested(right);
            }
        }
        if (condition instanceof Expr.Unary(UnaryOperator operator, Expr operand, _)
                && operator == UnaryOperator.NOT) {
            return test == BinaryOperator.NOT_EQUAL ? shownAbsent(operand) : shownPresent(operand);
        }
        return List.of();
    }

    private List<Variable> tested(Expr expr) {
        return expr instanceof Expr.Name name
                ? body.scope().find(name.text()).filter(found -> !found.isKnownPresent()).stream()
                        .toList()
                : List.of();
    }

    /// The variables that are not nil after `if v == nil` has left the block.
    private List<Variable> presentAfter(Stmt statement) {
        boolean isExit =
                statement instanceof Stmt.If branches
                        && branches.branches().size() == 1
                        && branches.otherwise().isEmpty()
                        && alwaysLeaves(branches.branches().getFirst().body());
        return isExit
                ? shownAbsent(((Stmt.If) statement).branches().getFirst().condition())
                : List.of();
    }

    private static boolean alwaysLeaves(Block block) {
        return !block.statements().isEmpty()
                && switch (block.statements().getLast()) {
                    case Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> true;
                    default -> false;
                };
    }

    // Loops

    private CheckedStmt forLoop(Stmt.For loop) {
        return body.loops()
                .loop(loop.bind(), loop.iterable(), () -> loopBody(loop.body()), loop.span());
    }

    private List<CheckedStmt> loopBody(Block block) {
        body.enterLoop();
        List<CheckedStmt> statements = block(block);
        body.leaveLoop();
        return statements;
    }

    private CheckedStmt whileLoop(Stmt.While loop) {
        CheckedExpr condition = body.expressions().condition(loop.condition());
        List<CheckedStmt> statements =
                knowing(shownPresent(loop.condition()), () -> loopBody(loop.body()));
        return new CheckedStmt.While(condition, statements, loop.span());
    }

    private CheckedStmt cycle(Stmt.Cycle cycle) {
        CheckedExpr condition = body.expressions().condition(cycle.condition());
        var variables = new ArrayList<Local>();
        Optional<List<Local>> outer = body.enterCycle(Optional.of(variables));
        List<CheckedStmt> statements = loopBody(cycle.body());
        body.enterCycle(outer);
        return new CheckedStmt.Cycle(condition, variables, statements, cycle.span());
    }

    private List<CheckedStmt> leave(CheckedStmt statement, String word, Span span) {
        if (!body.isInLoop()) {
            body.problems().add(new BindingProblem.OutsideLoop(span, word));
        }
        return List.of(statement);
    }

    /// `results = for p in it  e ~`
    private List<CheckedStmt> gather(Stmt.ForAssign gather) {
        var element = new CheckedExpr[1];
        CheckedStmt loop =
                body.loops()
                        .loop(
                                gather.bind(),
                                gather.iterable(),
                                () -> {
                                    element[0] = body.expressions().value(gather.element());
                                    return List.of();
                                },
                                gather.span());
        Type type = new Type.ListOf(element[0].type());
        Local result = assignments.target(gather.name(), type);
        return List.of(new CheckedStmt.Gather(result, loop, element[0], gather.span()));
    }

    // Channels and deadlines

    private CheckedStmt select(Stmt.Select select) {
        body.kinds().checkPure(Operation.CHANNEL_RECEIVE, select.span());
        Optional<CheckedExpr> timeout =
                select.timeout().map(limit -> body.expressions().value(limit, Basic.INT));
        var cases = new ArrayList<CheckedStmt.Receive>();
        for (Stmt.Receive receive : select.cases()) {
            CheckedExpr channel = body.expressions().value(receive.channel());
            Type type = body.resolved(channel);
            Type element = type instanceof Type.Channel(Type carried) ? carried : Basic.UNKNOWN;
            if (!(type instanceof Type.Channel) && !Types.isUnknown(type)) {
                body.problems()
                        .add(
                                new TypeProblem.NotAllowed(
                                        channel.span(),
                                        TypeRule.NO_CHANNEL,
                                        "`select` receives from channels, and this is of type `%s`."
                                                .formatted(type.spelling()),
                                        Optional.empty()));
            }
            body.enterScope();
            Local variable = body.declareBound(receive.name(), Types.optional(element));
            List<CheckedStmt> statements = statements(receive.body());
            body.leaveScope();
            cases.add(new CheckedStmt.Receive(variable, channel, statements));
        }
        return new CheckedStmt.Select(select.strategy(), timeout, cases, select.span());
    }

    private CheckedStmt within(Stmt.Within within) {
        body.kinds().checkPure(Operation.SLEEP, within.span());
        CheckedExpr limit = body.expressions().value(within.limit(), Basic.INT);
        List<CheckedStmt> statements = block(within.body());
        List<CheckedStmt> otherwise = within.otherwise().map(this::block).orElse(List.of());
        return new CheckedStmt.Within(limit, statements, otherwise, within.span());
    }

    // Return

    private CheckedStmt giveBack(Stmt.Return give) {
        Type result = body.context().result();
        boolean hasResult = Types.resolved(result) != Basic.NOTHING;
        if (give.value().isEmpty()) {
            Optional<CheckedExpr> zero =
                    hasResult
                            ? Optional.of(new CheckedExpr.Zero(result, give.span()))
                            : Optional.empty();
            return new CheckedStmt.Return(zero, give.span());
        }
        if (!hasResult) {
            CheckedExpr value = body.expressions().check(give.value().get(), ExpressionChecker.ANY);
            if (body.resolved(value) != Basic.UNKNOWN) {
                body.problems()
                        .add(
                                new TypeProblem.NotAllowed(
                                        give.span(),
                                        TypeRule.NOTHING_TO_RETURN,
                                        "`%s` has no result type, so it returns nothing."
                                                .formatted(body.context().shown()),
                                        Optional.of("declare what it returns with `-> type`.")));
            }
            return new CheckedStmt.Return(Optional.empty(), give.span());
        }
        CheckedExpr value =
                body.expressions().value(body.expressions().check(give.value().get(), result));
        boolean mayBeOutside =
                body.context().matrix().isPresent()
                        && !(Types.resolved(result) instanceof Type.Optionally);
        CheckedExpr present = mayBeOutside ? body.operators().withoutNil(value) : value;
        return new CheckedStmt.Return(
                Optional.of(
                        body.conversions()
                                .convert(
                                        present,
                                        result,
                                        Optional.of(
                                                new TypeProblem.Reason(
                                                        "what '%s' returns"
                                                                .formatted(body.context().shown()),
                                                        body.context().placeOfResult())))),
                give.span());
    }
}
