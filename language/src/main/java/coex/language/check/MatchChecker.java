package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedStmt;
import coex.language.checked.Conversion;
import coex.language.checked.Local;
import coex.language.checked.Operation;
import coex.language.problem.Similar;
import coex.language.source.Span;
import coex.language.syntax.BinaryOperator;
import coex.language.syntax.Bind;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.syntax.Pattern;
import coex.language.syntax.Stmt;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.TypeSymbol;
import coex.language.type.Types;
import coex.language.warning.Advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks `match`, and makes a chain of branches of it: the first case whose test holds is taken.
final class MatchChecker {

    private final Body body;

    MatchChecker(Body body) {
        this.body = body;
    }

    List<CheckedStmt> match(Stmt.Match match) {
        CheckedExpr subject = body.expressions().value(match.subject());
        Local held = body.temporary(subject.type(), subject.span());
        var chain = new ArrayList<Arm>();
        for (Stmt.Arm arm : match.arms()) {
            body.enterScope();
            Arm checked = pattern(arm.pattern(), new CheckedExpr.Read(held, arm.pattern().span()));
            checked.statements().addAll(body.statements().statements(arm.body()));
            body.leaveScope();
            chain.add(checked);
        }
        if (body.advises()) {
            adviseOfMissed(match, Types.resolved(Conversions.withoutOptional(subject.type())));
        }
        return List.of(
                new CheckedStmt.Store(held, subject, match.subject().span()),
                branches(chain, match.span()));
    }

    private void adviseOfMissed(Stmt.Match match, Type type) {
        List<String> all =
                switch (type) {
                    case Type.User user when user.symbol().isEnum() ->
                            user.symbol().variants().stream()
                                    .map(TypeSymbol.Variant::name)
                                    .toList();
                    case Type.Result _ -> List.of("Ok", "Err");
                    default -> List.of();
                };
        var missing = new ArrayList<>(all);
        for (Stmt.Arm arm : match.arms()) {
            switch (arm.pattern()) {
                case Pattern.Named named when all.contains(named.name().text()) ->
                        missing.remove(named.name().text());
                case Pattern.Literal _ -> {}
                case Pattern.Named _, Pattern.Anything _ -> missing.clear();
            }
        }
        if (!missing.isEmpty()) {
            Span header =
                    match.span().file().span(match.span().start(), match.subject().span().end());
            body.problems().add(new Advice.MissedCases(header, type.spelling(), missing));
        }
    }

    /// A case: what must hold, and what to do, names bound first.
    private record Arm(CheckedExpr test, List<CheckedStmt> statements) {}

    private static CheckedStmt branches(List<Arm> arms, Span span) {
        List<CheckedStmt> rest = List.of();
        for (Arm arm : arms.reversed()) {
            rest =
                    List.of(
                            new CheckedStmt.If(
                                    arm.test(), arm.statements(), rest, arm.test().span()));
        }
        return rest.isEmpty()
                ? new CheckedStmt.If(
                        new CheckedExpr.BoolConstant(false, span), List.of(), List.of(), span)
                : rest.getFirst();
    }

    private Arm pattern(Pattern pattern, CheckedExpr subject) {
        return switch (pattern) {
            case Pattern.Anything(Span span) -> always(span);
            case Pattern.Literal(Expr value, Span span)
                    when isMatchedByVariants(Types.resolved(subject.type())) -> {
                body.problems()
                        .add(
                                new TypeProblem.Mismatch(
                                        span,
                                        body.expressions().value(value).type(),
                                        subject.type(),
                                        Optional.of("cases name its variants: `case Name:`."),
                                        Optional.of(
                                                new TypeProblem.Reason(
                                                        "what is matched", Optional.empty()))));
                yield always(span);
            }
            case Pattern.Literal(Expr value, Span span) ->
                    new Arm(
                            body.operators()
                                    .compare(
                                            BinaryOperator.EQUAL,
                                            subject,
                                            body.expressions().value(value),
                                            span),
                            new ArrayList<>());
            case Pattern.Named named -> named(named, subject);
        };
    }

    private static boolean isMatchedByVariants(Type type) {
        return type instanceof Type.User || type instanceof Type.Result;
    }

    private static Arm always(Span span) {
        return new Arm(new CheckedExpr.BoolConstant(true, span), new ArrayList<>());
    }

    private Arm named(Pattern.Named pattern, CheckedExpr subject) {
        String name = pattern.name().text();
        Type type = Types.resolved(Conversions.withoutOptional(subject.type()));
        if (type instanceof Type.User user && user.symbol().variant(name).isPresent()) {
            return variant(pattern, user, user.symbol().variant(name).get(), subject);
        }
        if (type instanceof Type.Result result && (name.equals("Ok") || name.equals("Err"))) {
            return result(pattern, result, subject);
        }
        if (!pattern.parts().isEmpty() || Types.isUnknown(type)) {
            return notAVariant(pattern, type);
        }
        Arm arm = always(pattern.span());
        Local local = body.declareBound(pattern.name(), subject.type());
        arm.statements().add(new CheckedStmt.Store(local, subject, pattern.span()));
        return arm;
    }

    private Arm notAVariant(Pattern.Named pattern, Type type) {
        if (!Types.isUnknown(type)) {
            List<String> variants =
                    switch (type) {
                        case Type.User user ->
                                user.symbol().variants().stream()
                                        .map(TypeSymbol.Variant::name)
                                        .toList();
                        case Type.Result _ -> List.of("Ok", "Err");
                        default -> List.of();
                    };
            body.problems()
                    .add(
                            new TypeProblem.UnknownField(
                                    pattern.name().span(),
                                    pattern.name().text(),
                                    type.spelling(),
                                    "case",
                                    Similar.hint(pattern.name().text(), variants)));
        }
        List<Bind> binds =
                pattern.parts().isEmpty()
                        ? List.of(new Bind.Name(pattern.name()))
                        : pattern.parts();
        for (Bind bind : binds) {
            if (bind instanceof Bind.Name(Identifier part)) {
                body.declareBound(part, Basic.UNKNOWN);
            }
        }
        return always(pattern.span());
    }

    private Arm variant(
            Pattern.Named pattern,
            Type.User user,
            TypeSymbol.Variant variant,
            CheckedExpr subject) {
        body.meanings().variant(user.symbol(), variant, pattern.name().span());
        CheckedExpr present = unwrapped(subject);
        CheckedExpr is = new CheckedExpr.IsVariant(present, variant.index(), pattern.span());
        Map<Type.Parameter, Type> bindings = user.symbol().bindings(user.arguments());
        var arm = new Arm(ifPresent(subject, is), new ArrayList<>());
        SecondNames.refuseIn(pattern.parts(), body.problems());
        int given = pattern.parts().size();
        if (given > variant.fields().size()) {
            body.problems()
                    .add(
                            new TypeProblem.PartCount(
                                    pattern.span(), user, given, variant.fields().size()));
        }
        for (int i = 0; i < given; i++) {
            Type type =
                    i < variant.fields().size()
                            ? Types.substituted(variant.fields().get(i).type(), bindings)
                            : Basic.UNKNOWN;
            bind(
                    pattern.parts().get(i),
                    new CheckedExpr.VariantField(
                            present, variant.index(), i, type, pattern.parts().get(i).span()),
                    arm);
        }
        return arm;
    }

    private Arm result(Pattern.Named pattern, Type.Result result, CheckedExpr subject) {
        CheckedExpr present = unwrapped(subject);
        boolean isOk = pattern.name().text().equals("Ok");
        CheckedExpr is =
                MemberChecker.operate(
                        isOk ? Operation.RESULT_IS_OK : Operation.RESULT_IS_ERR,
                        List.of(present),
                        Basic.BOOL,
                        pattern.span());
        var arm = new Arm(ifPresent(subject, is), new ArrayList<>());
        if (pattern.parts().size() > 1) {
            body.problems()
                    .add(
                            new TypeProblem.PartCount(
                                    pattern.span(), result, pattern.parts().size(), 1));
        }
        for (Bind part : pattern.parts()) {
            bind(
                    part,
                    MemberChecker.operate(
                            isOk ? Operation.RESULT_UNWRAP : Operation.RESULT_UNWRAP_ERR,
                            List.of(present),
                            isOk ? result.value() : result.error(),
                            part.span()),
                    arm);
        }
        return arm;
    }

    private void bind(Bind bind, CheckedExpr value, Arm arm) {
        if (bind instanceof Bind.Name(Identifier name)) {
            Local local = body.declareBound(name, value.type());
            arm.statements().add(new CheckedStmt.Store(local, value, name.span()));
        }
    }

    private static CheckedExpr unwrapped(CheckedExpr subject) {
        return Types.resolved(subject.type()) instanceof Type.Optionally(Type value)
                ? Conversions.convert(Conversion.UNWRAP, subject, value)
                : subject;
    }

    /// A test of a subject that may be nil, which no variant is.
    private static CheckedExpr ifPresent(CheckedExpr subject, CheckedExpr test) {
        Optional<CheckedExpr> isThere =
                Types.resolved(subject.type()) instanceof Type.Optionally
                        ? Optional.of(
                                new CheckedExpr.Not(
                                        new CheckedExpr.IsNil(subject, test.span()), test.span()))
                        : Optional.empty();
        return isThere.<CheckedExpr>map(
                        there ->
                                new CheckedExpr.Logical(
                                        BinaryOperator.AND, there, test, test.span()))
                .orElse(test);
    }
}
