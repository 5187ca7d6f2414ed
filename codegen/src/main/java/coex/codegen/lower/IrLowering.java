package coex.codegen.lower;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction.BinaryCode;
import coex.codegen.ir.Instruction.UnaryCode;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.RuntimeMethod;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.IrFunction;
import coex.language.checked.IrFunction.CompareCode;
import coex.language.checked.IrFunction.Instruction;
import coex.language.checked.IrFunction.IrType;
import coex.language.checked.IrFunction.Operand;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lowers inline LLVM instructions. Integers of all widths are in 64 bits, sign-extended; i1 is 0
/// or 1.
final class IrLowering {

    private static final RuntimeMethod DIVIDE_UNSIGNED =
            RuntimeMethods.quiet("NumberCalls", "divideUnsigned");
    private static final RuntimeMethod REMAINDER_UNSIGNED =
            RuntimeMethods.quiet("NumberCalls", "remainderUnsigned");
    private static final RuntimeMethod FENCE = RuntimeMethods.quiet("NumberCalls", "fence");

    private final RoutineBuilder builder;
    private final Map<String, Register> registers = new HashMap<>();

    IrLowering(RoutineBuilder builder) {
        this.builder = builder;
    }

    Optional<Register> lower(IrFunction function, List<Register> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            IrFunction.Register parameter = function.parameters().get(i);
            registers.put(parameter.name(), asIr(arguments.get(i), parameter.type()));
        }
        function.instructions().forEach(this::lower);
        return function.result().map(operand -> fromIr(value(operand), operand.type()));
    }

    private void lower(Instruction instruction) {
        switch (instruction) {
            case Instruction.Binary binary -> registers.put(binary.target().name(), binary(binary));
            case Instruction.Compare compare ->
                    registers.put(compare.target().name(), compare(compare));
            case Instruction.Select select ->
                    registers.put(
                            select.target().name(),
                            choose(
                                    Comparison.NOT_EQUAL,
                                    value(select.condition()),
                                    builder.number(0),
                                    value(select.then()),
                                    value(select.otherwise())));
            case Instruction.Fence() -> builder.call(FENCE, List.of());
        }
    }

    private Register value(Operand operand) {
        return switch (operand) {
            case Operand.InRegister(IrFunction.Register register) -> registers.get(register.name());
            case Operand.IntConstant(long value, IrType type) ->
                    builder.number(type == IrType.I1 ? value & 1 : extended(value, type));
            case Operand.FloatConstant(double value) -> builder.load(new Constant.Float64(value));
        };
    }

    private static long extended(long value, IrType type) {
        int unused = Long.SIZE - type.bits();
        return value << unused >> unused;
    }

    // Values of the program

    private Register asIr(Register argument, IrType type) {
        Register wide =
                switch (argument.kind()) {
                    case BOOL -> builder.unary(UnaryCode.BOOL_TO_INT64, Kind.INT64, argument);
                    case INT32 -> builder.unary(UnaryCode.INT32_TO_INT64, Kind.INT64, argument);
                    case INT64, FLOAT64, HANDLE -> argument;
                };
        if (type == IrType.DOUBLE && wide.kind() == Kind.INT64) {
            return builder.unary(UnaryCode.INT64_TO_FLOAT64, Kind.FLOAT64, wide);
        }
        if (type != IrType.DOUBLE && wide.kind() == Kind.FLOAT64) {
            return wrapped(builder.unary(UnaryCode.FLOAT64_TO_INT64, Kind.INT64, wide), type);
        }
        return type == IrType.DOUBLE ? wide : wrapped(wide, type);
    }

    private Register fromIr(Register value, IrType type) {
        return type == IrType.I1
                ? builder.call(
                        RuntimeMethods.quiet("NumberCalls", "isNotZero"),
                        Kind.BOOL,
                        List.of(ExpressionLowering.in(value)))
                : value;
    }

    // Arithmetic

    private Register binary(Instruction.Binary binary) {
        Register left = value(binary.left());
        Register right = value(binary.right());
        IrType type = binary.target().type();
        return switch (binary.code()) {
            case ADD -> wrapped(int64(BinaryCode.ADD_INT64, left, right), type);
            case SUB -> wrapped(int64(BinaryCode.SUBTRACT_INT64, left, right), type);
            case MUL -> wrapped(int64(BinaryCode.MULTIPLY_INT64, left, right), type);
            case SDIV -> wrapped(int64(BinaryCode.DIVIDE_INT64, left, right), type);
            case SREM -> wrapped(int64(BinaryCode.REMAINDER_INT64, left, right), type);
            case UDIV -> wrapped(unsigned(DIVIDE_UNSIGNED, left, right, type), type);
            case UREM -> wrapped(unsigned(REMAINDER_UNSIGNED, left, right, type), type);
            case AND -> int64(BinaryCode.AND_INT64, left, right);
            case OR -> int64(BinaryCode.OR_INT64, left, right);
            case XOR -> int64(BinaryCode.XOR_INT64, left, right);
            case SHL -> wrapped(int64(BinaryCode.SHIFT_LEFT_INT64, left, right), type);
            case ASHR -> int64(BinaryCode.SHIFT_RIGHT_INT64, left, right);
            case LSHR ->
                    wrapped(
                            int64(
                                    BinaryCode.SHIFT_RIGHT_UNSIGNED_INT64,
                                    zeroExtended(left, type),
                                    right),
                            type);
            case FADD -> float64(BinaryCode.ADD_FLOAT64, left, right);
            case FSUB -> float64(BinaryCode.SUBTRACT_FLOAT64, left, right);
            case FMUL -> float64(BinaryCode.MULTIPLY_FLOAT64, left, right);
            case FDIV -> float64(BinaryCode.DIVIDE_FLOAT64, left, right);
        };
    }

    private Register int64(BinaryCode code, Register left, Register right) {
        return builder.binary(code, Kind.INT64, left, right);
    }

    private Register float64(BinaryCode code, Register left, Register right) {
        return builder.binary(code, Kind.FLOAT64, left, right);
    }

    private Register unsigned(RuntimeMethod method, Register left, Register right, IrType type) {
        return builder.call(
                method,
                Kind.INT64,
                List.of(
                        ExpressionLowering.in(zeroExtended(left, type)),
                        ExpressionLowering.in(zeroExtended(right, type))));
    }

    /// The lowest bits of a value, as the type has them.
    private Register wrapped(Register value, IrType type) {
        int unused = Long.SIZE - type.bits();
        if (unused == 0) {
            return value;
        }
        if (type == IrType.I1) {
            return int64(BinaryCode.AND_INT64, value, builder.number(1));
        }
        Register up = int64(BinaryCode.SHIFT_LEFT_INT64, value, builder.number(unused));
        return int64(BinaryCode.SHIFT_RIGHT_INT64, up, builder.number(unused));
    }

    private Register zeroExtended(Register value, IrType type) {
        int unused = Long.SIZE - type.bits();
        return unused == 0
                ? value
                : int64(BinaryCode.AND_INT64, value, builder.number(-1L >>> unused));
    }

    // Comparisons

    private Register compare(Instruction.Compare compare) {
        Register left = value(compare.left());
        Register right = value(compare.right());
        boolean isUnsigned = compare.code().ordinal() >= CompareCode.ULT.ordinal();
        if (isUnsigned) {
            // With the highest bit turned over, order without sign is order with it.
            Register highest = builder.number(Long.MIN_VALUE);
            left = int64(BinaryCode.XOR_INT64, left, highest);
            right = int64(BinaryCode.XOR_INT64, right, highest);
        }
        Comparison comparison =
                switch (compare.code()) {
                    case EQ -> Comparison.EQUAL;
                    case NE -> Comparison.NOT_EQUAL;
                    case SLT, ULT -> Comparison.LESS;
                    case SLE, ULE -> Comparison.LESS_EQUAL;
                    case SGT, UGT -> Comparison.GREATER;
                    case SGE, UGE -> Comparison.GREATER_EQUAL;
                };
        return choose(comparison, left, right, builder.number(1), builder.number(0));
    }

    private Register choose(
            Comparison comparison,
            Register left,
            Register right,
            Register then,
            Register otherwise) {
        Register result = builder.register(then.kind());
        BasicBlock yes = builder.newBlock();
        BasicBlock no = builder.newBlock();
        BasicBlock after = builder.newBlock();
        builder.branch(comparison, left, right, yes, no);
        builder.begin(yes);
        builder.copy(result, then);
        builder.jump(after);
        builder.begin(no);
        builder.copy(result, otherwise);
        builder.begin(after);
        return result;
    }
}
