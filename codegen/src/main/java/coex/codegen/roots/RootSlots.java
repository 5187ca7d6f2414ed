package coex.codegen.roots;

import coex.codegen.ir.BasicBlock;
import coex.codegen.ir.Register;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/// The slots of a routine's frame on the shadow stack: one for each handle that is live across a
/// safepoint other than a poll or what roots as a poll does, shared where that loses nothing.
///
/// A handle is stored in its slot whenever its register is written. Handles stay the same when
/// their objects move, so slots are never read back. Two registers may share a slot if neither is
/// written while the other is still needed: then at every safepoint each slot has the last handle
/// that was stored for a register that is live there.
public final class RootSlots {

    private final Map<Integer, Integer> slots = new HashMap<>();
    private int count;

    private RootSlots() {}

    static RootSlots of(Liveness liveness) {
        BitSet rooted = rooted(liveness);
        Map<Integer, Set<Integer>> conflicts = conflicts(liveness, rooted);
        var result = new RootSlots();
        rooted.stream()
                .forEach(
                        register ->
                                result.assign(
                                        register, conflicts.getOrDefault(register, Set.of())));
        return result;
    }

    /// The registers that are live across some safepoint that is no poll.
    private static BitSet rooted(Liveness liveness) {
        var rooted = new BitSet();
        liveness.visit(
                new Liveness.Visitor() {
                    @Override
                    public void atSafepoint(BasicBlock.Step step, BitSet live) {
                        if (!step.instruction().rootsWhenAsked()) {
                            rooted.or(live);
                        }
                    }
                });
        return rooted;
    }

    /// For each rooted register, those that are needed after it is written, and those after whose
    /// writing it is needed.
    private static Map<Integer, Set<Integer>> conflicts(Liveness liveness, BitSet rooted) {
        Map<Integer, Set<Integer>> conflicts = new HashMap<>();
        liveness.visit(
                new Liveness.Visitor() {
                    @Override
                    public void atWrite(int register, BitSet live) {
                        if (!rooted.get(register)) {
                            return;
                        }
                        live.stream()
                                .filter(other -> other != register && rooted.get(other))
                                .forEach(
                                        other -> {
                                            add(conflicts, register, other);
                                            add(conflicts, other, register);
                                        });
                    }
                });
        return conflicts;
    }

    private static void add(Map<Integer, Set<Integer>> conflicts, int register, int other) {
        conflicts.computeIfAbsent(register, _ -> new HashSet<>()).add(other);
    }

    /// The lowest slot that no register has which conflicts with this one.
    private void assign(int register, Set<Integer> conflicts) {
        var taken = new BitSet();
        conflicts.stream().filter(slots::containsKey).forEach(other -> taken.set(slots.get(other)));
        int slot = taken.nextClearBit(0);
        slots.put(register, slot);
        count = Math.max(count, slot + 1);
    }

    /// Slots of the frame; without any, the routine needs no frame.
    public int count() {
        return count;
    }

    /// The slot of a register, if it is ever live across a safepoint that is no poll.
    public OptionalInt of(Register register) {
        Integer slot = slots.get(register.number());
        return slot == null ? OptionalInt.empty() : OptionalInt.of(slot);
    }
}
