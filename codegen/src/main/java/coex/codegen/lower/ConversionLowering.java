package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Instruction.UnaryCode;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.RuntimeMethod;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.CheckedExpr;
import coex.language.checked.Conversion;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.List;

/// Lowers conversions.
final class ConversionLowering {

    private static final RuntimeMethod NIL = RuntimeMethods.quiet("Failures", "nil");

    private final RoutineBuilder builder;
    private final ExpressionLowering expressions;

    ConversionLowering(RoutineBuilder builder, ExpressionLowering expressions) {
        this.builder = builder;
        this.expressions = expressions;
    }

    Register lower(CheckedExpr.Convert convert) {
        Type from = Types.settled(convert.operand().type());
        Type to = Types.settled(convert.type());
        if (convert.conversion() == Conversion.UNWRAP_OR_ZERO
                && OperationLowering.isNeighbour(convert.operand())) {
            return expressions
                    .operations()
                    .neighbourOr(convert.operand(), to, new CheckedExpr.Zero(to, convert.span()));
        }
        Register operand = expressions.lower(convert.operand());
        builder.at(convert.span());
        return switch (convert.conversion()) {
            case INT_TO_FLOAT -> builder.unary(UnaryCode.INT64_TO_FLOAT64, Kind.FLOAT64, operand);
            case FLOAT_TO_INT -> builder.unary(UnaryCode.FLOAT64_TO_INT64, Kind.INT64, operand);
            case BOOL_TO_INT -> builder.unary(UnaryCode.BOOL_TO_INT64, Kind.INT64, operand);
            case BYTE_TO_INT, CHAR_TO_INT ->
                    builder.unary(UnaryCode.INT32_TO_INT64, Kind.INT64, operand);
            case INT_TO_BYTE -> builder.unary(UnaryCode.INT64_TO_BYTE, Kind.INT32, operand);
            case INT_TO_CHAR -> builder.unary(UnaryCode.INT64_TO_CHAR, Kind.INT32, operand);
            case WRAP -> wrap(operand, from);
            case UNWRAP -> unwrap(operand, to);
            case UNWRAP_CHECKED -> unwrapChecked(operand, from, to);
            case UNWRAP_OR_ZERO -> unwrapOrZero(operand, from, to);
            case LIST_TO_ARRAY -> collection("listToArray", operand, from, to);
            case LIST_TO_SET -> collection("listToSet", operand, from, to);
            case ARRAY_TO_LIST -> collection("arrayToList", operand, from, to);
            case ARRAY_TO_SET -> collection("arrayToSet", operand, from, to);
            case SET_TO_LIST -> collection("setToList", operand, from, to);
            case SET_TO_ARRAY -> collection("setToArray", operand, from, to);
            case TO_JSON -> byType(RuntimeMethods.TO_JSON, operand, from, to);
            case FROM_JSON -> fromJson(RuntimeMethods.FROM_JSON, operand, to);
            case FROM_JSON_OR_NIL -> fromJson(RuntimeMethods.FROM_JSON_OR_NIL, operand, to);
            case PARSE_JSON ->
                    builder.call(RuntimeMethods.PARSE_JSON, Kind.HANDLE, List.of(in(operand)));
            case PARSE_JSON_OR_NIL ->
                    builder.call(
                            RuntimeMethods.PARSE_JSON_OR_NIL, Kind.HANDLE, List.of(in(operand)));
            case TO_STRING -> byType(RuntimeMethods.TO_STRING, operand, from, to);
            case TRUTH -> truth(operand, from);
            case SAME -> operand;
        };
    }

    private static Argument in(Register register) {
        return ExpressionLowering.in(register);
    }

    // Optionals

    Register wrap(Register value, Type type) {
        return Nils.isBoxed(type)
                ? expressions.newObject(Layouts.box(type), List.of(value))
                : value;
    }

    /// The value of an optional that is not nil.
    Register unwrap(Register optional, Type type) {
        return Nils.isBoxed(type) ? expressions.load(Layouts.box(type), 0, optional) : optional;
    }

    private Register unwrapChecked(Register optional, Type from, Type to) {
        BasicBlock missing = builder.newBlock();
        BasicBlock there = builder.newBlock();
        Register nil = builder.load(Nils.nil(from));
        builder.branch(Comparison.EQUAL, optional, nil, missing, there);
        builder.begin(missing);
        builder.call(NIL, List.of(new Argument.JavaText(to.spelling())));
        builder.begin(there);
        return unwrap(optional, to);
    }

    private Register unwrapOrZero(Register optional, Type from, Type to) {
        Register result = builder.register(Kind.of(to));
        BasicBlock missing = builder.newBlock();
        BasicBlock there = builder.newBlock();
        BasicBlock after = builder.newBlock();
        Register nil = builder.load(Nils.nil(from));
        builder.branch(Comparison.EQUAL, optional, nil, missing, there);
        builder.begin(missing);
        builder.copy(result, expressions.zero(to));
        builder.jump(after);
        builder.begin(there);
        builder.copy(result, unwrap(optional, to));
        builder.begin(after);
        return result;
    }

    // By the runtime

    private Register collection(String name, Register operand, Type from, Type to) {
        return builder.call(
                RuntimeMethods.safepoint("ConversionCalls", name),
                Kind.HANDLE,
                List.of(
                        new Argument.CollectionObject(from),
                        new Argument.CollectionObject(to),
                        in(operand)));
    }

    private Register byType(RuntimeMethod method, Register operand, Type from, Type to) {
        return builder.call(
                method,
                Kind.of(to),
                List.of(new Argument.TypeObject(from), new Argument.AsBits(operand)));
    }

    /// The runtime gives bits, whatever the type.
    private Register fromJson(RuntimeMethod method, Register operand, Type to) {
        Register bits =
                builder.call(
                        method,
                        Kind.of(to) == Kind.HANDLE ? Kind.HANDLE : Kind.INT64,
                        List.of(new Argument.TypeObject(to), in(operand)));
        return expressions.operations().fromBits(bits, to);
    }

    // Conditions

    private Register truth(Register operand, Type from) {
        return builder.truth((yes, no) -> branchOnTruth(operand, from, yes, no));
    }

    private void branchOnTruth(Register operand, Type from, BasicBlock yes, BasicBlock no) {
        switch (from) {
            case Type.Result _ -> {
                builder.add(new Instruction.RefuseNil(operand, "condition"));
                builder.branch(
                        expressions.hasLayout(operand, Layouts.result(from, Layouts.OK)), yes, no);
            }
            case Type.Optionally _ ->
                    builder.branch(
                            Comparison.NOT_EQUAL, operand, builder.load(Nils.nil(from)), yes, no);
            default -> {
                if (Types.isNumeric(from)) {
                    builder.branch(Comparison.NOT_EQUAL, operand, expressions.zero(from), yes, no);
                } else {
                    builder.jump(from == Basic.NIL ? no : yes);
                }
            }
        }
    }
}
