// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.HeapOptions;
import coex.gc.memory.BlockSpace;

import java.util.concurrent.atomic.AtomicLong;

/// Decides when the next cycle should begin, and how fast memory may be used while one runs.
///
/// **When.** Two rules, and a third if [HeapOptions#triggerAllocations] asks for it. *Growth*: as
/// many bytes were allocated as the options' percentage of what was live, so that the work of
/// marking stays in proportion to the work of the program; or half of what is not live, so that the
/// other half is there for the time of the cycle. *Exhaustion*: at the rate of allocation since the
/// last cycle the memory left will be gone before a cycle could end, with a margin for a burst.
///
/// Young and full cycles take different times and trace different numbers of objects; each is
/// judged by the last ones of its kind. How many markers those had is part of that: a cycle begins
/// with one, and gets more when threads rest, so a time that was too short is made up for.
///
/// **How fast.** What is allocated during a cycle is freed by the next at the earliest. With `F`
/// bytes that are not live, two successive cycles share `F`: if one takes more than half, less than
/// half is left for the other, down to nothing, and everyone waits for a whole cycle. A cycle's
/// *budget* is therefore half of `F`. It is given out in step with the cycle's work: who is ahead
/// of it rests a little, many times, rather than once and for long when nothing is left. Resting
/// also leaves the processor to the collector, which has as much right to it as any one mutator. In
/// a heap that is far from its limit nobody rests, and neither does anybody while there is twice as
/// much as the rest of the cycle will take at the rate at which memory was used since the last one.
///
/// Design note 0009 has the measurements.
final class Pacer {

    private static final long LOOK_EVERY_BYTES = 1 << 20;
    private static final double BURST = 2.0;

    /// The share of the budget that may be used before anything is marked: handshakes take a while
    /// on a busy machine.
    private static final double HEAD_START = 1.0 / 16;

    /// While more than this share of what is not live is free, nobody rests: a cycle that makes no
    /// progress, because a mutator does not answer it, is no reason to.
    private static final double PLENTY = 5.0 / 8;

    /// The share of a cycle's memory that is kept back: estimates are not exact.
    private static final double RESERVE = 1.0 / 16;

    private static final int KINDS = CycleKind.values().length;

    private static final long SHORTEST_NAP = 50_000;

    /// A thread is told to rest only if it is as far ahead as a rest of this length makes up for:
    /// this share of a cycle, and no more than so long. Half of [#RESERVE] at most is used so.
    private static final double REST_SHARE = RESERVE / 2;

    private static final long REST_NANOS = 3_000_000;

    private final BlockSpace blocks;
    private final int growthPercent;
    private final long least;

    /// A cycle is wanted after this many objects; 0 if they are not counted.
    private final long trigger;

    /// Bytes allocated since the last cycle began to be counted.
    ///
    /// - writers: mutators add, the collector resets; atomic
    /// - why: a sum, read for a decision that need not be exact
    private final AtomicLong allocated = new AtomicLong();

    /// Objects made since then, as far as mutators have said so; 0 unless [#trigger] is more. Like
    /// `allocated`.
    private final AtomicLong made = new AtomicLong();

    // Written by the collector, read by mutators; volatile: a decision made on a mixture of two
    // cycles' values only starts a cycle, or ends a nap, a little early or late.
    private volatile long goal;
    private volatile long countingSince = System.nanoTime();

    /// How long the next cycle will take, judging by the last ones of its kind.
    private volatile double cycleNanos;

    /// Whether a cycle runs that has not begun to free memory.
    private volatile boolean pacing;

    /// Whether a mutator was told to rest since the cycle began. Mutators write it too, each the
    /// same value.
    private volatile boolean someoneRested;

    /// Who finds fewer free bytes rests: the first when a cycle begins, the second when it begins
    /// to free memory.
    private volatile long floorAtBegin;

    private volatile long floorAtEnd;

    /// Nanoseconds in which the collector makes one byte available, judging by the last cycle.
    private volatile double nanosPerByte;

    /// No rest is shorter.
    private volatile long leastRest;

    // The collector's alone

    private final CycleProgress progress = new CycleProgress();
    private long freeAtBegin;
    private long taken;
    private long objectsExpected;
    private long liveBytes;

    /// What the last cycles of each kind took, and how many objects the last one traced.
    private final double[] nanosOf = new double[KINDS];

    private final long[] tracedBy = new long[KINDS];

    /// Bytes that were not live when last looked, whether free or not; -1 before the first cycle.
    private long notLive = -1;

    /// The collector thread's alone.
    private long allocatedWhenLastAsked;

    Pacer(HeapOptions options, BlockSpace blocks) {
        this.blocks = blocks;
        this.growthPercent = options.growthPercent();
        this.least = options.initialBytes() / 2;
        this.goal = least;
        this.trigger = options.triggerAllocations();
    }

    // Mutators

    /// Counts allocations; the cause for a cycle if one should begin, else null.
    ///
    /// @param objects 0 if they are not counted
    Cause noteAllocated(long bytes, long objects) {
        long before = allocated.getAndAdd(bytes);
        long now = before + bytes;
        if (trigger > 0 && made.addAndGet(objects) >= trigger) {
            return Cause.ALLOCATION_COUNT;
        }
        if (now >= goal) {
            return Cause.GROWTH;
        }
        boolean look = before / LOOK_EVERY_BYTES != now / LOOK_EVERY_BYTES;
        return look && isNearlyExhausted(now) ? Cause.EXHAUSTION_PREDICTED : null;
    }

    private boolean isNearlyExhausted(long allocatedNow) {
        return blocks.reusableBytes() / (rate(allocatedNow) * BURST) <= cycleNanos;
    }

    /// How long a mutator should rest before it asks again and takes more memory; 0 if it need not.
    long napNanos() {
        if (!pacing) {
            return 0;
        }
        long end = floorAtEnd;
        long floor = end + (long) ((floorAtBegin - end) * (1 - progress.now()));
        long missing = floor - blocks.reusableBytes();
        if (missing <= 0) {
            return 0;
        }
        long nanos = (long) (missing * nanosPerByte);
        if (nanos < leastRest) {
            return 0;
        }
        if (!someoneRested) {
            someoneRested = true;
        }
        return Math.max(nanos, SHORTEST_NAP);
    }

    // The collector

    /// A cycle begins: what is allocated from here on counts for the next.
    ///
    /// @param objects how many there are at most
    void cycleBegins(CycleKind kind, long objects) {
        double bytesPerNano = rate(allocated.get());
        allocated.set(0);
        made.set(0);
        countingSince = System.nanoTime();
        double nanos = expectedNanos(kind);
        freeAtBegin = blocks.reusableBytes();
        long shared = notLive < 0 ? freeAtBegin : notLive;
        long budget = (long) (Math.min(freeAtBegin, shared / 2) * (1 - RESERVE));
        long end = freeAtBegin - budget;
        long paced = Math.min(freeAtBegin - (long) (budget * HEAD_START), (long) (shared * PLENTY));
        long needed = nanos == 0 ? paced : end + (long) (bytesPerNano * nanos * BURST);
        floorAtEnd = end;
        floorAtBegin = Math.max(end, Math.min(paced, needed));
        long traced = tracedBy[kind.ordinal()];
        objectsExpected = Math.max(1, traced == 0 ? objects : Math.min(objects, traced));
        nanosPerByte = nanos / Math.max(1, budget);
        leastRest = (long) Math.min(nanos * REST_SHARE, REST_NANOS);
        progress.begin(kind);
        someoneRested = false;
        pacing = true;
    }

    /// Whether a mutator was told to rest since the cycle began.
    boolean hasMadeSomeoneRest() {
        return someoneRested;
    }

    /// As the last ones of its kind, or of the other if there was none; 0 if there was none at all.
    private double expectedNanos(CycleKind kind) {
        double known = nanosOf[kind.ordinal()];
        return known != 0 ? known : nanosOf[KINDS - 1 - kind.ordinal()];
    }

    /// Bytes that mutators have used a nanosecond since the last cycle began.
    private double rate(long allocatedNow) {
        return allocatedNow / (double) Math.max(1, System.nanoTime() - countingSince);
    }

    /// Every mutator has had its snapshot.
    void markingBegins() {
        progress.enter(CycleProgress.Part.MARKING);
    }

    /// So many objects have been marked, by all markers together.
    void marked(long objects) {
        progress.done(Math.min(1, (double) objects / objectsExpected));
    }

    /// Everything that lives is marked.
    void markingEnds() {
        progress.enter(CycleProgress.Part.AFTER_MARKING);
    }

    /// This share of the handles has been looked at for dead ones.
    void retired(double share) {
        progress.done(share);
    }

    /// Memory is about to be freed: what was taken until now is what the next cycle may free.
    void sweepBegins() {
        progress.done(1);
        taken = freeAtBegin - blocks.reusableBytes();
    }

    /// @param next the kind of the next cycle, as far as is known
    /// @param objects traced
    /// @param bytes of all that is known to be alive
    void cycleEnds(CycleKind kind, CycleKind next, long objects, long bytes, long nanos) {
        pacing = false;
        progress.end();
        long growth = liveBytes == 0 ? 0 : Math.max(0, bytes - liveBytes);
        long freeOrTaken = taken + blocks.reusableBytes() - growth;
        notLive = Math.max(0, Math.min(freeOrTaken, blocks.maximumBytes() - bytes));
        liveBytes = bytes;
        goal = Math.min(Math.max(least, bytes / 100 * growthPercent), notLive / 2);
        double before = nanosOf[kind.ordinal()];
        nanosOf[kind.ordinal()] = before == 0 ? nanos : before * 0.7 + nanos * 0.3;
        tracedBy[kind.ordinal()] = objects;
        cycleNanos = expectedNanos(next);
    }

    /// The cycle was given up, and has made nothing available.
    void cycleGivenUp() {
        pacing = false;
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
