package coex.codegen.emit;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;
import coex.codegen.ir.Terminator;
import coex.codegen.roots.FramePlan;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes a routine as one static method. It takes the mutator first, then its parameters.
/// Registers are variables of the method.
final class RoutineEmitter {

    private final Routine routine;
    private final FramePlan plan;
    private final LocalVariables variables;
    private final MethodCode method;
    private final BranchCode branches;
    private final CodeBuilder code;
    private final VariableTable table;

    /// Where each block begins for who has the frame, and for who has none and needs one.
    private final Map<BasicBlock, Label> labels = new HashMap<>();

    private final Map<BasicBlock, Label> entries = new HashMap<>();

    RoutineEmitter(Routine routine, ConstantPool constants, Callees callees, CodeBuilder code) {
        this.routine = routine;
        this.code = code;
        this.plan = FramePlan.of(routine);
        this.variables = LocalVariables.of(routine, plan.constants(), MethodCode.MUTATOR + 1);
        this.table = new VariableTable(routine, variables, constants, code);
        variables.whenWritten(table::written);
        int base = variables.end();
        this.method =
                new MethodCode(
                        code,
                        constants,
                        callees,
                        callees.probesOf(routine),
                        plan,
                        variables,
                        base,
                        base + 1);
        this.branches = new BranchCode(method);
    }

    void emit() {
        for (BasicBlock block : routine.blocks()) {
            labels.put(block, code.newLabel());
            if (plan.isEntered(block)) {
                entries.put(block, code.newLabel());
            }
        }
        var instructions = new BlockCode(method);
        method.at(routine.line());
        List<BasicBlock> blocks = routine.blocks();
        for (int i = 0; i < blocks.size(); i++) {
            BasicBlock block = blocks.get(i);
            if (plan.isEntered(block)) {
                code.labelBinding(entries.get(block));
                method.enter(block);
            }
            code.labelBinding(labels.get(block));
            table.begin(block);
            instructions.emit(block);
            emit(block, i + 1 < blocks.size() ? first(blocks.get(i + 1)) : null);
            instructions.cover(block, labels::get);
        }
        table.end();
    }

    /// Where a block begins in the method.
    private Label first(BasicBlock block) {
        return entries.getOrDefault(block, labels.get(block));
    }

    /// Where to jump to from one block into another.
    private Label label(BasicBlock from, BasicBlock to) {
        return !plan.isFramed(from) && plan.isFramed(to) ? entries.get(to) : labels.get(to);
    }

    private void emit(BasicBlock block, Label next) {
        switch (block.terminator()) {
            case Terminator.Jump(BasicBlock to) -> branches.jump(label(block, to), next);
            case Terminator.BranchIf(Register condition, BasicBlock then, BasicBlock otherwise) ->
                    branches.branchIf(condition, label(block, then), label(block, otherwise), next);
            case Terminator.Branch branch ->
                    branches.branch(
                            branch,
                            label(block, branch.then()),
                            label(block, branch.otherwise()),
                            next);
            case Terminator.Return(Optional<Register> value) -> {
                method.leave();
                value.ifPresent(method::load);
                code.return_(
                        value.map(register -> register.kind().typeKind()).orElse(TypeKind.VOID));
            }
        }
    }
}
