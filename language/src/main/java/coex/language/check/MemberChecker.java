package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.Operation;
import coex.language.problem.Similar;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.type.FunctionSymbol;
import coex.language.type.ModuleSymbol;
import coex.language.type.NameProblem;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.TypeSymbol;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks what comes after a dot or in brackets: fields, elements, slices.
final class MemberChecker {

    private final Body body;

    MemberChecker(Body body) {
        this.body = body;
    }

    // The receiver of a method

    /// `self`, where there is one. Reading it makes the method need a receiver.
    Optional<CheckedExpr> self(Span span) {
        Optional<Variable> self = body.find("self");
        self.ifPresent(_ -> body.program().usesSelf(body.context().function()));
        return self.map(variable -> new CheckedExpr.Read(variable.local(), span));
    }

    /// A field of the receiver by its bare name.
    Optional<CheckedExpr> ownField(String name, Span span) {
        Optional<TypeSymbol> type = body.context().function().ownerType();
        if (type.isEmpty() || type.get().fieldIndex(name) < 0) {
            return Optional.empty();
        }
        body.meanings().field(type.get(), type.get().fieldIndex(name), span);
        return self(span).map(receiver -> field(receiver, type.get().fieldIndex(name), span));
    }

    /// The matrix, x and y that a formula is applied to.
    List<CheckedExpr> cellPosition(Span span) {
        var position = new ArrayList<CheckedExpr>();
        for (String name : List.of("self", "$x", "$y")) {
            position.add(new CheckedExpr.Read(body.find(name).orElseThrow().local(), span));
        }
        return position;
    }

    // Members

    CheckedExpr member(Expr.Member member, Type expected) {
        if (member.receiver() instanceof Expr.Name name && isNotAValue(name)) {
            return ofName(name, member, expected);
        }
        Optional<ModuleSymbol> imported = moduleOf(member.receiver());
        if (imported.isPresent()) {
            Expr.Name name = nameIn(member.receiver());
            TypeSymbol type = imported.get().types().get(name.text());
            if (type != null) {
                return body.calls().variantOrStatic(type, name, member, expected);
            }
        }
        CheckedExpr receiver = body.expressions().value(member.receiver());
        return ofValue(body.conversions().present(receiver), member.name(), member.span());
    }

    /// Whether a name before a dot stands for something that is no value.
    boolean isNotAValue(Expr.Name name) {
        boolean isVariable = body.find(name.text()).isPresent();
        boolean isField =
                body.context()
                        .function()
                        .ownerType()
                        .filter(type -> type.fieldIndex(name.text()) >= 0)
                        .isPresent();
        return !isVariable && !isField;
    }

    /// The module of `net.Conn`, which is a name in it; empty if the expression has not that form.
    Optional<ModuleSymbol> moduleOf(Expr receiver) {
        return receiver instanceof Expr.Member(Expr.Name name, _, _) && isNotAValue(name)
                ? Optional.ofNullable(body.context().module().imports().get(name.text()))
                : Optional.empty();
    }

    /// `Conn` of `net.Conn`
    static Expr.Name nameIn(Expr receiver) {
        var member = (Expr.Member) receiver;
        return new Expr.Name(member.name().text(), List.of(), member.span());
    }

    private CheckedExpr ofName(Expr.Name name, Expr.Member member, Type expected) {
        ModuleSymbol module = body.context().module();
        Optional<TypeSymbol> type = module.type(name.text());
        if (NameProblem.Ambiguous.isReported(module, name.text(), name.span(), body.problems())) {
            return Body.unknown(member.span());
        }
        if (type.isPresent()) {
            return body.calls().variantOrStatic(type.get(), name, member, expected);
        }
        if (name.text().equals("time") && BuiltIns.time(member.name().text()).isPresent()) {
            body.meanings().inNamespace(name, member.name());
            long nanoseconds = BuiltIns.time(member.name().text()).get();
            return new CheckedExpr.IntConstant(nanoseconds, Basic.INT, member.span());
        }
        ModuleSymbol imported = module.imports().get(name.text());
        if (imported != null) {
            body.meanings().module(imported, name);
            Optional<FunctionSymbol> function = functionIn(imported, member.name());
            return function.map(
                            symbol ->
                                    body.functionValues()
                                            .functionValue(
                                                    symbol,
                                                    new Expr.Name(
                                                            symbol.name(),
                                                            List.of(),
                                                            member.span())))
                    .orElseGet(() -> Body.unknown(member.span()));
        }
        if (BuiltIns.NAMESPACES.contains(name.text()) || module.matrix(name.text()).isPresent()) {
            return unknownField(member.name(), name.text(), List.of());
        }
        CheckedExpr receiver = body.expressions().value(name);
        return ofValue(body.conversions().present(receiver), member.name(), member.span());
    }

    /// A function of an imported module; a report if there is none.
    Optional<FunctionSymbol> functionIn(ModuleSymbol module, Identifier name) {
        FunctionSymbol function = module.functions().get(name.text());
        if (function != null) {
            body.meanings().function(function, name.span());
        }
        if (function == null) {
            ModuleSymbol importer = body.context().module();
            body.problems()
                    .add(
                            new NameProblem.NotInModule(
                                    name.span(),
                                    name.text(),
                                    importer.nameOf(module),
                                    Similar.hint(name.text(), module.functions().keySet())
                                            .or(
                                                    () ->
                                                            module == importer
                                                                    ? importer.selfImportHint()
                                                                    : Optional.empty())));
        }
        return Optional.ofNullable(function);
    }

    private CheckedExpr ofValue(CheckedExpr receiver, Identifier name, Span span) {
        Type type = body.resolved(receiver);
        return switch (type) {
            case Type.User user when !user.symbol().isEnum() -> {
                int index = user.symbol().fieldIndex(name.text());
                if (index >= 0) {
                    body.meanings().field(user.symbol(), index, name.span());
                }
                yield index >= 0
                        ? field(receiver, index, span)
                        : noField(
                                name,
                                user.symbol().name(),
                                user.symbol().fields().stream()
                                        .map(TypeSymbol.Field::name)
                                        .toList(),
                                List.copyOf(user.symbol().methods().keySet()));
            }
            case Type.User user ->
                    noField(
                            name,
                            user.symbol().name(),
                            List.of(),
                            List.copyOf(user.symbol().methods().keySet()));
            case Type.Tuple tuple -> namedElement(receiver, tuple, name, span);
            case Type.Result(Type value, Type error) ->
                    switch (name.text()) {
                        case "value" ->
                                operate(
                                        Operation.RESULT_VALUE,
                                        List.of(receiver),
                                        Types.optional(value),
                                        span);
                        case "error" ->
                                operate(
                                        Operation.RESULT_ERROR,
                                        List.of(receiver),
                                        Types.optional(error),
                                        span);
                        default -> unknownField(name, "Result", List.of("value", "error"));
                    };
            case Type.Matrix matrix ->
                    switch (name.text()) {
                        case "width" ->
                                operate(Operation.MATRIX_WIDTH, List.of(receiver), Basic.INT, span);
                        case "height" ->
                                operate(
                                        Operation.MATRIX_HEIGHT,
                                        List.of(receiver),
                                        Basic.INT,
                                        span);
                        default ->
                                unknownField(name, matrix.spelling(), List.of("width", "height"));
                    };
            case Basic.JSON ->
                    operate(
                            Operation.JSON_GET_FIELD,
                            List.of(
                                    receiver,
                                    new CheckedExpr.StringConstant(name.text(), name.span())),
                            Basic.JSON,
                            span);
            case Basic.POSIX -> descriptor(receiver, name, span);
            case Basic.UNKNOWN -> Body.unknown(span);
            default ->
                    noField(
                            name,
                            BuiltInMethods.receiverName(type),
                            List.of(),
                            BuiltInMethods.methodNames(type));
        };
    }

    private CheckedExpr descriptor(CheckedExpr receiver, Identifier name, Span span) {
        if (!name.text().equals("fd")) {
            return unknownField(name, "posix", List.of("fd"));
        }
        body.kinds().checkPure(Operation.POSIX_FD, span);
        return operate(Operation.POSIX_FD, List.of(receiver), Basic.INT, span);
    }

    /// A field of a struct.
    CheckedExpr field(CheckedExpr receiver, int index, Span span) {
        var user = (Type.User) body.resolved(receiver);
        Type type = user.symbol().fields().get(index).type();
        return new CheckedExpr.FieldRead(
                receiver,
                index,
                Types.substituted(type, user.symbol().bindings(user.arguments())),
                span);
    }

    private CheckedExpr namedElement(
            CheckedExpr receiver, Type.Tuple tuple, Identifier name, Span span) {
        int index = tuple.names().indexOf(Optional.of(name.text()));
        if (index < 0) {
            List<String> names = tuple.names().stream().flatMap(Optional::stream).toList();
            return unknownField(
                    name,
                    tuple.spelling(),
                    "element",
                    Similar.hint(name.text(), names).or(() -> Optional.of(elements(tuple))));
        }
        return new CheckedExpr.TupleRead(receiver, index, tuple.elements().get(index), span);
    }

    /// A field that is not there: perhaps a method is meant.
    private CheckedExpr noField(
            Identifier name, String type, List<String> fields, List<String> methods) {
        String method = OtherNames.of(name.text());
        boolean isMethod = methods.contains(name.text()) || methods.contains(method);
        if (!isMethod) {
            return unknownField(name, type, fields);
        }
        String meant = methods.contains(name.text()) ? name.text() : method;
        body.problems()
                .add(
                        new TypeProblem.NotOfTheType(
                                name.span(),
                                meant.equals(name.text())
                                        ? "'%s' is a method of '%s', and no field."
                                                .formatted(meant, type)
                                        : "'%s' has no field '%s', but a method '%s'."
                                                .formatted(type, name.text(), meant),
                                "call it: `.%s(...)`.".formatted(meant)));
        return Body.unknown(name.span());
    }

    private CheckedExpr unknownField(Identifier name, String type, List<String> candidates) {
        return unknownField(name, type, "field", Similar.hint(name.text(), candidates));
    }

    private CheckedExpr unknownField(
            Identifier name, String type, String what, Optional<String> hint) {
        body.problems()
                .add(new TypeProblem.UnknownField(name.span(), name.text(), type, what, hint));
        return Body.unknown(name.span());
    }

    private static String elements(Type.Tuple tuple) {
        return "it has %d: `.0` to `.%d`."
                .formatted(tuple.elements().size(), tuple.elements().size() - 1);
    }

    CheckedExpr tupleElement(Expr.TupleElement element) {
        CheckedExpr receiver =
                body.conversions().present(body.expressions().value(element.receiver()));
        Type type = body.resolved(receiver);
        if (type instanceof Type.Tuple tuple && element.index() < tuple.elements().size()) {
            return new CheckedExpr.TupleRead(
                    receiver,
                    element.index(),
                    tuple.elements().get(element.index()),
                    element.span());
        }
        if (!Types.isUnknown(type)) {
            body.problems()
                    .add(
                            new TypeProblem.UnknownField(
                                    element.span(),
                                    Integer.toString(element.index()),
                                    type.spelling(),
                                    "element",
                                    type instanceof Type.Tuple tuple
                                            ? Optional.of(elements(tuple))
                                            : Optional.of("only tuples have numbered elements.")));
        }
        return Body.unknown(element.span());
    }

    // Subscripts

    CheckedExpr index(Expr.Index index) {
        if (index.receiver() instanceof Expr.Cell) {
            return neighbour(index);
        }
        CheckedExpr receiver =
                body.conversions().present(body.expressions().value(index.receiver()));
        List<Expr.Argument> arguments =
                index.indexes().stream()
                        .map(expr -> new Expr.Argument(Optional.empty(), expr))
                        .toList();
        Span bracket = index.receiver().span().after();
        return body.calls()
                .methods()
                .method(
                        receiver,
                        new Identifier("get", bracket),
                        arguments,
                        index.span(),
                        ExpressionChecker.ANY);
    }

    private CheckedExpr neighbour(Expr.Index index) {
        CheckedExpr cell = body.expressions().value(index.receiver());
        if (Types.isUnknown(cell.type())) {
            return cell;
        }
        if (index.indexes().size() != 2) {
            body.problems()
                    .add(
                            new TypeProblem.ArgumentCount(
                                    index.span(), "cell[...]", 2, index.indexes().size()));
            return Body.unknown(index.span());
        }
        var arguments = new ArrayList<>(cellPosition(index.span()));
        for (Expr offset : index.indexes()) {
            arguments.add(body.expressions().value(offset, Basic.INT));
        }
        return operate(Operation.NEIGHBOUR, arguments, Types.optional(cell.type()), index.span());
    }

    CheckedExpr slice(Expr.Slice slice) {
        CheckedExpr receiver =
                body.conversions().present(body.expressions().value(slice.receiver()));
        Type type = body.resolved(receiver);
        CheckedExpr from =
                slice.from()
                        .map(bound -> body.expressions().value(bound, Basic.INT))
                        .orElse(new CheckedExpr.IntConstant(0, Basic.INT, slice.span()));
        CheckedExpr to =
                slice.to()
                        .map(bound -> body.expressions().value(bound, Basic.INT))
                        .orElse(
                                new CheckedExpr.IntConstant(
                                        Long.MAX_VALUE, Basic.INT, slice.span()));
        Optional<Operation> operation =
                switch (type) {
                    case Basic.STRING -> Optional.of(Operation.STRING_SLICE);
                    case Type.ListOf _ -> Optional.of(Operation.LIST_SLICE);
                    case Type.ArrayOf _ -> Optional.of(Operation.ARRAY_SLICE);
                    default -> Optional.empty();
                };
        if (operation.isEmpty()) {
            if (!Types.isUnknown(type)) {
                body.problems().add(new TypeProblem.NotSliceable(slice.span(), type));
            }
            return Body.unknown(slice.span());
        }
        return operate(operation.get(), List.of(receiver, from, to), type, slice.span());
    }

    static CheckedExpr operate(
            Operation operation, List<CheckedExpr> arguments, Type type, Span span) {
        return new CheckedExpr.Operate(operation, arguments, type, span);
    }
}
