package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.Operation;
import coex.language.problem.Similar;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.syntax.TypeExpr;
import coex.language.type.FunctionSymbol;
import coex.language.type.MatrixSymbol;
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
import java.util.Map;
import java.util.Optional;

/// Checks what makes structs, variants and matrices, and what is called on matrices.
final class ConstructorChecker {

    private final Body body;
    private final ArgumentMatcher arguments;

    ConstructorChecker(Body body, ArgumentMatcher arguments) {
        this.body = body;
        this.arguments = arguments;
    }

    /// `Tank(1)` or, if only one enum has such a variant, `Step(1, 2)`.
    Optional<CheckedExpr> byName(Expr.Name name, Expr.Call call, Type expected) {
        ModuleSymbol module = body.context().module();
        Optional<TypeSymbol> type = module.type(name.text());
        if (NameProblem.Ambiguous.isReported(module, name.text(), name.span(), body.problems())) {
            return Optional.of(Body.unknown(call.span()));
        }
        if (type.isPresent()) {
            body.meanings().type(type.get(), name);
            return Optional.of(
                    type.get().isEnum()
                            ? enumWithoutVariant(type.get(), call)
                            : struct(type.get(), name, call, expected));
        }
        List<TypeSymbol> enums = enumsWith(name.text(), expected);
        if (enums.isEmpty()) {
            return Optional.empty();
        }
        if (enums.size() > 1) {
            body.problems()
                    .add(
                            new TypeProblem.NotAllowed(
                                    name.span(),
                                    TypeRule.SEVERAL_ENUMS,
                                    "'%s' is a variant of '%s' and of '%s'."
                                            .formatted(name.text(), enums.get(0), enums.get(1)),
                                    Optional.of(
                                            "say which: `%s.%s(...)`."
                                                    .formatted(enums.get(0), name.text()))));
            return Optional.of(Body.unknown(call.span()));
        }
        TypeSymbol owner = enums.getFirst();
        body.meanings()
                .variant(owner, owner.variant(name.text()).orElseThrow(), Meanings.wordOf(name));
        var typeName = new Expr.Name(owner.name(), name.typeArguments(), name.span());
        return Optional.of(
                variant(owner, owner.variant(name.text()).orElseThrow(), typeName, call, expected));
    }

    private CheckedExpr enumWithoutVariant(TypeSymbol type, Expr.Call call) {
        String first = type.variants().getFirst().name();
        body.problems()
                .add(
                        new TypeProblem.NotAllowed(
                                call.span(),
                                TypeRule.NO_VARIANT,
                                "'%s' is an enum: a value of it is one of its variants."
                                        .formatted(type),
                                Optional.of("name the variant: `%s.%s`.".formatted(type, first))));
        return Body.unknown(call.span());
    }

    /// The enums with a variant of this name; the expected one alone if it has it.
    private List<TypeSymbol> enumsWith(String variant, Type expected) {
        if (Types.resolved(Conversions.withoutOptional(expected)) instanceof Type.User user
                && user.symbol().variant(variant).isPresent()) {
            return List.of(user.symbol());
        }
        var enums = new ArrayList<TypeSymbol>();
        var modules = new ArrayList<ModuleSymbol>();
        modules.add(body.context().module());
        modules.addAll(body.context().module().imports().values());
        for (ModuleSymbol module : modules) {
            module.types().values().stream()
                    .filter(type -> type.variant(variant).isPresent())
                    .forEach(enums::add);
        }
        return enums;
    }

    /// The type with the arguments written, or open ones.
    Type instantiate(TypeSymbol type, List<TypeExpr> written, Span span) {
        int wanted = type.parameters().size();
        if (!written.isEmpty() && written.size() != wanted) {
            body.problems()
                    .add(
                            new TypeProblem.TypeArgumentCount(
                                    span, type.name(), wanted, written.size()));
        }
        var types = new ArrayList<Type>();
        for (int i = 0; i < wanted; i++) {
            types.add(
                    i < written.size()
                            ? body.context().types().resolve(written.get(i))
                            : new Type.Open());
        }
        return new Type.User(type, types);
    }

    private Type instantiate(TypeSymbol type, Expr.Name name, Type expected) {
        Type made = instantiate(type, name.typeArguments(), name.span());
        if (Types.resolved(Conversions.withoutOptional(expected)) instanceof Type.User user
                && user.symbol() == type) {
            Conversions.unify(made, user);
        }
        return made;
    }

    // Structs and variants

    CheckedExpr struct(TypeSymbol type, Expr.Name name, Expr.Call call, Type expected) {
        body.meanings().fieldArguments(type, call);
        Type made = instantiate(type, name, expected);
        List<CheckedExpr> fields = fields(type, (Type.User) made, call);
        return new CheckedExpr.NewStruct(Types.resolved(made), fields, call.span());
    }

    CheckedExpr variant(
            TypeSymbol type,
            TypeSymbol.Variant variant,
            Expr.Name name,
            Expr.Call call,
            Type expected) {
        body.meanings().payloadArguments(type, variant, call);
        Type made = instantiate(type, name, expected);
        List<CheckedExpr> fields = payload(type, variant, (Type.User) made, call);
        return new CheckedExpr.NewVariant(
                Types.resolved(made), variant.index(), fields, call.span());
    }

    private List<CheckedExpr> payload(
            TypeSymbol type, TypeSymbol.Variant variant, Type.User made, Expr.Call call) {
        return arguments.values(
                variant.name(),
                Optional.of(type.declaration().cases().get(variant.index()).name().span()),
                names(variant.fields()),
                types(variant.fields(), made),
                call);
    }

    private static List<String> names(List<TypeSymbol.Field> fields) {
        return fields.stream().map(TypeSymbol.Field::name).toList();
    }

    private static List<Type> types(List<TypeSymbol.Field> fields, Type.User made) {
        Map<Type.Parameter, Type> bindings = made.symbol().bindings(made.arguments());
        return fields.stream().map(field -> Types.substituted(field.type(), bindings)).toList();
    }

    /// Fields that are not given have their zero values.
    private List<CheckedExpr> fields(TypeSymbol type, Type.User made, Expr.Call call) {
        List<String> names = names(type.fields());
        List<Type> types = types(type.fields(), made);
        List<Optional<Expr>> matched = arguments.match(type.name(), names, call);
        var values = new ArrayList<CheckedExpr>();
        for (int i = 0; i < types.size(); i++) {
            values.add(
                    arguments.value(
                            matched.get(i),
                            types.get(i),
                            call,
                            Optional.of(
                                    new TypeProblem.Reason(
                                            "field '%s' of '%s'"
                                                    .formatted(names.get(i), type.name()),
                                            Optional.of(type.placeOfField(i))))));
        }
        return values;
    }

    // Matrices

    /// `Grid.new()`
    CheckedExpr matrix(MatrixSymbol matrix, Expr.Member member, Expr.Call call) {
        if (!member.name().text().equals("new")) {
            return undefined(member.name(), matrix, List.of("new"));
        }
        arguments.values("new", List.of(), call);
        return new CheckedExpr.Operate(
                Operation.MATRIX_NEW, List.of(), new Type.Matrix(matrix), call.span());
    }

    CheckedExpr onMatrix(
            MatrixSymbol matrix, CheckedExpr receiver, Identifier name, Expr.Call call) {
        Type element = matrix.element();
        FunctionSymbol formula = matrix.formulas().get(name.text());
        if (formula != null) {
            return apply(formula, receiver, name, call);
        }
        return switch (name.text()) {
            case "get" ->
                    operate(
                            Operation.MATRIX_GET,
                            element,
                            receiver,
                            List.of(Basic.INT, Basic.INT),
                            name,
                            call);
            case "set" ->
                    operate(
                            Operation.MATRIX_SET,
                            Basic.NOTHING,
                            receiver,
                            List.of(Basic.INT, Basic.INT, element),
                            name,
                            call);
            case "width" ->
                    operate(Operation.MATRIX_WIDTH, Basic.INT, receiver, List.of(), name, call);
            case "height" ->
                    operate(Operation.MATRIX_HEIGHT, Basic.INT, receiver, List.of(), name, call);
            default -> {
                var names = new ArrayList<>(matrix.formulas().keySet());
                names.addAll(List.of("get", "set", "width", "height"));
                yield undefined(name, matrix, names);
            }
        };
    }

    private CheckedExpr operate(
            Operation operation,
            Type result,
            CheckedExpr receiver,
            List<Type> parameters,
            Identifier name,
            Expr.Call call) {
        body.kinds().checkPure(operation, call.span());
        body.meanings()
                .builtIn(
                        body.resolved(receiver).spelling(),
                        name.text(),
                        parameters,
                        result,
                        name.span());
        var all = new ArrayList<CheckedExpr>();
        all.add(receiver);
        all.addAll(arguments.values(name.text(), parameters, call));
        return new CheckedExpr.Operate(operation, all, result, call.span());
    }

    private CheckedExpr apply(
            FunctionSymbol formula, CheckedExpr receiver, Identifier name, Expr.Call call) {
        body.kinds().checkPure(Operation.MATRIX_SET, call.span());
        body.meanings().function(formula, name.span());
        body.meanings().arguments(formula, call);
        List<String> names =
                formula.parameters().stream().map(FunctionSymbol.Parameter::name).toList();
        List<Type> types =
                formula.parameters().stream().map(FunctionSymbol.Parameter::type).toList();
        var all = new ArrayList<CheckedExpr>();
        all.add(receiver);
        all.addAll(arguments.values(name.text(), names, types, call));
        var instance = body.program().instances().of(formula, List.of(), call.span());
        return new CheckedExpr.ApplyFormula(instance, all, call.span());
    }

    private CheckedExpr undefined(Identifier name, MatrixSymbol matrix, List<String> candidates) {
        body.problems()
                .add(
                        new TypeProblem.UndefinedMethod(
                                name.span(),
                                name.text(),
                                matrix.name(),
                                Similar.hint(name.text(), candidates)));
        return Body.unknown(name.span());
    }
}
