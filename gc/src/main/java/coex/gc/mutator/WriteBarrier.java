package coex.gc.mutator;

import coex.gc.handle.Marks;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;
import coex.gc.memory.Memory;

/// What a mutator does when it writes or reads a mutable cell, and what it shades. No safepoint
/// lies between resolving an object and the store into it.
///
/// Owned by the mutator's thread; the collector uses it only on behalf of that mutator, under a
/// handshake.
public final class WriteBarrier implements ShadowStack.Shader {

    private final HeapCore core;
    private final Protocol protocol;
    private final Marks marks;
    private final ShadeBuffer shades;
    private final CycleState cycle;

    /// Whether stores shade: from H1 to H4. Written by [HandshakeActions], as [CycleState].
    boolean on;

    WriteBarrier(HeapCore core, Protocol protocol, ShadeBuffer shades, CycleState cycle) {
        this.core = core;
        this.protocol = protocol;
        this.marks = core.handles().marks();
        this.shades = shades;
        this.cycle = cycle;
    }

    /// The heap whose cells these are.
    public HeapCore core() {
        return core;
    }

    /// Marks a handle and records that its object must be traced.
    ///
    /// It is recorded before it is marked. In the other order the JVM could be out of stack between
    /// the two, and a marked object would never be traced; one that is recorded and not marked is
    /// marked by whoever takes it over.
    @Override
    public void shade(long handle) {
        if (handle != 0 && !marks.isMarkedOpaque(handle)) {
            shades.push(handle);
            core.pass(SchedulePoint.SHADE_NOTED);
            if (!marks.shade(handle)) {
                shades.takeBack(); // another thread has marked it, and records it
            }
        }
    }

    /// Takes over a handle that another mutator gives outside the heap. That one must keep the
    /// object reachable from its own roots until this has returned; no safepoint lies between this
    /// and the handle's first use.
    ///
    /// The giver may not have had its snapshot when this mutator has had its own. Shaded, the
    /// object is what a late thread may hold (docs/design/0019); that it is alive follows from the
    /// giver's promise.
    void adopt(long handle) {
        if (on) {
            shade(handle);
        }
    }

    void store(long address, long value) {
        if (on) {
            protocol.store(this, address, value);
        } else {
            core.pass(SchedulePoint.STORE_UNBARRIERED);
            Memory.putIntRelease(address, (int) value);
        }
    }

    /// What a store does with the value it removes and the one it writes, before it swaps.
    public void shadeForStore(int old, long value) {
        core.pass(SchedulePoint.BARRIER_OLD_READ);
        protocol.shadeOld(this, Integer.toUnsignedLong(old));
        protocol.shadeNew(this, value);
        core.pass(SchedulePoint.BARRIER_SHADED);
    }

    boolean compareAndSet(long address, long expected, long value) {
        if (on) {
            if (Memory.getIntAcquire(address) != (int) expected) {
                return false;
            }
            shadeForStore((int) expected, value);
        }
        return Memory.compareAndSetInt(address, (int) expected, (int) value);
    }

    /// Never waits: the verdict decides whether this read or the end of marking came first.
    long loadWeak(long address) {
        long handle = Integer.toUnsignedLong(Memory.getIntAcquire(address));
        core.pass(SchedulePoint.WEAK_READ);
        if (handle == 0 || !on || marks.isMarked(handle)) {
            return handle;
        }
        return protocol.judgeWeak(this, address, handle);
    }

    void storeWeak(long address, long value) {
        if (on) {
            protocol.shadeWeakTarget(this, value);
        }
        Memory.putIntRelease(address, (int) value);
    }

    /// The handle if it is marked, else 0.
    public long liveOrNull(long handle) {
        return marks.isMarked(handle) ? handle : 0;
    }

    boolean isPastSnapshot() {
        return cycle.pastSnapshot;
    }
}
