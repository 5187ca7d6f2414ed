package coex.gc.mark;

import coex.gc.memory.Memory;
import coex.gc.memory.Reservation;
import coex.gc.memory.Reservations;

/// The marker's work list: a stack of longs outside the JVM's heap.
///
/// A handle is pushed once a cycle, when its mark bit is set, and once more while it is an array
/// with slices left; so the reservation, sized by the largest handle table, cannot overflow.
/// Used by the collector only.
final class MarkStack {

    private static final long FIRST_ENTRIES = 1 << 13;
    private static final long KEPT_ENTRIES = 1 << 17;

    private final Reservation entries;
    private final long base;
    private long top;
    private long committed;

    MarkStack(Reservations region, String name, long maximumHandles) {
        entries = region.of(name, (maximumHandles + FIRST_ENTRIES) * 8, false);
        base = entries.base();
    }

    boolean isEmpty() {
        return top == 0;
    }

    long size() {
        return top;
    }

    void push(long entry) {
        if (top == committed) {
            commitMore();
        }
        Memory.putLong(base + (top++ << 3), entry);
    }

    long pop() {
        return Memory.getLong(base + (--top << 3));
    }

    /// The entry with this number, counted from 0 at the bottom.
    long at(long index) {
        return Memory.getLong(base + (index << 3));
    }

    void clear() {
        top = 0;
    }

    /// Gives memory back after a cycle that needed much.
    void trim() {
        if (committed > KEPT_ENTRIES && top == 0) {
            entries.uncommitTo(KEPT_ENTRIES * 8);
            committed = entries.committedBytes() >>> 3;
        }
    }

    long sideBytes() {
        return entries.committedBytes();
    }

    private void commitMore() {
        long wanted = Math.max(FIRST_ENTRIES, committed * 2);
        if (!entries.commitTo(Math.min(wanted * 8, entries.reservedBytes()))) {
            throw new OutOfMemoryError(
                    "the system refuses memory for the mark stack: entries=" + wanted);
        }
        committed = entries.committedBytes() >>> 3;
    }
}
