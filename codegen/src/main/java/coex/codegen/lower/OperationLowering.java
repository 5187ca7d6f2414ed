package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Instruction.UnaryCode;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.CheckedExpr;
import coex.language.checked.CheckedProgram;
import coex.language.checked.Operation;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lowers what is built in to calls of the runtime.
///
/// Most operations are one call, described by [Convention]: of which class, what the call is given
/// besides the operands, and whether elements travel as bits.
final class OperationLowering {

    private final RoutineLowering routine;
    private final RoutineBuilder builder;
    private final ExpressionLowering expressions;
    private final ResultLowering results;

    OperationLowering(RoutineLowering routine, ExpressionLowering expressions) {
        this.routine = routine;
        this.builder = routine.builder();
        this.expressions = expressions;
        this.results = new ResultLowering(builder, expressions);
    }

    Optional<Register> lower(CheckedExpr.Operate operate) {
        return switch (operate.operation()) {
            case RESULT_OK,
                    RESULT_ERR,
                    RESULT_IS_OK,
                    RESULT_IS_ERR,
                    RESULT_UNWRAP,
                    RESULT_UNWRAP_ERR,
                    RESULT_UNWRAP_OR,
                    RESULT_VALUE,
                    RESULT_ERROR ->
                    Optional.of(results.lower(operate));
            case MAP_GET -> Optional.of(mapGet(operate));
            case MAP_PACKED -> Optional.of(mapPacked(operate));
            case MATRIX_NEW -> Optional.of(newMatrix(operate));
            case ATOMIC_FETCH_ADD, ATOMIC_FETCH_SUB -> Optional.of(fetch(operate));
            case STRING_TO_INT, STRING_TO_FLOAT, STRING_HEX_TO_INT ->
                    Optional.of(parsedNumber(operate));
            case GC_INSTALL_WATERMARK -> {
                routine.setWatermark();
                yield call(operate);
            }
            default -> call(operate);
        };
    }

    // One call

    private Optional<Register> call(CheckedExpr.Operate operate) {
        Convention convention = Convention.of(operate.operation());
        List<Register> operands = expressions.all(operate.arguments());
        builder.at(operate.span());
        var arguments = new ArrayList<Argument>();
        convention.constant(operate).ifPresent(arguments::add);
        for (Register operand : operands) {
            arguments.add(
                    convention.usesBits() && operand != operands.getFirst()
                                    || convention.bitsFirst()
                            ? asElement(operand)
                            : ExpressionLowering.in(operand));
        }
        Type result = Types.settled(operate.type());
        if (result == Basic.NOTHING) {
            builder.call(convention.method(), arguments);
            return Optional.empty();
        }
        if (!convention.givesBits()) {
            return Optional.of(builder.call(convention.method(), Kind.of(result), arguments));
        }
        Kind kind = Kind.of(result) == Kind.HANDLE ? Kind.HANDLE : Kind.INT64;
        return Optional.of(fromBits(builder.call(convention.method(), kind, arguments), result));
    }

    /// Numbers that are indexes stay as they are: their bits are themselves.
    private static Argument asElement(Register operand) {
        return new Argument.AsBits(operand);
    }

    /// A value from the 64 bits that collections give.
    Register fromBits(Register bits, Type type) {
        Kind kind = Kind.of(type);
        if (kind == bits.kind()) {
            return bits;
        }
        Register result = builder.register(kind);
        builder.add(new Instruction.Unary(UnaryCode.BITS_TO_VALUE, result, bits));
        return result;
    }

    static Type receiverType(CheckedExpr.Operate operate) {
        return operate.arguments().getFirst().type();
    }

    // Maps

    /// A value, or the zero value of its type.
    private Register mapGet(CheckedExpr.Operate operate) {
        List<Register> operands = expressions.all(operate.arguments());
        Type value = Types.settled(operate.type());
        boolean isMade = value instanceof Type.Tuple;
        Register absent = isMade ? builder.load(new Constant.Empty()) : expressions.zero(value);
        builder.at(operate.span());
        Register bits =
                builder.call(
                        RuntimeMethods.quiet("MapCalls", "get"),
                        Kind.of(value) == Kind.HANDLE ? Kind.HANDLE : Kind.INT64,
                        List.of(
                                new Argument.CollectionObject(receiverType(operate)),
                                ExpressionLowering.in(operands.get(0)),
                                new Argument.AsBits(operands.get(1)),
                                new Argument.AsBits(absent)));
        if (!isMade) {
            return fromBits(bits, value);
        }
        BasicBlock missing = builder.newBlock();
        BasicBlock after = builder.newBlock();
        builder.branch(Comparison.EQUAL, bits, builder.load(new Constant.Empty()), missing, after);
        builder.begin(missing);
        builder.copy(bits, expressions.zero(value));
        builder.begin(after);
        return bits;
    }

    private Register mapPacked(CheckedExpr.Operate operate) {
        var tuple = (Type.Tuple) Types.settled(operate.type());
        Register map = expressions.lower(operate.arguments().getFirst());
        var parts = new ArrayList<Register>();
        for (int i = 0; i < 2; i++) {
            parts.add(
                    builder.call(
                            RuntimeMethods.safepoint(
                                    "MapCalls", i == 0 ? "packedKeys" : "packedValues"),
                            Kind.HANDLE,
                            List.of(
                                    new Argument.CollectionObject(receiverType(operate)),
                                    new Argument.CollectionObject(tuple.elements().get(i)),
                                    ExpressionLowering.in(map))));
        }
        return expressions.newObject(Layouts.tuple(tuple), parts);
    }

    // Matrices

    private Register newMatrix(CheckedExpr.Operate operate) {
        var matrix = (Type.Matrix) Types.settled(operate.type());
        CheckedProgram.CheckedMatrix declared = routine.program().matrix(matrix.symbol());
        Register width = expressions.lower(declared.width());
        Register height = expressions.lower(declared.height());
        Register initial = expressions.lower(declared.initial());
        builder.at(operate.span());
        return builder.call(
                RuntimeMethods.safepoint("MatrixCalls", "create"),
                Kind.HANDLE,
                List.of(
                        new Argument.TypeObject(matrix),
                        ExpressionLowering.in(width),
                        ExpressionLowering.in(height),
                        ExpressionLowering.bits(initial)));
    }

    /// Whether an expression is a neighbour's cell, which may be nil.
    static boolean isNeighbour(CheckedExpr expr) {
        return expr instanceof CheckedExpr.Operate operate
                && operate.operation() == Operation.NEIGHBOUR;
    }

    /// A neighbour's cell or, outside the matrix, something else. Without a box for a number that
    /// would be taken out of it at once.
    Register neighbourOr(CheckedExpr expr, Type cell, CheckedExpr absent) {
        var operate = (CheckedExpr.Operate) expr;
        List<Register> operands = expressions.all(operate.arguments());
        builder.at(operate.span());
        var arguments = new ArrayList<Argument>();
        arguments.add(new Argument.CollectionObject(receiverType(operate)));
        operands.forEach(operand -> arguments.add(ExpressionLowering.in(operand)));
        Kind kind = Kind.of(cell) == Kind.HANDLE ? Kind.HANDLE : Kind.INT64;
        if (isNumber(absent)) {
            arguments.add(new Argument.AsBits(expressions.lower(absent)));
            return fromBits(neighbour("neighbourOr", kind, arguments), cell);
        }
        return builder.either(
                neighbour("hasNeighbour", Kind.BOOL, arguments),
                Kind.of(cell),
                () -> fromBits(neighbour("neighbourBits", kind, arguments), cell),
                () -> expressions.lower(absent));
    }

    /// Whether an expression is nothing but a number.
    private static boolean isNumber(CheckedExpr expr) {
        return expr instanceof CheckedExpr.IntConstant
                || expr instanceof CheckedExpr.FloatConstant
                || expr instanceof CheckedExpr.BoolConstant
                || expr instanceof CheckedExpr.Zero(Type type, _) && Types.isNumeric(type);
    }

    private Register neighbour(String method, Kind kind, List<Argument> arguments) {
        return builder.call(RuntimeMethods.quiet("MatrixCalls", method), kind, arguments);
    }

    // Numbers in strings

    /// The runtime says whether there is a number, and then which.
    private Register parsedNumber(CheckedExpr.Operate operate) {
        Register text = expressions.lower(operate.arguments().getFirst());
        builder.at(operate.span());
        String what =
                switch (operate.operation()) {
                    case STRING_TO_INT -> "Int";
                    case STRING_TO_FLOAT -> "Float";
                    default -> "Hex";
                };
        Type number = operate.operation() == Operation.STRING_TO_FLOAT ? Basic.FLOAT : Basic.INT;
        Register is =
                builder.call(
                        RuntimeMethods.quiet("StringCalls", "has" + what),
                        Kind.BOOL,
                        List.of(ExpressionLowering.in(text)));
        return builder.either(
                is,
                Kind.HANDLE,
                () ->
                        expressions.newObject(
                                Layouts.box(number),
                                List.of(
                                        builder.call(
                                                RuntimeMethods.quiet("StringCalls", "to" + what),
                                                Kind.of(number),
                                                List.of(ExpressionLowering.in(text))))),
                () -> builder.load(Nils.nil(operate.type())));
    }

    // Atomics

    Register newCell(Type type, Register content) {
        return builder.call(
                Convention.of(Operation.ATOMIC_NEW).method(),
                Kind.HANDLE,
                List.of(new Argument.TypeObject(type), new Argument.AsBits(content)));
    }

    /// Adds to or subtracts from a cell, 1 if nothing else is said.
    private Register fetch(CheckedExpr.Operate operate) {
        List<Register> operands = expressions.all(operate.arguments());
        Register by = operands.size() > 1 ? operands.get(1) : builder.number(1);
        boolean subtracts = operate.operation() == Operation.ATOMIC_FETCH_SUB;
        Register change = subtracts ? builder.unary(UnaryCode.NEGATE_INT64, Kind.INT64, by) : by;
        return builder.call(
                RuntimeMethods.quiet("AtomicCalls", "fetchAdd"),
                Kind.INT64,
                List.of(ExpressionLowering.in(operands.getFirst()), ExpressionLowering.in(change)));
    }
}
