package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.problem.Similar;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.type.Type;
import coex.language.type.TypeProblem;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Gives parameters their arguments: those without a name in order, then those with one.
final class ArgumentMatcher {

    private final Body body;

    ArgumentMatcher(Body body) {
        this.body = body;
    }

    /// The arguments of a call as values of the parameters' types, which have no names.
    List<CheckedExpr> values(String callee, List<Type> types, Expr.Call call) {
        List<String> names = types.stream().map(_ -> "").toList();
        return values(callee, names, types, call);
    }

    /// The arguments of a call as values of the parameters' types. All must be given.
    List<CheckedExpr> values(String callee, List<String> names, List<Type> types, Expr.Call call) {
        return values(callee, Optional.empty(), names, types, call);
    }

    /// @param declared where the callee was, to be shown beside a mistake
    List<CheckedExpr> values(
            String callee,
            Optional<Span> declared,
            List<String> names,
            List<Type> types,
            Expr.Call call) {
        return values(
                callee,
                declared,
                names,
                types,
                call,
                i -> TypeProblem.Reason.parameter(names.get(i), callee, declared));
    }

    /// Of parameters without names, for whose types there are reasons, by their places.
    List<CheckedExpr> values(
            String callee,
            List<Type> types,
            Expr.Call call,
            IntFunction<TypeProblem.Reason> reasons) {
        List<String> names = types.stream().map(_ -> "").toList();
        return values(callee, Optional.empty(), names, types, call, reasons);
    }

    private List<CheckedExpr> values(
            String callee,
            Optional<Span> declared,
            List<String> names,
            List<Type> types,
            Expr.Call call,
            IntFunction<TypeProblem.Reason> reasons) {
        List<Optional<Expr>> matched = match(callee, declared, names, call);
        boolean isComplete = matched.stream().allMatch(Optional::isPresent);
        if (!isComplete && !isReported) {
            body.problems()
                    .add(
                            new TypeProblem.ArgumentCount(
                                    call.span(),
                                    callee,
                                    names.size(),
                                    call.arguments().size(),
                                    declared,
                                    missing(names, types, matched)));
        }
        var values = new ArrayList<CheckedExpr>();
        for (int i = 0; i < types.size(); i++) {
            Optional<TypeProblem.Reason> reason =
                    callee.isEmpty() ? Optional.empty() : Optional.of(reasons.apply(i));
            values.add(value(matched.get(i), types.get(i), call, reason));
        }
        return values;
    }

    /// Which arguments there would have to be, if the parameters have names.
    private static Optional<String> missing(
            List<String> names, List<Type> types, List<Optional<Expr>> matched) {
        List<String> missing =
                IntStream.range(0, names.size())
                        .filter(i -> matched.get(i).isEmpty() && !names.get(i).isEmpty())
                        .mapToObj(
                                i ->
                                        "`%s: %s`"
                                                .formatted(
                                                        names.get(i),
                                                        Types.resolved(types.get(i)).spelling()))
                        .toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "%s %s missing."
                                .formatted(
                                        String.join(", ", missing),
                                        missing.size() == 1 ? "is" : "are"));
    }

    /// An argument as a value of a type; its zero value if it is missing.
    CheckedExpr value(Optional<Expr> argument, Type type, Expr.Call call) {
        return value(argument, type, call, Optional.empty());
    }

    CheckedExpr value(
            Optional<Expr> argument,
            Type type,
            Expr.Call call,
            Optional<TypeProblem.Reason> reason) {
        return argument.map(
                        expr ->
                                body.expressions()
                                        .value(body.expressions().check(expr, wish(type))))
                .map(value -> body.conversions().convert(value, type, reason))
                .orElseGet(() -> new CheckedExpr.Zero(type, call.span()));
    }

    /// What to wish for where a type is partly open: nothing, if it is open altogether.
    private static Type wish(Type type) {
        return Types.resolved(type) instanceof Type.Open ? ExpressionChecker.ANY : type;
    }

    /// Whether the last [#match] found something wrong, and said so.
    private boolean isReported;

    /// The argument of each parameter, where there is one.
    List<Optional<Expr>> match(String callee, List<String> names, Expr.Call call) {
        return match(callee, Optional.empty(), names, call);
    }

    private List<Optional<Expr>> match(
            String callee, Optional<Span> declared, List<String> names, Expr.Call call) {
        isReported = false;
        var matched = new ArrayList<Optional<Expr>>();
        names.forEach(_ -> matched.add(Optional.empty()));
        boolean anyNamed = false;
        int position = 0;
        for (Expr.Argument argument : call.arguments()) {
            anyNamed |= argument.name().isPresent();
            if (argument.name().isPresent()) {
                byName(callee, declared, names, argument.name().get(), argument.value(), matched);
            } else if (anyNamed) {
                report(new TypeProblem.PositionalAfterNamed(argument.value().span()));
            } else if (position < names.size()) {
                matched.set(position++, Optional.of(argument.value()));
            } else {
                report(
                        new TypeProblem.ArgumentCount(
                                argument.value().span(),
                                callee,
                                names.size(),
                                call.arguments().size(),
                                declared));
            }
        }
        return matched;
    }

    private static Optional<String> listed(List<String> names) {
        List<String> known = names.stream().filter(name -> !name.isEmpty()).toList();
        return known.isEmpty()
                ? Optional.empty()
                : Optional.of("it has `%s`.".formatted(String.join("`, `", known)));
    }

    private void byName(
            String callee,
            Optional<Span> declared,
            List<String> names,
            Identifier name,
            Expr value,
            List<Optional<Expr>> matched) {
        int index = names.indexOf(name.text());
        if (index < 0) {
            report(
                    new TypeProblem.UnknownArgument(
                            name.span(),
                            callee,
                            name.text(),
                            declared,
                            Similar.hint(name.text(), names).or(() -> listed(names))));
        } else if (matched.get(index).isPresent()) {
            report(new TypeProblem.GivenTwice(name.span(), name.text()));
        } else {
            matched.set(index, Optional.of(value));
        }
    }

    private void report(TypeProblem problem) {
        isReported = true;
        body.problems().add(problem);
    }
}
