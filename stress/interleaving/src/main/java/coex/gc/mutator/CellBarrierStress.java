package coex.gc.mutator;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import coex.gc.handle.Marks;
import coex.gc.handle.MarksAccess;
import coex.gc.memory.Memory;
import coex.gc.memory.Reservation;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

import java.util.concurrent.atomic.AtomicInteger;

/// Mutators past their snapshots store into a cell. A value that has left the cell is marked, and
/// was so when it left (`Invariant.SHADE_BEFORE_OVERWRITE`).
public class CellBarrierStress {

    private static final int CELLS = 1 << 15;
    private static final Marks MARKS = MutatorFixture.CORE.handles().marks();
    private static final Reservation MEMORY = memory();
    private static final AtomicInteger NEXT = new AtomicInteger();

    private static Reservation memory() {
        Reservation cells = Reservation.of("cells", CELLS * 64L, false);
        cells.commitTo(CELLS * 64L);
        return cells;
    }

    /// A cell that holds `first`, and 64 handles of its own with no marks.
    private static final class Cell {
        private final int number = NEXT.getAndIncrement() & CELLS - 1;
        private final long address = MEMORY.base() + number * 64L;
        private final long first = number * 64L + 1;
        private final long second = first + 1;
        private final long third = first + 2;

        Cell() {
            MarksAccess.clear(MARKS, number);
            Memory.putInt(address, (int) first);
        }

        long value() {
            return Integer.toUnsignedLong(Memory.getIntAcquire(address));
        }
    }

    private static MutatorContext mutatorPastSnapshot() {
        MutatorContext mutator = MutatorFixture.newRegistry().register();
        mutator.actions().takeSnapshot(1, mutator.barrier());
        return mutator;
    }

    /// Two stores: each shades what it really removed.
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both values removed are marked")
    @Outcome(expect = FORBIDDEN, desc = "a value was removed and is not marked")
    @State
    public static class StoreAgainstStore {
        private final Cell cell = new Cell();
        private final MutatorContext a = mutatorPastSnapshot();
        private final MutatorContext b = mutatorPastSnapshot();

        @Actor
        public void storeSecond() {
            a.storeRoot(cell.address, cell.second);
        }

        @Actor
        public void storeThird() {
            b.storeRoot(cell.address, cell.third);
        }

        @Arbiter
        public void removed(I_Result result) {
            long other = cell.value() == cell.second ? cell.third : cell.second;
            result.r1 = (MARKS.isMarked(cell.first) ? 1 : 0) + (MARKS.isMarked(other) ? 1 : 0);
        }
    }

    /// A store and somebody who looks: the shade comes before the swap.
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "the old value was still there")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "it had left, and was marked")
    @Outcome(id = "-1", expect = FORBIDDEN, desc = "it had left unmarked")
    @State
    public static class StoreAgainstObserver {
        private final Cell cell = new Cell();
        private final MutatorContext a = mutatorPastSnapshot();

        @Actor
        public void store() {
            a.storeRoot(cell.address, cell.second);
        }

        @Actor
        public void observe(I_Result result) {
            boolean left = cell.value() != cell.first;
            result.r1 = !left ? 0 : MARKS.isMarked(cell.first) ? 1 : -1;
        }
    }
}
