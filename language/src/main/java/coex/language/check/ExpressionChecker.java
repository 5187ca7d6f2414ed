package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.Operation;
import coex.language.problem.Similar;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.type.FunctionSymbol;
import coex.language.type.ModuleSymbol;
import coex.language.type.NameProblem;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.TypeRule;
import coex.language.type.TypeSymbol;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Checks expressions: names and choices here, the rest in the checkers for operators, literals,
/// calls, members and loops.
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
                                    TypeRule.RANGE_AS_VALUE,
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
        return body.conversions().truth(mayBeOutside ? body.operators().withoutNil(value) : value);
    }

    CheckedExpr check(Expr expr, Type expected) {
        CheckedExpr value = checked(expr, expected);
        body.program().listener().hasType(expr, value.type());
        if (Types.isTooLarge(value.type())) {
            body.problems()
                    .add(
                            new TypeProblem.NotAllowed(
                                    expr.span(),
                                    TypeRule.TYPE_TOO_LARGE,
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
            case Expr.Unary unary -> body.operators().unary(unary, expected);
            case Expr.Binary binary -> body.operators().binary(binary, expected);
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
            body.meanings().function(function.get(), name, body.context().module());
            return body.functionValues().functionValue(function.get(), name);
        }
        body.problems().add(undeclared(name));
        return Body.unknown(name.span());
    }

    /// What to say of a name that is no value: perhaps it is something else.
    NameProblem undeclared(Expr.Name name) {
        String text = name.text();
        ModuleSymbol module = body.context().module();
        Optional<Span> ended = body.declaredInEndedBlock(text);
        if (ended.isPresent()) {
            return new NameProblem.Undeclared(
                    name.span(),
                    text,
                    "it is visible only in the block that declares it, which has ended",
                    ended,
                    Optional.of("give it a value before that block, and another one in it."));
        }
        Optional<TypeSymbol> type = module.type(text);
        if (type.isPresent()) {
            return new NameProblem.Undeclared(
                    name.span(),
                    text,
                    "it is a type, and no value",
                    Optional.of(type.get().declaration().name().span()),
                    Optional.of(
                            type.get().isEnum()
                                    ? "take one of its variants: `%s`."
                                            .formatted(variants(type.get()))
                                    : "make a value of it: `%s(...)`.".formatted(text)));
        }
        if (module.imports().containsKey(text)) {
            return new NameProblem.Undeclared(
                    name.span(),
                    text,
                    "it is a module, and no value",
                    Optional.empty(),
                    Optional.of("name something in it: `%s.name(...)`.".formatted(text)));
        }
        return new NameProblem.Undeclared(name.span(), text, hintFor(text));
    }

    static String variants(TypeSymbol type) {
        return type.variants().stream()
                .map(variant -> type.name() + "." + variant.name())
                .collect(Collectors.joining("`, `"));
    }

    /// A variable's value.
    CheckedExpr read(Variable variable, String name, Span span) {
        body.meanings().variable(variable, name, span);
        variable.movedAt()
                .ifPresent(
                        moved -> body.problems().add(new BindingProblem.Moved(span, name, moved)));
        var read = new CheckedExpr.Read(variable.local(), span);
        return variable.isKnownPresent() ? body.conversions().present(read) : read;
    }

    /// What may have been meant by a name that means nothing.
    Optional<String> hintFor(String name) {
        body.meanings().unknown(name, body);
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
        return Similar.hint(name, candidates).or(body.context().module()::selfImportHint);
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

    // Choices and ranges

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
                                    TypeRule.NOTHING_TO_RETURN,
                                    "`%s` returns nothing, so `? !` cannot leave it with a value."
                                            .formatted(body.context().shown()),
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
