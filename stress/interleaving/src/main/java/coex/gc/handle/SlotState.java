package coex.gc.handle;

import coex.gc.memory.Memory;
import coex.gc.memory.Reservation;

import java.util.concurrent.atomic.AtomicInteger;

/// A slot that nobody has published yet, and the memory of its object.
class SlotState {

    static final HandleTable TABLE;

    private static final int SLOTS = 1 << 20;
    private static final Reservation OBJECTS = objects();
    private static final AtomicInteger NEXT = new AtomicInteger();

    static {
        TABLE = new HandleSpaceFixture(SLOTS).space().table();
    }

    final long handle = NEXT.getAndIncrement() & SLOTS - 1;
    private final long address = OBJECTS.base() + handle * 8;

    SlotState() {
        Memory.putLong(address, 0);
        TABLE.retire(handle, 0);
    }

    private static Reservation objects() {
        Reservation objects = Reservation.of("objects", SLOTS * 8L, false);
        objects.commitTo(SLOTS * 8L);
        return objects;
    }

    /// Writes a header and publishes its address.
    final void publish() {
        Memory.putLong(address, 42);
        TABLE.publish(handle, address);
    }

    /// The header that a slot leads to, or -1.
    static long header(long slot) {
        return HandleTable.isAddress(slot) ? Memory.getLong(slot) : -1;
    }
}
