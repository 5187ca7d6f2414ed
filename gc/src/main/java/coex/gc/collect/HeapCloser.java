// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.Heap;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorRegistry;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Predicate;

/// Ends a heap: lets everybody go, waits until no mutator can touch the memory any more, and
/// releases it.
///
/// A mutator is done when it has noticed at a safepoint, has detached, is locked out of its safe
/// region, or its thread has ended. One that does none of these keeps the memory mapped, so that
/// whatever it does next cannot crash the JVM; a daemon thread then goes on waiting for it.
///
/// **When the JVM fails.** First comes what lets waiters go ([#letGo]), which makes no Java object.
/// Every step can be done again. One thread at a time is at work ([#take]); if it fails, another
/// close takes up the rest, and if there is none, [DroppedHeap] does. A daemon thread never gives
/// up.
final class HeapCloser {

    private static final long PATIENCE_NANOS = 1_000_000_000L;
    private static final long SHORT_NAP_NANOS = 100_000L;
    private static final long LONG_NAP_NANOS = 20_000_000L;

    private final HeapCore core;
    private final MutatorRegistry registry;
    private final CycleSchedule schedule;
    private final Collector collector;

    /// Held for reading by whoever looks at memory without being attached, for writing while the
    /// memory is released. Unlike a reentrant lock it keeps no Java object for each reader, so no
    /// failure leaves it held.
    private final StampedLock memoryInUse = new StampedLock();

    /// Whether somebody sees to it that the heap ends, or has.
    ///
    /// - writers: set by [#take], under the monitor; cleared by the thread that has set it and
    ///   failed, by an assignment without a call, which cannot fail
    /// - readers: [#take]
    /// - ordering: volatile; who takes up the rest sees what was done
    private volatile boolean taken;

    /// Whether listeners have been told. Belongs to whoever has taken the closing.
    private boolean told;

    /// Whether the memory has been released. Written by whoever has taken the closing; volatile,
    /// read by tests.
    private volatile boolean released;

    // Made beforehand: the JVM may be out of memory when the heap closes.

    private final Predicate<MutatorContext> isDone = HeapCloser::isDone;
    private final Persistence.Step finishing = this::finishOnce;
    private final Runnable keepFinishing = this::keepFinishing;

    HeapCloser(
            HeapCore core, MutatorRegistry registry, CycleSchedule schedule, Collector collector) {
        this.core = core;
        this.registry = registry;
        this.schedule = schedule;
        this.collector = collector;
    }

    StampedLock memoryInUse() {
        return memoryInUse;
    }

    /// Tells everyone that there will be no more cycles. Nobody waits for one any more.
    void letGo() {
        registry.setClosing();
        schedule.close();
    }

    /// Makes the caller the one who ends the heap; false if somebody else is.
    synchronized boolean take() {
        if (taken) {
            return false;
        }
        taken = true;
        return true;
    }

    /// What the caller has taken is left to the next.
    void leave() {
        taken = false;
    }

    /// Tells the listeners of the heap, unless they have been told.
    void tell(Heap heap) {
        core.pass(SchedulePoint.CLOSING);
        if (!told) {
            core.listeners().closing(heap);
            told = true;
        }
    }

    boolean hasTold() {
        return told;
    }

    boolean isReleased() {
        return released;
    }

    /// Releases the memory, in this call if every mutator is done within about a second.
    void finish() {
        endCycles();
        core.pass(SchedulePoint.CLOSING);
        long patientUntil = System.nanoTime() + PATIENCE_NANOS;
        while (!registry.areAll(isDone)) {
            if (System.nanoTime() > patientUntil) {
                finishBehind();
                return;
            }
            LockSupport.parkNanos(SHORT_NAP_NANOS);
        }
        release();
    }

    /// The same in a thread of its own, however long it takes.
    void finishBehind() {
        core.pass(SchedulePoint.CLOSING);
        Thread.ofPlatform().daemon().name("coex-gc-closer").start(keepFinishing);
    }

    private void keepFinishing() {
        Persistence.repeat(finishing, LONG_NAP_NANOS);
    }

    private boolean finishOnce() {
        core.pass(SchedulePoint.CLOSING);
        endCycles();
        boolean done = registry.areAll(isDone);
        if (done) {
            release();
        }
        return done;
    }

    /// Waits until no cycle runs, and nobody looks at the heap with the collector's role.
    void endCycles() {
        core.handles().table().tracing().reportTo(null);
        schedule.awaitRoleFree();
    }

    /// Nothing may use the memory any more.
    void release() {
        core.pass(SchedulePoint.CLOSING);
        long stamp = memoryInUse.writeLock();
        try {
            collector.release();
            core.release();
            released = true;
        } finally {
            memoryInUse.unlockWrite(stamp);
        }
    }

    private static boolean isDone(MutatorContext mutator) {
        return mutator.isDead() || mutator.mode().lockOut() || hasEnded(mutator);
    }

    private static boolean hasEnded(MutatorContext mutator) {
        Thread owner = mutator.mode().owner();
        return owner != null && owner.getState() == Thread.State.TERMINATED;
    }

    /// Whether nobody is in the middle of anything, in a heap that nobody can reach any more. Looks
    /// at stacks, and so not under the lock of the registry.
    boolean isLeft() {
        for (MutatorContext mutator : registry.all()) {
            if (!mutator.mode().isLeft()) {
                return false;
            }
        }
        return true;
    }
}
