package coex.codegen.emit;

import coex.codegen.LineProbes;
import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Constant;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.roots.FramePlan;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/// The method that is being written, and what its instructions need: registers, constants, the
/// frame.
///
/// The frame's first slot is in a variable of the method. In framed blocks a handle is stored in
/// its slot whenever its register is written.
final class MethodCode {

    /// The variable with the mutator, the first parameter of every method.
    static final int MUTATOR = 0;

    private static final MethodTypeDesc TAKES_INT =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final MethodTypeDesc INT_TO_INT =
            MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);

    private final CodeBuilder code;
    private final ConstantPool constants;
    private final Callees callees;
    private final FramePlan plan;
    private final Variables variables;
    private final int base;
    private final int temporary;

    private final IntUnaryOperator probes;

    private boolean isFramed;
    private int line;

    /// The line that was last told in this block, or 0.
    private int told;

    /// @param probes numbers the lines that tell when they are run
    /// @param base the variable with the first slot of the frame
    /// @param temporary a variable for two words that nobody else uses
    MethodCode(
            CodeBuilder code,
            ConstantPool constants,
            Callees callees,
            IntUnaryOperator probes,
            FramePlan plan,
            Variables variables,
            int base,
            int temporary) {
        this.code = code;
        this.constants = constants;
        this.callees = callees;
        this.probes = probes;
        this.plan = plan;
        this.variables = variables;
        this.base = base;
        this.temporary = temporary;
    }

    CodeBuilder code() {
        return code;
    }

    ConstantPool constants() {
        return constants;
    }

    Callees callees() {
        return callees;
    }

    /// A variable for the address of an object that is being made.
    int address() {
        return temporary;
    }

    /// What follows belongs to a line, and need not have been written there: where branches meet
    /// it is the last line before.
    void near(int newLine) {
        if (newLine != line) {
            line = newLine;
            code.lineNumber(line);
        }
    }

    /// What follows was written on a line.
    void at(int newLine) {
        near(newLine);
        if (newLine != told) {
            told = newLine;
            tell(probes.applyAsInt(newLine));
        }
    }

    private void tell(int number) {
        if (number != LineProbes.SILENT) {
            code.loadConstant(number).invokestatic(Names.LINE_HITS, "hit", TAKES_INT);
        }
    }

    // Registers

    void load(Register register) {
        plan.constants()
                .of(register)
                .ifPresentOrElse(this::loadConstant, () -> variables.load(register, code));
    }

    void loadConstant(Constant constant) {
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

    /// Whether a register needs no variable.
    boolean isConstant(Register register) {
        return plan.constants().has(register);
    }

    /// Stores what is on the JVM's stack, and roots it.
    void store(Register register) {
        variables.store(register, code);
        if (isFramed) {
            root(register);
        }
    }

    // Frames

    /// What follows is of this block.
    void begin(BasicBlock block) {
        isFramed = plan.isFramed(block);
        told = 0; // a block may be entered from anywhere
    }

    /// Makes the frame, on the way into a block.
    void enter(BasicBlock block) {
        if (plan.slots().count() > 0) {
            code.aload(MUTATOR)
                    .loadConstant(plan.slots().count())
                    .invokevirtual(Names.MUTATOR, "enter", INT_TO_INT)
                    .istore(base);
            plan.rootedAtEntry(block).forEach(this::root);
        }
        if (plan.pollsAtEntry()) {
            poll(plan.unrootedAtEntry(block));
        }
    }

    void leave() {
        if (isFramed && plan.slots().count() > 0) {
            code.aload(MUTATOR)
                    .iload(base)
                    .invokevirtual(Names.MUTATOR, callees.leave(), TAKES_INT);
        }
    }

    /// Stores a register's handle in its slot, if it has one.
    private void root(Register register) {
        plan.slots().of(register).ifPresent(slot -> setRoot(base, slot, register));
    }

    private void setRoot(int frame, int slot, Register register) {
        code.aload(MUTATOR).iload(frame);
        if (slot > 0) {
            code.loadConstant(slot).iadd();
        }
        load(register);
        code.invokevirtual(
                Names.MUTATOR,
                "setRoot",
                MethodTypeDesc.of(
                        ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_long));
    }

    void poll(BasicBlock.Step step) {
        poll(plan.unrootedAt(step));
    }

    /// What has no slot is rooted only if the collector wants something.
    private void poll(List<Register> unrooted) {
        if (unrooted.isEmpty()) {
            callPoll();
            return;
        }
        Label after = code.newLabel();
        code.aload(MUTATOR)
                .invokevirtual(
                        Names.MUTATOR, "isAsked", MethodTypeDesc.of(ConstantDescs.CD_boolean))
                .ifeq(after);
        rooted(unrooted, this::callPoll);
        code.labelBinding(after);
    }

    /// Writes code that runs with what has no slot at a step rooted in a frame of its own.
    void rooted(BasicBlock.Step step, Runnable written) {
        rooted(plan.unrootedAt(step), written);
    }

    private void rooted(List<Register> unrooted, Runnable written) {
        if (unrooted.isEmpty()) {
            written.run();
            return;
        }
        code.aload(MUTATOR)
                .loadConstant(unrooted.size())
                .invokevirtual(Names.MUTATOR, "enter", INT_TO_INT)
                .istore(temporary);
        for (int slot = 0; slot < unrooted.size(); slot++) {
            setRoot(temporary, slot, unrooted.get(slot));
        }
        written.run();
        code.aload(MUTATOR)
                .iload(temporary)
                .invokevirtual(Names.MUTATOR, callees.leave(), TAKES_INT);
    }

    /// May throw, and then leaves the frame that the poll has pushed to whoever catches it.
    private void callPoll() {
        code.aload(MUTATOR)
                .invokestatic(
                        Names.TASK_CALLS,
                        "poll",
                        MethodTypeDesc.of(ConstantDescs.CD_void, Names.MUTATOR));
    }

    // What the mutator is told in tests

    void passSafepoint() {
        code.aload(MUTATOR).invokevirtual(Names.MUTATOR, "passSafepoint", ConstantDescs.MTD_void);
    }

    void beginQuiet(String what) {
        code.aload(MUTATOR)
                .loadConstant(what)
                .invokevirtual(
                        Names.MUTATOR,
                        "beginQuiet",
                        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String));
    }

    void endQuiet() {
        code.aload(MUTATOR).invokevirtual(Names.MUTATOR, "endQuiet", ConstantDescs.MTD_void);
    }

    // Kinds

    /// The class of what a call leaves on the JVM's stack.
    static ClassDesc resultClass(Optional<Register> target) {
        return target.map(Register::kind).map(Kind::classDesc).orElse(ConstantDescs.CD_void);
    }
}
