// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.handle.Marks;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.memory.WrittenParts;

/// What a mutator does when it writes or reads a mutable cell, what it shades and what it logs. No
/// safepoint lies between resolving an object and the store into it.
///
/// **The log.** A young cycle traces nothing that an earlier one has traced, so it must be told
/// which of those objects have been written since (`Invariant.OLD_NAMES_OLD`). Whoever writes a
/// reference into a mutable object logs the object, once: a bit in its header says that it is in
/// some log. Also objects that are not old yet are logged, and in every phase: whether an object
/// becomes old is for the collector to say, who may be about to read it. Objects under construction
/// are written without: the collector reads them in every cycle until they are sealed.
///
/// - the bit is set, atomically, by whoever logs the object, and cleared, atomically, by the
///   collector when every mutator has handed its log over, at H1b, and before it issues H2
/// - it is read opaquely before each store. Who finds it set and stores may have found it set by
///   one who has yet to hand over, or whose log was handed over and not cleared: then the store
///   comes before H2, and the collector reads the object after H2. Or by one who has handed over
///   before: then the object is in the log for the next cycle only, but every barrier has been on
///   since before H1b, so that what is stored is shaded, and becomes old in this cycle. After its
///   own H2 a thread finds only such bits
///
/// Of an array with blocks of its own it is also noted which part is written, since the collector
/// would otherwise have to read all of it: [WrittenParts].
///
/// Owned by the mutator's thread; the collector uses it only on behalf of that mutator, under a
/// handshake.
public final class WriteBarrier implements ShadowStack.Shader {

    private final HeapCore core;
    private final Protocol protocol;
    private final Marks marks;
    private final WrittenParts writtenParts;
    private final HandleBuffer shades;
    private final WriteLog log;
    private final HandedLogs logs;
    private final CycleState cycle;

    /// Whether writes are logged: in a heap that has young cycles.
    private final boolean isLogging;

    /// Whether stores shade: from H1 to H4. Written by [HandshakeActions], as [CycleState].
    boolean on;

    WriteBarrier(
            HeapCore core,
            Protocol protocol,
            HandleBuffer shades,
            WriteLog log,
            HandedLogs logs,
            CycleState cycle) {
        this.core = core;
        this.protocol = protocol;
        this.marks = core.handles().marks();
        this.writtenParts = core.blocks().writtenParts();
        this.shades = shades;
        this.log = log;
        this.logs = logs;
        this.cycle = cycle;
        this.isLogging = core.options().youngCycles();
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

    /// A store into a cell of an object.
    void store(long object, long address, long value) {
        logWrite(object, address);
        storeRoot(address, value);
    }

    /// A store into a cell outside all objects, which every cycle reads.
    void storeRoot(long address, long value) {
        if (on) {
            protocol.store(this, address, value);
        } else {
            core.pass(SchedulePoint.STORE_UNBARRIERED);
            Memory.putIntRelease(address, (int) value);
        }
    }

    /// Before a store into an object.
    private void logWrite(long object, long address) {
        if (isLogging) {
            long header = Memory.getLongOpaque(object);
            if ((header & ObjectHeader.LARGE) != 0) {
                protocol.notePart(this, address);
            }
            if ((header & ObjectHeader.LOGGED) == 0) {
                protocol.log(this, object);
            }
        }
    }

    /// Notes the part of a large array that is about to be written: [WrittenParts].
    public void notePart(long address) {
        writtenParts.note(address);
    }

    /// Puts an object into the log, if nobody has.
    ///
    /// It is recorded before its bit is set, as in [#shade]: one that is recorded twice is read
    /// twice.
    public void log(long object) {
        long header = Memory.getLongOpaque(object);
        if ((header & ObjectHeader.LOGGED) == 0) {
            if (log.isFull()) {
                logs.grow(log);
            }
            log.push(ObjectHeader.handle(header));
            core.pass(SchedulePoint.WRITE_NOTED);
            long before = Memory.getAndOrLong(object, ObjectHeader.LOGGED);
            if ((before & ObjectHeader.LOGGED) != 0) {
                log.takeBack(); // another thread has recorded it
            }
        }
    }

    /// What a store does with the value it removes and the one it writes, before it swaps.
    public void shadeForStore(int old, long value) {
        core.pass(SchedulePoint.BARRIER_OLD_READ);
        protocol.shadeOld(this, Integer.toUnsignedLong(old));
        protocol.shadeNew(this, value);
        core.pass(SchedulePoint.BARRIER_SHADED);
    }

    boolean compareAndSet(long object, long address, long expected, long value) {
        logWrite(object, address);
        return compareAndSetRoot(address, expected, value);
    }

    boolean compareAndSetRoot(long address, long expected, long value) {
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

    void storeWeak(long object, long address, long value) {
        if (isLogging) {
            protocol.logWeak(this, object);
        }
        if (on) {
            protocol.shadeWeakTarget(this, value);
        }
        Memory.putIntRelease(address, (int) value);
    }

    /// The handle if it is marked, else 0.
    public long liveOrNull(long handle) {
        return marks.isMarked(handle) ? handle : 0;
    }

    /// Whether the mutator is between its snapshot and its H4.
    public boolean isPastSnapshot() {
        return cycle.pastSnapshot;
    }
}
