package coex.codegen.lower;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Instruction.BinaryCode;
import coex.codegen.ir.Instruction.UnaryCode;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Layout;
import coex.codegen.ir.Register;
import coex.codegen.ir.Signature;
import coex.codegen.ir.Terminator.Comparison;
import coex.language.checked.CheckedExpr;
import coex.language.checked.Local;
import coex.language.type.Type;
import coex.language.type.Type.Basic;
import coex.language.type.Types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lowers expressions: each leaves its value in a register.
///
/// A variable's register is given as it is, without a copy: nothing assigns variables in the middle
/// of an expression.
final class ExpressionLowering {

    private final RoutineLowering routine;
    private final RoutineBuilder builder;
    private final ConversionLowering conversions;
    private final OperationLowering operations;
    private final ConditionLowering conditions;
    private final LiteralLowering literals;

    ExpressionLowering(RoutineLowering routine) {
        this.routine = routine;
        this.builder = routine.builder();
        this.conversions = new ConversionLowering(builder, this);
        this.operations = new OperationLowering(routine, this);
        this.conditions = new ConditionLowering(builder, this);
        this.literals = new LiteralLowering(builder, this);
    }

    ConversionLowering conversions() {
        return conversions;
    }

    OperationLowering operations() {
        return operations;
    }

    /// The register with the value of an expression, which has one.
    Register lower(CheckedExpr expr) {
        return lowerAny(expr)
                .orElseThrow(
                        () -> new IllegalStateException("an expression without a value: " + expr));
    }

    /// The register with the value of an expression; empty if it has none.
    Optional<Register> lowerAny(CheckedExpr expr) {
        builder.at(expr.span());
        return switch (expr) {
            case CheckedExpr.IntConstant(long value, Type type, _) ->
                    Optional.of(
                            builder.load(
                                    Kind.of(type) == Kind.INT64
                                            ? new Constant.Int64(value)
                                            : new Constant.Int32((int) value)));
            case CheckedExpr.FloatConstant(double value, _) ->
                    Optional.of(builder.load(new Constant.Float64(value)));
            case CheckedExpr.BoolConstant(boolean value, _) ->
                    Optional.of(builder.load(new Constant.Bool(value)));
            case CheckedExpr.StringConstant(String value, _) -> Optional.of(literals.text(value));
            case CheckedExpr.Zero(Type type, _) ->
                    type == Basic.NOTHING ? Optional.empty() : Optional.of(zero(type));
            case CheckedExpr.Read(Local local, _) -> Optional.of(routine.read(local));
            case CheckedExpr.Convert convert -> Optional.of(conversions.lower(convert));
            case CheckedExpr.Arithmetic arithmetic -> Optional.of(arithmetic(arithmetic));
            case CheckedExpr.Negate(CheckedExpr operand, Type type, _) ->
                    Optional.of(
                            builder.unary(
                                    type == Basic.FLOAT
                                            ? UnaryCode.NEGATE_FLOAT64
                                            : UnaryCode.NEGATE_INT64,
                                    Kind.of(type),
                                    lower(operand)));
            case CheckedExpr.Concatenate(CheckedExpr left, CheckedExpr right, _) -> {
                List<Register> both = all(List.of(left, right));
                yield Optional.of(
                        builder.call(
                                RuntimeMethods.CONCAT,
                                Kind.HANDLE,
                                List.of(in(both.getFirst()), in(both.getLast()))));
            }
            case CheckedExpr.Compare _,
                    CheckedExpr.IsNil _,
                    CheckedExpr.Logical _,
                    CheckedExpr.Not _,
                    CheckedExpr.IsVariant _ ->
                    Optional.of(conditions.value(expr));
            case CheckedExpr.Conditional conditional -> Optional.of(conditional(conditional));
            case CheckedExpr.OrReturn orReturn -> Optional.of(orReturn(orReturn));
            case CheckedExpr.Coalesce coalesce -> Optional.of(coalesce(coalesce));
            case CheckedExpr.Call call ->
                    routine.program()
                            .call(builder, call.function(), all(call.arguments()), call.type());
            // Where its value is needed at once a task is called as a function is.
            case CheckedExpr.StartTask task ->
                    routine.program()
                            .call(builder, task.function(), all(task.arguments()), task.type());
            case CheckedExpr.Await(CheckedExpr value, _) -> lowerAny(value);
            case CheckedExpr.CallValue call -> callValue(call);
            case CheckedExpr.CallExtern call -> {
                Optional<Register> result = resultFor(call.type());
                builder.add(
                        new Instruction.CallForeign(
                                result, call.function(), all(call.arguments())));
                yield result;
            }
            case CheckedExpr.ApplyFormula apply -> {
                new FormulaLowering(routine, this).lower(apply);
                yield Optional.empty();
            }
            case CheckedExpr.Operate operate -> operations.lower(operate);
            case CheckedExpr.NewStruct(Type type, List<CheckedExpr> fields, _) ->
                    Optional.of(newObject(Layouts.struct(type), all(fields)));
            case CheckedExpr.NewVariant(Type type, int variant, List<CheckedExpr> fields, _) ->
                    Optional.of(
                            fields.isEmpty()
                                    ? builder.load(
                                            new Constant.Variant(Types.settled(type), variant))
                                    : newObject(Layouts.variant(type, variant), all(fields)));
            case CheckedExpr.NewTuple(Type type, List<CheckedExpr> elements, _) ->
                    Optional.of(newObject(Layouts.tuple(type), all(elements)));
            case CheckedExpr.FieldRead read -> Optional.of(field(read));
            case CheckedExpr.WithField with -> Optional.of(withField(with));
            case CheckedExpr.VariantField read ->
                    Optional.of(
                            load(
                                    Layouts.variant(read.subject().type(), read.variant()),
                                    read.index(),
                                    lower(read.subject())));
            case CheckedExpr.TupleRead read ->
                    Optional.of(
                            load(
                                    Layouts.tuple(read.receiver().type()),
                                    read.index(),
                                    lower(read.receiver())));
            case CheckedExpr.Elements elements -> Optional.of(literals.elements(elements));
            case CheckedExpr.Entries entries -> Optional.of(literals.entries(entries));
            case CheckedExpr.JsonObject object -> Optional.of(literals.json(object));
            case CheckedExpr.Computed computed -> {
                Register result = routine.register(computed.result());
                builder.copy(result, zero(computed.type()));
                routine.lower(computed.statements());
                yield Optional.of(routine.read(computed.result()));
            }
            case CheckedExpr.Lambda lambda ->
                    Optional.of(routine.program().lambda(routine, lambda));
            case CheckedExpr.FunctionValue(var function, _, _) ->
                    Optional.of(
                            builder.load(
                                    new Constant.Function(
                                            routine.program().functionValue(function))));
            case CheckedExpr.Ir ir ->
                    new IrLowering(builder).lower(ir.function(), all(ir.arguments()));
        };
    }

    /// The values of several expressions. A task among them that something comes after is started,
    /// and waited for when all others have been evaluated.
    List<Register> all(List<CheckedExpr> exprs) {
        var registers = new ArrayList<Register>();
        var started = new ArrayList<Integer>();
        for (int i = 0; i < exprs.size(); i++) {
            if (exprs.get(i) instanceof CheckedExpr.StartTask task
                    && exprs.subList(i + 1, exprs.size()).stream().anyMatch(this::takesTime)) {
                started.add(i);
                registers.add(routine.tasks().start(task));
            } else {
                registers.add(lower(exprs.get(i)));
            }
        }
        for (int i : started) {
            registers.set(i, routine.tasks().await(registers.get(i), exprs.get(i).type()));
        }
        return registers;
    }

    private boolean takesTime(CheckedExpr expr) {
        return switch (expr) {
            case CheckedExpr.IntConstant _,
                    CheckedExpr.FloatConstant _,
                    CheckedExpr.BoolConstant _,
                    CheckedExpr.StringConstant _,
                    CheckedExpr.Zero _,
                    CheckedExpr.Lambda _,
                    CheckedExpr.FunctionValue _ ->
                    false;
            case CheckedExpr.Read(Local local, _) -> routine.tasks().future(local).isPresent();
            case CheckedExpr.Convert convert -> takesTime(convert.operand());
            case CheckedExpr.FieldRead read -> takesTime(read.receiver());
            default -> true;
        };
    }

    static Argument in(Register register) {
        return new Argument.InRegister(register);
    }

    static Argument bits(Register register) {
        return new Argument.AsBits(register);
    }

    /// A register for the value of a call; none if it has no value.
    Optional<Register> resultFor(Type type) {
        return Types.settled(type) == Basic.NOTHING
                ? Optional.empty()
                : Optional.of(builder.register(Kind.of(type)));
    }

    // Constants

    /// The zero value of a type.
    Register zero(Type given) {
        Type type = Types.settled(given);
        return switch (type) {
            case Basic basic ->
                    switch (basic) {
                        case INT -> builder.number(0);
                        case POSIX -> builder.load(Nils.nil(type));
                        case FLOAT -> builder.load(new Constant.Float64(0));
                        case BOOL -> builder.load(new Constant.Bool(false));
                        case BYTE, CHAR -> builder.load(new Constant.Int32(0));
                        case ATOMIC_INT -> operations.newCell(type, zero(Basic.INT));
                        case ATOMIC_FLOAT -> operations.newCell(type, zero(Basic.FLOAT));
                        case ATOMIC_BOOL -> operations.newCell(type, zero(Basic.BOOL));
                        default -> builder.load(new Constant.Empty());
                    };
            case Type.AtomicRef(Type value) ->
                    operations.newCell(type, builder.load(Nils.nil(new Type.Optionally(value))));
            case Type.Tuple tuple -> {
                var elements = new ArrayList<Register>();
                tuple.elements().forEach(element -> elements.add(zero(element)));
                yield newObject(Layouts.tuple(tuple), elements);
            }
            default -> builder.load(Nils.nil(type));
        };
    }

    // Arithmetic

    private Register arithmetic(CheckedExpr.Arithmetic arithmetic) {
        boolean isFloat = arithmetic.type() == Basic.FLOAT;
        BinaryCode code =
                switch (arithmetic.operator()) {
                    case ADD -> isFloat ? BinaryCode.ADD_FLOAT64 : BinaryCode.ADD_INT64;
                    case SUBTRACT ->
                            isFloat ? BinaryCode.SUBTRACT_FLOAT64 : BinaryCode.SUBTRACT_INT64;
                    case MULTIPLY ->
                            isFloat ? BinaryCode.MULTIPLY_FLOAT64 : BinaryCode.MULTIPLY_INT64;
                    case DIVIDE -> isFloat ? BinaryCode.DIVIDE_FLOAT64 : BinaryCode.DIVIDE_INT64;
                    case REMAINDER ->
                            isFloat ? BinaryCode.REMAINDER_FLOAT64 : BinaryCode.REMAINDER_INT64;
                    default ->
                            throw new IllegalStateException(
                                    "no arithmetic: " + arithmetic.operator());
                };
        List<Register> both = all(List.of(arithmetic.left(), arithmetic.right()));
        builder.at(arithmetic.span());
        return builder.binary(code, Kind.of(arithmetic.type()), both.getFirst(), both.getLast());
    }

    // Conditions

    /// Goes to `then` if a condition holds, and to `otherwise` if not.
    void branch(CheckedExpr condition, BasicBlock then, BasicBlock otherwise) {
        conditions.branch(condition, then, otherwise);
    }

    Register hasLayout(Register object, Layout layout) {
        Register result = builder.register(Kind.BOOL);
        builder.add(new Instruction.HasLayout(result, layout, object));
        return result;
    }

    private Register conditional(CheckedExpr.Conditional conditional) {
        Register result = builder.register(Kind.of(conditional.type()));
        BasicBlock then = builder.newBlock();
        BasicBlock otherwise = builder.newBlock();
        BasicBlock after = builder.newBlock();
        branch(conditional.condition(), then, otherwise);
        builder.begin(then);
        builder.copy(result, lower(conditional.then()));
        builder.jump(after);
        builder.begin(otherwise);
        builder.copy(result, lower(conditional.otherwise()));
        builder.begin(after);
        return result;
    }

    private Register orReturn(CheckedExpr.OrReturn orReturn) {
        BasicBlock stay = builder.newBlock();
        BasicBlock leave = builder.newBlock();
        branch(orReturn.condition(), stay, leave);
        builder.begin(leave);
        routine.leave(Optional.of(lower(orReturn.exit())));
        builder.begin(stay);
        return lower(orReturn.value());
    }

    private Register coalesce(CheckedExpr.Coalesce coalesce) {
        Type given = Types.settled(coalesce.optional().type());
        Type type = Types.settled(coalesce.type());
        if (OperationLowering.isNeighbour(coalesce.optional())
                && given.equals(new Type.Optionally(type))) {
            return operations.neighbourOr(coalesce.optional(), type, coalesce.otherwise());
        }
        Register optional = lower(coalesce.optional());
        Register result = builder.register(Kind.of(coalesce.type()));
        BasicBlock there = builder.newBlock();
        BasicBlock missing = builder.newBlock();
        BasicBlock after = builder.newBlock();
        Register nil = builder.load(Nils.nil(given));
        builder.branch(Comparison.EQUAL, optional, nil, missing, there);
        builder.begin(there);
        Register value =
                given instanceof Type.Optionally(Type inner)
                        ? conversions.unwrap(optional, inner)
                        : optional;
        builder.copy(result, value);
        builder.jump(after);
        builder.begin(missing);
        builder.copy(result, lower(coalesce.otherwise()));
        builder.begin(after);
        return result;
    }

    // Function values

    private Optional<Register> callValue(CheckedExpr.CallValue call) {
        Register callee = lower(call.callee());
        var sources = new ArrayList<Register>();
        sources.add(callee);
        sources.addAll(all(call.arguments()));
        Optional<Register> result = resultFor(call.type());
        var signature =
                new Signature(
                        sources.stream().skip(1).map(Register::kind).toList(),
                        result.map(Register::kind));
        builder.at(call.span());
        builder.add(new Instruction.RefuseNil(callee, "call"));
        routine.program().dispatches(signature);
        builder.add(new Instruction.CallValue(result, signature, sources));
        return result;
    }

    // Objects

    Register newObject(Layout layout, List<Register> fields) {
        Register result = builder.register(Kind.HANDLE);
        builder.add(new Instruction.New(result, layout, fields));
        return result;
    }

    Register load(Layout layout, int field, Register object) {
        Register result = builder.register(Kind.of(layout.fields().get(field).type()));
        builder.add(new Instruction.LoadField(result, layout, field, object));
        return result;
    }

    private Register field(CheckedExpr.FieldRead read) {
        Register object = lower(read.receiver());
        builder.at(read.span());
        builder.add(new Instruction.RefuseNil(object, "field"));
        return load(Layouts.struct(read.receiver().type()), read.index(), object);
    }

    private Register withField(CheckedExpr.WithField with) {
        Layout layout = Layouts.struct(with.type());
        Register object = lower(with.receiver());
        builder.add(new Instruction.RefuseNil(object, "field"));
        Register value = lower(with.value());
        var fields = new ArrayList<Register>();
        for (int i = 0; i < layout.fields().size(); i++) {
            fields.add(i == with.index() ? value : load(layout, i, object));
        }
        return newObject(layout, fields);
    }
}
