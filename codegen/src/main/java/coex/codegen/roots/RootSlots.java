package coex.codegen.roots;

import coex.codegen.ir.Register;
import coex.codegen.ir.Routine;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/// The slots of a routine's frame on the shadow stack: one for each handle that is live across a
/// safepoint, shared where that loses nothing.
///
/// A handle is stored in its slot whenever its register is written. Handles stay the same when their
/// objects move, so slots are never read back. Two registers may share a slot if neither is written
/// while the other is still needed: then at every safepoint each slot has the last handle that was
/// stored for a register that is live there.
public final class RootSlots {

    private final Map<Integer, Integer> slots = new HashMap<>();
    private int count;

    private RootSlots() {}

    public static RootSlots of(Routine routine) {
        var liveness = new Liveness(routine);
        BitSet rooted = rooted(liveness);
        Map<Integer, BitSet> conflicts = conflicts(liveness, rooted);
        var result = new RootSlots();
        rooted.stream().forEach(register -> result.assign(register, conflicts.get(register)));
        return result;
    }

    /// The registers that are live across some safepoint.
    private static BitSet rooted(Liveness liveness) {
        var rooted = new BitSet();
        liveness.visit(
                new Liveness.Visitor() {
                    @Override
                    public void atSafepoint(BitSet live) {
                        rooted.or(live);
                    }

                    @Override
                    public void atWrite(int register, BitSet live) {}
                });
        return rooted;
    }

    /// For each rooted register, those that are needed after it is written, and those after whose writing
    /// it is needed.
    private static Map<Integer, BitSet> conflicts(Liveness liveness, BitSet rooted) {
        Map<Integer, BitSet> conflicts = new HashMap<>();
        rooted.stream().forEach(register -> conflicts.put(register, new BitSet()));
        liveness.visit(
                new Liveness.Visitor() {
                    @Override
                    public void atSafepoint(BitSet live) {}

                    @Override
                    public void atWrite(int register, BitSet live) {
                        if (!rooted.get(register)) {
                            return;
                        }
                        live.stream()
                                .filter(other -> other != register && rooted.get(other))
                                .forEach(
                                        other -> {
                                            conflicts.get(register).set(other);
                                            conflicts.get(other).set(register);
                                        });
                    }
                });
        return conflicts;
    }

    /// The lowest slot that no register has which conflicts with this one.
    private void assign(int register, BitSet conflicts) {
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

    /// The slot of a register, if it is ever live across a safepoint.
    public OptionalInt of(Register register) {
        Integer slot = slots.get(register.number());
        return slot == null ? OptionalInt.empty() : OptionalInt.of(slot);
    }
}
