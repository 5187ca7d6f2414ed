package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.Conversion;
import coex.language.source.Span;
import coex.language.syntax.BinaryOperator;
import coex.language.syntax.Expr;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.TypeRule;
import coex.language.type.Types;

import java.util.List;
import java.util.Optional;

/// Checks operators: what operands they take, and what becomes of operands before they are taken.
final class OperatorChecker {

    private final Body body;

    OperatorChecker(Body body) {
        this.body = body;
    }

    CheckedExpr unary(Expr.Unary unary, Type expected) {
        return switch (unary.operator()) {
            case NOT ->
                    new CheckedExpr.Not(
                            body.expressions().condition(unary.operand()), unary.span());
            case NEGATE -> negate(unary);
            case AWAIT -> await(unary, expected);
        };
    }

    private CheckedExpr negate(Expr.Unary unary) {
        CheckedExpr operand = number(body.expressions().value(unary.operand()));
        if (operand instanceof CheckedExpr.IntConstant(long value, _, _)) {
            return new CheckedExpr.IntConstant(-value, Basic.INT, unary.span());
        }
        if (operand instanceof CheckedExpr.FloatConstant(double value, _)) {
            return new CheckedExpr.FloatConstant(-value, unary.span());
        }
        Type type = body.resolved(operand);
        if (type != Basic.INT && type != Basic.FLOAT && !Types.isUnknown(type)) {
            body.problems()
                    .add(
                            new TypeProblem.Mismatch(
                                    operand.span(), type, Basic.INT, Optional.empty()));
            return Body.unknown(unary.span());
        }
        return new CheckedExpr.Negate(operand, type, unary.span());
    }

    private CheckedExpr await(Expr.Unary unary, Type expected) {
        if (body.context().isFormula()) {
            body.problems()
                    .add(
                            new KindProblem.NotPure(
                                    unary.span(), body.context().shown(), "wait with `await`"));
        }
        CheckedExpr operand = body.expressions().check(unary.operand(), expected);
        boolean hasValue = body.resolved(operand) != Basic.NOTHING;
        return new CheckedExpr.Await(
                hasValue ? body.expressions().value(operand) : operand, unary.span());
    }

    /// An operand of arithmetic: present, and an int or float if it is a number.
    private CheckedExpr number(CheckedExpr operand) {
        return body.conversions().widened(withoutNil(operand));
    }

    /// The value of an optional. In a matrix formula nil counts as zero, for neighbours outside the
    /// grid; elsewhere nil is a runtime error.
    CheckedExpr withoutNil(CheckedExpr operand) {
        boolean orZero =
                body.context().matrix().isPresent()
                        && body.resolved(operand) instanceof Type.Optionally;
        return orZero
                ? Conversions.convert(
                        Conversion.UNWRAP_OR_ZERO,
                        operand,
                        Conversions.withoutOptional(operand.type()))
                : body.conversions().present(operand);
    }

    CheckedExpr binary(Expr.Binary binary, Type expected) {
        return switch (binary.operator()) {
            case AND, OR -> logical(binary);
            case COALESCE -> coalesce(binary, expected);
            case EQUAL, NOT_EQUAL, LESS, GREATER, LESS_EQUAL, GREATER_EQUAL -> {
                CheckedExpr left = body.expressions().value(binary.left());
                yield compare(
                        binary.operator(),
                        left,
                        body.expressions()
                                .value(body.expressions().check(binary.right(), left.type())),
                        binary.span());
            }
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER ->
                    arithmetic(
                            binary.operator(),
                            body.expressions().value(binary.left()),
                            body.expressions().value(binary.right()),
                            binary.span());
        };
    }

    private CheckedExpr logical(Expr.Binary binary) {
        CheckedExpr left = body.expressions().condition(binary.left());
        List<Variable> present =
                binary.operator() == BinaryOperator.AND
                        ? body.statements().shownPresent(binary.left())
                        : body.statements().shownAbsent(binary.left());
        present.forEach(variable -> variable.setKnownPresent(true));
        CheckedExpr right = body.expressions().condition(binary.right());
        present.forEach(variable -> variable.setKnownPresent(false));
        return new CheckedExpr.Logical(binary.operator(), left, right, binary.span());
    }

    /// `+ - * / %` of two values.
    CheckedExpr arithmetic(
            BinaryOperator operator, CheckedExpr first, CheckedExpr second, Span span) {
        CheckedExpr left = number(settledBy(first, second));
        CheckedExpr right = number(settledBy(second, first));
        Type leftType = body.resolved(left);
        Type rightType = body.resolved(right);
        if (Types.isUnknown(leftType) || Types.isUnknown(rightType)) {
            return Body.unknown(span);
        }
        if (Types.isNumeric(leftType) && Types.isNumeric(rightType)) {
            boolean isFloat = leftType == Basic.FLOAT || rightType == Basic.FLOAT;
            Type type = isFloat ? Basic.FLOAT : Basic.INT;
            return new CheckedExpr.Arithmetic(
                    operator,
                    body.conversions().convert(left, type),
                    body.conversions().convert(right, type),
                    type,
                    span);
        }
        if (operator == BinaryOperator.ADD
                && leftType == Basic.STRING
                && rightType == Basic.STRING) {
            return new CheckedExpr.Concatenate(left, right, span);
        }
        boolean oneString = leftType == Basic.STRING || rightType == Basic.STRING;
        body.problems()
                .add(
                        new TypeProblem.BadOperands(
                                span,
                                operator.text(),
                                leftType,
                                rightType,
                                oneString && operator == BinaryOperator.ADD
                                        ? Optional.of("make both strings with `String.from(...)`.")
                                        : Optional.empty()));
        return Body.unknown(span);
    }

    /// A value whose type is still open takes that of the other operand.
    private CheckedExpr settledBy(CheckedExpr value, CheckedExpr other) {
        if (body.resolved(value) instanceof Type.Open) {
            Conversions.unify(value.type(), body.conversions().present(other).type());
            Types.settled(value.type());
        }
        return value;
    }

    /// A comparison of two values.
    CheckedExpr compare(BinaryOperator operator, CheckedExpr left, CheckedExpr right, Span span) {
        boolean byOrder = operator != BinaryOperator.EQUAL && operator != BinaryOperator.NOT_EQUAL;
        Type leftType = body.resolved(left);
        Type rightType = body.resolved(right);
        if (Types.isUnknown(leftType) || Types.isUnknown(rightType)) {
            return new CheckedExpr.BoolConstant(false, span); // a bool, whatever is compared
        }
        if (!byOrder && (leftType == Basic.NIL || rightType == Basic.NIL)) {
            return compareWithNil(operator, left, right, span);
        }
        boolean asNumbers = byOrder || body.context().matrix().isPresent();
        CheckedExpr first = asNumbers ? number(settledBy(left, right)) : left;
        CheckedExpr second = asNumbers ? number(settledBy(right, left)) : right;
        Optional<Type> common = body.conversions().common(first.type(), second.type());
        boolean isFit =
                common.isPresent()
                        && (byOrder ? isOrdered(common.get()) : hasEquality(common.get()));
        if (!isFit) {
            body.problems()
                    .add(
                            new TypeProblem.BadOperands(
                                    span,
                                    operator.text(),
                                    leftType,
                                    rightType,
                                    byOrder && leftType.equals(rightType)
                                            ? Optional.of(
                                                    "numbers and strings have an order; compare"
                                                            + " some of what this is made of.")
                                            : Optional.empty()));
            return Body.unknown(span);
        }
        return new CheckedExpr.Compare(
                operator,
                body.conversions().convert(first, common.get()),
                body.conversions().convert(second, common.get()),
                span);
    }

    private CheckedExpr compareWithNil(
            BinaryOperator operator, CheckedExpr left, CheckedExpr right, Span span) {
        CheckedExpr other = asDeclared(body.resolved(left) == Basic.NIL ? right : left);
        Type type = body.resolved(other);
        if (!mayBeNil(type)) {
            body.problems()
                    .add(
                            new TypeProblem.NotAllowed(
                                    span,
                                    TypeRule.NEVER_NIL,
                                    "A value of type `%s` is never nil.".formatted(type.spelling()),
                                    Optional.empty()));
            return Body.unknown(span);
        }
        CheckedExpr isNil =
                type == Basic.NIL
                        ? new CheckedExpr.BoolConstant(true, span)
                        : new CheckedExpr.IsNil(other, span);
        return operator == BinaryOperator.EQUAL ? isNil : new CheckedExpr.Not(isNil, span);
    }

    /// Whether nil can be told from all other values of the type: optionals, and what has no other
    /// zero value.
    private static boolean mayBeNil(Type type) {
        return switch (type) {
            case Basic basic -> basic == Basic.NIL || basic == Basic.JSON || basic == Basic.POSIX;
            case Type.Optionally _,
                    Type.User _,
                    Type.Function _,
                    Type.Result _,
                    Type.Matrix _,
                    Type.Channel _ ->
                    true;
            default -> false;
        };
    }

    private static boolean isOrdered(Type type) {
        return type == Basic.INT
                || type == Basic.FLOAT
                || type == Basic.STRING
                || type == Basic.BYTE
                || type == Basic.CHAR;
    }

    /// Functions have no equality, nor does what contains them.
    private static boolean hasEquality(Type type) {
        Type known = Types.resolved(type);
        return !(known instanceof Type.Function)
                && known != Basic.RANGE
                && Types.parts(known).stream().allMatch(OperatorChecker::hasEquality);
    }

    /// A variable that a test has shown not to be nil, as the optional that it was declared: asking
    /// once more is no mistake.
    private static CheckedExpr asDeclared(CheckedExpr value) {
        return value
                                instanceof
                                CheckedExpr.Convert(
                                        Conversion conversion,
                                        CheckedExpr.Read read,
                                        _,
                                        _)
                        && conversion == Conversion.UNWRAP_CHECKED
                ? read
                : value;
    }

    private CheckedExpr coalesce(Expr.Binary binary, Type expected) {
        CheckedExpr left =
                asDeclared(
                        body.expressions()
                                .value(body.expressions().check(binary.left(), expected)));
        Type type = body.resolved(left);
        CheckedExpr right =
                body.expressions()
                        .value(
                                body.expressions()
                                        .check(binary.right(), Conversions.withoutOptional(type)));
        if (Types.isUnknown(type)) {
            return Body.unknown(binary.span());
        }
        if (!(type instanceof Type.Optionally(Type inner))) {
            return coalescePlain(binary, left, right);
        }
        Optional<Type> common = body.conversions().common(inner, right.type());
        if (common.isEmpty()) {
            body.problems()
                    .add(
                            new TypeProblem.BadOperands(
                                    binary.span(), "??", type, right.type(), Optional.empty()));
            return Body.unknown(binary.span());
        }
        return coalesced(left, right, inner, common.get(), binary.span());
    }

    /// `optional ?? right`, where both become `common`.
    private CheckedExpr coalesced(
            CheckedExpr left, CheckedExpr right, Type inner, Type common, Span span) {
        CheckedExpr otherwise = body.conversions().convert(right, common);
        if (Conversions.unify(inner, common)) {
            return new CheckedExpr.Coalesce(left, otherwise, inner, span);
        }
        // The value must be converted where it is there: through a variable, to evaluate it once.
        return body.literals()
                .withTemporary(
                        left,
                        read ->
                                new CheckedExpr.Conditional(
                                        new CheckedExpr.Not(
                                                new CheckedExpr.IsNil(read, span), span),
                                        body.conversions()
                                                .convert(
                                                        Conversions.convert(
                                                                Conversion.UNWRAP, read, inner),
                                                        common),
                                        otherwise,
                                        common,
                                        span));
    }

    /// `a ?? b` where `a` has a nil of its own: a struct, or json's null.
    private CheckedExpr coalescePlain(Expr.Binary binary, CheckedExpr left, CheckedExpr right) {
        Type type = body.resolved(left);
        if (type == Basic.NIL) {
            return right;
        }
        if (!mayBeNil(type)) {
            body.problems()
                    .add(
                            new TypeProblem.NotAllowed(
                                    binary.left().span(),
                                    TypeRule.NEVER_NIL,
                                    "A value of type `%s` is never nil, so `??` has nothing to replace."
                                            .formatted(type.spelling()),
                                    Optional.of("leave `??` and what follows it out.")));
            return left;
        }
        CheckedExpr otherwise = body.conversions().convert(right, type);
        return new CheckedExpr.Coalesce(left, otherwise, type, binary.span());
    }
}
