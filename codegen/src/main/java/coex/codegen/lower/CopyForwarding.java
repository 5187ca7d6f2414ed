package coex.codegen.lower;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Register;

import java.util.ArrayList;
import java.util.List;

/// Lets an instruction write a variable itself, where its result would only be copied there:
/// `t = a + b` and `sum = t` become `sum = a + b` if nothing else reads `t`. Methods get shorter,
/// and a handle that has a slot is not live in a second register.
final class CopyForwarding {

    private final int[] writes;
    private final int[] reads;

    private CopyForwarding(int registerCount) {
        writes = new int[registerCount];
        reads = new int[registerCount];
    }

    static void in(List<BasicBlock> blocks, int registerCount) {
        var forwarding = new CopyForwarding(registerCount);
        blocks.forEach(forwarding::count);
        blocks.forEach(forwarding::forward);
    }

    private void count(BasicBlock block) {
        for (BasicBlock.Step step : block.steps()) {
            step.instruction().target().ifPresent(register -> writes[register.number()]++);
            step.instruction().sources().forEach(register -> reads[register.number()]++);
        }
        block.terminator().sources().forEach(register -> reads[register.number()]++);
    }

    private void forward(BasicBlock block) {
        List<BasicBlock.Step> steps = block.steps();
        var kept = new ArrayList<BasicBlock.Step>();
        for (BasicBlock.Step step : steps) {
            if (!kept.isEmpty()
                    && step.instruction() instanceof Instruction.Copy(Register to, Register from)
                    && isOnlyFor(kept.getLast().instruction(), from)) {
                BasicBlock.Step before = kept.removeLast();
                kept.add(new BasicBlock.Step(before.instruction().withTarget(to), before.line()));
            } else {
                kept.add(step);
            }
        }
        steps.clear();
        steps.addAll(kept);
    }

    private boolean isOnlyFor(Instruction made, Register temporary) {
        return made.target().filter(temporary::equals).isPresent()
                && writes[temporary.number()] == 1
                && reads[temporary.number()] == 1;
    }
}
