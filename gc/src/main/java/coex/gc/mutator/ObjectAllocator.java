package coex.gc.mutator;

import coex.gc.Cause;
import coex.gc.HeapClosedException;
import coex.gc.HeapExhaustedException;
import coex.gc.HeapExhaustedException.Resource;
import coex.gc.Shape;
import coex.gc.handle.HandleRun;
import coex.gc.handle.HandleTable;
import coex.gc.handle.Marks;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.AllocationBuffer;
import coex.gc.memory.Memory;

import java.time.Duration;

/// Makes objects for one mutator, from the handles and the memory it has set aside.
///
/// The memory is taken before the handle, and between taking the handle and publishing it there is
/// no safepoint: a handle that is held by nobody and names nothing would be retired.
///
/// Owned by the mutator's thread; the collector uses it only on behalf of that mutator, under a
/// handshake.
public final class ObjectAllocator {

    /// Large objects are zeroed in pieces of this size, with a safepoint between two.
    private static final long ZEROING_STEP = 1L << 20;

    private final MutatorContext owner;
    private final HeapCore core;
    private final CollectionRequests requests;
    private final HandleTable table;
    private final HandleRun run = new HandleRun();
    private final int largestShared;
    private final AllocationBuffer movingBuffer;
    private final AllocationBuffer pinnedBuffer;
    private final boolean metered;

    private long largeBytes;
    private long bytesReported;
    private long allocationsMetered;
    private long stalls;
    private long stallNanos;

    ObjectAllocator(MutatorContext owner, HeapCore core, CollectionRequests requests) {
        this.owner = owner;
        this.core = core;
        this.requests = requests;
        this.table = core.handles().table();
        this.largestShared = core.blocks().largestShared();
        this.movingBuffer = new AllocationBuffer(core.blocks(), false);
        this.pinnedBuffer = new AllocationBuffer(core.blocks(), true);
        this.metered =
                core.options().stress().collectEvery() > 0
                        || core.options().triggerAllocations() > 0;
    }

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
        Memory.putInt(address + Shape.LENGTH_OFFSET, length);
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
        owner.deliverEvents();
        owner.poll();
        ensureHandles();
        boolean large = bytes > largestShared;
        long address = large ? takeLarge(bytes) : takeShared((int) bytes, flags);
        noteAllocated();
        if (large) {
            largeBytes += bytes;
            core.blocks().publishLarge(address, owner.epoch());
        }
        if (length >= 0) {
            Memory.putInt(address + Shape.LENGTH_OFFSET, length);
        }
        return publish(address, shape, large ? flags | ObjectHeader.LARGE : flags);
    }

    private void ensureHandles() {
        long stallBegan = 0;
        int collections = 0;
        while (!run.hasNext()) {
            if (core.handles().refill(run, owner.birthsMarked())) {
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
            long address = buffer.bumpOrRefill(bytes, owner.epoch());
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
                owner.poll();
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
        owner.awaitCollection(Cause.STALL);
    }

    private void stallEnded(long began, long bytes) {
        if (began != 0) {
            long waited = System.nanoTime() - began;
            stallNanos += waited;
            String thread = owner.owner().getName();
            Duration duration = Duration.ofNanos(waited);
            core.events().add(target -> target.allocationStalled(thread, bytes, duration));
        }
    }

    private void noteAllocated() {
        long now = bytes();
        requests.noteAllocated(now - bytesReported);
        bytesReported = now;
    }

    private void meter() {
        allocationsMetered++;
        int every = core.options().stress().collectEvery();
        if (every > 0 && allocationsMetered % every == 0) {
            owner.awaitCollection(Cause.ALLOCATION_COUNT);
        }
        long trigger = core.options().triggerAllocations();
        if (trigger > 0 && allocationsMetered % trigger == 0) {
            requests.request(Cause.ALLOCATION_COUNT);
        }
    }

    // Under a handshake, or at the end of the thread

    /// Marks the handles that the next objects will get.
    void markRest(Marks marks) {
        run.shadeRest(marks);
    }

    /// Returns handles and blocks.
    void close() {
        core.handles().giveBack(run);
        movingBuffer.close(owner.epoch());
        pinnedBuffer.close(owner.epoch());
    }

    public HandleRun run() {
        return run;
    }

    // Figures; exact for the owner, and for others a moment old

    public long bytes() {
        return movingBuffer.allocatedBytes() + pinnedBuffer.allocatedBytes() + largeBytes;
    }

    public long objects() {
        return run.given();
    }

    long stalls() {
        return stalls;
    }

    long stallNanos() {
        return stallNanos;
    }
}
