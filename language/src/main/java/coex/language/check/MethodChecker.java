package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.Conversion;
import coex.language.checked.Operation;
import coex.language.source.Span;
import coex.language.syntax.BinaryOperator;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.type.FunctionSymbol;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.TypeProblem;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks calls of methods on values: of a program's types, of matrices, and of what is built in.
final class MethodChecker {

    private final Body body;
    private final ArgumentMatcher arguments;
    private final InvocationChecker invocations;
    private final ConstructorChecker constructors;
    private final NamespaceChecker namespaces;

    MethodChecker(
            Body body,
            ArgumentMatcher arguments,
            InvocationChecker invocations,
            ConstructorChecker constructors,
            NamespaceChecker namespaces) {
        this.body = body;
        this.arguments = arguments;
        this.invocations = invocations;
        this.constructors = constructors;
        this.namespaces = namespaces;
    }

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
            body.meanings().function(method, name.span());
            return invocations.function(method, List.of(), Optional.of(receiver), call, expected);
        }
        int field = user.symbol().fieldIndex(name.text());
        if (field >= 0) {
            body.meanings().field(user.symbol(), field, name.span());
            return invocations.value(body.members().field(receiver, field, receiver.span()), call);
        }
        return undefined(
                name, user.symbol().name(), user.symbol().methods().keySet().stream().toList());
    }

    private CheckedExpr builtIn(CheckedExpr receiver, Type type, Identifier name, Expr.Call call) {
        body.meanings().builtInMethod(type, name);
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
        Optional<BuiltIns.BuiltIn> method = BuiltInMethods.method(type, name.text(), first);
        if (method.isEmpty()) {
            call.arguments()
                    .forEach(
                            argument ->
                                    body.expressions()
                                            .check(argument.value(), ExpressionChecker.ANY));
            return undefined(
                    name, BuiltInMethods.receiverName(type), BuiltInMethods.methodNames(type));
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
        body.kinds().checkPure(operates.operation(), call.span());
        int last = operates.parameters().size() - 1;
        List<CheckedExpr> values =
                arguments.values(
                        name.text(),
                        operates.parameters(),
                        call,
                        i ->
                                takesPart(receiver, name.text(), i == last)
                                        ? TypeOrigin.reason(
                                                TypeProblem.Reason.parameter("", name.text()),
                                                receiver)
                                        : new TypeProblem.Reason(
                                                TypeProblem.Reason.parameter("", name.text()),
                                                Optional.empty()));
        var all = new ArrayList<CheckedExpr>();
        all.add(receiver);
        all.addAll(values);
        return new CheckedExpr.Operate(
                operates.operation(), all, Types.resolved(operates.result()), call.span());
    }

    /// Whether a parameter of a method is an element, key or value of the receiver.
    private boolean takesPart(CheckedExpr receiver, String method, boolean isLast) {
        return switch (body.resolved(receiver)) {
            case Type.MapOf _ -> true;
            case Type.SetOf _ -> Set.of("add", "has", "remove").contains(method);
            case Type.ListOf _, Type.ArrayOf _ ->
                    isLast && Set.of("append", "set").contains(method);
            default -> false;
        };
    }

    /// Reports a method that a type does not have.
    CheckedExpr undefined(Identifier name, String type, List<String> candidates) {
        body.problems()
                .add(
                        new TypeProblem.UndefinedMethod(
                                name.span(),
                                name.text(),
                                type,
                                OtherNames.hint(name.text(), candidates)));
        return Body.unknown(name.span());
    }
}
