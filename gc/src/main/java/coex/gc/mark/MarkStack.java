// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import coex.gc.memory.Memory;
import coex.gc.memory.Reservation;
import coex.gc.memory.Reservations;

/// The work list of a marker, and other lists of handles: a stack of longs outside the JVM's heap.
///
///     0 .. bottom        bottom .. top
///     | given to others  | entries            |
///
/// A handle is pushed once a cycle, when its mark bit is set, and once more while it is an array
/// with slices left; so the reservation, sized by the largest handle table, cannot overflow. What
/// was given away comes back only to a stack that is empty, and [#takeIn] begins at 0 again. Used
/// by one marker at a time.
final class MarkStack {

    private static final long FIRST_ENTRIES = 1 << 13;
    private static final long KEPT_ENTRIES = 1 << 17;

    private final Reservation entries;
    private final long base;
    private long bottom;
    private long top;
    private long committed;

    MarkStack(Reservations region, String name, long maximumHandles) {
        entries = region.of(name, (maximumHandles + FIRST_ENTRIES) * 8, false);
        base = entries.base();
    }

    boolean isEmpty() {
        return top == bottom;
    }

    long size() {
        return top - bottom;
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

    /// What [#pop] will return.
    long top() {
        return Memory.getLong(base + (top - 1 << 3));
    }

    /// The entry with this number, counted from 0; nothing was given away.
    long at(long index) {
        return Memory.getLong(base + (index << 3));
    }

    /// Takes entries out at the bottom, up to a half of all: what was pushed long ago leads to more
    /// than what was pushed last.
    ///
    /// @return how many are in `chunk` now
    int giveHalf(long[] chunk) {
        int count = (int) Math.min(chunk.length, size() / 2);
        for (int i = 0; i < count; i++) {
            chunk[i] = Memory.getLong(base + (bottom + i << 3));
        }
        bottom += count;
        return count;
    }

    /// Pushes what another stack has given. This one is empty.
    void takeIn(long[] chunk, int count) {
        clear();
        for (int i = 0; i < count; i++) {
            push(chunk[i]);
        }
    }

    void clear() {
        bottom = 0;
        top = 0;
    }

    /// Gives memory back after a cycle that needed much.
    void trim() {
        if (committed > KEPT_ENTRIES && isEmpty()) {
            clear();
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
