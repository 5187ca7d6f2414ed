package coex.gc.mutator;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.memory.Reservation;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

import java.util.concurrent.atomic.AtomicInteger;

/// Mutators store into one object. It gets into a log before it is stored into, and into one only.
public class LoggedBitStress {

    private static final int OBJECTS = 1 << 15;
    private static final int CELL = 8;
    private static final Reservation MEMORY = memory();
    private static final AtomicInteger NEXT = new AtomicInteger();

    private static Reservation memory() {
        Reservation objects = Reservation.of("objects", OBJECTS * 64L, false);
        objects.commitTo(OBJECTS * 64L);
        return objects;
    }

    /// The address of an object that is in no log, and whose cell is 0.
    private static long newObject() {
        int number = NEXT.getAndIncrement() & OBJECTS - 1;
        long address = MEMORY.base() + number * 64L;
        Memory.putLong(address, ObjectHeader.of(number + 1, 1, ObjectHeader.MUTABLE));
        Memory.putLong(address + CELL, 0);
        return address;
    }

    private static MutatorContext newMutator() {
        return MutatorFixture.newRegistry().register();
    }

    private static int countOf(WriteLog log) {
        int[] entries = {0};
        log.forEach(_ -> entries[0]++);
        return entries[0];
    }

    private static boolean isLogged(long object) {
        return (Memory.getLongOpaque(object) & ObjectHeader.LOGGED) != 0;
    }

    /// Two who store: one of them has the object in its log.
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "in one log")
    @Outcome(expect = FORBIDDEN, desc = "in none, or in both")
    @State
    public static class StoreAgainstStore {
        private final long object = newObject();
        private final MutatorContext a = newMutator();
        private final MutatorContext b = newMutator();

        @Actor
        public void storeOne() {
            a.storeReference(object, object + CELL, 1);
        }

        @Actor
        public void storeOther() {
            b.storeReference(object, object + CELL, 2);
        }

        @Arbiter
        public void entries(I_Result result) {
            result.r1 = isLogged(object) ? countOf(a.log()) + countOf(b.log()) : -1;
        }
    }

    /// One who stores, and one who looks at the cell first: who sees the store sees the bit.
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "nothing has happened yet")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "it was logged in between")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "stored, and logged before")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "stored and not logged")
    @State
    public static class StoreAgainstObserver {
        private final long object = newObject();
        private final MutatorContext a = newMutator();

        @Actor
        public void store() {
            a.storeReference(object, object + CELL, 1);
        }

        @Actor
        public void observe(II_Result result) {
            result.r1 = Memory.getIntAcquire(object + CELL);
            result.r2 = isLogged(object) ? 1 : 0;
        }
    }

    /// The collector clears the bit of what one has handed over, and another stores: the store is
    /// one of those that the collector will read, or in the other's own log.
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "it saw the bit: the object is read after this")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "it saw the bit cleared, and has logged it")
    @Outcome(expect = FORBIDDEN, desc = "the bit is set and nobody will read the object")
    @State
    public static class StoreAgainstHandOver {
        private final long object = newObject();
        private final MutatorRegistry registry = MutatorFixture.newRegistry();
        private final MutatorContext a = registry.register();
        private final MutatorContext b = registry.register();

        public StoreAgainstHandOver() {
            a.storeReference(object, object + CELL, 1);
        }

        /// As at the end of H1b: the log is the collector's, which clears the bit.
        @Actor
        public void handOver() {
            a.actions().settle();
            registry.logs().take();
            registry.logs()
                    .forEachTaken(
                            _ -> Memory.getAndAndLong(object, ~ObjectHeader.LOGGED), () -> {});
        }

        @Actor
        public void store() {
            b.storeReference(object, object + CELL, 2);
        }

        @Arbiter
        public void ownEntries(I_Result result) {
            int[] taken = {0};
            registry.logs().forEachTaken(_ -> taken[0]++, () -> {});
            boolean isRead = taken[0] == 1;
            int own = countOf(b.log());
            result.r1 = isRead && isLogged(object) == (own == 1) ? own : -1;
        }
    }
}
