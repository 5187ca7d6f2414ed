package coex.codegen.roots;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Kind;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which handles are needed after which instructions: the classic backward analysis, over registers
/// that hold handles that nobody else keeps alive. The arguments of a call are needed until it
/// returns.
///
/// Most registers are written and read within one block. Only the others, numbered anew, are in the
/// sets that the analysis keeps for each block: large functions have many blocks and many
/// registers.
final class Liveness {

    private static final BitSet NOTHING = new BitSet();

    /// What a block does to the registers that some block needs from another.
    private static final class Effects {
        private final BitSet read = new BitSet();
        private final BitSet written = new BitSet();
        private BitSet liveAtStart = new BitSet();
    }

    private final Routine routine;
    private final BorrowedRegisters borrowed;

    /// For each register, its number among those that some block needs from another, or -1.
    private final int[] shared;

    /// The registers by that number.
    private final List<Integer> sharedRegisters = new ArrayList<>();

    private final Map<BasicBlock, Effects> effects = new HashMap<>();

    Liveness(Routine routine) {
        this.routine = routine;
        this.borrowed = BorrowedRegisters.of(routine);
        this.shared = new int[routine.registerCount()];
        findShared();
        routine.blocks().forEach(block -> effects.put(block, effectsOf(block)));
        solve();
    }

    private boolean isTracked(Register register) {
        return register.kind() == Kind.HANDLE && !borrowed.has(register);
    }

    private void findShared() {
        Arrays.fill(shared, -1);
        for (BasicBlock block : routine.blocks()) {
            var written = new HashSet<Integer>();
            for (BasicBlock.Step step : block.steps()) {
                step.instruction().sources().forEach(register -> share(register, written));
                step.instruction().target().ifPresent(target -> written.add(target.number()));
            }
            block.terminator().sources().forEach(register -> share(register, written));
        }
    }

    private void share(Register register, Set<Integer> writtenBefore) {
        int number = register.number();
        if (isTracked(register) && shared[number] < 0 && !writtenBefore.contains(number)) {
            shared[number] = sharedRegisters.size();
            sharedRegisters.add(number);
        }
    }

    private Effects effectsOf(BasicBlock block) {
        var result = new Effects();
        for (BasicBlock.Step step : block.steps()) {
            step.instruction().sources().forEach(register -> note(register, result));
            step.instruction()
                    .target()
                    .filter(target -> shared[target.number()] >= 0)
                    .ifPresent(target -> result.written.set(shared[target.number()]));
        }
        block.terminator().sources().forEach(register -> note(register, result));
        result.liveAtStart.or(result.read);
        return result;
    }

    private void note(Register register, Effects result) {
        int number = shared[register.number()];
        if (number >= 0 && !result.written.get(number)) {
            result.read.set(number);
        }
    }

    private void solve() {
        Map<BasicBlock, List<BasicBlock>> predecessors = Predecessors.of(routine);
        var pending = new ArrayDeque<BasicBlock>(routine.blocks().reversed());
        var isPending = new HashSet<>(routine.blocks());
        while (!pending.isEmpty()) {
            BasicBlock block = pending.poll();
            isPending.remove(block);
            Effects own = effects.get(block);
            BitSet live = liveAtEnd(block);
            live.andNot(own.written);
            live.or(own.read);
            live.or(liveInHandler(block));
            if (!live.equals(own.liveAtStart)) {
                own.liveAtStart = live;
                for (BasicBlock before : predecessors.getOrDefault(block, List.of())) {
                    if (isPending.add(before)) {
                        pending.add(before);
                    }
                }
            }
        }
    }

    /// What a handler needs is live all through the blocks it covers.
    private BitSet liveInHandler(BasicBlock block) {
        return block.handler().map(effects::get).map(own -> own.liveAtStart).orElse(NOTHING);
    }

    private BitSet liveAtEnd(BasicBlock block) {
        var live = new BitSet();
        live.or(liveInHandler(block));
        block.terminator().successors().forEach(next -> live.or(effects.get(next).liveAtStart));
        return live;
    }

    /// The numbers of the registers that are needed when a block begins.
    BitSet atStart(BasicBlock block) {
        return registers(effects.get(block).liveAtStart);
    }

    private BitSet registers(BitSet sharedNumbers) {
        var result = new BitSet();
        sharedNumbers.stream().forEach(number -> result.set(sharedRegisters.get(number)));
        return result;
    }

    /// Who wants to know what is live where. The sets are for the moment of the call only.
    interface Visitor {

        /// @param live the numbers of registers with handles that are needed after a safepoint, and
        ///     are not its result
        default void atSafepoint(BasicBlock.Step step, BitSet live) {}

        /// @param register that is given a handle
        /// @param live the registers with handles that are needed after that
        default void atWrite(int register, BitSet live) {}
    }

    void visit(Visitor visitor) {
        routine.blocks().forEach(block -> visit(block, visitor));
        BitSet atStart = atStart(routine.blocks().getFirst());
        for (Register parameter : routine.parameters()) {
            if (isTracked(parameter)) {
                visitor.atWrite(parameter.number(), atStart);
            }
        }
    }

    /// Goes through a block from its end.
    void visit(BasicBlock block, Visitor visitor) {
        BitSet caught = registers(liveInHandler(block));
        BitSet live = registers(liveAtEnd(block));
        block.terminator().sources().forEach(register -> use(register, live));
        for (BasicBlock.Step step : block.steps().reversed()) {
            Instruction instruction = step.instruction();
            Optional<Register> target = instruction.target().filter(this::isTracked);
            target.ifPresent(register -> visitor.atWrite(register.number(), live));
            target.filter(register -> !caught.get(register.number()))
                    .ifPresent(register -> live.clear(register.number()));
            if (lendsArguments(instruction)) {
                instruction.sources().forEach(register -> use(register, live));
            }
            if (instruction.isSafepoint()) {
                visitor.atSafepoint(step, live);
            }
            instruction.sources().forEach(register -> use(register, live));
        }
    }

    private static boolean lendsArguments(Instruction instruction) {
        return instruction instanceof Instruction.Call
                || instruction instanceof Instruction.CallValue;
    }

    private void use(Register register, BitSet live) {
        if (isTracked(register)) {
            live.set(register.number());
        }
    }
}
