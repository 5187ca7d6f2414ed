package coex.codegen.roots;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Instruction;
import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Where a routine has a frame, what is in it, and what its polls have to root themselves.
///
/// A routine often returns before it comes to anything that may collect: recursion ends so. The
/// frame is therefore made late, on the way into the *framed* blocks: those with a safepoint that
/// is no poll, and all that can be reached from them. A routine that calls others polls at the same
/// place; one that calls none ends soon, but for its loops, which poll.
///
/// Polls nearly always have nothing to do. A handle that is live across polls only has no slot: the
/// poll roots it when the collector wants something, in a frame of its own. The same holds for
/// calls that give up when they take long and the collector asks.
public final class FramePlan {

    private final ConstantRegisters constants;
    private final RootSlots slots;
    private final Set<BasicBlock> framed = new HashSet<>();
    private final Set<BasicBlock> entered = new HashSet<>();
    private final Map<BasicBlock, List<Register>> liveAtEntry = new HashMap<>();
    private final Map<BasicBlock.Step, List<Register>> liveAtPolls = new IdentityHashMap<>();
    private final boolean calls;

    private FramePlan(ConstantRegisters constants, RootSlots slots, boolean calls) {
        this.constants = constants;
        this.slots = slots;
        this.calls = calls;
    }

    /// The frame is made as late as possible. A routine with handlers has it throughout: a handler
    /// comes from any place of the blocks it covers, and pops all frames above the one that was
    /// there before them.
    public static FramePlan of(Routine routine) {
        return of(routine, routine.hasHandlers());
    }

    /// The frame is there from the first block to every return.
    public static FramePlan throughout(Routine routine) {
        return of(routine, true);
    }

    private static FramePlan of(Routine routine, boolean isThroughout) {
        var constants = ConstantRegisters.of(routine);
        var liveness = new Liveness(routine);
        var plan = new FramePlan(constants, RootSlots.of(liveness), hasCalls(routine));
        if (isThroughout) {
            plan.framed.addAll(routine.blocks());
        } else {
            plan.findFramed(routine);
        }
        plan.findEntered(routine);
        plan.findLive(routine, liveness);
        return plan;
    }

    private static boolean hasCalls(Routine routine) {
        return routine.blocks().stream()
                .flatMap(block -> block.steps().stream())
                .anyMatch(
                        step ->
                                step.instruction() instanceof Instruction.Call
                                        || step.instruction() instanceof Instruction.CallValue);
    }

    private void findFramed(Routine routine) {
        var pending = new ArrayDeque<BasicBlock>();
        for (BasicBlock block : routine.blocks()) {
            if (mayCollect(block) && framed.add(block)) {
                pending.add(block);
            }
        }
        while (!pending.isEmpty()) {
            for (BasicBlock next : pending.poll().next()) {
                if (framed.add(next)) {
                    pending.add(next);
                }
            }
        }
    }

    private static boolean mayCollect(BasicBlock block) {
        return block.steps().stream()
                .map(BasicBlock.Step::instruction)
                .anyMatch(
                        instruction -> instruction.isSafepoint() && !instruction.rootsWhenAsked());
    }

    private void findEntered(Routine routine) {
        BasicBlock first = routine.blocks().getFirst();
        if (framed.contains(first)) {
            entered.add(first);
        }
        for (BasicBlock block : routine.blocks()) {
            if (!framed.contains(block)) {
                block.next().stream().filter(framed::contains).forEach(entered::add);
            }
        }
    }

    private void findLive(Routine routine, Liveness liveness) {
        Map<Integer, Register> registers = handles(routine);
        for (BasicBlock block : entered) {
            liveAtEntry.put(block, registers(liveness.atStart(block), registers));
        }
        for (BasicBlock block : routine.blocks()) {
            boolean hasFrame = framed.contains(block);
            liveness.visit(
                    block,
                    new Liveness.Visitor() {
                        @Override
                        public void atSafepoint(BasicBlock.Step step, BitSet live) {
                            if (step.instruction().rootsWhenAsked()) {
                                liveAtPolls.put(
                                        step,
                                        registers(live, registers).stream()
                                                .filter(one -> !(hasFrame && hasSlot(one)))
                                                .toList());
                            }
                        }
                    });
        }
    }

    private static Map<Integer, Register> handles(Routine routine) {
        Map<Integer, Register> registers = new HashMap<>();
        routine.parameters().forEach(register -> registers.put(register.number(), register));
        for (BasicBlock block : routine.blocks()) {
            for (BasicBlock.Step step : block.steps()) {
                step.instruction()
                        .target()
                        .ifPresent(register -> registers.put(register.number(), register));
            }
        }
        return registers;
    }

    private static List<Register> registers(BitSet numbers, Map<Integer, Register> registers) {
        var result = new ArrayList<Register>();
        numbers.stream().forEach(number -> result.add(registers.get(number)));
        return result;
    }

    private boolean hasSlot(Register register) {
        return slots.of(register).isPresent();
    }

    public ConstantRegisters constants() {
        return constants;
    }

    public RootSlots slots() {
        return slots;
    }

    /// Whether the routine has its frame in this block.
    public boolean isFramed(BasicBlock block) {
        return framed.contains(block);
    }

    /// Whether the routine gets its frame when it comes to this block from one without, or begins
    /// with it.
    public boolean isEntered(BasicBlock block) {
        return entered.contains(block);
    }

    /// Whether the routine polls when it gets its frame.
    public boolean pollsAtEntry() {
        return calls;
    }

    /// The handles that go into the frame where it is made.
    public List<Register> rootedAtEntry(BasicBlock block) {
        return liveAtEntry.get(block).stream().filter(this::hasSlot).toList();
    }

    /// The handles that a poll where the frame is made has to root itself.
    public List<Register> unrootedAtEntry(BasicBlock block) {
        return liveAtEntry.get(block).stream().filter(register -> !hasSlot(register)).toList();
    }

    /// The handles that a poll, or a call that gives up, has to root itself.
    public List<Register> unrootedAt(BasicBlock.Step poll) {
        return liveAtPolls.get(poll);
    }
}
