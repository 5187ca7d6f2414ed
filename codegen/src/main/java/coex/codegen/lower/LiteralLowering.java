package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.RuntimeMethod;
import coex.language.checked.CheckedExpr;
import coex.language.type.Type;
import coex.language.type.Types;

import java.util.List;

/// Lowers texts, and literals of collections and json, which are made part by part.
final class LiteralLowering {

    private final RoutineBuilder builder;
    private final ExpressionLowering expressions;

    LiteralLowering(RoutineBuilder builder, ExpressionLowering expressions) {
        this.builder = builder;
        this.expressions = expressions;
    }

    Register text(String value) {
        return builder.load(value.isEmpty() ? new Constant.Empty() : new Constant.Text(value));
    }

    Register elements(CheckedExpr.Elements elements) {
        Type type = Types.settled(elements.type());
        RuntimeMethod add =
                type instanceof Type.ListOf
                        ? RuntimeMethods.safepoint("ListCalls", "append")
                        : RuntimeMethods.safepoint("SetCalls", "add");
        Register result = builder.register(Kind.HANDLE);
        builder.copy(result, builder.load(new Constant.Empty()));
        boolean hasTasks =
                elements.elements().stream().anyMatch(CheckedExpr.StartTask.class::isInstance);
        List<Register> results = hasTasks ? expressions.all(elements.elements()) : List.of();
        for (int i = 0; i < elements.elements().size(); i++) {
            Register value =
                    hasTasks ? results.get(i) : expressions.lower(elements.elements().get(i));
            builder.copy(
                    result,
                    builder.call(
                            add,
                            Kind.HANDLE,
                            List.of(
                                    new Argument.CollectionObject(type),
                                    ExpressionLowering.in(result),
                                    new Argument.AsBits(value))));
        }
        return result;
    }

    Register entries(CheckedExpr.Entries entries) {
        Type type = Types.settled(entries.type());
        Register result = builder.register(Kind.HANDLE);
        builder.copy(result, builder.load(new Constant.Empty()));
        for (int i = 0; i < entries.keys().size(); i++) {
            Register key = expressions.lower(entries.keys().get(i));
            Register value = expressions.lower(entries.values().get(i));
            builder.copy(
                    result,
                    builder.call(
                            RuntimeMethods.safepoint("MapCalls", "set"),
                            Kind.HANDLE,
                            List.of(
                                    new Argument.CollectionObject(type),
                                    ExpressionLowering.in(result),
                                    new Argument.AsBits(key),
                                    new Argument.AsBits(value))));
        }
        return result;
    }

    Register json(CheckedExpr.JsonObject object) {
        Register result = builder.register(Kind.HANDLE);
        builder.copy(result, builder.call(RuntimeMethods.EMPTY_OBJECT, Kind.HANDLE, List.of()));
        for (int i = 0; i < object.names().size(); i++) {
            Register value = expressions.lower(object.values().get(i));
            Register name = text(object.names().get(i));
            builder.copy(
                    result,
                    builder.call(
                            RuntimeMethods.SET_FIELD,
                            Kind.HANDLE,
                            List.of(
                                    ExpressionLowering.in(result),
                                    ExpressionLowering.in(name),
                                    ExpressionLowering.in(value))));
        }
        return result;
    }
}
