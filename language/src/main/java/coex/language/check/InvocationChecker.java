package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.FunctionInstance;
import coex.language.source.Span;
import coex.language.syntax.Decl;
import coex.language.syntax.Expr;
import coex.language.syntax.FunctionKind;
import coex.language.syntax.Identifier;
import coex.language.syntax.TypeExpr;
import coex.language.type.Bounds;
import coex.language.type.ExternSymbol;
import coex.language.type.FunctionSymbol;
import coex.language.type.Type;
import coex.language.type.TypeProblem;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks calls whose callee is known: gives each parameter its argument, and infers type
/// arguments.
///
/// Type parameters become open types while a call is checked: an argument that meets one fixes it.
final class InvocationChecker {

    private final Body body;
    private final ArgumentMatcher arguments;

    InvocationChecker(Body body, ArgumentMatcher arguments) {
        this.body = body;
        this.arguments = arguments;
    }

    /// A call of a declared function; of a method, with its receiver.
    CheckedExpr function(
            FunctionSymbol function,
            List<TypeExpr> typeArguments,
            Optional<CheckedExpr> receiver,
            Expr.Call call,
            Type expected) {
        body.kinds().checkKind(function, call.span());
        body.meanings().arguments(function, call);
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
        List<CheckedExpr> values =
                arguments.values(
                        function.name(),
                        Optional.of(function.declaration().name().span()),
                        names,
                        parameters,
                        call);
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
                                                                span, type, bound, why)));
            }
        }
        return body.problems().count() == before;
    }

    /// A call of a foreign function.
    CheckedExpr extern(ExternSymbol extern, Expr.Call call) {
        body.kinds().checkExtern(extern, call.span());
        body.meanings().arguments(extern, call);
        checkForeign(extern, call);
        List<String> names =
                extern.parameters().stream().map(FunctionSymbol.Parameter::name).toList();
        List<Type> types =
                extern.parameters().stream().map(FunctionSymbol.Parameter::type).toList();
        List<CheckedExpr> values =
                arguments.values(
                        extern.name(),
                        Optional.of(extern.declaration().name().span()),
                        names,
                        types,
                        call);
        return new CheckedExpr.CallExtern(extern, values, extern.result(), call.span());
    }

    /// Reports a call that C cannot take or answer. A declaration alone is no mistake.
    private void checkForeign(ExternSymbol extern, Expr.Call call) {
        List<Type> types = new ArrayList<>();
        extern.parameters().forEach(parameter -> types.add(parameter.type()));
        if (extern.result() != Type.Basic.NOTHING) {
            types.add(extern.result());
        }
        types.stream()
                .filter(type -> !isForeign(type))
                .findFirst()
                .ifPresent(
                        type ->
                                body.problems()
                                        .add(
                                                new KindProblem.NoForeignType(
                                                        call.span(),
                                                        extern.name(),
                                                        type.spelling(),
                                                        extern.declaration().name().span())));
    }

    private static boolean isForeign(Type type) {
        return type instanceof Type.Basic basic
                && switch (basic) {
                    case INT, FLOAT, BOOL, STRING, BYTE, CHAR, POSIX, UNKNOWN -> true;
                    default -> false;
                };
    }

    /// A call of a function value.
    CheckedExpr value(CheckedExpr given, Expr.Call call) {
        CheckedExpr callee = body.conversions().present(given);
        Type type = body.resolved(callee);
        if (!(type instanceof Type.Function function)) {
            call.arguments()
                    .forEach(
                            argument ->
                                    body.expressions()
                                            .check(argument.value(), ExpressionChecker.ANY));
            if (!Types.isUnknown(type)) {
                body.problems()
                        .add(
                                new TypeProblem.NotCallable(
                                        call.callee().span(), type, TypeOrigin.of(given)));
            }
            return Body.unknown(call.span());
        }
        body.kinds().checkValue(function, call.span());
        List<CheckedExpr> values =
                arguments.values(given.span().text(), function.parameters(), call);
        return new CheckedExpr.CallValue(callee, values, function.result(), call.span());
    }
}
