package coex.codegen.emit;

import coex.codegen.ir.Argument;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Layout;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.RoutineName;
import coex.codegen.ir.Terminator;
import coex.codegen.roots.RootSlots;
import coex.language.type.Type;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes a routine as a static method. It takes the mutator first, then its parameters.
///
/// Registers are local variables of the JVM. A routine with handles live across safepoints has a frame on
/// the shadow stack from its first instruction to its return.
final class RoutineEmitter {

    private static final int MUTATOR = 0;

    private final Routine routine;
    private final ConstantPool constants;
    private final Map<RoutineName, MethodTypeDesc> descriptors;
    private final CodeBuilder code;
    private final RootSlots roots;
    private final int[] variables;
    private final Map<BasicBlock, Label> labels = new HashMap<>();

    /// Variables of the method for the depth of the frame, its first slot, and the stack.
    private final int frame;

    private final int base;
    private final int stack;

    /// And one for the address of an object that is being made.
    private final int address;

    private int line;

    RoutineEmitter(
            Routine routine,
            ConstantPool constants,
            Map<RoutineName, MethodTypeDesc> descriptors,
            CodeBuilder code) {
        this.routine = routine;
        this.constants = constants;
        this.descriptors = descriptors;
        this.code = code;
        this.roots = RootSlots.of(routine);
        this.variables = new int[routine.registerCount()];
        int next = assignVariables();
        this.frame = next;
        this.base = next + 1;
        this.stack = next + 2;
        this.address = next + 3;
    }

    static MethodTypeDesc descriptor(Routine routine) {
        var parameters = new ArrayList<ClassDesc>();
        parameters.add(Names.MUTATOR);
        routine.parameters().forEach(parameter -> parameters.add(parameter.kind().classDesc()));
        return MethodTypeDesc.of(
                routine.result().map(Kind::classDesc).orElse(ConstantDescs.CD_void), parameters);
    }

    /// Parameters are where the JVM puts them; all other registers follow.
    private int assignVariables() {
        int next = MUTATOR + 1;
        for (Register parameter : routine.parameters()) {
            variables[parameter.number()] = next;
            next += parameter.kind().typeKind().slotSize();
        }
        for (BasicBlock block : routine.blocks()) {
            for (BasicBlock.Step step : block.steps()) {
                Optional<Register> target = step.instruction().target();
                if (target.isPresent() && variables[target.get().number()] == 0) {
                    variables[target.get().number()] = next;
                    next += target.get().kind().typeKind().slotSize();
                }
            }
        }
        return next;
    }

    void emit() {
        routine.blocks().forEach(block -> labels.put(block, code.newLabel()));
        nameParameters();
        pushFrame();
        for (BasicBlock block : routine.blocks()) {
            code.labelBinding(labels.get(block));
            block.steps().forEach(this::emit);
            at(block.lastLine());
            emit(block.terminator());
            block.handler().ifPresent(handler -> catchAll(block, handler));
        }
    }

    private void catchAll(BasicBlock block, BasicBlock handler) {
        Label end = code.newBoundLabel();
        code.exceptionCatchAll(labels.get(block), end, labels.get(handler));
    }

    private void nameParameters() {
        for (Register parameter : routine.parameters()) {
            code.localVariable(
                    variables[parameter.number()],
                    parameter.name(),
                    parameter.kind().classDesc(),
                    code.startLabel(),
                    code.endLabel());
        }
    }

    // Frames

    private void pushFrame() {
        if (roots.count() == 0) {
            return;
        }
        at(routine.line());
        code.aload(MUTATOR)
                .invokevirtual(Names.MUTATOR, "stack", MethodTypeDesc.of(Names.STACK))
                .astore(stack);
        code.aload(stack)
                .loadConstant(roots.count())
                .aload(MUTATOR)
                .invokevirtual(
                        Names.STACK,
                        "push",
                        MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int, Names.SHADER))
                .istore(frame);
        code.aload(stack)
                .iload(frame)
                .invokevirtual(
                        Names.STACK,
                        "base",
                        MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int))
                .istore(base);
        routine.parameters().forEach(this::root);
    }

    private void popFrame() {
        if (roots.count() > 0) {
            code.aload(MUTATOR)
                    .iload(frame)
                    .invokevirtual(
                            Names.MUTATOR,
                            "popTo",
                            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int));
        }
    }

    /// Stores a register's handle in its slot, if it has one.
    private void root(Register register) {
        roots.of(register)
                .ifPresent(
                        slot -> {
                            code.aload(stack).iload(base);
                            if (slot > 0) {
                                code.loadConstant(slot).iadd();
                            }
                            load(register);
                            code.invokevirtual(
                                    Names.STACK,
                                    "setTop",
                                    MethodTypeDesc.of(
                                            ConstantDescs.CD_void,
                                            ConstantDescs.CD_int,
                                            ConstantDescs.CD_long));
                        });
    }

    // Registers

    private void load(Register register) {
        code.loadLocal(register.kind().typeKind(), variables[register.number()]);
    }

    /// Stores what is on the JVM's stack, and roots it.
    private void store(Register register) {
        code.storeLocal(register.kind().typeKind(), variables[register.number()]);
        root(register);
    }

    private void at(int newLine) {
        if (newLine != line) {
            line = newLine;
            code.lineNumber(line);
        }
    }

    // Instructions

    private void emit(BasicBlock.Step step) {
        at(step.line());
        switch (step.instruction()) {
            case Instruction.Load(Register result, Constant constant) -> {
                loadConstant(constant);
                store(result);
            }
            case Instruction.Copy(Register result, Register source) -> {
                load(source);
                store(result);
            }
            case Instruction.Unary unary -> unary(unary);
            case Instruction.Binary binary -> binary(binary);
            case Instruction.Call call -> call(call);
            case Instruction.CallValue call -> callValue(call);
            case Instruction.CallRuntime call -> callRuntime(call);
            case Instruction.CallForeign call -> callForeign(call);
            case Instruction.New made -> newObject(made);
            case Instruction.LoadField read -> loadField(read);
            case Instruction.HasLayout test -> hasLayout(test);
            case Instruction.RefuseNil(Register object, String use) -> refuseNil(object, use);
            case Instruction.Poll() ->
                    code.aload(MUTATOR)
                            .invokestatic(
                                    Names.TASK_CALLS,
                                    "poll",
                                    MethodTypeDesc.of(ConstantDescs.CD_void, Names.MUTATOR));
            case Instruction.Catch(Register deadline) -> abandon(deadline);
        }
    }

    /// What was thrown is on the JVM's stack.
    private void abandon(Register deadline) {
        code.aload(MUTATOR);
        ConstantPool.RUNTIME.load(Names.RUNTIME, code);
        load(deadline);
        code.invokestatic(
                Names.TASK_CALLS,
                "abandon",
                MethodTypeDesc.of(
                        ConstantDescs.CD_void,
                        ClassDesc.of("java.lang.Throwable"),
                        Names.MUTATOR,
                        Names.RUNTIME,
                        ConstantDescs.CD_long));
    }

    private void loadConstant(Constant constant) {
        switch (constant) {
            case Constant.Bool(boolean value) -> code.loadConstant(value ? 1 : 0);
            case Constant.Int32(int value) -> code.loadConstant(value);
            case Constant.Int64(long value) -> code.loadConstant(value);
            case Constant.Float64(double value) -> code.loadConstant(value);
            case Constant.Empty() -> code.lconst_0();
            case Constant.Nil _, Constant.Text _, Constant.Variant _, Constant.Function _ ->
                    constants.value(constant).load(ConstantDescs.CD_long, code);
        }
    }

    private void unary(Instruction.Unary unary) {
        load(unary.source());
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
        store(unary.result());
    }

    private void binary(Instruction.Binary binary) {
        load(binary.left());
        load(binary.right());
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
        store(binary.result());
    }

    // Calls

    private void call(Instruction.Call call) {
        code.aload(MUTATOR);
        call.sources().forEach(this::load);
        code.invokestatic(
                Names.classOf(call.routine()),
                call.routine().method(),
                descriptors.get(call.routine()));
        call.target().ifPresent(this::store);
    }

    private void callValue(Instruction.CallValue call) {
        code.aload(MUTATOR);
        call.sources().forEach(this::load);
        code.invokestatic(
                Names.DISPATCH,
                "call_" + call.signature().mangled(),
                DispatchEmitter.descriptor(call.signature()));
        call.target().ifPresent(this::store);
    }

    /// Methods of the runtime take the mutator, the runtime of the program, and what the instruction says.
    private void callRuntime(Instruction.CallRuntime call) {
        var parameters = new ArrayList<ClassDesc>();
        code.aload(MUTATOR);
        parameters.add(Names.MUTATOR);
        ConstantPool.RUNTIME.load(Names.RUNTIME, code);
        parameters.add(Names.RUNTIME);
        for (Argument argument : call.arguments()) {
            parameters.add(pass(argument));
        }
        ClassDesc result =
                call.target()
                        .map(register -> register.kind().classDesc())
                        .orElse(ConstantDescs.CD_void);
        code.invokestatic(
                Names.calls(call.method().owner()),
                call.method().name(),
                MethodTypeDesc.of(result, parameters));
        call.target().ifPresent(this::store);
    }

    /// Puts an argument on the JVM's stack, and returns its class.
    private ClassDesc pass(Argument argument) {
        return switch (argument) {
            case Argument.InRegister(Register register) -> {
                load(register);
                yield register.kind().classDesc();
            }
            case Argument.AsBits(Register register) -> {
                load(register);
                FieldCode.toBits(register.kind(), code);
                yield ConstantDescs.CD_long;
            }
            case Argument.TypeObject(Type type) -> {
                constants.type(type).load(Names.RUNTIME_TYPE, code);
                yield Names.RUNTIME_TYPE;
            }
            case Argument.CollectionObject(Type type) -> {
                ClassDesc collection = Names.collection(type);
                constants.collection(type).load(collection, code);
                yield collection;
            }
            case Argument.Number(int value) -> {
                code.loadConstant(value);
                yield ConstantDescs.CD_int;
            }
            case Argument.JavaText(String value) -> {
                code.ldc(value);
                yield ConstantDescs.CD_String;
            }
        };
    }

    /// Foreign functions are method handles that take the mutator and our kinds of values.
    private void callForeign(Instruction.CallForeign call) {
        constants.extern(call.function()).load(ConstantDescs.CD_MethodHandle, code);
        var parameters = new ArrayList<ClassDesc>();
        code.aload(MUTATOR);
        parameters.add(Names.MUTATOR);
        for (Register source : call.sources()) {
            load(source);
            parameters.add(source.kind().classDesc());
        }
        ClassDesc result =
                call.target()
                        .map(register -> register.kind().classDesc())
                        .orElse(ConstantDescs.CD_void);
        code.invokevirtual(
                ConstantDescs.CD_MethodHandle,
                "invokeExact",
                MethodTypeDesc.of(result, parameters));
        call.target().ifPresent(this::store);
    }

    // Objects

    private void refuseNil(Register object, String use) {
        Label there = code.newLabel();
        load(object);
        code.lconst_0().lcmp().ifne(there);
        code.ldc(use)
                .invokestatic(
                        Names.FAILURES,
                        "nilUsed",
                        MethodTypeDesc.of(
                                ClassDesc.of("java.lang.RuntimeException"),
                                ConstantDescs.CD_String))
                .athrow();
        code.labelBinding(there);
    }

    /// Makes room, during which the fields' handles are kept, then takes it, writes all fields, and gives the
    /// object a handle.
    private void newObject(Instruction.New made) {
        ConstantPool.Place layout = constants.layout(made.layout());
        makeRoom(made, layout);
        code.aload(MUTATOR);
        layout.load(Names.OBJECT_LAYOUT, code);
        code.invokestatic(
                Names.OBJECT_CALLS,
                "take",
                MethodTypeDesc.of(ConstantDescs.CD_long, Names.MUTATOR, Names.OBJECT_LAYOUT));
        code.lstore(address);
        List<Layout.Field> fields = made.layout().fields();
        for (int i = 0; i < fields.size(); i++) {
            code.lload(address);
            constants.offset(made.layout(), i).load(ConstantDescs.CD_long, code);
            code.ladd();
            load(made.sources().get(i));
            FieldCode.put(fields.get(i).type(), code);
        }
        code.aload(MUTATOR).lload(address);
        layout.load(Names.OBJECT_LAYOUT, code);
        code.invokestatic(
                Names.OBJECT_CALLS,
                "publish",
                MethodTypeDesc.of(
                        ConstantDescs.CD_long,
                        Names.MUTATOR,
                        ConstantDescs.CD_long,
                        Names.OBJECT_LAYOUT));
        store(made.result());
    }

    /// Up to three handles are passed as they are; more in an array, and only when room is scarce.
    private void makeRoom(Instruction.New made, ConstantPool.Place layout) {
        List<Register> handles =
                made.sources().stream().filter(source -> source.kind() == Kind.HANDLE).toList();
        if (handles.size() <= 3) {
            code.aload(MUTATOR);
            layout.load(Names.OBJECT_LAYOUT, code);
            for (int i = 0; i < 3; i++) {
                if (i < handles.size()) {
                    load(handles.get(i));
                } else {
                    code.lconst_0();
                }
            }
            code.invokestatic(
                    Names.OBJECT_CALLS,
                    "makeRoom",
                    MethodTypeDesc.of(
                            ConstantDescs.CD_void,
                            Names.MUTATOR,
                            Names.OBJECT_LAYOUT,
                            ConstantDescs.CD_long,
                            ConstantDescs.CD_long,
                            ConstantDescs.CD_long));
            return;
        }
        Label ready = code.newLabel();
        code.aload(MUTATOR);
        layout.load(Names.OBJECT_LAYOUT, code);
        code.invokestatic(
                        Names.OBJECT_CALLS,
                        "hasRoom",
                        MethodTypeDesc.of(
                                ConstantDescs.CD_boolean, Names.MUTATOR, Names.OBJECT_LAYOUT))
                .ifne(ready);
        code.aload(MUTATOR);
        layout.load(Names.OBJECT_LAYOUT, code);
        code.loadConstant(handles.size()).newarray(TypeKind.LONG);
        for (int i = 0; i < handles.size(); i++) {
            code.dup().loadConstant(i);
            load(handles.get(i));
            code.lastore();
        }
        code.invokestatic(
                Names.OBJECT_CALLS,
                "makeRoom",
                MethodTypeDesc.of(
                        ConstantDescs.CD_void,
                        Names.MUTATOR,
                        Names.OBJECT_LAYOUT,
                        ConstantDescs.CD_long.arrayType()));
        code.labelBinding(ready);
    }

    private void loadField(Instruction.LoadField read) {
        address(read.object());
        constants.offset(read.layout(), read.field()).load(ConstantDescs.CD_long, code);
        code.ladd();
        FieldCode.get(read.layout().fields().get(read.field()).type(), code);
        store(read.result());
    }

    private void address(Register object) {
        code.aload(MUTATOR);
        load(object);
        code.invokevirtual(
                Names.MUTATOR,
                "address",
                MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long));
    }

    private void hasLayout(Instruction.HasLayout test) {
        code.aload(MUTATOR);
        load(test.object());
        constants.layout(test.layout()).load(Names.OBJECT_LAYOUT, code);
        code.invokestatic(
                Names.OBJECT_CALLS,
                "hasLayout",
                MethodTypeDesc.of(
                        ConstantDescs.CD_boolean,
                        Names.MUTATOR,
                        ConstantDescs.CD_long,
                        Names.OBJECT_LAYOUT));
        store(test.result());
    }

    // Ends of blocks

    private void emit(Terminator terminator) {
        switch (terminator) {
            case Terminator.Jump(BasicBlock to) -> code.goto_(labels.get(to));
            case Terminator.BranchIf(Register condition, BasicBlock then, BasicBlock otherwise) -> {
                load(condition);
                code.ifne(labels.get(then)).goto_(labels.get(otherwise));
            }
            case Terminator.Branch branch -> branch(branch);
            case Terminator.Return(Optional<Register> value) -> {
                popFrame();
                value.ifPresent(this::load);
                code.return_(
                        value.map(register -> register.kind().typeKind()).orElse(TypeKind.VOID));
            }
        }
    }

    private void branch(Terminator.Branch branch) {
        load(branch.left());
        load(branch.right());
        Label then = labels.get(branch.then());
        switch (branch.left().kind()) {
            case BOOL, INT32 -> code.branch(ofInts(branch.comparison()), then);
            case INT64, HANDLE -> code.lcmp().branch(withZero(branch.comparison()), then);
            case FLOAT64 -> compareFloats(branch.comparison(), then);
        }
        code.goto_(labels.get(branch.otherwise()));
    }

    /// With NaN, `dcmpl` gives -1 and `dcmpg` gives 1: whichever makes the comparison fail.
    private void compareFloats(Terminator.Comparison comparison, Label then) {
        switch (comparison) {
            case LESS, LESS_EQUAL -> code.dcmpg();
            case GREATER, GREATER_EQUAL, EQUAL, NOT_EQUAL -> code.dcmpl();
        }
        code.branch(withZero(comparison), then);
    }

    private static Opcode ofInts(Terminator.Comparison comparison) {
        return switch (comparison) {
            case EQUAL -> Opcode.IF_ICMPEQ;
            case NOT_EQUAL -> Opcode.IF_ICMPNE;
            case LESS -> Opcode.IF_ICMPLT;
            case LESS_EQUAL -> Opcode.IF_ICMPLE;
            case GREATER -> Opcode.IF_ICMPGT;
            case GREATER_EQUAL -> Opcode.IF_ICMPGE;
        };
    }

    private static Opcode withZero(Terminator.Comparison comparison) {
        return switch (comparison) {
            case EQUAL -> Opcode.IFEQ;
            case NOT_EQUAL -> Opcode.IFNE;
            case LESS -> Opcode.IFLT;
            case LESS_EQUAL -> Opcode.IFLE;
            case GREATER -> Opcode.IFGT;
            case GREATER_EQUAL -> Opcode.IFGE;
        };
    }
}
