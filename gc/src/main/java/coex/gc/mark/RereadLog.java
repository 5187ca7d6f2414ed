// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import coex.gc.heap.HeapCore;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.memory.Reservations;

import java.util.function.LongConsumer;

/// The collector's own log: old objects that the next young cycle must read again, though nobody
/// writes them.
///
/// - *Those that name something newborn.* What is born marked is not traced in the same cycle, so
///   when the cycle has ended it is young, and what names it and was traced is old. Such an object
///   is in here once, and not if a mutator has it in its log for the next cycle: the same bit in
///   its header says both (`WriteBarrier` has the rules; this is one more logger, which hands its
///   log over before H1).
/// - *Those under construction.* Their owner writes them without a log, so they are read in every
///   cycle until one finds them sealed. Read after H2, they show what was written before it; later
///   writes are of what a thread past its snapshot holds. Their header is the owner's alone.
///
/// Each marker has its own, used by its thread; when helpers have left, and before they are called,
/// the collector uses them all. Not final: a test has it fail.
class RereadLog {

    /// Of an entry: no bit in the header of the object says that it is here.
    private static final long UNSEALED = 1L << 32;

    private final HeapCore core;
    private MarkStack filling;
    private MarkStack noted;

    RereadLog(Reservations region, HeapCore core) {
        this.core = core;
        long handles = core.handles().maximumHandles();
        filling = new MarkStack(region, "objects to read again", handles);
        noted = new MarkStack(region, "objects to read again", handles);
    }

    /// Notes an object under construction.
    void addUnsealed(long handle) {
        filling.push(handle | UNSEALED);
    }

    /// Notes an object that names something newborn.
    void add(long handle, long address) {
        if ((Memory.getLongOpaque(address) & ObjectHeader.LOGGED) == 0) {
            filling.push(handle);
            if ((Memory.getAndOrLong(address, ObjectHeader.LOGGED) & ObjectHeader.LOGGED) != 0) {
                filling.pop(); // a mutator has logged it meanwhile
            }
        }
    }

    /// A cycle begins: what was noted in the last one is to be read in this one, or not at all if
    /// it is full. Can be done again.
    void handOver() {
        noted.clear(); // of a cycle that was full, or was given up
        for (long i = 0; i < filling.size(); i++) {
            long entry = filling.at(i);
            if ((entry & UNSEALED) == 0) {
                core.clearLogged(entry);
            }
        }
        MarkStack other = noted;
        noted = filling;
        filling = other;
    }

    /// Shows what was noted in the last cycle, and forgets it.
    void forEachNoted(LongConsumer action) {
        while (!noted.isEmpty()) {
            action.accept(noted.pop() & ~UNSEALED);
        }
    }

    /// Shows what is to be read again in the next cycle.
    void forEachWaiting(LongConsumer action) {
        for (long i = 0; i < filling.size(); i++) {
            action.accept(filling.at(i) & ~UNSEALED);
        }
    }

    long sideBytes() {
        return filling.sideBytes() + noted.sideBytes();
    }

    void trim() {
        filling.trim();
        noted.trim();
    }
}
