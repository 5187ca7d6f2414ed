package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.problem.Similar;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.type.ExternSymbol;
import coex.language.type.FunctionSymbol;
import coex.language.type.ModuleSymbol;
import coex.language.type.NameProblem;
import coex.language.type.Type;
import coex.language.type.TypeProblem;
import coex.language.type.TypeSymbol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks calls: finds what is called.
///
/// What is done with it then is in [InvocationChecker] for functions, [MethodChecker] for methods,
/// [ConstructorChecker] for constructors, [NamespaceChecker] for what is built in under a name.
final class CallChecker {

    private final Body body;
    private final InvocationChecker invocations;
    private final ConstructorChecker constructors;
    private final NamespaceChecker namespaces;
    private final MethodChecker methods;

    CallChecker(Body body) {
        this.body = body;
        var arguments = new ArgumentMatcher(body);
        this.invocations = new InvocationChecker(body, arguments);
        this.constructors = new ConstructorChecker(body, arguments);
        this.namespaces = new NamespaceChecker(body, arguments);
        this.methods = new MethodChecker(body, arguments, invocations, constructors, namespaces);
    }

    /// Calls whose callee is known.
    InvocationChecker invocations() {
        return invocations;
    }

    MethodChecker methods() {
        return methods;
    }

    CheckedExpr call(Expr.Call call, Type expected) {
        return switch (call.callee()) {
            case Expr.Name name -> byName(name, call, expected);
            case Expr.Member member -> byMember(member, call, expected);
            default -> invocations.value(body.expressions().value(call.callee()), call);
        };
    }

    // By name

    private CheckedExpr byName(Expr.Name name, Expr.Call call, Type expected) {
        Optional<Variable> variable = body.find(name.text());
        if (variable.isPresent()) {
            return invocations.value(
                    body.expressions().read(variable.get(), name.text(), name.span()), call);
        }
        Optional<CheckedExpr> own = ownMember(name, call, expected);
        if (own.isPresent()) {
            return own.get();
        }
        Optional<FunctionSymbol> function = visibleFunction(name.text());
        if (function.isPresent()) {
            body.meanings().function(function.get(), name, body.context().module());
            return invocations.function(
                    function.get(), name.typeArguments(), Optional.empty(), call, expected);
        }
        Optional<ExternSymbol> extern = body.context().module().extern(name.text());
        if (extern.isPresent()) {
            body.meanings().extern(extern.get(), Meanings.wordOf(name));
            return invocations.extern(extern.get(), call);
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
            body.meanings().function(method, Meanings.wordOf(name));
            body.program().callsSibling(body.context().function(), method);
            var receiver = new CheckedExpr.Read(self.get().local(), name.span());
            return Optional.of(
                    invocations.function(
                            method, name.typeArguments(), Optional.of(receiver), call, expected));
        }
        return body.members()
                .ownField(name.text(), name.span())
                .map(field -> invocations.value(field, call));
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
        if (!body.context().module().failedAliases().contains(name.text())) {
            body.problems()
                    .add(onValue(name, call).orElseGet(() -> body.expressions().undeclared(name)));
        }
        call.arguments()
                .forEach(
                        argument ->
                                body.expressions().check(argument.value(), ExpressionChecker.ANY));
        return Body.unknown(call.span());
    }

    /// `len(xs)`, which is `xs.len()`.
    private Optional<NameProblem> onValue(Expr.Name name, Expr.Call call) {
        boolean isMethod =
                call.arguments().size() > 0
                        && BuiltInMethods.isMethodOfAny(OtherNames.of(name.text()));
        return isMethod
                ? Optional.of(
                        new NameProblem.Undeclared(
                                name.span(),
                                name.text(),
                                "there is no such function",
                                Optional.empty(),
                                Optional.of(
                                        "it is a method: `%s.%s(...)`."
                                                .formatted(
                                                        call.arguments()
                                                                .getFirst()
                                                                .value()
                                                                .span()
                                                                .text(),
                                                        OtherNames.of(name.text())))))
                : Optional.empty();
    }

    // By member

    private CheckedExpr byMember(Expr.Member member, Expr.Call call, Type expected) {
        if (member.receiver() instanceof Expr.Name name && body.members().isNotAValue(name)) {
            Optional<CheckedExpr> special = onName(name, member, call, expected);
            if (special.isPresent()) {
                return special.get();
            }
        }
        Optional<CheckedExpr> ofModule =
                body.members()
                        .moduleOf(member.receiver())
                        .flatMap(imported -> onTypeOf(imported, member, call, expected));
        if (ofModule.isPresent()) {
            return ofModule.get();
        }
        CheckedExpr receiver = body.expressions().value(member.receiver());
        return methods.method(receiver, member.name(), call.arguments(), call.span(), expected);
    }

    /// A call on a type, a module or a namespace; empty if the name is none of them.
    private Optional<CheckedExpr> onName(
            Expr.Name name, Expr.Member member, Expr.Call call, Type expected) {
        ModuleSymbol module = body.context().module();
        Optional<TypeSymbol> type = module.type(name.text());
        if (NameProblem.Ambiguous.isReported(module, name.text(), name.span(), body.problems())) {
            return Optional.of(Body.unknown(call.span()));
        }
        if (type.isPresent()) {
            return Optional.of(onType(type.get(), name, member, call, expected));
        }
        Optional<CheckedExpr> matrix =
                module.matrix(name.text())
                        .map(
                                symbol -> {
                                    body.meanings().matrix(symbol, Meanings.wordOf(name));
                                    return constructors.matrix(symbol, member, call);
                                });
        if (matrix.isPresent()) {
            return matrix;
        }
        ModuleSymbol imported = module.imports().get(name.text());
        if (imported != null) {
            return Optional.of(inModule(imported, name, member, call, expected));
        }
        return namespaces.call(name, member, call, expected);
    }

    /// `net.Conn.open(4)`: a call on a type or matrix of a module; empty if it has none of that
    /// name.
    private Optional<CheckedExpr> onTypeOf(
            ModuleSymbol imported, Expr.Member member, Expr.Call call, Type expected) {
        Expr.Name name = MemberChecker.nameIn(member.receiver());
        return Optional.ofNullable(imported.types().get(name.text()))
                .map(type -> onType(type, name, member, call, expected))
                .or(
                        () ->
                                Optional.ofNullable(imported.matrices().get(name.text()))
                                        .map(matrix -> constructors.matrix(matrix, member, call)));
    }

    private CheckedExpr inModule(
            ModuleSymbol imported,
            Expr.Name name,
            Expr.Member member,
            Expr.Call call,
            Type expected) {
        body.meanings().module(imported, name);
        ExternSymbol extern = imported.externs().get(member.name().text());
        if (extern != null && imported.isPackage()) {
            body.meanings().extern(extern, member.name().span());
            return invocations.extern(extern, call);
        }
        TypeSymbol type = imported.types().get(member.name().text());
        if (type != null && !type.isEnum()) {
            body.meanings().type(type, MemberChecker.nameIn(member));
            return constructors.struct(type, name, call, expected);
        }
        return body.members()
                .functionIn(imported, member.name())
                .map(
                        function ->
                                invocations.function(
                                        function,
                                        name.typeArguments(),
                                        Optional.empty(),
                                        call,
                                        expected))
                .orElseGet(() -> Body.unknown(call.span()));
    }

    private CheckedExpr onType(
            TypeSymbol type, Expr.Name name, Expr.Member member, Expr.Call call, Type expected) {
        body.meanings().type(type, name);
        Optional<TypeSymbol.Variant> variant = type.variant(member.name().text());
        if (variant.isPresent()) {
            body.meanings().variant(type, variant.get(), member.name().span());
            return constructors.variant(type, variant.get(), name, call, expected);
        }
        FunctionSymbol method = type.methods().get(member.name().text());
        if (method != null) {
            body.meanings().function(method, member.name().span());
            body.program().callsOnType(method, member.name().span());
            Type owner = constructors.instantiate(type, name.typeArguments(), name.span());
            var nobody = new CheckedExpr.Zero(owner, member.span());
            return invocations.function(method, List.of(), Optional.of(nobody), call, expected);
        }
        if (member.name().text().equals("new") && !type.isEnum()) {
            return constructors.struct(
                    type, name, new Expr.Call(name, call.arguments(), call.span()), expected);
        }
        var names = new ArrayList<>(type.methods().keySet());
        type.variants().forEach(each -> names.add(each.name()));
        return methods.undefined(member.name(), type.name(), names);
    }

    /// `Enum.Variant` without a call, or a mistake.
    CheckedExpr variantOrStatic(
            TypeSymbol type, Expr.Name name, Expr.Member member, Type expected) {
        body.meanings().type(type, name);
        Optional<TypeSymbol.Variant> variant = type.variant(member.name().text());
        if (variant.isPresent()) {
            body.meanings().variant(type, variant.get(), member.name().span());
            var call = new Expr.Call(member, List.of(), member.span());
            return constructors.variant(type, variant.get(), name, call, expected);
        }
        List<String> names = type.variants().stream().map(TypeSymbol.Variant::name).toList();
        body.problems()
                .add(
                        ofValues(type, member.name())
                                .orElseGet(
                                        () ->
                                                new TypeProblem.UnknownField(
                                                        member.name().span(),
                                                        member.name().text(),
                                                        type.name(),
                                                        type.isEnum() ? "case" : "static member",
                                                        Similar.hint(member.name().text(), names)
                                                                .or(() -> allCases(type)))));
        return Body.unknown(member.span());
    }

    private static Optional<String> allCases(TypeSymbol type) {
        return type.isEnum() && !type.variants().isEmpty()
                ? Optional.of("it has `%s`.".formatted(ExpressionChecker.variants(type)))
                : Optional.empty();
    }

    /// A field or method of values, asked of the type itself.
    private static Optional<TypeProblem> ofValues(TypeSymbol type, Identifier name) {
        boolean isField = type.fieldIndex(name.text()) >= 0;
        boolean isMethod = type.methods().containsKey(name.text());
        if (!isField && !isMethod) {
            return Optional.empty();
        }
        return Optional.of(
                new TypeProblem.NotOfTheType(
                        name.span(),
                        isField
                                ? "'%s' is a field of values of type '%s', not of the type."
                                        .formatted(name.text(), type.name())
                                : "'%s' is a method of '%s', and no value."
                                        .formatted(name.text(), type.name()),
                        isField
                                ? "read it from a value: `x.%s`.".formatted(name.text())
                                : "call it: `%s.%s(...)`.".formatted(type.name(), name.text())));
    }
}
