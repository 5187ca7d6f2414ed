package coex.codegen.roots;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which handles are needed after which instructions: the classic backward analysis, over registers that
/// hold handles.
final class Liveness {

    private static final BitSet NOTHING = new BitSet();

    private final Routine routine;
    private final Map<BasicBlock, BitSet> liveAtEntry = new HashMap<>();

    Liveness(Routine routine) {
        this.routine = routine;
        routine.blocks().forEach(block -> liveAtEntry.put(block, new BitSet()));
        solve();
    }

    private void solve() {
        List<BasicBlock> backwards = routine.blocks().reversed();
        boolean isChanged = true;
        while (isChanged) {
            isChanged = false;
            for (BasicBlock block : backwards) {
                BitSet live = walk(block, Visitor.NOBODY);
                isChanged |= !live.equals(liveAtEntry.put(block, live));
            }
        }
    }

    /// Who wants to know what is live where. The sets are for the moment of the call only.
    interface Visitor {

        Visitor NOBODY =
                new Visitor() {
                    @Override
                    public void atSafepoint(BitSet live) {}

                    @Override
                    public void atWrite(int register, BitSet live) {}
                };

        /// @param live the numbers of registers with handles that are needed after a safepoint, and are
        ///     not its result
        void atSafepoint(BitSet live);

        /// @param register that is given a handle
        /// @param live the registers with handles that are needed after that
        void atWrite(int register, BitSet live);
    }

    void visit(Visitor visitor) {
        routine.blocks().forEach(block -> walk(block, visitor));
        BitSet atStart = liveAtEntry.get(routine.blocks().getFirst());
        for (Register parameter : routine.parameters()) {
            if (parameter.kind() == Kind.HANDLE) {
                visitor.atWrite(parameter.number(), atStart);
            }
        }
    }

    /// Goes through a block from its end, and returns what is live at its start. What a handler needs is
    /// live all along.
    private BitSet walk(BasicBlock block, Visitor visitor) {
        BitSet caught = block.handler().map(liveAtEntry::get).orElse(NOTHING);
        var live = new BitSet();
        live.or(caught);
        block.terminator().successors().forEach(next -> live.or(liveAtEntry.get(next)));
        block.terminator().sources().forEach(register -> use(register, live));
        for (BasicBlock.Step step : block.steps().reversed()) {
            Instruction instruction = step.instruction();
            Optional<Register> target =
                    instruction.target().filter(register -> register.kind() == Kind.HANDLE);
            target.ifPresent(register -> visitor.atWrite(register.number(), live));
            target.filter(register -> !caught.get(register.number()))
                    .ifPresent(register -> live.clear(register.number()));
            if (instruction.isSafepoint()) {
                visitor.atSafepoint(live);
            }
            instruction.sources().forEach(register -> use(register, live));
        }
        return live;
    }

    private static void use(Register register, BitSet live) {
        if (register.kind() == Kind.HANDLE) {
            live.set(register.number());
        }
    }
}
