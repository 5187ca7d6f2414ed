package coex.language.check;

import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedFunction;
import coex.language.checked.CheckedStmt;
import coex.language.checked.FunctionInstance;
import coex.language.checked.Local;
import coex.language.source.Span;
import coex.language.syntax.Expr;
import coex.language.syntax.Identifier;
import coex.language.type.FunctionSymbol;
import coex.language.type.NameProblem;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks functions that are values: names of functions, and lambdas.
final class FunctionValueChecker {

    private final Body body;
    private int lambdas;

    FunctionValueChecker(Body body) {
        this.body = body;
    }

    CheckedExpr functionValue(FunctionSymbol function, Expr.Name name) {
        Map<Type.Parameter, Type> bindings = new LinkedHashMap<>();
        body.calls().invocations().bindOwn(function, name.typeArguments(), bindings, name.span());
        List<Type> types =
                function.ownParameters().stream()
                        .map(parameter -> Types.settled(bindings.get(parameter)))
                        .toList();
        FunctionInstance instance = body.program().instances().of(function, types, name.span());
        var type =
                new Type.Function(
                        function.kind(),
                        function.parameters().stream()
                                .map(parameter -> Types.substituted(parameter.type(), bindings))
                                .toList(),
                        Types.substituted(function.result(), bindings));
        return new CheckedExpr.FunctionValue(instance, Types.resolved(type), name.span());
    }

    CheckedExpr lambda(Expr.Lambda lambda) {
        FunctionContext outer = body.context();
        String name = outer.name() + FunctionContext.LAMBDA + ++lambdas;
        var context =
                new FunctionContext(
                        outer.module(),
                        outer.function(),
                        name,
                        lambda.kind(),
                        new Type.Open(),
                        outer.types());
        Body inner = body.lambda(context);
        var parameters = new ArrayList<Local>();
        var declared = new HashMap<String, Span>();
        for (var parameter : lambda.parameters()) {
            refuseSecond(parameter.name(), declared);
            Type type = outer.types().resolve(parameter.type());
            parameters.add(inner.declareBound(parameter.name(), type));
        }
        CheckedExpr value = inner.expressions().check(lambda.body(), ExpressionChecker.ANY);
        boolean isCallWithoutValue = inner.resolved(value) == Basic.NOTHING;
        return lambdaOf(
                lambda,
                inner,
                parameters,
                isCallWithoutValue ? value : inner.expressions().value(value));
    }

    private void refuseSecond(Identifier name, Map<String, Span> declared) {
        Span first = declared.putIfAbsent(name.text(), name.span());
        if (first != null) {
            body.problems().add(new NameProblem.DeclaredTwice(name.span(), name.text(), first));
        }
    }

    private static CheckedExpr lambdaOf(
            Expr.Lambda lambda, Body inner, List<Local> parameters, CheckedExpr value) {
        boolean hasResult = inner.resolved(value) != Basic.NOTHING;
        CheckedStmt statement =
                hasResult
                        ? new CheckedStmt.Return(
                                Optional.of(
                                        inner.conversions()
                                                .convert(value, inner.context().result())),
                                value.span())
                        : new CheckedStmt.Evaluate(value, value.span());
        Type result = hasResult ? Types.settled(inner.context().result()) : Basic.NOTHING;
        var type =
                new Type.Function(
                        lambda.kind(), parameters.stream().map(Local::type).toList(), result);
        var all = new ArrayList<>(inner.capturedInside());
        all.addAll(parameters);
        ParameterLimit.check(
                lambda.span(), "This function takes and captures %d values", all, inner.problems());
        var function =
                new CheckedFunction(
                        inner.context().name(),
                        lambda.kind(),
                        all,
                        result,
                        List.of(statement),
                        lambda.span());
        List<Local> captured = inner.capturedOutside().stream().map(Variable::local).toList();
        return new CheckedExpr.Lambda(function, captured, type, lambda.span());
    }
}
