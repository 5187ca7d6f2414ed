package coex.gc.handle;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import coex.gc.memory.Memory;
import coex.gc.memory.Reservation;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

import java.util.concurrent.atomic.AtomicInteger;

/// Whoever reads an address from the table sees the header behind it
/// (`Invariant.CONTENTS_BEFORE_ADDRESS`): as the marker reads it, and as mutators do.
@JCStressTest
@Outcome(
        id = {"-1, -1", "-1, 42", "42, -1", "42, 42"},
        expect = ACCEPTABLE,
        desc = "address and header, or not published yet")
@Outcome(expect = FORBIDDEN, desc = "an address, and a header still 0")
@State
public class SlotPublicationStress {

    private static final int SLOTS = 1 << 20;
    private static final HandleTable TABLE = new HandleSpaceFixture(SLOTS).space().table();
    private static final Reservation OBJECTS = objects();
    private static final AtomicInteger NEXT = new AtomicInteger();

    private static Reservation objects() {
        Reservation objects = Reservation.of("objects", SLOTS * 8L, false);
        objects.commitTo(SLOTS * 8L);
        return objects;
    }

    private final long handle = NEXT.getAndIncrement() & SLOTS - 1;
    private final long address = OBJECTS.base() + handle * 8;

    public SlotPublicationStress() {
        Memory.putLong(address, 0);
        TABLE.retire(handle, 0);
    }

    @Actor
    public void allocate() {
        Memory.putLong(address, 42);
        TABLE.publish(handle, address);
    }

    @Actor
    public void resolve(JJ_Result result) {
        result.r1 = header(TABLE.resolve(handle));
    }

    @Actor
    public void locate(JJ_Result result) {
        result.r2 = header(TABLE.locate(handle));
    }

    private static long header(long slot) {
        return HandleTable.isAddress(slot) ? Memory.getLong(slot) : -1;
    }
}
