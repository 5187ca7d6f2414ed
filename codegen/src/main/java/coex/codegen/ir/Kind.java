package coex.codegen.ir;

import coex.language.type.Type;
import coex.language.type.Types;

import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/// What a register holds.
public enum Kind {
    /// A `bool`: 0 or 1.
    BOOL(TypeKind.BOOLEAN, ConstantDescs.CD_boolean),
    /// A `byte`, 0 to 255, or a `char`.
    INT32(TypeKind.INT, ConstantDescs.CD_int),
    /// An `int`, or a `posix` descriptor.
    INT64(TypeKind.LONG, ConstantDescs.CD_long),
    FLOAT64(TypeKind.DOUBLE, ConstantDescs.CD_double),
    /// The handle of an object, or a word that stands for an empty or missing one. Roots are made
    /// of these, and of nothing else.
    HANDLE(TypeKind.LONG, ConstantDescs.CD_long);

    private final TypeKind typeKind;
    private final ClassDesc classDesc;

    Kind(TypeKind typeKind, ClassDesc classDesc) {
        this.typeKind = typeKind;
        this.classDesc = classDesc;
    }

    /// How the values of a type are held.
    public static Kind of(Type type) {
        return switch (Types.settled(type)) {
            case Type.Basic basic ->
                    switch (basic) {
                        case BOOL -> BOOL;
                        case BYTE, CHAR -> INT32;
                        case INT, POSIX -> INT64;
                        case FLOAT -> FLOAT64;
                        case STRING, JSON, ATOMIC_INT, ATOMIC_FLOAT, ATOMIC_BOOL, NIL -> HANDLE;
                        case NOTHING, RANGE, UNKNOWN ->
                                throw new IllegalArgumentException(
                                        "no value has this type: " + basic);
                    };
            default -> HANDLE;
        };
    }

    /// A letter for names.
    public char letter() {
        return switch (this) {
            case BOOL -> 'b';
            case INT32 -> 'c';
            case INT64 -> 'i';
            case FLOAT64 -> 'f';
            case HANDLE -> 'h';
        };
    }

    public TypeKind typeKind() {
        return typeKind;
    }

    public ClassDesc classDesc() {
        return classDesc;
    }
}
