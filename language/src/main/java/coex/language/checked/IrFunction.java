package coex.language.checked;

import java.util.List;
import java.util.Optional;

/// The straight-line LLVM instructions of an `llvm_ir` expression.
///
/// @param parameters registers that the arguments are in, with their types
/// @param result what is returned; empty for `ret void`
public record IrFunction(
        List<Register> parameters, List<Instruction> instructions, Optional<Operand> result) {

    /// The types of registers.
    public enum IrType {
        I1(1),
        I8(8),
        I16(16),
        I32(32),
        I64(64),
        DOUBLE(64),
        PTR(64);

        private final int bits;

        IrType(int bits) {
            this.bits = bits;
        }

        public int bits() {
            return bits;
        }
    }

    public record Register(String name, IrType type) {}

    public sealed interface Operand {

        IrType type();

        record InRegister(Register register) implements Operand {
            @Override
            public IrType type() {
                return register.type();
            }
        }

        record IntConstant(long value, IrType type) implements Operand {}

        record FloatConstant(double value) implements Operand {
            @Override
            public IrType type() {
                return IrType.DOUBLE;
            }
        }
    }

    public sealed interface Instruction {

        /// `%target = add i64 %a, %b`
        record Binary(Register target, BinaryCode code, Operand left, Operand right)
                implements Instruction {}

        /// `%target = icmp slt i64 %a, %b`
        record Compare(Register target, CompareCode code, Operand left, Operand right)
                implements Instruction {}

        /// `%target = select i1 %c, i64 %a, i64 %b`
        record Select(Register target, Operand condition, Operand then, Operand otherwise)
                implements Instruction {}

        record Fence() implements Instruction {}
    }

    public enum BinaryCode {
        ADD,
        SUB,
        MUL,
        SDIV,
        UDIV,
        SREM,
        UREM,
        AND,
        OR,
        XOR,
        SHL,
        LSHR,
        ASHR,
        FADD,
        FSUB,
        FMUL,
        FDIV
    }

    public enum CompareCode {
        EQ,
        NE,
        SLT,
        SLE,
        SGT,
        SGE,
        ULT,
        ULE,
        UGT,
        UGE
    }
}
