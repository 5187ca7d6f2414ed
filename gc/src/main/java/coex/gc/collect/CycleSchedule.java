// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.Cause;
import coex.gc.mutator.CycleDemand;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Which cycles are asked for, running and done, and who waits for them.
///
/// Cycles are numbered from 1. The collector's role is held by one thread at a time: the collector
/// thread, or a thread that waits for a collection anyway and lends itself. Everything is guarded
/// by this object's monitor, which nobody holds for long; a running cycle does not hold it. Nobody
/// waits on it either: see [Waiters].
final class CycleSchedule {

    private static final int DEMANDS = CycleDemand.values().length;

    /// How long the free role is kept for a thread that is next but does not come. It may be a
    /// virtual one that finds no carrier because of threads that wait for a cycle.
    private static final long KEPT_FOR_VIEWER_NANOS = 1_000_000_000L;

    private Cause requested;

    /// What the cycle asked for must do.
    private CycleDemand demanded = CycleDemand.ANY;

    private Thread roleHolder;

    /// Since when nobody holds the role.
    private long freeSince = System.nanoTime();

    private boolean running;
    private long begun;

    /// For each demand, the last cycle that has met it and come to its end.
    private final long[] completed = new long[DEMANDS];

    private CycleDemand runningFor = CycleDemand.ANY;
    private long givenUp;
    private boolean closed;

    /// Threads that wait for the role without wanting to collect.
    private final List<Viewer> viewers = new ArrayList<>();

    private final Waiters waiters = new Waiters();

    /// Lets a cycle go first. Once that has ended, nobody overtakes it: cycles may be asked for
    /// without a break.
    private static final class Viewer {

        private final long cycle;

        private Viewer(long cycle) {
            this.cycle = cycle;
        }
    }

    /// Asks for a cycle. Changes nothing if one was asked for already, or if none will begin any
    /// more; but it must do all that is demanded of it.
    void request(Cause cause, CycleDemand demand) {
        if (noteRequest(cause, demand)) {
            waiters.wakeAll();
        }
    }

    private synchronized boolean noteRequest(Cause cause, CycleDemand demand) {
        if (closed) {
            return false;
        }
        demanded = demanded.orMore(demand);
        if (requested != null) {
            return false;
        }
        requested = cause;
        return true;
    }

    /// The number of the next cycle to begin: one that begins after now has at least this number.
    synchronized long next() {
        return begun + 1;
    }

    /// The cycle that has to end before nothing that was asked for by now is outstanding.
    synchronized long outstanding() {
        return requested != null ? begun + 1 : begun;
    }

    /// Waits until the cycle with this number, or a later one, has come to its end, or until some
    /// cycle is given up that none had been when `givenUpBefore` was; false if it did not come to
    /// its end.
    ///
    /// @param demand only a cycle that has met it counts
    boolean awaitCompleted(long cycle, CycleDemand demand, long givenUpBefore) {
        Waiters.Waiter waiter = new Waiters.Waiter();
        while (!isSettled(cycle, demand, givenUpBefore, waiter)) {
            waiter.park(never());
        }
        waiter.restoreInterrupt();
        return isCompleted(cycle, demand);
    }

    private synchronized boolean isSettled(
            long cycle, CycleDemand demand, long givenUpBefore, Waiters.Waiter waiter) {
        boolean settled = isCompleted(cycle, demand) || closed || givenUp != givenUpBefore;
        return waiters.leaveIf(settled, waiter);
    }

    private synchronized boolean isCompleted(long cycle, CycleDemand demand) {
        return completed[demand.ordinal()] >= cycle;
    }

    /// Waits, no longer than `nanos`, until the cycle with this number does not run any more: it
    /// has come to its end, or was given up.
    boolean awaitEnded(long cycle, long nanos) {
        long deadline = System.nanoTime() + nanos;
        Waiters.Waiter waiter = new Waiters.Waiter();
        while (!hasEnded(cycle, deadline, waiter)) {
            waiter.park(deadline);
        }
        waiter.restoreInterrupt();
        return isOver(cycle);
    }

    private synchronized boolean hasEnded(long cycle, long deadline, Waiters.Waiter waiter) {
        return waiters.leaveIf(isOver(cycle) || closed || isPast(deadline), waiter);
    }

    private synchronized boolean isOver(long cycle) {
        return isCompleted(cycle, CycleDemand.ANY) || begun > cycle || begun == cycle && !running;
    }

    /// How many cycles have been given up.
    synchronized long givenUp() {
        return givenUp;
    }

    /// Waits for a request or for `nanos` to pass.
    ///
    /// @return the cause of the request, or null if the time is over and nothing was asked for
    Cause awaitRequest(long nanos) {
        long deadline = System.nanoTime() + nanos;
        Waiters.Waiter waiter = new Waiters.Waiter();
        Cause cause;
        do {
            while (!isAnythingToDo(deadline, waiter)) {
                waiter.park(deadline);
            }
            cause = requested(); // gone again if another thread has begun the cycle
        } while (cause == null && !isClosed() && !isPast(deadline));
        waiter.restoreInterrupt();
        return cause;
    }

    private synchronized boolean isAnythingToDo(long deadline, Waiters.Waiter waiter) {
        return waiters.leaveIf(requested != null || closed || isPast(deadline), waiter);
    }

    private synchronized Cause requested() {
        return requested;
    }

    /// Takes the collector's role if it is free and nobody has waited longer.
    synchronized boolean tryTakeRole() {
        if (roleHolder != null || closed || isViewerDue()) {
            return false;
        }
        roleHolder = Thread.currentThread();
        return true;
    }

    private boolean isViewerDue() {
        if (isPast(freeSince + KEPT_FOR_VIEWER_NANOS)) {
            return false;
        }
        for (Viewer viewer : viewers) {
            if (isOver(viewer.cycle)) {
                return true;
            }
        }
        return false;
    }

    /// Takes the collector's role, but lets a cycle that is asked for by now go first if there is a
    /// thread to run it; false if the heap closed, or `nanos` have passed.
    boolean takeRoleAfterRequests(boolean someoneRunsThem, long nanos) {
        if (!someoneRunsThem) {
            return takeRole();
        }
        long deadline = System.nanoTime() + nanos;
        Waiters.Waiter waiter = new Waiters.Waiter();
        Viewer viewer = enterLine();
        boolean over = false;
        try {
            while (!over) {
                over = takesTurn(viewer, deadline, waiter);
                if (!over) {
                    waiter.park(deadline);
                }
            }
        } finally {
            if (!over) {
                leaveLine(viewer);
            }
        }
        waiter.restoreInterrupt();
        if (isHeldByCaller()) {
            return true;
        }
        waiters.wakeAll(); // whoever let this one go first
        return false;
    }

    private synchronized Viewer enterLine() {
        Viewer viewer = new Viewer(requested != null ? begun + 1 : 0);
        viewers.add(viewer);
        return viewer;
    }

    private synchronized void leaveLine(Viewer viewer) {
        viewers.remove(viewer);
    }

    /// Has the caller take the role if it is its turn; whether it has it now, or must not wait any
    /// longer for it. Takes it last, so that no failure leaves it taken.
    private synchronized boolean takesTurn(Viewer viewer, long deadline, Waiters.Waiter waiter) {
        boolean taken = !closed && roleHolder == null && isOver(viewer.cycle);
        boolean over = waiters.leaveIf(taken || closed || isPast(deadline), waiter);
        if (over) {
            viewers.remove(viewer);
        }
        if (taken) {
            roleHolder = Thread.currentThread();
        }
        return over;
    }

    /// Takes the collector's role; false if the heap closed.
    boolean takeRole() {
        Waiters.Waiter waiter = new Waiters.Waiter();
        while (!isRoleSettled(waiter)) {
            waiter.park(never());
        }
        waiter.restoreInterrupt();
        return isHeldByCaller();
    }

    private synchronized boolean isRoleSettled(Waiters.Waiter waiter) {
        return waiters.leaveIf(tryTakeRole() || closed, waiter);
    }

    /// Whether the calling thread is collecting at this moment, and so must not wait for itself.
    /// Needs no monitor: only the calling thread puts itself there, and only it takes itself away.
    boolean isHeldByCaller() {
        return roleHolder == Thread.currentThread();
    }

    void returnRole() {
        leaveRole();
        waiters.wakeAll();
    }

    private synchronized void leaveRole() {
        roleHolder = null;
        freeSince = System.nanoTime();
    }

    /// The holder of the role begins a cycle, which serves every request made so far.
    ///
    /// @param demand what it wants itself
    synchronized long begin(CycleDemand demand) {
        runningFor = demanded.orMore(demand);
        requested = null;
        demanded = CycleDemand.ANY;
        running = true;
        return ++begun;
    }

    /// What the cycle that has begun last must do.
    synchronized CycleDemand demand() {
        return runningFor;
    }

    /// @param met what the cycle has done, asked for or not
    void complete(CycleDemand met) {
        noteCompleted(met);
        waiters.wakeAll();
    }

    private synchronized void noteCompleted(CycleDemand met) {
        running = false;
        Arrays.fill(completed, 0, met.ordinal() + 1, begun);
    }

    /// The holder of the role has given the cycle up. It stays asked for.
    void giveUp(Cause cause) {
        noteGivenUp(cause);
        waiters.wakeAll();
    }

    private synchronized void noteGivenUp(Cause cause) {
        running = false;
        givenUp++;
        requested = cause;
        demanded = demanded.orMore(runningFor);
    }

    /// The number of the running cycle, or 0.
    synchronized long running() {
        return running ? begun : 0;
    }

    /// No more cycles begin; whoever waits is released.
    void close() {
        noteClosed();
        waiters.wakeAll();
    }

    private synchronized void noteClosed() {
        closed = true;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /// Waits until nobody holds the role. Only after [#close].
    void awaitRoleFree() {
        Waiters.Waiter waiter = new Waiters.Waiter();
        while (!isRoleFree(waiter)) {
            waiter.park(never());
        }
        waiter.restoreInterrupt();
    }

    private synchronized boolean isRoleFree(Waiters.Waiter waiter) {
        return waiters.leaveIf(roleHolder == null, waiter);
    }

    private static boolean isPast(long deadline) {
        return deadline - System.nanoTime() <= 0;
    }

    private static long never() {
        return System.nanoTime() + Long.MAX_VALUE / 2;
    }
}
