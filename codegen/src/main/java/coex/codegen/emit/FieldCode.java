package coex.codegen.emit;

import coex.codegen.ir.Kind;
import coex.language.type.Type;
import coex.language.type.Types;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// Writes code that moves values between the JVM's stack and memory.
///
/// | type | in memory |
/// | --- | --- |
/// | bool, byte | a byte |
/// | char | four bytes |
/// | int, float, posix | eight bytes |
/// | everything else | the four bytes of a handle |
final class FieldCode {

    private FieldCode() {}

    /// Stores the value on the stack at the address below it.
    static void put(Type type, CodeBuilder code) {
        switch (Kind.of(type)) {
            case BOOL -> put("putByte", ConstantDescs.CD_byte, code.i2b());
            case INT32 -> {
                if (isByte(type)) {
                    put("putByte", ConstantDescs.CD_byte, code.i2b());
                } else {
                    put("putInt", ConstantDescs.CD_int, code);
                }
            }
            case INT64 -> put("putLong", ConstantDescs.CD_long, code);
            case FLOAT64 -> {
                toBits(Kind.FLOAT64, code);
                put("putLong", ConstantDescs.CD_long, code);
            }
            case HANDLE -> put("putInt", ConstantDescs.CD_int, code.l2i());
        }
    }

    private static void put(String method, ClassDesc value, CodeBuilder code) {
        code.invokestatic(
                Names.MEMORY,
                method,
                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long, value));
    }

    /// Replaces the address on the stack by the value there.
    static void get(Type type, CodeBuilder code) {
        switch (Kind.of(type)) {
            case BOOL -> get("getByte", ConstantDescs.CD_byte, code);
            case INT32 -> {
                if (isByte(type)) {
                    get("getByte", ConstantDescs.CD_byte, code);
                    code.loadConstant(0xFF).iand();
                } else {
                    get("getInt", ConstantDescs.CD_int, code);
                }
            }
            case INT64 -> get("getLong", ConstantDescs.CD_long, code);
            case FLOAT64 -> {
                get("getLong", ConstantDescs.CD_long, code);
                fromBits(Kind.FLOAT64, code);
            }
            case HANDLE -> {
                get("getInt", ConstantDescs.CD_int, code);
                code.i2l().loadConstant(0xFFFF_FFFFL).land();
            }
        }
    }

    private static void get(String method, ClassDesc value, CodeBuilder code) {
        code.invokestatic(Names.MEMORY, method, MethodTypeDesc.of(value, ConstantDescs.CD_long));
    }

    private static boolean isByte(Type type) {
        return Types.settled(type) == Type.Basic.BYTE;
    }

    /// The 64 bits on the stack as a value.
    static void fromBits(Kind kind, CodeBuilder code) {
        switch (kind) {
            case BOOL, INT32 -> code.l2i();
            case FLOAT64 ->
                    code.invokestatic(
                            ConstantDescs.CD_Double,
                            "longBitsToDouble",
                            MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long));
            case INT64, HANDLE -> {}
        }
    }

    /// The value on the stack as 64 bits.
    static void toBits(Kind kind, CodeBuilder code) {
        switch (kind) {
            case BOOL, INT32 -> code.i2l();
            case FLOAT64 ->
                    code.invokestatic(
                            ConstantDescs.CD_Double,
                            "doubleToRawLongBits",
                            MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double));
            case INT64, HANDLE -> {}
        }
    }
}
