package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.Conversion;
import coex.language.source.Span;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.TypeRule;
import coex.language.type.Types;

import java.util.Optional;

/// Checks `e as T`.
final class Casts {

    private final Body body;

    Casts(Body body) {
        this.body = body;
    }

    CheckedExpr cast(CheckedExpr value, Type target, Span span) {
        Type from = body.resolved(value);
        Type to = Types.resolved(target);
        if (Types.isUnknown(from) || Types.isUnknown(to)) {
            return new CheckedExpr.Zero(to, span);
        }
        if (from == Basic.JSON && to != Basic.JSON) {
            return fromJson(value, to, span);
        }
        if (from == Basic.STRING && isJson(to)) {
            Conversion parse =
                    to == Basic.JSON ? Conversion.PARSE_JSON : Conversion.PARSE_JSON_OR_NIL;
            return new CheckedExpr.Convert(parse, value, to, span);
        }
        if (to == Basic.STRING && from != Basic.STRING && Types.isNumeric(from)) {
            return new CheckedExpr.Convert(Conversion.TO_STRING, value, to, span);
        }
        boolean unwraps =
                from instanceof Type.Optionally(Type inner) && !(to instanceof Type.Optionally);
        if (unwraps) {
            return cast(body.conversions().present(value), to, span);
        }
        Optional<CheckedExpr> converted = body.conversions().tryConvert(value, to);
        return converted.orElseGet(() -> refused(value, to, span));
    }

    private static boolean isJson(Type type) {
        return Conversions.withoutOptional(type) == Basic.JSON;
    }

    private CheckedExpr fromJson(CheckedExpr value, Type to, Span span) {
        if (!Conversions.isJsonable(to)) {
            return refused(value, to, span);
        }
        boolean orNil = to instanceof Type.Optionally;
        return new CheckedExpr.Convert(
                orNil ? Conversion.FROM_JSON_OR_NIL : Conversion.FROM_JSON, value, to, span);
    }

    private CheckedExpr refused(CheckedExpr value, Type to, Span span) {
        body.problems()
                .add(
                        new TypeProblem.NotAllowed(
                                span,
                                TypeRule.NO_CONVERSION,
                                "%s cannot be made %s."
                                        .formatted(
                                                TypeProblem.capitalised(
                                                        TypeProblem.named(value.type())),
                                                TypeProblem.named(to)),
                                Optional.empty()));
        return new CheckedExpr.Zero(to, span);
    }
}
