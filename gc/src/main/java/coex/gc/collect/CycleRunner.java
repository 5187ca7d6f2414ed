// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.Cause;
import coex.gc.CollectorFailedException;
import coex.gc.CycleKind;
import coex.gc.HeapException;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.InvariantViolation;
import coex.gc.heap.HeapCore;
import coex.gc.heap.HeapLog;
import coex.gc.heap.SchedulePoint;
import coex.gc.mark.Cleaners;
import coex.gc.mutator.CollectionRequests;
import coex.gc.mutator.CycleDemand;
import coex.gc.mutator.Handshake;
import coex.gc.mutator.MutatorRegistry;
import coex.gc.mutator.Protocol;
import coex.gc.mutator.StackRoom;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// Has cycles run, by the collector thread or by a thread that would only wait, and knows whether
/// the heap is open, closed or failed.
///
/// This, and all that can be reached from here, is what the collector thread keeps alive. The heap
/// that an embedder has is not among it: it is told by a weak reference, so that the JVM finds out
/// when nobody has it any more ([DroppedHeap]). Whatever may refer to the heap (listeners,
/// cleaners, tracers) belongs to the heap and is known here weakly too.
final class CycleRunner implements CollectionRequests {

    /// After this many cycles were given up, whoever waits for one is told.
    private static final int MOST_GIVEN_UP = 50;

    /// How long the collector rests when the JVM is out of memory.
    private static final long SHORTAGE_NAP_NANOS = 20_000_000;

    private final HeapOptions options;
    private final HeapCore core;
    private final MutatorRegistry registry;
    private final Pacer pacer;
    private final Collector collector;
    private final HeapFigures figures;
    private final CycleSchedule schedule = new CycleSchedule();
    private final HeapCloser closer;

    /// Whether a collector thread runs.
    private final boolean withThread;

    /// Whether a thread that waits for a collection may run it although there is a collector
    /// thread.
    private final boolean lendsRole;

    /// The heap that an embedder has. Written once, before another thread knows of this.
    private WeakReference<ConcurrentHeap> face = new WeakReference<>(null);

    private final String failedMessage;

    /// The error that ended the collector, if one did.
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /// How many threads wait for a cycle at this moment. They add and take away; the collector
    /// reads it for a decision that need not be exact.
    private final AtomicInteger waiting = new AtomicInteger();

    /// What to do when the heap is dropped. Any thread adds; read when it has been dropped.
    private final List<Runnable> whenDropped = new CopyOnWriteArrayList<>();

    /// How many of them have been done, by the one who ends the heap.
    private int doneWhenDropped;

    /// @param core of a heap whose options have no listener. It stays the caller's if this fails
    CycleRunner(HeapCore core, Protocol protocol, boolean withThread, Cleaners cleaners) {
        this.options = core.options();
        this.failedMessage = "collector failed: heap=" + options.name();
        this.core = core;
        this.withThread = withThread;
        this.lendsRole = !core.isScheduled();
        Collector made = null;
        try {
            this.registry = new MutatorRegistry(core, protocol, this);
            this.pacer = new Pacer(options, core.blocks());
            made =
                    new Collector(
                            core,
                            registry,
                            pacer,
                            new WeakReference<>(cleaners),
                            this::statsAtEnd,
                            this::isAwaited);
            this.figures = new HeapFigures(core, registry, made);
            this.closer = new HeapCloser(core, registry, schedule, made);
            core.pass(SchedulePoint.OPENING);
        } catch (RuntimeException | Error e) {
            if (made != null) {
                made.release(); // there will be no heap to close
            }
            throw e;
        }
        this.collector = made;
    }

    /// Belongs to this heap from here on.
    void belongTo(ConcurrentHeap heap) {
        face = new WeakReference<>(heap);
    }

    void startThread() {
        Thread.ofPlatform()
                .daemon()
                .inheritInheritableThreadLocals(false) // they might lead to the heap
                .name("coex-gc-" + options.name())
                .start(this::runThread);
    }

    HeapCore core() {
        return core;
    }

    MutatorRegistry registry() {
        return registry;
    }

    Collector collector() {
        return collector;
    }

    CycleSchedule schedule() {
        return schedule;
    }

    HeapCloser closer() {
        return closer;
    }

    boolean hasFailed() {
        return failure.get() != null;
    }

    HeapStats currentStats() {
        return figures.now();
    }

    private HeapStats statsAtEnd(CycleKind kind) {
        return figures.atEndOf(kind);
    }

    // What mutators ask for

    @Override
    public void request(Cause cause) {
        schedule.request(cause, CycleDemand.ANY);
    }

    @Override
    public long napNanos() {
        return pacer.napNanos();
    }

    @Override
    public void noteAllocated(long bytes, long objects) {
        Cause cause = pacer.noteAllocated(bytes, objects);
        if (cause != null && schedule.running() == 0) {
            schedule.request(cause, CycleDemand.ANY);
        }
    }

    @Override
    public boolean awaitCycleBegunAfterNow(Cause cause, CycleDemand demand) {
        completeCycle(schedule.next(), cause, demand);
        return collector.record().collection().objectsSwept() > 0;
    }

    /// Waits until a cycle, or a later one, has come to its end. If one is given up meanwhile,
    /// another is asked for, until there is no use in it.
    ///
    /// @param cause why the caller wants it; null if somebody has asked for it
    /// @param demand only a cycle that has met it counts
    void completeCycle(long cycle, Cause cause, CycleDemand demand) {
        waiting.incrementAndGet();
        try {
            awaitCompleted(cycle, cause, demand);
        } finally {
            waiting.decrementAndGet();
        }
    }

    private void awaitCompleted(long cycle, Cause cause, CycleDemand demand) {
        long givenUpBefore = schedule.givenUp();
        long givenUp = givenUpBefore;
        ask(cause, demand);
        while (!schedule.awaitCompleted(cycle, demand, givenUp)) {
            if (schedule.isClosed()) {
                throw closedOrFailed();
            }
            givenUp = schedule.givenUp();
            if (givenUp - givenUpBefore >= MOST_GIVEN_UP) {
                throw CollectorFailedException.givenUp(
                        options.name(), MOST_GIVEN_UP, collector.shortage());
            }
            ask(cause, demand);
        }
    }

    /// Runs a cycle if nobody is collecting, since the caller would only wait; else asks for one.
    private void ask(Cause cause, CycleDemand demand) {
        if (cause == null) {
            return;
        }
        if (mayLendItself() && schedule.tryTakeRole()) {
            runCycle(cause, demand);
        } else {
            schedule.request(cause, demand);
        }
    }

    @Override
    public long runningCycle() {
        return schedule.running();
    }

    @Override
    public boolean awaitCycle(long cycle, long nanos) {
        waiting.incrementAndGet();
        boolean ended;
        try {
            ended = schedule.awaitEnded(cycle, nanos);
        } finally {
            waiting.decrementAndGet();
        }
        if (!ended && schedule.isClosed()) {
            throw closedOrFailed();
        }
        return ended;
    }

    /// Whether somebody waits for the running cycle, or rests until it has got on.
    private boolean isAwaited() {
        return waiting.get() > 0 || pacer.hasMadeSomeoneRest();
    }

    /// A virtual thread would keep its carrier from threads the collector may be waiting for.
    private boolean mayLendItself() {
        return !withThread
                || lendsRole
                        && !Thread.currentThread().isVirtual()
                        && StackRoom.isEnoughForACycle();
    }

    // The collector

    /// Whatever ends this thread, nobody waits for it then.
    private void runThread() {
        boolean isShort = false;
        try {
            while (!registry.isClosing() && failure.get() == null) {
                try {
                    if (isShort) {
                        LockSupport.parkNanos(SHORTAGE_NAP_NANOS);
                    }
                    serveRequests();
                } catch (OutOfMemoryError | StackOverflowError e) {
                    isShort = true; // between two cycles nothing is lost
                } catch (Throwable e) {
                    fail(e);
                }
            }
        } finally {
            schedule.close();
        }
    }

    private void serveRequests() {
        long idleNanos = options.idleAfter().toNanos();
        while (!registry.isClosing() && failure.get() == null) {
            Cause cause = schedule.awaitRequest(idleNanos);
            if (registry.isClosing()) {
                return;
            }
            if (cause == null && !pacer.isIdleAfterUse()) {
                buryEnded();
                continue;
            }
            if (schedule.takeRole()) {
                runCycle(cause == null ? Cause.IDLE : cause, CycleDemand.ANY);
            }
        }
    }

    /// Runs one cycle with the role taken, and returns the role.
    private void runCycle(Cause cause, CycleDemand demand) {
        try {
            runCycleKeepingRole(cause, demand);
        } finally {
            schedule.returnRole();
        }
    }

    /// False if the cycle did not come to its end: the heap is being closed, the collector has
    /// failed, or the JVM is out of memory for now.
    boolean runCycleKeepingRole(Cause cause, CycleDemand demand) {
        try {
            long cycle = schedule.begin(demand);
            if (!collector.collect(cycle, cause, schedule.demand())) {
                schedule.giveUp(cause);
                LockSupport.parkNanos(SHORTAGE_NAP_NANOS); // let others get on, the cause may pass
                return false;
            }
            schedule.complete(collector.met());
        } catch (Handshake.Abandoned e) {
            return false; // the heap is being closed; whoever waits is told so
        } catch (Throwable e) { // whatever it is, whoever waits must be told
            fail(e);
            return false;
        }
        ConcurrentHeap known = face.get();
        if (known != null) {
            known.forgetEnded();
        }
        return true;
    }

    private void fail(Throwable cause) {
        failure.compareAndSet(null, cause);
        schedule.close();
        HeapLog.log(System.Logger.Level.ERROR, failedMessage, cause);
    }

    /// Why a collection did not come to its end.
    HeapException closedOrFailed() {
        Throwable cause = failure.get();
        if (cause instanceof InvariantViolation violation) {
            throw violation;
        }
        return cause != null
                ? new CollectorFailedException(options.name(), cause)
                : registry.closed();
    }

    /// Threads that have ended without detaching are not to keep what they referred to until the
    /// next cycle, which may never come.
    private void buryEnded() {
        if (schedule.tryTakeRole()) {
            try {
                collector.buryEnded();
            } finally {
                schedule.returnRole();
            }
        }
    }

    /// False if the role could not be had within `nanos`.
    boolean tryWithRole(long nanos, Runnable action) {
        if (!schedule.takeRoleAfterRequests(withThread, nanos)) {
            return false;
        }
        try {
            action.run();
            return true;
        } catch (Handshake.Abandoned e) {
            throw registry.closed();
        } finally {
            schedule.returnRole();
        }
    }

    // Closing

    boolean isClosed() {
        return registry.isClosing();
    }

    void whenDropped(Runnable action) {
        whenDropped.add(action);
    }

    /// Ends a heap that nobody can reach any more and nobody is in the middle of. Can be done
    /// again.
    void endDropped() {
        closer.letGo();
        closer.endCycles();
        closer.release();
        while (!closer.hasTold() && doneWhenDropped < whenDropped.size()) {
            runQuietly(whenDropped.get(doneWhenDropped));
            doneWhenDropped++;
        }
    }

    private static void runQuietly(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            HeapLog.log(System.Logger.Level.WARNING, "heap observer failed", e);
        }
    }
}
