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
/// by this object's monitor, which nobody holds for long; a running cycle does not hold it.
final class CycleSchedule {

    private static final int DEMANDS = CycleDemand.values().length;

    private Cause requested;

    /// What the cycle asked for must do.
    private CycleDemand demanded = CycleDemand.ANY;

    private Thread roleHolder;
    private boolean running;
    private long begun;

    /// For each demand, the last cycle that has met it and come to its end.
    private final long[] completed = new long[DEMANDS];

    private CycleDemand runningFor = CycleDemand.ANY;
    private long givenUp;
    private boolean closed;

    /// For each thread that waits for the role without wanting to collect, the cycle it lets go
    /// first. Once that has ended, nobody overtakes it: cycles may be asked for without a break.
    private final List<Long> viewers = new ArrayList<>();

    /// Asks for a cycle. Changes nothing if one was asked for already, or if none will begin any
    /// more; but it must do all that is demanded of it.
    synchronized void request(Cause cause, CycleDemand demand) {
        if (!closed) {
            demanded = demanded.orMore(demand);
            if (requested == null) {
                requested = cause;
                notifyAll();
            }
        }
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
    synchronized boolean awaitCompleted(long cycle, CycleDemand demand, long givenUpBefore) {
        boolean interrupted = false;
        while (!isCompleted(cycle, demand) && !closed && givenUp == givenUpBefore) {
            interrupted |= waitForChange();
        }
        restore(interrupted);
        return isCompleted(cycle, demand);
    }

    private boolean isCompleted(long cycle, CycleDemand demand) {
        return completed[demand.ordinal()] >= cycle;
    }

    /// Waits, no longer than `nanos`, until the cycle with this number does not run any more: it
    /// has come to its end, or was given up.
    synchronized boolean awaitEnded(long cycle, long nanos) {
        long deadline = System.nanoTime() + nanos;
        boolean interrupted = false;
        while (!isOver(cycle) && !closed && deadline - System.nanoTime() > 0) {
            interrupted |= waitForChange(deadline);
        }
        restore(interrupted);
        return isOver(cycle);
    }

    private boolean isOver(long cycle) {
        return isCompleted(cycle, CycleDemand.ANY) || begun > cycle || begun == cycle && !running;
    }

    /// How many cycles have been given up.
    synchronized long givenUp() {
        return givenUp;
    }

    /// Waits for a request or for `nanos` to pass.
    ///
    /// @return the cause of the request, or null if the time is over and nothing was asked for
    synchronized Cause awaitRequest(long nanos) {
        long deadline = System.nanoTime() + nanos;
        boolean interrupted = false;
        while (requested == null && !closed && deadline - System.nanoTime() > 0) {
            interrupted |= waitForChange(deadline);
        }
        restore(interrupted);
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
        for (long cycle : viewers) {
            if (isOver(cycle)) {
                return true;
            }
        }
        return false;
    }

    /// Takes the collector's role, but lets a cycle that is asked for by now go first if there is a
    /// thread to run it; false if the heap closed, or `nanos` have passed.
    synchronized boolean takeRoleAfterRequests(boolean someoneRunsThem, long nanos) {
        if (!someoneRunsThem) {
            return takeRole();
        }
        Long cycle = requested != null ? begun + 1 : 0;
        long deadline = System.nanoTime() + nanos;
        boolean interrupted = false;
        viewers.add(cycle);
        try {
            while (!closed && !isFreeAfter(cycle) && deadline - System.nanoTime() > 0) {
                interrupted |= waitForChange(deadline);
            }
        } finally {
            viewers.remove(cycle);
        }
        restore(interrupted);
        boolean taken = !closed && isFreeAfter(cycle);
        if (taken) {
            roleHolder = Thread.currentThread();
        } else {
            notifyAll(); // whoever let this one go first
        }
        return taken;
    }

    private boolean isFreeAfter(long cycle) {
        return roleHolder == null && isOver(cycle);
    }

    /// Takes the collector's role; false if the heap closed.
    synchronized boolean takeRole() {
        boolean interrupted = false;
        while (!closed && (roleHolder != null || isViewerDue())) {
            interrupted |= waitForChange();
        }
        restore(interrupted);
        return tryTakeRole();
    }

    /// Whether the calling thread is collecting at this moment, and so must not wait for itself.
    /// Needs no monitor: only the calling thread puts itself there, and only it takes itself away.
    boolean isHeldByCaller() {
        return roleHolder == Thread.currentThread();
    }

    synchronized void returnRole() {
        roleHolder = null;
        notifyAll();
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
    synchronized void complete(CycleDemand met) {
        running = false;
        Arrays.fill(completed, 0, met.ordinal() + 1, begun);
        notifyAll();
    }

    /// The holder of the role has given the cycle up. It stays asked for.
    synchronized void giveUp(Cause cause) {
        running = false;
        givenUp++;
        requested = cause;
        demanded = demanded.orMore(runningFor);
        notifyAll();
    }

    /// The number of the running cycle, or 0.
    synchronized long running() {
        return running ? begun : 0;
    }

    /// No more cycles begin; whoever waits is released.
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /// Waits until nobody holds the role. Only after [#close].
    synchronized void awaitRoleFree() {
        boolean interrupted = false;
        while (roleHolder != null) {
            interrupted |= waitForChange();
        }
        restore(interrupted);
    }

    /// Waits until somebody changes something; whether the thread was interrupted. A collection is
    /// waited for to the end, so the caller tells the thread later.
    private boolean waitForChange() {
        return waitForChange(System.nanoTime() + Long.MAX_VALUE / 2);
    }

    /// The same, until `deadline` at the latest.
    private boolean waitForChange(long deadline) {
        long left = deadline - System.nanoTime();
        try {
            if (left > 0) {
                wait(left / 1_000_000, (int) (left % 1_000_000));
            }
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
