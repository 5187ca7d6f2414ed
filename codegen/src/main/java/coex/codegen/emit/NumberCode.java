package coex.codegen.emit;

import coex.codegen.ir.Instruction;

import java.lang.classfile.CodeBuilder;

/// Writes arithmetic.
final class NumberCode {

    private final MethodCode method;
    private final CodeBuilder code;

    NumberCode(MethodCode method) {
        this.method = method;
        this.code = method.code();
    }

    void emit(Instruction.Unary unary) {
        method.load(unary.source());
        switch (unary.code()) {
            case NEGATE_INT64 -> code.lneg();
            case NEGATE_FLOAT64 -> code.dneg();
            case INT64_TO_FLOAT64 -> code.l2d();
            case FLOAT64_TO_INT64 -> code.d2l();
            case BOOL_TO_INT64, INT32_TO_INT64 -> code.i2l();
            case INT64_TO_BYTE -> code.l2i().loadConstant(0xFF).iand();
            case INT64_TO_CHAR -> code.l2i();
            case BITS_TO_VALUE -> FieldCode.fromBits(unary.result().kind(), code);
        }
        method.store(unary.result());
    }

    void emit(Instruction.Binary binary) {
        method.load(binary.left());
        method.load(binary.right());
        switch (binary.code()) {
            case ADD_INT64 -> code.ladd();
            case SUBTRACT_INT64 -> code.lsub();
            case MULTIPLY_INT64 -> code.lmul();
            case DIVIDE_INT64 -> code.ldiv();
            case REMAINDER_INT64 -> code.lrem();
            case AND_INT64 -> code.land();
            case OR_INT64 -> code.lor();
            case XOR_INT64 -> code.lxor();
            case SHIFT_LEFT_INT64 -> code.l2i().lshl();
            case SHIFT_RIGHT_INT64 -> code.l2i().lshr();
            case SHIFT_RIGHT_UNSIGNED_INT64 -> code.l2i().lushr();
            case ADD_FLOAT64 -> code.dadd();
            case SUBTRACT_FLOAT64 -> code.dsub();
            case MULTIPLY_FLOAT64 -> code.dmul();
            case DIVIDE_FLOAT64 -> code.ddiv();
            case REMAINDER_FLOAT64 -> code.drem();
        }
        method.store(binary.result());
    }
}
