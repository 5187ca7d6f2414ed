package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.Conversion;
import coex.language.checked.Operation;
import coex.language.problem.Similar;
import coex.language.source.Span;
import coex.language.syntax.BinaryOperator;
import coex.language.syntax.Expr;
import coex.language.type.FunctionSymbol;
import coex.language.type.NameProblem;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.TypeSymbol;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks expressions: names and operators here, the rest in the checkers for literals, calls, members
/// and loops.
///
/// What is expected is a wish, not a demand: it tells literals what to become. [#value] demands.
final class ExpressionChecker {

    /// Nothing in particular is expected.
    static final Type ANY = Basic.UNKNOWN;

    private final Body body;

    ExpressionChecker(Body body) {
        this.body = body;
    }

    /// An expression as a value of the expected type, converted if need be.
    CheckedExpr value(Expr expr, Type expected) {
        CheckedExpr value = value(check(expr, expected));
        return body.conversions().convert(value, expected);
    }

    /// An expression as a value of any type.
    CheckedExpr value(Expr expr) {
        return value(check(expr, ANY));
    }

    /// A value, which a call of a function without result has not, nor a range.
    CheckedExpr value(CheckedExpr checked) {
        Type type = body.resolved(checked);
        if (type == Basic.NOTHING) {
            body.problems().add(new TypeProblem.NoValue(checked.span(), calleeName(checked)));
            return Body.unknown(checked.span());
        }
        if (type == Basic.RANGE) {
            body.problems()
                    .add(
                            new TypeProblem.NotAllowed(
                                    checked.span(),
                                    "range outside a loop",
                                    "A range can only be gone through: it stands after `in`.",
                                    Optional.of("make a list: `[i for i in a..b]`.")));
            return Body.unknown(checked.span());
        }
        return checked;
    }

    private static String calleeName(CheckedExpr checked) {
        return switch (checked) {
            case CheckedExpr.Call call -> call.function().symbol().toString();
            case CheckedExpr.StartTask call -> call.function().symbol().toString();
            case CheckedExpr.Await(CheckedExpr awaited, _) -> calleeName(awaited);
            case CheckedExpr.CallExtern call -> call.function().name();
            default -> checked.span().text().replaceFirst("(?s)\\(.*", "");
        };
    }

    /// A condition: any value, as a bool.
    CheckedExpr condition(Expr expr) {
        CheckedExpr value = value(expr, ANY);
        boolean mayBeOutside = body.context().matrix().isPresent();
        return body.conversions().truth(mayBeOutside ? withoutNil(value) : value);
    }

    CheckedExpr check(Expr expr, Type expected) {
        CheckedExpr value = checked(expr, expected);
        if (Types.isTooLarge(value.type())) {
            body.problems()
                    .add(
                            new TypeProblem.NotAllowed(
                                    expr.span(),
                                    "type too large",
                                    "The type of this has more parts than can be compiled.",
                                    Optional.of("declare a type for a part of it.")));
            return Body.unknown(expr.span());
        }
        return value;
    }

    private CheckedExpr checked(Expr expr, Type expected) {
        return switch (expr) {
            case Expr.IntLiteral(long value, Span span) ->
                    new CheckedExpr.IntConstant(value, Basic.INT, span);
            case Expr.FloatLiteral(double value, Span span) ->
                    new CheckedExpr.FloatConstant(value, span);
            case Expr.StringLiteral(String value, Span span) ->
                    new CheckedExpr.StringConstant(value, span);
            case Expr.BoolLiteral(boolean value, Span span) ->
                    new CheckedExpr.BoolConstant(value, span);
            case Expr.NilLiteral(Span span) -> new CheckedExpr.Zero(Basic.NIL, span);
            case Expr.Name name -> name(name);
            case Expr.Self(Span span) -> self(span);
            case Expr.Cell(Span span) -> cell(span);
            case Expr.Unary unary -> unary(unary, expected);
            case Expr.Binary binary -> binary(binary, expected);
            case Expr.Conditional conditional -> conditional(conditional, expected);
            case Expr.Range range -> range(range);
            case Expr.Member member -> body.members().member(member, expected);
            case Expr.TupleElement element -> body.members().tupleElement(element);
            case Expr.Call call -> body.calls().call(call, expected);
            case Expr.Index index -> body.members().index(index);
            case Expr.Slice slice -> body.members().slice(slice);
            case Expr.As as -> as(as);
            case Expr.ListLiteral list -> body.literals().list(list, expected);
            case Expr.SetLiteral set -> body.literals().set(set, expected);
            case Expr.MapLiteral map -> body.literals().map(map, expected);
            case Expr.JsonLiteral json -> body.literals().json(json);
            case Expr.EmptyBraces empty -> body.literals().emptyBraces(empty, expected);
            case Expr.TupleLiteral tuple -> body.literals().tuple(tuple, expected);
            case Expr.ListComprehension list -> body.loops().list(list, expected);
            case Expr.SetComprehension set -> body.loops().set(set, expected);
            case Expr.MapComprehension map -> body.loops().map(map, expected);
            case Expr.Lambda lambda -> body.functionValues().lambda(lambda);
            case Expr.LlvmIr ir -> new IrChecker(body).check(ir);
            case Expr.Missing(Span span) -> Body.unknown(span);
        };
    }

    // Names

    private CheckedExpr name(Expr.Name name) {
        Optional<Variable> variable = body.find(name.text());
        if (variable.isPresent()) {
            return read(variable.get(), name.text(), name.span());
        }
        Optional<CheckedExpr> field = body.members().ownField(name.text(), name.span());
        if (field.isPresent()) {
            return field.get();
        }
        Optional<FunctionSymbol> function = body.calls().visibleFunction(name.text());
        if (function.isPresent()) {
            return body.functionValues().functionValue(function.get(), name);
        }
        body.problems()
                .add(new NameProblem.Undeclared(name.span(), name.text(), hintFor(name.text())));
        return Body.unknown(name.span());
    }

    /// A variable's value.
    CheckedExpr read(Variable variable, String name, Span span) {
        variable.movedAt()
                .ifPresent(
                        moved -> body.problems().add(new BindingProblem.Moved(span, name, moved)));
        var read = new CheckedExpr.Read(variable.local(), span);
        return variable.isKnownPresent() ? body.conversions().present(read) : read;
    }

    /// A variable that a test has shown not to be nil, as the optional that it was declared: asking once
    /// more is no mistake.
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

    /// What may have been meant by a name that means nothing.
    Optional<String> hintFor(String name) {
        Optional<TypeSymbol> owner =
                body.context().module().types().values().stream()
                        .filter(type -> type.variant(name).isPresent())
                        .findFirst();
        if (owner.isPresent()) {
            return Optional.of(
                    "write the variant with its type: `%s.%s`.".formatted(owner.get(), name));
        }
        var candidates = new ArrayList<>(body.visibleNames());
        candidates.addAll(body.context().module().functions().keySet());
        candidates.addAll(body.context().module().types().keySet());
        candidates.addAll(body.context().module().imports().keySet());
        candidates.addAll(BuiltIns.functions());
        candidates.addAll(BuiltIns.SPECIAL_FUNCTIONS);
        return Similar.hint(name, candidates);
    }

    private CheckedExpr self(Span span) {
        return body.members()
                .self(span)
                .orElseGet(
                        () -> {
                            body.problems()
                                    .add(
                                            new BindingProblem.OutOfPlace(
                                                    span,
                                                    "self",
                                                    "in a method or a matrix formula"));
                            return Body.unknown(span);
                        });
    }

    private CheckedExpr cell(Span span) {
        if (body.context().matrix().isEmpty()) {
            body.problems().add(new BindingProblem.OutOfPlace(span, "cell", "in a matrix formula"));
            return Body.unknown(span);
        }
        Type element = body.context().matrix().get().element();
        return new CheckedExpr.Operate(
                Operation.CELL, body.members().cellPosition(span), element, span);
    }

    // Operators

    private CheckedExpr unary(Expr.Unary unary, Type expected) {
        return switch (unary.operator()) {
            case NOT -> new CheckedExpr.Not(condition(unary.operand()), unary.span());
            case NEGATE -> negate(unary);
            case AWAIT -> await(unary, expected);
        };
    }

    private CheckedExpr negate(Expr.Unary unary) {
        CheckedExpr operand = number(value(unary.operand()));
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
                                    unary.span(), body.context().name(), "wait with `await`"));
        }
        CheckedExpr operand = check(unary.operand(), expected);
        boolean hasValue = body.resolved(operand) != Basic.NOTHING;
        return new CheckedExpr.Await(hasValue ? value(operand) : operand, unary.span());
    }

    /// An operand of arithmetic: present, and an int or float if it is a number.
    private CheckedExpr number(CheckedExpr operand) {
        return body.conversions().widened(withoutNil(operand));
    }

    /// The value of an optional. In a matrix formula nil counts as zero, for neighbours outside the grid;
    /// elsewhere nil is a runtime error.
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

    private CheckedExpr binary(Expr.Binary binary, Type expected) {
        return switch (binary.operator()) {
            case AND, OR -> logical(binary);
            case COALESCE -> coalesce(binary, expected);
            case EQUAL, NOT_EQUAL, LESS, GREATER, LESS_EQUAL, GREATER_EQUAL -> {
                CheckedExpr left = value(binary.left());
                yield compare(
                        binary.operator(),
                        left,
                        value(check(binary.right(), left.type())),
                        binary.span());
            }
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER ->
                    arithmetic(
                            binary.operator(),
                            value(binary.left()),
                            value(binary.right()),
                            binary.span());
        };
    }

    private CheckedExpr logical(Expr.Binary binary) {
        CheckedExpr left = condition(binary.left());
        List<Variable> present =
                binary.operator() == BinaryOperator.AND
                        ? body.statements().shownPresent(binary.left())
                        : body.statements().shownAbsent(binary.left());
        present.forEach(variable -> variable.setKnownPresent(true));
        CheckedExpr right = condition(binary.right());
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
            return Body.unknown(span);
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
                                    span, operator.text(), leftType, rightType, Optional.empty()));
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
                                    "never nil",
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

    /// Whether nil can be told from all other values of the type: optionals, and what has no other zero
    /// value.
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
                && Types.parts(known).stream().allMatch(ExpressionChecker::hasEquality);
    }

    private CheckedExpr coalesce(Expr.Binary binary, Type expected) {
        CheckedExpr left = asDeclared(value(check(binary.left(), expected)));
        Type type = body.resolved(left);
        CheckedExpr right = value(check(binary.right(), Conversions.withoutOptional(type)));
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
                                    "never nil",
                                    "A value of type `%s` is never nil, so `??` has nothing to replace."
                                            .formatted(type.spelling()),
                                    Optional.of("leave `??` and what follows it out.")));
            return left;
        }
        CheckedExpr otherwise = body.conversions().convert(right, type);
        return new CheckedExpr.Coalesce(left, otherwise, type, binary.span());
    }

    private CheckedExpr conditional(Expr.Conditional conditional, Type expected) {
        CheckedExpr condition = condition(conditional.condition());
        List<Variable> present = body.statements().shownPresent(conditional.condition());
        present.forEach(variable -> variable.setKnownPresent(true));
        CheckedExpr then = value(check(conditional.then(), expected));
        present.forEach(variable -> variable.setKnownPresent(false));
        if (conditional.exits()) {
            return orReturn(conditional, condition, then, expected);
        }
        CheckedExpr otherwise = value(check(conditional.otherwise(), expected));
        Type type = Types.isUnknown(expected) ? null : expected;
        if (type == null) {
            Optional<Type> common = body.conversions().common(then.type(), otherwise.type());
            if (common.isEmpty()) {
                body.problems()
                        .add(
                                new TypeProblem.BadOperands(
                                        conditional.span(),
                                        "? :",
                                        then.type(),
                                        otherwise.type(),
                                        Optional.of("both parts must have a type in common.")));
                return Body.unknown(conditional.span());
            }
            type = common.get();
        }
        return new CheckedExpr.Conditional(
                condition,
                body.conversions().convert(then, type),
                body.conversions().convert(otherwise, type),
                type,
                conditional.span());
    }

    private CheckedExpr orReturn(
            Expr.Conditional conditional, CheckedExpr condition, CheckedExpr then, Type expected) {
        Type result = body.context().result();
        if (Types.resolved(result) == Basic.NOTHING) {
            body.problems()
                    .add(
                            new TypeProblem.NotAllowed(
                                    conditional.span(),
                                    "nothing to return",
                                    "`%s` returns nothing, so `? !` cannot leave it with a value."
                                            .formatted(body.context().name()),
                                    Optional.of("use `if` and `return`.")));
            return Body.unknown(conditional.span());
        }
        CheckedExpr value = body.conversions().convert(then, expected);
        CheckedExpr exit = value(conditional.otherwise(), result);
        return new CheckedExpr.OrReturn(condition, value, exit, conditional.span());
    }

    private CheckedExpr range(Expr.Range range) {
        value(range.from(), Basic.INT);
        value(range.to(), Basic.INT);
        return new CheckedExpr.Zero(Basic.RANGE, range.span());
    }

    // as

    private CheckedExpr as(Expr.As as) {
        Type target = body.context().types().resolve(as.type());
        CheckedExpr value = value(check(as.value(), ANY));
        return new Casts(body).cast(value, target, as.span());
    }
}
