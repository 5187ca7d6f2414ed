package coex.codegen.lower;

import coex.codegen.ir.Constant;
import coex.codegen.ir.Kind;
import coex.language.type.Type;
import coex.language.type.Types;

/// How nil and optional values are represented.
///
/// An optional number is the handle of a box, or 0. An optional of what is never handle 0 is the
/// same handle, or 0. Where 0 is a value, the empty string, collection or json's null, nil is the
/// handle of an object that is nothing else.
final class Nils {

    private Nils() {}

    /// Whether the value of an optional of this type is in a box.
    static boolean isBoxed(Type value) {
        return Kind.of(value) != Kind.HANDLE;
    }

    /// nil, where a value of this type may be nil.
    static Constant nil(Type type) {
        return switch (Types.settled(type)) {
            case Type.Optionally(Type value) ->
                    zeroIsAValue(value) ? new Constant.Nil() : new Constant.Empty();
            case Type.Basic.POSIX -> new Constant.Int64(-1);
            default -> new Constant.Empty();
        };
    }

    private static boolean zeroIsAValue(Type type) {
        return switch (Types.settled(type)) {
            case Type.Basic basic -> basic == Type.Basic.STRING || basic == Type.Basic.JSON;
            case Type.ListOf _, Type.ArrayOf _, Type.SetOf _, Type.MapOf _ -> true;
            default -> false;
        };
    }
}
