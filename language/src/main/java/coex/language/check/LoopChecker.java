package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Local;
import coex.language.checked.Operation;
import coex.language.source.Span;
import coex.language.syntax.Bind;
import coex.language.syntax.Expr;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Checks loops over values: `for`, and comprehensions, which are loops that add to a collection.
final class LoopChecker {

    private final Body body;

    LoopChecker(Body body) {
        this.body = body;
    }

    /// A loop over `iterable`. `inside` checks the body, in a scope where `bind` is bound.
    CheckedStmt loop(Bind bind, Expr iterable, Supplier<List<CheckedStmt>> inside, Span span) {
        Optional<List<CheckedExpr>> range = range(iterable);
        Optional<CheckedExpr> collection =
                range.isPresent() ? Optional.empty() : Optional.of(iterated(iterable));
        Type element = range.isPresent() ? Basic.INT : elementOf(collection.get());
        body.enterScope();
        var statements = new ArrayList<CheckedStmt>();
        Local variable = bound(bind, element, statements);
        statements.addAll(inside.get());
        body.leaveScope();
        return range.isPresent()
                ? new CheckedStmt.ForRange(
                        variable,
                        range.get().get(0),
                        range.get().get(1),
                        range.get().get(2),
                        statements,
                        span)
                : new CheckedStmt.ForEach(variable, collection.get(), statements, span);
    }

    /// From, to and step, if the expression is a range.
    private Optional<List<CheckedExpr>> range(Expr iterable) {
        if (iterable instanceof Expr.Range(Expr from, Expr to, Span span)) {
            return Optional.of(
                    List.of(
                            body.expressions().value(from, Basic.INT),
                            body.expressions().value(to, Basic.INT),
                            constant(1, span)));
        }
        boolean isRangeCall =
                iterable instanceof Expr.Call(Expr.Name(String text, _, _), _, _)
                        && text.equals("range")
                        && body.find("range").isEmpty()
                        && body.calls().visibleFunction("range").isEmpty();
        if (!isRangeCall) {
            return Optional.empty();
        }
        var call = (Expr.Call) iterable;
        int count = call.arguments().size();
        if (count == 0 || count > 3) {
            body.expressions().check(call, ExpressionChecker.ANY);
            return Optional.of(
                    List.of(
                            constant(0, call.span()),
                            constant(0, call.span()),
                            constant(1, call.span())));
        }
        List<CheckedExpr> bounds =
                call.arguments().stream()
                        .map(argument -> body.expressions().value(argument.value(), Basic.INT))
                        .toList();
        return Optional.of(
                List.of(
                        count == 1 ? constant(0, call.span()) : bounds.get(0),
                        count == 1 ? bounds.get(0) : bounds.get(1),
                        count == 3 ? bounds.get(2) : constant(1, call.span())));
    }

    private static CheckedExpr constant(long value, Span span) {
        return new CheckedExpr.IntConstant(value, Basic.INT, span);
    }

    private CheckedExpr iterated(Expr iterable) {
        return body.conversions().present(body.expressions().value(iterable));
    }

    private Type elementOf(CheckedExpr collection) {
        Type type = body.resolved(collection);
        return switch (type) {
            case Type.ListOf(Type element) -> element;
            case Type.ArrayOf(Type element) -> element;
            case Type.SetOf(Type element) -> element;
            case Type.MapOf(Type key, _) -> key;
            case Type.Channel(Type element) -> {
                body.kinds().checkPure(Operation.CHANNEL_RECEIVE, collection.span());
                yield element;
            }
            case Basic.STRING -> Basic.STRING;
            case Basic.UNKNOWN -> Basic.UNKNOWN;
            default -> {
                body.problems().add(new TypeProblem.NotIterable(collection.span(), type));
                yield Basic.UNKNOWN;
            }
        };
    }

    /// The variable of a loop; parts of tuples are taken out by `statements`.
    private Local bound(Bind bind, Type element, List<CheckedStmt> statements) {
        if (bind instanceof Bind.Name(var name)) {
            return body.declareBound(name, element);
        }
        if (bind instanceof Bind.Parts(List<Bind> parts, _)) {
            SecondNames.refuseIn(parts, body.problems());
        }
        Local whole = body.temporary(element, bind.span());
        bindParts(bind, new CheckedExpr.Read(whole, bind.span()), statements);
        return whole;
    }

    /// Declares the names of a pattern and stores the parts of a value in them.
    private void bindParts(Bind bind, CheckedExpr value, List<CheckedStmt> statements) {
        switch (bind) {
            case Bind.Nothing _ -> {}
            case Bind.Name(var name) -> {
                Local local = body.declareBound(name, value.type());
                statements.add(new CheckedStmt.Store(local, value, name.span()));
            }
            case Bind.Parts(List<Bind> parts, Span span) -> {
                List<Type> types = partTypes(value, parts.size(), span);
                for (int i = 0; i < parts.size(); i++) {
                    CheckedExpr part =
                            new CheckedExpr.TupleRead(value, i, types.get(i), parts.get(i).span());
                    bindParts(parts.get(i), part, statements);
                }
            }
        }
    }

    /// The types of a tuple's elements, as many as names want them.
    List<Type> partTypes(CheckedExpr value, int names, Span span) {
        Type type = body.resolved(value);
        if (type instanceof Type.Tuple tuple && tuple.elements().size() == names) {
            return tuple.elements();
        }
        if (!Types.isUnknown(type)) {
            int parts = type instanceof Type.Tuple tuple ? tuple.elements().size() : 1;
            body.problems().add(new TypeProblem.PartCount(span, type, names, parts));
        }
        var unknown = new ArrayList<Type>();
        for (int i = 0; i < names; i++) {
            unknown.add(Basic.UNKNOWN);
        }
        return unknown;
    }

    // Comprehensions

    CheckedExpr list(Expr.ListComprehension list, Type expected) {
        Type element = LiteralChecker.elementOf(Conversions.withoutOptional(expected));
        Local result = body.temporary(new Type.ListOf(element), list.span());
        return comprehension(
                result,
                list.clauses(),
                () -> add(Operation.LIST_APPEND, result, list.element(), element),
                list.span());
    }

    CheckedExpr set(Expr.SetComprehension set, Type expected) {
        Type element = LiteralChecker.elementOf(Conversions.withoutOptional(expected));
        Local result = body.temporary(new Type.SetOf(element), set.span());
        return comprehension(
                result,
                set.clauses(),
                () -> add(Operation.SET_ADD, result, set.element(), element),
                set.span());
    }

    private CheckedStmt add(Operation operation, Local result, Expr written, Type element) {
        CheckedExpr value = element(written, element);
        var sum =
                new CheckedExpr.Operate(
                        operation,
                        List.of(new CheckedExpr.Read(result, value.span()), value),
                        result.type(),
                        value.span());
        return new CheckedStmt.Store(result, sum, value.span());
    }

    CheckedExpr map(Expr.MapComprehension map, Type expected) {
        Type wanted = Types.resolved(Conversions.withoutOptional(expected));
        Type key = wanted instanceof Type.MapOf(Type k, _) ? k : new Type.Open();
        Type value = wanted instanceof Type.MapOf(_, Type v) ? v : new Type.Open();
        Local result = body.temporary(new Type.MapOf(key, value), map.span());
        return comprehension(
                result,
                map.clauses(),
                () -> {
                    var entry =
                            new CheckedExpr.Operate(
                                    Operation.MAP_SET,
                                    List.of(
                                            new CheckedExpr.Read(result, map.span()),
                                            element(map.key(), key),
                                            element(map.value(), value)),
                                    result.type(),
                                    map.span());
                    return new CheckedStmt.Store(result, entry, map.span());
                },
                map.span());
    }

    /// A value for a collection whose element type may be open.
    private CheckedExpr element(Expr written, Type element) {
        Type known = Types.resolved(element);
        Type wish = known instanceof Type.Open ? ExpressionChecker.ANY : known;
        return body.conversions()
                .convert(
                        body.expressions().value(body.expressions().check(written, wish)), element);
    }

    private CheckedExpr comprehension(
            Local result, List<Expr.Clause> clauses, Supplier<CheckedStmt> inside, Span span) {
        // What is declared in a comprehension is never double-buffered, even in a cycle.
        Optional<List<Local>> cycle = body.enterCycle(Optional.empty());
        List<CheckedStmt> loops = nest(clauses, 0, inside, span);
        body.enterCycle(cycle);
        return new CheckedExpr.Computed(result, loops, span);
    }

    private List<CheckedStmt> nest(
            List<Expr.Clause> clauses, int depth, Supplier<CheckedStmt> inside, Span span) {
        if (depth == clauses.size()) {
            return List.of(inside.get());
        }
        Expr.Clause clause = clauses.get(depth);
        CheckedStmt loop =
                loop(
                        clause.bind(),
                        clause.iterable(),
                        () -> filtered(clauses, depth, inside, span),
                        span);
        return List.of(loop);
    }

    private List<CheckedStmt> filtered(
            List<Expr.Clause> clauses, int depth, Supplier<CheckedStmt> inside, Span span) {
        Optional<Expr> filter = clauses.get(depth).filter();
        if (filter.isEmpty()) {
            return nest(clauses, depth + 1, inside, span);
        }
        CheckedExpr condition = body.expressions().condition(filter.get());
        List<CheckedStmt> rest = nest(clauses, depth + 1, inside, span);
        return List.of(new CheckedStmt.If(condition, rest, List.of(), span));
    }
}
