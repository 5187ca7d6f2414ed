// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.Cause;
import coex.gc.heap.HeapCore;
import coex.gc.heap.HeapEvents;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Waits on behalf of one allocation that finds no room: for the end of the collection that is
/// running, then for such that begin after the request, each doing more than the one before, until
/// enough of them have freed nothing. Then it takes from the reserve that is kept for moving. Near
/// the limit of the heap it rests, so that the collector gets on.
///
/// The one way from the allocator to the thread it allocates for: whatever an allocation waits for,
/// it waits in a safe region, and what it polls it polls here. Used again and again: [#begin], any
/// number of waits, [#end]. Owned by the mutator's thread.
final class RoomWait {

    /// How many collections that free nothing are enough to give up.
    static final int FOR_MEMORY = 2;

    /// Handles rest for a cycle: those freed by the first collection come with the second.
    static final int FOR_HANDLES = 3;

    private static final long NAP_EVERY_BYTES = 64 * 1024;

    /// Who has rested for this long goes on, whatever the pacer says: its estimate may be wrong.
    private static final long LONGEST_NAP = 5_000_000;

    /// A thread without room looks again this often while a cycle runs, whose sweep makes room.
    private static final long LOOK_AGAIN_NANOS = 1_000_000;

    /// After this many collections that freed something, but not for this thread, it gives up soon.
    private static final int MOST_FRUITLESS = 20;

    private final MutatorContext mutator;
    private final HeapCore core;
    private final CollectionRequests requests;

    // Of the present wait

    private long bytes;
    private int collectionsLeft;
    private int fruitless;

    /// What the next collection must do: more than the last one, after which there was no room all
    /// the same. Once one has done all it could, the next need only be full: while blocks are
    /// emptied, their gaps are nobody's.
    private CycleDemand demand;

    /// The most that helps. Moving makes room for objects, not for handles.
    private CycleDemand mostDemanded;

    private boolean triedAll;

    /// When it began to wait; 0 as long as it has not.
    private long began;

    private long runningCycle;

    // Of all

    private long bytesAtLastNap;

    /// How often and how long it has waited. The owner writes both plainly; whoever asks for
    /// statistics reads them plainly, and gets figures that may be a moment old.
    private long stalls;

    private long stallNanos;

    RoomWait(MutatorContext mutator, HeapCore core, CollectionRequests requests) {
        this.mutator = mutator;
        this.core = core;
        this.requests = requests;
    }

    /// @param wanted the bytes of the allocation
    /// @param collections so many that free nothing are waited for
    void begin(long wanted, int collections) {
        bytes = wanted;
        collectionsLeft = collections;
        fruitless = 0;
        demand = CycleDemand.ANY;
        mostDemanded =
                collections == FOR_MEMORY && core.options().moving()
                        ? CycleDemand.COMPACTING
                        : CycleDemand.FULL;
        triedAll = false;
        began = 0;
        runningCycle = 0;
    }

    /// Waits for a piece of the running collection or for a whole one; false if there is no use in
    /// it.
    boolean await() {
        if (collectionsLeft == 0) {
            return false;
        }
        if (startClock()) {
            runningCycle = requests.runningCycle();
        }
        if (runningCycle != 0) {
            if (awaitCycle(runningCycle)) {
                runningCycle = 0;
            }
            return true;
        }
        // What a collection freed other threads may have taken before this one woke up.
        boolean freed = awaitCollection(Cause.STALL, demand);
        if (triedAll && mostDemanded == CycleDemand.COMPACTING) {
            core.blocks().openReserve();
        }
        triedAll |= demand == mostDemanded;
        if (triedAll && (!freed || ++fruitless >= MOST_FRUITLESS)) {
            collectionsLeft--;
        }
        demand = demand == CycleDemand.ANY || triedAll ? CycleDemand.FULL : mostDemanded;
        return true;
    }

    private boolean startClock() {
        if (began != 0) {
            return false;
        }
        began = System.nanoTime();
        stalls++;
        return true;
    }

    /// Tells of the wait, if there was one.
    void end() {
        if (began != 0) {
            Duration waited = Duration.ofNanos(System.nanoTime() - began);
            began = 0;
            stallNanos += waited.toNanos();
            String thread = mutator.threadName();
            core.events().add(new HeapEvents.AllocationStalled(thread, bytes, waited));
        }
    }

    /// Before memory or handles are refilled. A safepoint.
    ///
    /// @param requested the bytes of the allocation that comes to this
    /// @param allocated what the thread has allocated so far
    void beforeRefill(long requested, long allocated) {
        StackRoom.require(); // for tables of handles and blocks, whose words change together
        deliverEvents();
        poll();
        napIfAhead(requested, allocated);
    }

    void poll() {
        mutator.poll();
    }

    /// Lets listeners run on this thread, in a safe region: a listener cannot allocate in the
    /// middle of an allocation, and may wait for a thread that waits for the collector.
    private void deliverEvents() {
        if (!core.events().isEmpty()) {
            mutator.enterSafeRegion();
            try {
                core.events().deliver();
            } finally {
                mutator.returnFromSafeRegion();
            }
        }
    }

    /// Near the limit of the heap: rests a little for every so many bytes if the collector asks for
    /// it.
    private void napIfAhead(long requested, long allocated) {
        if (allocated - bytesAtLastNap < NAP_EVERY_BYTES) {
            return;
        }
        bytesAtLastNap = allocated;
        long nap = requests.napNanos();
        if (nap == 0) {
            return;
        }
        begin(requested, 0);
        startClock();
        long left = LONGEST_NAP;
        do {
            nap(Math.min(nap, left));
            nap = requests.napNanos();
            left = LONGEST_NAP - (System.nanoTime() - began);
        } while (nap > 0 && left > 0);
        end();
    }

    private void nap(long nanos) {
        mutator.enterSafeRegion();
        try {
            LockSupport.parkNanos(nanos);
        } finally {
            mutator.returnFromSafeRegion();
        }
    }

    /// Waits for a collection that begins now; whether it freed anything.
    ///
    /// @param wanted what it must do
    boolean awaitCollection(Cause cause, CycleDemand wanted) {
        mutator.enterSafeRegion();
        boolean freed;
        try {
            freed = requests.awaitCycleBegunAfterNow(cause, wanted);
        } finally {
            mutator.returnFromSafeRegion();
        }
        return freed;
    }

    /// Waits for the end of a cycle, but not for long; whether it has ended.
    private boolean awaitCycle(long cycle) {
        mutator.enterSafeRegion();
        boolean ended;
        try {
            ended = requests.awaitCycle(cycle, LOOK_AGAIN_NANOS);
        } finally {
            mutator.returnFromSafeRegion();
        }
        return ended;
    }

    long stalls() {
        return stalls;
    }

    long stallNanos() {
        return stallNanos;
    }
}
