package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.Conversion;
import coex.language.checked.FunctionInstance;
import coex.language.checked.Operation;
import coex.language.problem.Similar;
import coex.language.source.Span;
import coex.language.syntax.BinaryOperator;
import coex.language.syntax.Decl;
import coex.language.syntax.Expr;
import coex.language.syntax.FunctionKind;
import coex.language.syntax.Identifier;
import coex.language.syntax.TypeExpr;
import coex.language.type.Bounds;
import coex.language.type.ExternSymbol;
import coex.language.type.FunctionSymbol;
import coex.language.type.ModuleSymbol;
import coex.language.type.NameProblem;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.TypeSymbol;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks calls: finds what is called, gives each parameter its argument, and infers type arguments.
///
/// Type parameters become open types while a call is checked: an argument that meets one fixes it.
/// Constructors are in [ConstructorChecker], what is built in under a name in [NamespaceChecker].
final class CallChecker {

    private final Body body;
    private final ArgumentMatcher arguments;
    private final ConstructorChecker constructors;
    private final NamespaceChecker namespaces;

    CallChecker(Body body) {
        this.body = body;
        this.arguments = new ArgumentMatcher(body);
        this.constructors = new ConstructorChecker(body, arguments);
        this.namespaces = new NamespaceChecker(body, arguments);
    }

    CheckedExpr call(Expr.Call call, Type expected) {
        return switch (call.callee()) {
            case Expr.Name name -> byName(name, call, expected);
            case Expr.Member member -> byMember(member, call, expected);
            default -> value(body.expressions().value(call.callee()), call);
        };
    }

    // By name

    private CheckedExpr byName(Expr.Name name, Expr.Call call, Type expected) {
        Optional<Variable> variable = body.find(name.text());
        if (variable.isPresent()) {
            return value(body.expressions().read(variable.get(), name.text(), name.span()), call);
        }
        Optional<CheckedExpr> own = ownMember(name, call, expected);
        if (own.isPresent()) {
            return own.get();
        }
        Optional<FunctionSymbol> function = visibleFunction(name.text());
        if (function.isPresent()) {
            return function(function.get(), name.typeArguments(), Optional.empty(), call, expected);
        }
        Optional<ExternSymbol> extern = body.context().module().extern(name.text());
        if (extern.isPresent()) {
            return extern(extern.get(), call);
        }
        return constructors
                .byName(name, call, expected)
                .or(() -> namespaces.function(name, call, expected))
                .orElseGet(() -> undeclared(name, call));
    }

    /// A method of the enclosing type, or a field that holds a function, by its bare name.
    private Optional<CheckedExpr> ownMember(Expr.Name name, Expr.Call call, Type expected) {
        Optional<TypeSymbol> type = body.context().function().ownerType();
        Optional<Variable> self = body.find("self");
        if (type.isEmpty() || self.isEmpty()) {
            return Optional.empty();
        }
        FunctionSymbol method = type.get().methods().get(name.text());
        if (method != null) {
            body.program().callsSibling(body.context().function(), method);
            var receiver = new CheckedExpr.Read(self.get().local(), name.span());
            return Optional.of(
                    function(method, name.typeArguments(), Optional.of(receiver), call, expected));
        }
        return body.members().ownField(name.text(), name.span()).map(field -> value(field, call));
    }

    /// A function that a bare name stands for: an alias first, then one of this module.
    Optional<FunctionSymbol> visibleFunction(String name) {
        ModuleSymbol module = body.context().module();
        ModuleSymbol.Alias alias = module.aliases().get(name);
        return alias != null
                ? Optional.ofNullable(alias.module().functions().get(alias.function()))
                : module.function(name);
    }

    private CheckedExpr undeclared(Expr.Name name, Expr.Call call) {
        body.problems()
                .add(
                        new NameProblem.Undeclared(
                                name.span(), name.text(), body.expressions().hintFor(name.text())));
        call.arguments()
                .forEach(
                        argument ->
                                body.expressions().check(argument.value(), ExpressionChecker.ANY));
        return Body.unknown(call.span());
    }

    // By member

    private CheckedExpr byMember(Expr.Member member, Expr.Call call, Type expected) {
        if (member.receiver() instanceof Expr.Name name && body.members().isNotAValue(name)) {
            Optional<CheckedExpr> special = onName(name, member, call, expected);
            if (special.isPresent()) {
                return special.get();
            }
        }
        CheckedExpr receiver = body.expressions().value(member.receiver());
        return method(receiver, member.name(), call.arguments(), call.span(), expected);
    }

    /// A call on a type, a module or a namespace; empty if the name is none of them.
    private Optional<CheckedExpr> onName(
            Expr.Name name, Expr.Member member, Expr.Call call, Type expected) {
        ModuleSymbol module = body.context().module();
        Optional<TypeSymbol> type = module.type(name.text());
        if (type.isPresent()) {
            return Optional.of(onType(type.get(), name, member, call, expected));
        }
        Optional<CheckedExpr> matrix =
                module.matrix(name.text()).map(symbol -> constructors.matrix(symbol, member, call));
        if (matrix.isPresent()) {
            return matrix;
        }
        ModuleSymbol imported = module.imports().get(name.text());
        if (imported != null) {
            return Optional.of(inModule(imported, name, member, call, expected));
        }
        return namespaces.call(name, member, call, expected);
    }

    private CheckedExpr inModule(
            ModuleSymbol imported,
            Expr.Name name,
            Expr.Member member,
            Expr.Call call,
            Type expected) {
        ExternSymbol extern = imported.externs().get(member.name().text());
        if (extern != null && imported.isPackage()) {
            return extern(extern, call);
        }
        return body.members()
                .functionIn(imported, member.name())
                .map(
                        function ->
                                function(
                                        function,
                                        name.typeArguments(),
                                        Optional.empty(),
                                        call,
                                        expected))
                .orElseGet(() -> Body.unknown(call.span()));
    }

    private CheckedExpr onType(
            TypeSymbol type, Expr.Name name, Expr.Member member, Expr.Call call, Type expected) {
        Optional<TypeSymbol.Variant> variant = type.variant(member.name().text());
        if (variant.isPresent()) {
            return constructors.variant(type, variant.get(), name, call, expected);
        }
        FunctionSymbol method = type.methods().get(member.name().text());
        if (method != null) {
            body.program().callsOnType(method, member.name().span());
            Type owner = constructors.instantiate(type, name.typeArguments(), name.span());
            var nobody = new CheckedExpr.Zero(owner, member.span());
            return function(method, List.of(), Optional.of(nobody), call, expected);
        }
        if (member.name().text().equals("new") && !type.isEnum()) {
            return constructors.struct(
                    type, name, new Expr.Call(name, call.arguments(), call.span()), expected);
        }
        var names = new ArrayList<>(type.methods().keySet());
        type.variants().forEach(each -> names.add(each.name()));
        return undefined(member.name(), type.name(), names);
    }

    /// `Enum.Variant` without a call, or a mistake.
    CheckedExpr variantOrStatic(
            TypeSymbol type, Expr.Name name, Expr.Member member, Type expected) {
        Optional<TypeSymbol.Variant> variant = type.variant(member.name().text());
        if (variant.isPresent()) {
            var call = new Expr.Call(member, List.of(), member.span());
            return constructors.variant(type, variant.get(), name, call, expected);
        }
        List<String> names = type.variants().stream().map(TypeSymbol.Variant::name).toList();
        body.problems()
                .add(
                        new TypeProblem.UnknownField(
                                member.name().span(),
                                member.name().text(),
                                type.name(),
                                Similar.hint(member.name().text(), names)));
        return Body.unknown(member.span());
    }

    // Methods

    /// A method call on a value.
    CheckedExpr method(
            CheckedExpr given,
            Identifier name,
            List<Expr.Argument> written,
            Span span,
            Type expected) {
        CheckedExpr receiver = body.conversions().present(given);
        Type type = body.resolved(receiver);
        var call = new Expr.Call(new Expr.Missing(span), written, span);
        return switch (type) {
            case Type.User user -> ofUser(user, receiver, name, call, expected);
            case Type.Matrix matrix -> constructors.onMatrix(matrix.symbol(), receiver, name, call);
            case Basic.UNKNOWN -> {
                written.forEach(
                        argument ->
                                body.expressions().check(argument.value(), ExpressionChecker.ANY));
                yield Body.unknown(span);
            }
            default -> builtIn(receiver, type, name, call);
        };
    }

    private CheckedExpr ofUser(
            Type.User user, CheckedExpr receiver, Identifier name, Expr.Call call, Type expected) {
        FunctionSymbol method = user.symbol().methods().get(name.text());
        if (method != null) {
            return function(method, List.of(), Optional.of(receiver), call, expected);
        }
        int field = user.symbol().fieldIndex(name.text());
        if (field >= 0) {
            return value(body.members().field(receiver, field, receiver.span()), call);
        }
        return undefined(
                name, user.symbol().name(), user.symbol().methods().keySet().stream().toList());
    }

    private CheckedExpr builtIn(CheckedExpr receiver, Type type, Identifier name, Expr.Call call) {
        if (type == Basic.STRING && call.arguments().size() == 1) {
            Optional<CheckedExpr> operator = stringOperator(receiver, name, call);
            if (operator.isPresent()) {
                return operator.get();
            }
        }
        if (type == Basic.STRING && name.text().equals("print")) {
            return namespaces.print(Operation.PRINT, receiver, call);
        }
        Optional<Type> first =
                type == Basic.JSON && !call.arguments().isEmpty()
                        ? Optional.of(
                                body.expressions()
                                        .value(call.arguments().getFirst().value())
                                        .type())
                        : Optional.empty();
        Optional<BuiltIns.BuiltIn> method = BuiltIns.method(type, name.text(), first);
        if (method.isEmpty()) {
            call.arguments()
                    .forEach(
                            argument ->
                                    body.expressions()
                                            .check(argument.value(), ExpressionChecker.ANY));
            return undefined(name, BuiltIns.receiverName(type), BuiltIns.methodNames(type));
        }
        return switch (method.get()) {
            case BuiltIns.BuiltIn.Converts(Conversion conversion, Type result) -> {
                arguments.match(name.text(), List.of(), call);
                yield new CheckedExpr.Convert(conversion, receiver, result, call.span());
            }
            case BuiltIns.BuiltIn.Operates operates -> operate(operates, receiver, name, call);
        };
    }

    /// `s.concat(t)` and `s.eq(t)` are operators under other names.
    private Optional<CheckedExpr> stringOperator(
            CheckedExpr receiver, Identifier name, Expr.Call call) {
        Expr argument = call.arguments().getFirst().value();
        return switch (name.text()) {
            case "concat" ->
                    Optional.of(
                            new CheckedExpr.Concatenate(
                                    receiver,
                                    body.expressions().value(argument, Basic.STRING),
                                    call.span()));
            case "eq" ->
                    Optional.of(
                            new CheckedExpr.Compare(
                                    BinaryOperator.EQUAL,
                                    receiver,
                                    body.expressions().value(argument, Basic.STRING),
                                    call.span()));
            default -> Optional.empty();
        };
    }

    private CheckedExpr operate(
            BuiltIns.BuiltIn.Operates operates,
            CheckedExpr receiver,
            Identifier name,
            Expr.Call call) {
        checkPure(operates.operation(), call.span());
        List<CheckedExpr> values = arguments.values(name.text(), operates.parameters(), call);
        var all = new ArrayList<CheckedExpr>();
        all.add(receiver);
        all.addAll(values);
        return new CheckedExpr.Operate(
                operates.operation(), all, Types.resolved(operates.result()), call.span());
    }

    private CheckedExpr undefined(Identifier name, String type, List<String> candidates) {
        body.problems()
                .add(
                        new TypeProblem.UndefinedMethod(
                                name.span(),
                                name.text(),
                                type,
                                Similar.hint(name.text(), candidates)));
        return Body.unknown(name.span());
    }

    // Functions

    /// A call of a declared function; of a method, with its receiver.
    CheckedExpr function(
            FunctionSymbol function,
            List<TypeExpr> typeArguments,
            Optional<CheckedExpr> receiver,
            Expr.Call call,
            Type expected) {
        checkKind(function, call.span());
        Map<Type.Parameter, Type> bindings = new LinkedHashMap<>();
        receiver.ifPresent(
                value -> {
                    var owner = (Type.User) body.resolved(value);
                    bindings.putAll(owner.symbol().bindings(owner.arguments()));
                });
        bindOwn(function, typeArguments, bindings, call.span());
        List<Type> parameters =
                function.parameters().stream()
                        .map(parameter -> Types.substituted(parameter.type(), bindings))
                        .toList();
        List<String> names =
                function.parameters().stream().map(FunctionSymbol.Parameter::name).toList();
        Type result = Types.substituted(function.result(), bindings);
        List<CheckedExpr> values = arguments.values(function.name(), names, parameters, call);
        if (Types.mentionsOpen(result)) {
            Conversions.unify(result, expected);
        }
        return finish(function, bindings, receiver, values, result, call.span());
    }

    void bindOwn(
            FunctionSymbol function,
            List<TypeExpr> written,
            Map<Type.Parameter, Type> bindings,
            Span span) {
        List<Type.Parameter> own = function.ownParameters();
        boolean isExplicit = !written.isEmpty();
        if (isExplicit && written.size() != own.size()) {
            body.problems()
                    .add(
                            new TypeProblem.TypeArgumentCount(
                                    span, function.name(), own.size(), written.size()));
        }
        for (int i = 0; i < own.size(); i++) {
            bindings.put(
                    own.get(i),
                    i < written.size()
                            ? body.context().types().resolve(written.get(i))
                            : new Type.Open());
        }
    }

    private CheckedExpr finish(
            FunctionSymbol function,
            Map<Type.Parameter, Type> bindings,
            Optional<CheckedExpr> receiver,
            List<CheckedExpr> values,
            Type result,
            Span span) {
        List<Type> types =
                function.allParameters().stream()
                        .map(parameter -> Types.settled(bindings.get(parameter)))
                        .toList();
        boolean fits = checkBounds(function, bindings, span);
        FunctionInstance instance =
                fits
                        ? body.program().instances().of(function, types, span)
                        : new FunctionInstance(function, types);
        var all = new ArrayList<CheckedExpr>();
        receiver.ifPresent(all::add);
        all.addAll(values);
        Type type = Types.resolved(result);
        return function.kind() == FunctionKind.TASK
                ? new CheckedExpr.StartTask(instance, all, type, span)
                : new CheckedExpr.Call(instance, all, type, span);
    }

    /// Whether the type arguments satisfy their bounds; a report if not.
    private boolean checkBounds(
            FunctionSymbol function, Map<Type.Parameter, Type> bindings, Span span) {
        List<Decl.Generic> generics = function.declaration().signature().generics();
        int before = body.problems().count();
        for (int i = 0; i < generics.size(); i++) {
            Type type = bindings.get(function.ownParameters().get(i));
            for (Identifier bound : generics.get(i).bounds()) {
                Bounds.missing(type, bound, function.module())
                        .ifPresent(
                                why ->
                                        body.problems()
                                                .add(
                                                        new TypeProblem.BoundNotMet(
                                                                span, type, bound.text(), why)));
            }
        }
        return body.problems().count() == before;
    }

    private CheckedExpr extern(ExternSymbol extern, Expr.Call call) {
        FunctionContext context = body.context();
        if (context.kind() != FunctionKind.FUNC) {
            body.problems()
                    .add(
                            new KindProblem.CallsExtern(
                                    call.span(),
                                    extern.name(),
                                    context.kind().word(),
                                    context.name(),
                                    extern.declaration().name().span()));
        }
        List<String> names =
                extern.parameters().stream().map(FunctionSymbol.Parameter::name).toList();
        List<Type> types =
                extern.parameters().stream().map(FunctionSymbol.Parameter::type).toList();
        List<CheckedExpr> values = arguments.values(extern.name(), names, types, call);
        return new CheckedExpr.CallExtern(extern, values, extern.result(), call.span());
    }

    /// A call of a function value.
    private CheckedExpr value(CheckedExpr given, Expr.Call call) {
        CheckedExpr callee = body.conversions().present(given);
        Type type = body.resolved(callee);
        if (!(type instanceof Type.Function function)) {
            call.arguments()
                    .forEach(
                            argument ->
                                    body.expressions()
                                            .check(argument.value(), ExpressionChecker.ANY));
            if (!Types.isUnknown(type)) {
                body.problems().add(new TypeProblem.NotCallable(call.callee().span(), type));
            }
            return Body.unknown(call.span());
        }
        if (body.context().isFormula() && function.kind() != FunctionKind.FORMULA) {
            body.problems()
                    .add(
                            new KindProblem.NotPure(
                                    call.span(),
                                    body.context().name(),
                                    "call a %s value".formatted(function.kind().word())));
        }
        List<CheckedExpr> values =
                arguments.values(given.span().text(), function.parameters(), call);
        return new CheckedExpr.CallValue(callee, values, function.result(), call.span());
    }

    // Kinds

    private void checkKind(FunctionSymbol callee, Span call) {
        FunctionContext caller = body.context();
        boolean isAllowed =
                switch (caller.kind()) {
                    case FORMULA -> callee.kind() == FunctionKind.FORMULA;
                    case TASK -> callee.kind() != FunctionKind.FUNC;
                    case FUNC -> true;
                };
        if (!isAllowed) {
            body.problems()
                    .add(
                            new KindProblem.CallsKind(
                                    call,
                                    caller.kind().word(),
                                    caller.name(),
                                    callee.kind().word(),
                                    callee.toString(),
                                    caller.isFormula() ? "formulas" : "formulas and tasks",
                                    callee.declaration().name().span()));
        }
    }

    /// Reports an operation that does more than compute, in a formula.
    void checkPure(Operation operation, Span call) {
        if (!body.context().isFormula() || operation.effect() == Operation.Effect.NONE) {
            return;
        }
        String what =
                switch (operation.effect()) {
                    case NONE -> throw new IllegalStateException("a pure operation: " + operation);
                    case PRINTS -> "print";
                    case SHARED -> "use what other tasks see";
                    case WORLD -> "reach the system";
                };
        body.problems().add(new KindProblem.NotPure(call, body.context().name(), what));
    }
}
