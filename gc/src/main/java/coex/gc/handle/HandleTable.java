// SPDX-License-Identifier: Apache-2.0
package coex.gc.handle;

import static coex.gc.layout.ObjectHeader.HANDLE_MASK;

import coex.gc.memory.Memory;
import coex.gc.memory.Reservation;
import coex.gc.memory.Reservations;

/// Maps a handle to the address of its object.
///
/// No other structure keeps an address (`Invariant.ADDRESSES_LIVE_IN_ONE_TABLE`), so an object is
/// moved by one store into this table.
///
///     slot    0            never used
///             odd          free or retired; the bits above say in which cycle it was freed
///             even         address of the object
public final class HandleTable {

    private static final int SLOT_SHIFT = 3;

    private final Reservation slots;

    private final Tracing tracing = new Tracing();

    private final long base;

    HandleTable(Reservations region, long maximumHandles, boolean hugePages) {
        slots = region.of("handle table", maximumHandles << SLOT_SHIFT, hugePages);
        base = slots.base();
    }

    /// Whether a slot is even and not 0. One comparison: turned by a bit, an odd one is negative.
    public static boolean isAddress(long slot) {
        return Long.rotateRight(slot, 1) > 0;
    }

    /// The cycle that freed a handle, from its odd slot.
    public static long freedIn(long slot) {
        return slot >>> 1;
    }

    /// The slot of a handle: 8 bytes, written as drawn above.
    ///
    /// - writers: the allocating mutator, once, before the handle escapes it; the collector, when
    ///   it has copied the object to another place, and last when nothing reachable names the
    ///   handle any more
    /// - readers: every mutator and the marker, at any time, without a lock
    /// - ordering: [#publish] and [#retire] release, [#resolve] acquire, [#locate] plain
    /// - why: header and zeroed payload, or the whole copy, are written plainly before the address
    ///   is published (`Invariant.CONTENTS_BEFORE_ADDRESS`)
    /// - if weaker: with opaque, a reader may pair a new address with a header still 0
    /// - shown by: `SlotPublicationStress`; x86 hides most failures
    public long resolve(long handle) {
        if (Tracing.isOn()) {
            return resolveTraced(handle);
        }
        return Memory.getLongAcquire(base + (handle << SLOT_SHIFT));
    }

    /// The same for a mutator and a handle that it has from a root or from an object: read plainly.
    ///
    /// - why plain is enough: what is read at an address is read through it, and a processor does
    ///   not read through a value before it has the value. While anything reachable names the
    ///   handle its slot has one value, or two if the object is being moved. Then both places hold
    ///   the same until every mutator has answered a handshake, so it does not matter which address
    ///   is found, nor that two reads one after the other find the newer first. A handle that is
    ///   free or retired is nobody's, and is not given out again before every mutator has answered
    ///   a handshake: the compiler keeps no slot in a register across that call
    /// - why not acquire: it costs the processor nothing here, but the compiler keeps all reads
    ///   that follow behind it, and reads twice what is asked twice
    /// - shown by: `SlotLocationStress`, `SlotMoveStress`
    ///
    /// Static, and given what [#base] says: a mutator keeps that itself, because to read it from
    /// here takes two reads one after the other before the slot can be read.
    public static long locate(HandleTable table, long base, long handle) {
        if (Tracing.isOn()) {
            return table.resolveTraced(handle);
        }
        return Memory.getLong(Memory.known(base) + ((handle & HANDLE_MASK) << SLOT_SHIFT));
    }

    /// Where the slots begin. It never changes.
    public long base() {
        return base;
    }

    private long resolveTraced(long handle) {
        long slot = Memory.getLongAcquire(base + (handle << SLOT_SHIFT));
        tracing.report(tracer -> tracer.dereferenced(handle, isAddress(slot) ? slot : 0));
        return slot;
    }

    /// Makes `address` the location of `handle`'s object, which must already be there.
    public void publish(long handle, long address) {
        Memory.putLongRelease(base + (handle << SLOT_SHIFT), address);
    }

    /// The same, given what [#base] says: for a mutator that keeps it, as [#locate].
    public static void publish(long base, long handle, long address) {
        Memory.putLongRelease(base + (handle << SLOT_SHIFT), address);
    }

    /// Takes `handle` out of use. Memory behind it stays readable until the next handshake is over.
    public void retire(long handle, long cycle) {
        Memory.putLongRelease(base + (handle << SLOT_SHIFT), cycle << 1 | 1);
    }

    /// Who is told of single operations.
    public Tracing tracing() {
        return tracing;
    }

    Reservation reservation() {
        return slots;
    }
}
