package coex.gc.handle;

import coex.gc.memory.Memory;
import coex.gc.memory.Reservation;

import java.util.concurrent.atomic.AtomicInteger;

/// A slot, and the memory of its object.
class SlotState {

    static final HandleTable TABLE;

    private static final int SLOTS = 1 << 20;
    private static final Reservation OBJECTS = objects();
    private static final AtomicInteger NEXT = new AtomicInteger();

    static {
        TABLE = new HandleSpaceFixture(SLOTS).space().table();
    }

    final long handle = NEXT.getAndIncrement() & SLOTS - 1;
    private final long address = OBJECTS.base() + handle * 16;
    private final long newAddress = address + 8;

    SlotState() {
        this(false);
    }

    /// @param published whether the object is there at the beginning
    SlotState(boolean published) {
        Memory.putLong(address, published ? 42 : 0);
        Memory.putLong(newAddress, 0);
        if (published) {
            TABLE.publish(handle, address);
        } else {
            TABLE.retire(handle, 0);
        }
    }

    private static Reservation objects() {
        Reservation objects = Reservation.of("objects", SLOTS * 16L, false);
        objects.commitTo(SLOTS * 16L);
        return objects;
    }

    /// Writes a header and publishes its address.
    final void publish() {
        Memory.putLong(address, 42);
        TABLE.publish(handle, address);
    }

    /// Copies what was published to another place, as the collector does.
    final void move() {
        Memory.copyWords(address, newAddress, 1);
        TABLE.publish(handle, newAddress);
    }

    /// The header that a slot leads to, or -1.
    static long header(long slot) {
        return HandleTable.isAddress(slot) ? Memory.getLong(slot) : -1;
    }
}
