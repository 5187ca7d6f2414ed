package coex.gc.collect;

import coex.gc.Cause;
import coex.gc.HeapOptions;
import coex.gc.memory.BlockSpace;

import java.util.concurrent.atomic.AtomicLong;

/// Decides when the next cycle should begin, from what has been allocated since the last.
///
/// Two rules. *Growth*: as many bytes were allocated as the options' percentage of what was live,
/// so that the work of marking stays in proportion to the work of the program. *Exhaustion*: at the
/// rate of allocation since the last cycle the memory left will be gone before a cycle could end,
/// with a margin for a burst.
final class Pacer {

    private static final long LOOK_EVERY_BYTES = 1 << 20;
    private static final double BURST = 2.0;
    private static final double HEAD_START = 0.1;
    private static final long NAP_NANOS = 500_000;

    private final BlockSpace blocks;
    private final int growthPercent;
    private final long least;

    /// Bytes allocated since the last cycle began to be counted.
    ///
    /// - writers: mutators add, the collector resets; atomic
    /// - why: a sum, read for a decision that need not be exact
    private final AtomicLong allocated = new AtomicLong();

    // Written by the collector at the end of a cycle, read by mutators; volatile: a decision made
    // on
    // a mixture of two cycles' values only starts a cycle a little early or late.
    private volatile long goal;
    private volatile long countingSince = System.nanoTime();
    private volatile double cycleNanos;

    /// Bytes that may be allocated while the running cycle marks; no limit between cycles.
    private volatile long budget = Long.MAX_VALUE;

    /// How much of the marking is done, from 0 to 1, judging by the last cycle.
    private volatile double progress;

    private long objectsExpected = 1;

    /// The collector thread's alone.
    private long allocatedWhenLastAsked;

    Pacer(HeapOptions options, BlockSpace blocks) {
        this.blocks = blocks;
        this.growthPercent = options.growthPercent();
        this.least = options.initialBytes() / 2;
        this.goal = least;
    }

    /// Counts an allocation; the cause for a cycle if one should begin, else null.
    Cause noteAllocated(long bytes) {
        long before = allocated.getAndAdd(bytes);
        long now = before + bytes;
        if (now >= goal) {
            return Cause.GROWTH;
        }
        boolean look = before / LOOK_EVERY_BYTES != now / LOOK_EVERY_BYTES;
        return look && isNearlyExhausted(now) ? Cause.EXHAUSTION_PREDICTED : null;
    }

    private boolean isNearlyExhausted(long allocatedNow) {
        double elapsed = Math.max(1, System.nanoTime() - countingSince);
        double bytesPerNano = allocatedNow / elapsed * BURST;
        return blocks.reusableBytes() / bytesPerNano <= cycleNanos;
    }

    /// How long a mutator should rest before it takes more memory. Memory is given out in step with
    /// marking: who is ahead of it rests a little, many times, rather than once and for long when
    /// nothing is left. Only a heap near its limit ever has to.
    long napNanos() {
        long limit = budget;
        if (limit == Long.MAX_VALUE || allocated.get() <= limit * (progress + HEAD_START)) {
            return 0;
        }
        return NAP_NANOS;
    }

    /// A cycle begins: what is allocated from here on counts for the next.
    void cycleBegins() {
        allocated.set(0);
        countingSince = System.nanoTime();
        progress = 0;
        budget = blocks.reusableBytes();
    }

    /// So many objects have been marked.
    void marked(long objects) {
        progress = Math.min(1, (double) objects / objectsExpected);
    }

    void cycleEnds(long liveObjects, long liveBytes, long nanos) {
        budget = Long.MAX_VALUE;
        objectsExpected = Math.max(1, liveObjects);
        goal = Math.max(least, liveBytes / 100 * growthPercent);
        cycleNanos = cycleNanos == 0 ? nanos : cycleNanos * 0.7 + nanos * 0.3;
    }

    /// Whether something was allocated since the last cycle began, but nothing since this was last
    /// asked. For the collector thread.
    boolean isIdleAfterUse() {
        long now = allocated.get();
        boolean idle = now > 0 && now == allocatedWhenLastAsked;
        allocatedWhenLastAsked = now;
        return idle;
    }
}
