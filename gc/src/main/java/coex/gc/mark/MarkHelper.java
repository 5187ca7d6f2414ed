// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Backoff;

import java.util.concurrent.locks.LockSupport;

/// A marker with a thread of its own, which traces beside the collector when it is called.
///
///           call (collector)            enter                      takeNext
///     RESTS ────────────────► CALLED ─────────► INSIDE, idle ◄───────────────► INSIDE, busy
///       ▲                        │ too late        │ close (collector)             │ a failure
///       │                        │                 │ or a failure                  │
///       └────────────────────────┴─────────────────┴───────────────────────────────┘
///
/// It follows each call once: one that fails without work does not come back in the same cycle,
/// where it would fail over and over.
///
/// Everything else is done by its own thread. It ends when the heap is released. It reads and
/// writes the memory of the heap only while it is inside, and the collector does not end its cycle
/// before all have left.
final class MarkHelper implements Runnable {

    private static final long LONGEST_NAP_NANOS = 500_000;
    private static final long LONGEST_REST_NANOS = 10_000_000;

    private final HeapCore core;
    private final SharedWork shared;
    private final MarkWorker worker;
    private final int piece;
    private final Thread thread;

    // Under the lock of SharedWork, and written there only

    boolean isInside;
    boolean isBusy;

    /// The number of the call it is to follow; 0 if it is to take part no more.
    ///
    /// - writer: the collector
    /// - reader: the helper, after it was woken; volatile, so that what the collector did before is
    ///   seen
    private volatile int called;

    /// How often it was called. The collector's.
    private int calls;

    /// The call it has followed last. The helper's.
    private int followed;

    /// Whether the heap is being released. As `called`; it stays so.
    private volatile boolean ended;

    /// @param piece how many objects to trace before looking whether somebody needs work
    MarkHelper(HeapCore core, SharedWork shared, MarkWorker worker, int number, int piece) {
        this.core = core;
        this.shared = shared;
        this.worker = worker;
        this.piece = piece;
        this.thread = core.newMarker(number, this);
    }

    MarkWorker worker() {
        return worker;
    }

    // The collector

    /// @throws OutOfMemoryError if the system has no more threads
    void start() {
        thread.start();
    }

    void call() {
        called = ++calls;
        LockSupport.unpark(thread);
    }

    void dismiss() {
        called = 0;
    }

    void end() {
        ended = true;
        LockSupport.unpark(thread);
    }

    /// Whether the thread has ended, for want of memory or stack where it could not even say so.
    boolean hasDied() {
        return !thread.isAlive();
    }

    // The helper

    @Override
    public void run() {
        while (!ended) {
            try {
                rest();
                takePart();
            } catch (Throwable e) { // the collector is told, and goes on or gives the cycle up
                shared.leave(this, e);
            }
        }
    }

    private void rest() {
        int rounds = 0;
        while (!isCalled() && !ended) {
            Thread.interrupted(); // nobody has a reason to, and one that is cannot park
            core.pass(SchedulePoint.MARKER_RESTS);
            if (core.isScheduled()) {
                Backoff.pause(rounds++, LONGEST_REST_NANOS);
            } else if (!isCalled() && !ended) {
                LockSupport.park(this);
            }
        }
    }

    private boolean isCalled() {
        int now = called;
        return now != 0 && now != followed;
    }

    private void takePart() {
        followed = called;
        if (ended || followed == 0 || !shared.enter(this)) {
            return; // too late
        }
        int waits = 0;
        while (shared.isOpen()) {
            if (shared.takeNext(this)) {
                waits = 0;
                traceOwn();
            } else {
                core.pass(SchedulePoint.MARKER_WAITS);
                Backoff.pause(waits++, LONGEST_NAP_NANOS);
            }
        }
        shared.leave(this, null);
    }

    /// Traces what it has, and what comes to that, and leaves a part of it to others.
    private void traceOwn() {
        while (shared.isOpen() && !worker.trace(piece)) {
            worker.publishObjects();
            core.pass(SchedulePoint.MARK_BATCH);
            if (shared.wantsMore()) {
                shared.give(worker.work());
            }
        }
        worker.publishObjects();
    }
}
