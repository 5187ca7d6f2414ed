package coex.runtime.foreign;

import coex.gc.mutator.MutatorContext;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/// The types of a foreign function as programs spell them. Several have one Java type: a number and
/// the handle of a string are both a `long`, so Java's types cannot tell whether a declaration is
/// right.
///
/// @param result the type, or nothing
record Signature(List<String> parameters, String result) {

    Signature {
        parameters = List.copyOf(parameters);
    }

    /// Reads one as declarations have it: `(string, int) -> bool`, or `(int)` without a result.
    static Signature of(String spelled) {
        int close = spelled.indexOf(')');
        String inside = spelled.substring(1, close);
        String result = spelled.substring(close + 1);
        return new Signature(
                inside.isEmpty() ? List.of() : List.of(inside.split(", ")),
                result.isEmpty() ? "" : result.substring(" -> ".length()));
    }

    /// What generated code calls: the mutator comes before the arguments.
    MethodType type() {
        return MethodType.methodType(
                        result.isEmpty() ? void.class : javaType(result),
                        parameters.stream().map(Signature::javaType).toList())
                .insertParameterTypes(0, MutatorContext.class);
    }

    private static Class<?> javaType(String type) {
        return switch (type) {
            case "float" -> double.class;
            case "bool" -> boolean.class;
            case "byte", "char" -> int.class;
            default -> long.class;
        };
    }

    /// The method of an object that has these types. Without one, our own table of functions is
    /// wrong.
    MethodHandle bind(MethodHandles.Lookup lookup, Object receiver, String method) {
        try {
            return lookup.bind(receiver, method, type());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
