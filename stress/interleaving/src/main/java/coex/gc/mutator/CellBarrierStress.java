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
import org.openjdk.jcstress.infra.results.II_Result;

import java.util.concurrent.atomic.AtomicInteger;

/// Two mutators past their snapshots store into one cell while a third thread looks at it. A value
/// that has left the cell is marked, and was so when it left (`Invariant.SHADE_BEFORE_OVERWRITE`).
///
/// First result: what the observer saw; second: how many of the two values removed are marked.
@JCStressTest
@Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "the old value was still there")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "it had left, and was marked")
@Outcome(expect = FORBIDDEN, desc = "a value left unmarked")
@State
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

    private final int number = NEXT.getAndIncrement() & CELLS - 1;
    private final long cell = MEMORY.base() + number * 64L;
    private final long first = number * 64L + 1;
    private final long second = first + 1;
    private final long third = first + 2;
    private final MutatorContext a;
    private final MutatorContext b;

    public CellBarrierStress() {
        MutatorRegistry registry = MutatorFixture.newRegistry();
        a = registry.register();
        b = registry.register();
        a.takeSnapshot(1, false);
        b.takeSnapshot(1, false);
        MarksAccess.clear(MARKS, number);
        Memory.putInt(cell, (int) first);
    }

    @Actor
    public void storeSecond() {
        a.storeReference(cell, second);
    }

    @Actor
    public void storeThird() {
        b.storeReference(cell, third);
    }

    @Actor
    public void observe(II_Result result) {
        boolean left = Memory.getIntAcquire(cell) != (int) first;
        result.r1 = !left ? 0 : MARKS.isMarked(first) ? 1 : -1;
    }

    @Arbiter
    public void removed(II_Result result) {
        long last = Integer.toUnsignedLong(Memory.getInt(cell));
        result.r2 = MARKS.isMarked(first) ? 1 : 0;
        result.r2 += MARKS.isMarked(last == second ? third : second) ? 1 : 0;
    }
}
