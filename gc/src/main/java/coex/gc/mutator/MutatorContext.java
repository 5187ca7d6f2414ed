package coex.gc.mutator;

import coex.gc.Cause;
import coex.gc.HeapClosedException;
import coex.gc.HeapExhaustedException;
import coex.gc.HeapExhaustedException.Resource;
import coex.gc.MutatorStats;
import coex.gc.handle.HandleRun;
import coex.gc.handle.HandleTable;
import coex.gc.handle.Marks;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.AllocationBuffer;
import coex.gc.memory.Memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// A thread's membership in a heap, without any checking: what our own modules use, and what the
/// checked `Mutator` is built on.
///
/// The class is whole because the fast paths (allocate, poll, store) and the handshake actions read
/// and write the same owner-only fields; what could stand alone is in [ShadowStack], [ShadeBuffer],
/// `HandleRun` and `AllocationBuffer`.
///
/// **Who runs what.** Everything is for the owning thread, except the members under "Collector".
/// While a thread is in a safe region the collector may lock it there and do its handshake actions
/// for it; the compare-and-set of `mode` hands the owner's plain fields back and forth.
///
///               enterSafeRegion (owner)              lockSafe (collector)
///     RUNNING ◄──────────────────────────► SAFE ◄──────────────────────────► LOCKED
///        │       leaveSafeRegion (owner)     │      unlockSafe (collector)
///        └──────────── DEAD ◄────────────────┘
///           detach (owner), lockOut (whoever closes the heap), or the thread has ended
public final class MutatorContext implements ShadowStack.Shader {

    private static final int RUNNING = 0;
    private static final int SAFE = 1;
    private static final int LOCKED = 2;
    private static final int DEAD = 3;

    /// Large objects are zeroed in pieces of this size, with a safepoint between two.
    private static final long ZEROING_STEP = 1L << 20;

    private static final long[] NOTHING_FROZEN = {};
    private static final ShadowStack.Shader NO_SHADING = _ -> {};

    private static final VarHandle POLL;
    private static final VarHandle MODE;
    private static final VarHandle ANSWERED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            POLL = lookup.findVarHandle(MutatorContext.class, "poll", int.class);
            MODE = lookup.findVarHandle(MutatorContext.class, "mode", int.class);
            ANSWERED = lookup.findVarHandle(MutatorContext.class, "answered", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // Shared between the owner and the collector

    /// Not 0 when the owner should call [#serve] at its next safepoint.
    ///
    /// - writers: the collector sets it (volatile) after it has published a request; the owner
    ///   clears it (volatile) before it looks for requests
    /// - readers: the owner, opaque, at every safepoint
    /// - why: only progress depends on it; what the owner then does is ordered by reading the
    ///   registry's request, which is volatile
    private int poll;

    /// One of the modes drawn above.
    ///
    /// - writers: owner and collector, by compare-and-set or release as drawn
    /// - readers: both, acquire or volatile
    /// - why: whoever changes it away from SAFE sees all plain fields as the other left them
    /// - shown by: `SafeRegionStress`
    private int mode;

    /// The number of the last handshake this mutator has answered.
    ///
    /// - writers: the owner, or the collector on its behalf; release, after the action
    /// - readers: the collector, acquire; it then reads what the action left behind
    /// - shown by: `HandshakeStress`
    private long answered;

    // The owner's alone, or the collector's while it has the mutator locked

    private final HeapCore core;
    private final MutatorRegistry registry;
    private final CollectionRequests requests;
    private final HandleTable table;
    private final Marks marks;
    private final HandleRun run = new HandleRun();
    private final int largestShared;
    private final AllocationBuffer movingBuffer;
    private final AllocationBuffer pinnedBuffer;
    private final ShadowStack stack;
    private final ShadeBuffer shades;
    private final LatencyRecorder actions = new LatencyRecorder();
    private final LatencyRecorder acknowledgements = new LatencyRecorder();
    private final boolean metered;

    /// Shades frames returned to; the mutator itself, but for the test that leaves this out.
    private final ShadowStack.Shader returnBarrier;

    private Thread owner;

    /// The owner while it may use the heap; null in a safe region and after the end.
    private Thread user;

    private boolean barrierOn;

    /// Between the snapshot (H2) and H4 of a cycle.
    private boolean pastSnapshot;

    /// Whether newborn objects' handles are marked; the same, but for the tests that separate them.
    private boolean birthsMarked;

    /// The last cycle whose snapshot this mutator has passed.
    private int epoch;

    private long largeBytes;
    private long bytesReported;
    private long bytesAtSnapshot;
    private long objectsAtSnapshot;
    private long[] frozenSlots = NOTHING_FROZEN;
    private int frozenTop;
    private long allocationsMetered;
    private long stalls;
    private long stallNanos;

    MutatorContext(HeapCore core, MutatorRegistry registry, CollectionRequests requests) {
        this.core = core;
        this.registry = registry;
        this.requests = requests;
        this.table = core.handles().table();
        this.marks = core.handles().marks();
        this.largestShared = core.blocks().largestShared();
        this.movingBuffer = new AllocationBuffer(core.blocks(), false);
        this.pinnedBuffer = new AllocationBuffer(core.blocks(), true);
        this.stack = new ShadowStack(core.options().stackSlots());
        this.shades = new ShadeBuffer(core.options().bufferEntries());
        this.metered =
                core.options().stress().collectEvery() > 0
                        || core.options().triggerAllocations() > 0;
        this.returnBarrier = core.has(Ingredient.RETURN_BARRIER) ? this : NO_SHADING;
    }

    public HeapCore core() {
        return core;
    }

    public ShadowStack stack() {
        return stack;
    }

    /// The thread this context belongs to; null between registration and start of a spawned one.
    public Thread owner() {
        return owner;
    }

    /// The thread that may use this context now, or null.
    public Thread user() {
        return user;
    }

    /// Pops the frame at depth `frame` and all above it.
    public void popTo(int frame) {
        stack.popTo(frame, returnBarrier);
    }

    // Safepoints

    /// A safepoint: one opaque read and a branch when the collector wants nothing.
    public void poll() {
        if ((int) POLL.getOpaque(this) != 0) {
            serve();
        }
    }

    private void serve() {
        POLL.setVolatile(this, 0);
        if (registry.isClosing()) {
            endWithHeap();
            throw registry.closed();
        }
        MutatorRegistry.Request request = registry.request();
        if (request != null && answered < request.number()) {
            core.pass(SchedulePoint.HANDSHAKE_NOTICED);
            long began = System.nanoTime();
            request.action().perform(this, false);
            long ended = System.nanoTime();
            ANSWERED.setRelease(this, request.number());
            actions.record(ended - began);
            acknowledgements.record(ended - request.issuedAt());
            core.pass(SchedulePoint.HANDSHAKE_ANSWERED);
        }
    }

    /// The owner has noticed that the heap is closing, or has closed it.
    public void endWithHeap() {
        user = null;
        MODE.setVolatile(this, DEAD);
    }

    /// Says that this thread will not touch the heap until [#leaveSafeRegion].
    public void enterSafeRegion() {
        poll();
        user = null;
        MODE.setRelease(this, SAFE);
    }

    /// Back to work. False if the heap was closed meanwhile.
    public boolean leaveSafeRegion() {
        int spins = 0;
        while (!MODE.compareAndSet(this, SAFE, RUNNING)) {
            if ((int) MODE.getAcquire(this) == DEAD) {
                return false;
            }
            awaitUnlock(spins++);
        }
        user = owner;
        core.pass(SchedulePoint.REGION_LEFT);
        if (core.has(Ingredient.RESUME_SHADES_TOP)) {
            stack.thawTop(this);
        }
        poll();
        return true;
    }

    /// The collector is doing a handshake action for this thread: a bounded number of steps.
    private static void awaitUnlock(int spins) {
        if (spins < 100) {
            Thread.onSpinWait();
        } else if (spins < 110) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(10_000);
        }
    }

    // Allocation. The memory is taken before the handle, and between taking the handle and
    // publishing it there is no safepoint: a handle held by nobody would be retired.

    /// Makes a zeroed object of a shape with fields. Not a safepoint unless a buffer must be refilled.
    ///
    /// @param flags header flags; `MUTABLE` decides where the object goes
    public long allocate(int shape, int bytes, long flags) {
        if (metered) {
            meter();
        }
        AllocationBuffer buffer = (flags & ObjectHeader.MUTABLE) == 0 ? movingBuffer : pinnedBuffer;
        long address = bytes <= largestShared && run.hasNext() ? buffer.bump(bytes) : 0;
        if (address == 0) {
            return allocateSlowly(shape, bytes, flags, -1);
        }
        return publish(address, shape, flags);
    }

    /// Makes a zeroed array of `bytes` bytes in all. Not a safepoint unless a buffer must be refilled.
    public long allocateArray(int shape, long bytes, long flags, int length) {
        if (metered) {
            meter();
        }
        AllocationBuffer buffer = (flags & ObjectHeader.MUTABLE) == 0 ? movingBuffer : pinnedBuffer;
        long address = bytes <= largestShared && run.hasNext() ? buffer.bump(bytes) : 0;
        if (address == 0) {
            return allocateSlowly(shape, bytes, flags, length);
        }
        Memory.putInt(address + coex.gc.Shape.LENGTH_OFFSET, length);
        return publish(address, shape, flags);
    }

    private long publish(long address, int shape, long flags) {
        long handle = run.next();
        Memory.putLong(address, ObjectHeader.of(handle, shape, flags));
        table.publish(handle, address);
        return handle;
    }

    private long allocateSlowly(int shape, long bytes, long flags, int length) {
        core.pass(SchedulePoint.REFILL);
        deliverEvents();
        poll();
        ensureHandles();
        boolean large = bytes > largestShared;
        long address = large ? takeLarge(bytes) : takeShared((int) bytes, flags);
        noteAllocated();
        if (large) {
            largeBytes += bytes;
            core.blocks().publishLarge(address, epoch);
        }
        if (length >= 0) {
            Memory.putInt(address + coex.gc.Shape.LENGTH_OFFSET, length);
        }
        return publish(address, shape, large ? flags | ObjectHeader.LARGE : flags);
    }

    private void ensureHandles() {
        long stallBegan = 0;
        int collections = 0;
        while (!run.hasNext()) {
            if (core.handles().refill(run, birthsMarked)) {
                continue;
            }
            // Handles rest for a cycle: those freed by the first collection come with the second.
            if (collections++ == 3) {
                var counts = core.handles().counts();
                throw new HeapExhaustedException(
                        Resource.HANDLES,
                        1,
                        counts.inUse(),
                        counts.free(),
                        core.handles().maximumHandles());
            }
            stallBegan = stallBegan == 0 ? System.nanoTime() : stallBegan;
            stall();
        }
        stallEnded(stallBegan, 0);
    }

    private long takeShared(int bytes, long flags) {
        AllocationBuffer buffer = (flags & ObjectHeader.MUTABLE) == 0 ? movingBuffer : pinnedBuffer;
        long stallBegan = 0;
        int collections = 0;
        while (true) {
            long address = buffer.bumpOrRefill(bytes, epoch);
            if (address != 0) {
                stallEnded(stallBegan, bytes);
                return address;
            }
            if (collections++ == 2) {
                throw exhausted(bytes);
            }
            stallBegan = stallBegan == 0 ? System.nanoTime() : stallBegan;
            stall();
        }
    }

    private long takeLarge(long bytes) {
        long stallBegan = 0;
        int collections = 0;
        while (true) {
            long address = core.blocks().allocateLarge(bytes);
            if (address != 0) {
                stallEnded(stallBegan, bytes);
                zeroLarge(address, bytes);
                return address;
            }
            if (collections++ == 2 || bytes > core.blocks().maximumBytes()) {
                throw exhausted(bytes);
            }
            stallBegan = stallBegan == 0 ? System.nanoTime() : stallBegan;
            stall();
        }
    }

    private void zeroLarge(long address, long bytes) {
        if (!core.blocks().largeNeedsZeroing(address)) {
            return;
        }
        try {
            for (long done = 0; done < bytes; done += ZEROING_STEP) {
                Memory.fill(address + done, Math.min(ZEROING_STEP, bytes - done), (byte) 0);
                poll();
            }
        } catch (HeapClosedException e) {
            core.blocks().abandonLarge(address);
            throw e;
        }
    }

    private HeapExhaustedException exhausted(long bytes) {
        long limit = core.blocks().maximumBytes();
        long available = core.blocks().availableBytes();
        return new HeapExhaustedException(
                Resource.BYTES, bytes, limit - available, available, limit);
    }

    private void stall() {
        stalls++;
        awaitCollection(Cause.STALL);
    }

    /// Waits, in a safe region, for a collection that begins now.
    private void awaitCollection(Cause cause) {
        enterSafeRegion();
        requests.awaitCycleBegunAfterNow(cause);
        if (!leaveSafeRegion()) {
            throw registry.closed();
        }
    }

    private void stallEnded(long began, long bytes) {
        if (began != 0) {
            long waited = System.nanoTime() - began;
            stallNanos += waited;
            String thread = owner.getName();
            Duration duration = Duration.ofNanos(waited);
            core.events().add(target -> target.allocationStalled(thread, bytes, duration));
        }
    }

    /// Lets the listener run on this thread, which is not at that moment a user of the heap: the
    /// listener cannot allocate in the middle of an allocation.
    private void deliverEvents() {
        if (!core.events().isEmpty()) {
            user = null;
            core.events().deliver();
            user = owner;
        }
    }

    private void noteAllocated() {
        long now = allocatedBytes();
        requests.noteAllocated(now - bytesReported);
        bytesReported = now;
    }

    private void meter() {
        allocationsMetered++;
        int every = core.options().stress().collectEvery();
        if (every > 0 && allocationsMetered % every == 0) {
            awaitCollection(Cause.ALLOCATION_COUNT);
        }
        long trigger = core.options().triggerAllocations();
        if (trigger > 0 && allocationsMetered % trigger == 0) {
            requests.request(Cause.ALLOCATION_COUNT);
        }
    }

    // Mutable cells. No safepoint lies between resolving the object and the store.

    /// Marks a handle and notes that its object must be traced.
    @Override
    public void shade(long handle) {
        if (handle != 0 && marks.shade(handle)) {
            shades.push(handle);
        }
    }

    /// Stores a handle into the cell at `address`.
    public void storeReference(long address, long value) {
        if (barrierOn) {
            storeBarriered(address, value);
        } else {
            core.pass(SchedulePoint.STORE_UNBARRIERED);
            Memory.putIntRelease(address, (int) value);
        }
    }

    /// The old value is shaded before it is overwritten (`Invariant.SHADE_BEFORE_OVERWRITE`). In the
    /// other order it would for a moment be nowhere but in this thread's register, and a thread past
    /// its flush could shade it first, into a buffer nobody asks for any more.
    private void storeBarriered(long address, long value) {
        if (!core.has(Ingredient.SHADE_BEFORE_SWAP)) {
            swapThenShade(address, value);
            return;
        }
        int old;
        boolean stored;
        do {
            old = Memory.getIntAcquire(address);
            shadeForStore(old, value);
            if (core.has(Ingredient.SETTLED_STORES)) {
                stored = Memory.compareAndSetInt(address, old, (int) value);
            } else {
                Memory.putIntRelease(address, (int) value);
                stored = true;
            }
        } while (!stored);
        core.pass(SchedulePoint.BARRIER_SWAPPED);
    }

    /// The wrong order, for the test that shows it to be wrong.
    private void swapThenShade(long address, long value) {
        int old;
        do {
            old = Memory.getIntAcquire(address);
        } while (!Memory.compareAndSetInt(address, old, (int) value));
        core.pass(SchedulePoint.BARRIER_SWAPPED);
        shadeForStore(old, value);
    }

    private void shadeForStore(int old, long value) {
        core.pass(SchedulePoint.BARRIER_OLD_READ);
        if (core.has(Ingredient.SHADE_OLD)) {
            shade(Integer.toUnsignedLong(old));
        }
        if (!pastSnapshot && core.has(Ingredient.SHADE_NEW)) {
            shade(value);
        }
        core.pass(SchedulePoint.BARRIER_SHADED);
    }

    /// Stores a handle into the cell at `address` if it holds `expected`.
    public boolean compareAndSetReference(long address, long expected, long value) {
        if (barrierOn) {
            if (Memory.getIntAcquire(address) != (int) expected) {
                return false;
            }
            shadeForStore((int) expected, value);
        }
        return Memory.compareAndSetInt(address, (int) expected, (int) value);
    }

    /// Reads the weak cell at `address`: the handle of a live object, or 0. Never waits: the verdict
    /// decides whether this read or the end of marking came first.
    public long loadWeak(long address) {
        long handle = Integer.toUnsignedLong(Memory.getIntAcquire(address));
        core.pass(SchedulePoint.WEAK_READ);
        if (handle == 0 || !barrierOn || marks.isMarked(handle)) {
            return handle;
        }
        if (!core.has(Ingredient.WEAK_VERDICT)) {
            shade(handle);
            return handle;
        }
        if (core.verdict().resist()) {
            shade(handle);
            return handle;
        }
        return marks.isMarked(handle) ? handle : 0;
    }

    /// Stores into the weak cell at `address`. The target is shaded while the barrier is on: a cell
    /// born marked is not among those the collector will look at in this cycle.
    public void storeWeak(long address, long value) {
        if (barrierOn) {
            shade(value);
        }
        Memory.putIntRelease(address, (int) value);
    }

    // Handshake actions: on the owner's thread, or the collector's on behalf of a blocked owner

    /// H1.
    public void turnBarrierOn() {
        barrierOn = true;
        if (!core.has(Ingredient.BIRTHS_WHITE_BEFORE_SNAPSHOT)) {
            markBirths();
        }
    }

    /// H2.
    public void takeSnapshot(int cycle, boolean onBehalf) {
        barrierOn = true;
        pastSnapshot = true;
        epoch = cycle;
        if (core.has(Ingredient.BIRTHS_MARKED_AFTER_SNAPSHOT)) {
            markBirths();
        }
        bytesAtSnapshot = allocatedBytes();
        objectsAtSnapshot = run.given();
        if (onBehalf) {
            stack.freezeAll();
        } else if (core.has(Ingredient.TOP_FRAME_SHADED)) {
            stack.freezeBelowTop(core.options().snapshotSlots(), this);
        } else {
            stack.freezeBelowTop(0, NO_SHADING);
        }
        frozenSlots = stack.slots();
        frozenTop = stack.watermark();
    }

    private void markBirths() {
        birthsMarked = true;
        run.shadeRest(marks);
    }

    /// H3.
    public void flush() {
        shades.handOver();
    }

    /// H4.
    public void turnBarrierOff() {
        barrierOn = false;
        pastSnapshot = false;
        birthsMarked = false;
        shades.discard();
        stack.thawAll();
        frozenSlots = NOTHING_FROZEN;
        frozenTop = 0;
    }

    // Registration

    /// Gives this context the state that mutators have which answered the last handshake issued.
    void adoptFlags(MutatorRegistry.Flags flags, long handshake) {
        barrierOn = flags.barrierOn();
        pastSnapshot = flags.pastSnapshot();
        birthsMarked = flags.pastSnapshot();
        epoch = flags.epoch();
        ANSWERED.setRelease(this, handshake);
    }

    void startSafe() {
        MODE.setRelease(this, SAFE);
    }

    /// The thread that will use this context; called before it does, or by itself.
    public void setOwner(Thread thread) {
        owner = thread;
        user = (int) MODE.getAcquire(this) == RUNNING ? thread : null;
    }

    boolean hasAnswered(long handshake) {
        return (long) ANSWERED.getAcquire(this) >= handshake;
    }

    /// Returns everything the thread holds, by the thread itself or, once it has ended, by whoever
    /// found out. Under the registry's lock.
    void retireBuffers() {
        user = null;
        stack.clear();
        core.handles().giveBack(run);
        movingBuffer.close(epoch);
        pinnedBuffer.close(epoch);
        MODE.setVolatile(this, DEAD);
    }

    // Collector

    void requestPoll() {
        POLL.setVolatile(this, 1);
    }

    /// Locks the mutator in its safe region; false if it is running.
    boolean lockSafe() {
        return MODE.compareAndSet(this, SAFE, LOCKED);
    }

    void unlockSafe() {
        MODE.setVolatile(this, SAFE);
    }

    /// Keeps a mutator from leaving its safe region, for good, when the heap closes; false if it is
    /// running.
    public boolean lockOut() {
        return MODE.compareAndSet(this, SAFE, DEAD);
    }

    /// Ends a mutator whose thread was not started; false if it runs, or has run, after all.
    public boolean endUnstarted() {
        int spins = 0;
        while (!lockOut()) {
            if ((int) MODE.getAcquire(this) != LOCKED) {
                return false;
            }
            awaitUnlock(spins++);
        }
        return true;
    }

    public boolean isDead() {
        return (int) MODE.getAcquire(this) == DEAD;
    }

    /// Acts for a mutator that the collector has locked.
    void performOnBehalf(MutatorRegistry.Request request) {
        request.action().perform(this, true);
        ANSWERED.setRelease(this, request.number());
    }

    /// What was handed over at the last flush.
    public ShadeBuffer shades() {
        return shades;
    }

    /// The slots frozen at the snapshot; read with [ShadowStack#slotOpaque].
    public long[] frozenSlots() {
        return frozenSlots;
    }

    public int frozenTop() {
        return frozenTop;
    }

    public HandleRun run() {
        return run;
    }

    public int epoch() {
        return epoch;
    }

    public long bytesAtSnapshot() {
        return bytesAtSnapshot;
    }

    public long objectsAtSnapshot() {
        return objectsAtSnapshot;
    }

    // Figures; exact for the owner, and for others a moment old

    public long allocatedBytes() {
        return movingBuffer.allocatedBytes() + pinnedBuffer.allocatedBytes() + largeBytes;
    }

    public long allocatedObjects() {
        return run.given();
    }

    public MutatorStats stats() {
        Thread thread = owner;
        return new MutatorStats(
                thread == null ? "starting" : thread.getName(),
                allocatedObjects(),
                allocatedBytes(),
                stalls,
                stallNanos,
                stack.depth(),
                stack.deepest(),
                actions.snapshot(),
                acknowledgements.snapshot());
    }
}
