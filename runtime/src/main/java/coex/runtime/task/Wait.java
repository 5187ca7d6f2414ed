package coex.runtime.task;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// One time that a task waits. Exactly one thread ends it, by changing its state away from WAITING:
/// whoever has something for the task, whoever stops it, or the task itself when its time is up.
///
///     WAITING ──► CLAIMED ──► READY      claim, then ready: by whoever has something
///        │           └──────► STOPPED    giveUp: by the same, if it fails
///        ├──────► STOPPED                stop: by whoever wants the task to end
///        └──────► TIMED_OUT              by the task
///
/// Whoever claims writes [#chosen] and [#isClosed], and what it has into the task's cell, before
/// READY.
final class Wait extends AtomicInteger {

    private static final long serialVersionUID = 1L;

    static final int WAITING = 0;
    static final int CLAIMED = 1;
    static final int READY = 2;
    static final int STOPPED = 3;
    static final int TIMED_OUT = 4;

    private final transient Task task;
    private final transient Object what;
    private final boolean isTimed;
    private final boolean mayBeStopped;

    /// Which of several things it got, and whether that is the end of a channel.
    ///
    /// - writers: whoever has claimed
    /// - readers: the task
    /// - ordering: by the state, which is volatile: written before READY, read after it
    private int chosen;

    private boolean isClosed;

    /// Whether the thread may be parked.
    ///
    /// - writer: the task, before it looks at the state for the last time
    /// - readers: whoever ends the wait, after it has changed the state
    /// - ordering: volatile, as the state: one of the two sees what the other has written
    private volatile boolean isParked;

    /// @param what is waited for, for reports: anything with a text
    Wait(Task task, Object what, boolean isTimed, boolean mayBeStopped) {
        this.task = task;
        this.what = what;
        this.isTimed = isTimed;
        this.mayBeStopped = mayBeStopped;
    }

    Task task() {
        return task;
    }

    Object what() {
        return what;
    }

    /// Whether time alone will end it.
    boolean isTimed() {
        return isTimed;
    }

    boolean isOver() {
        return get() >= READY;
    }

    /// Makes the caller the one who ends this, with [#ready] or [#giveUp]; false if another one
    /// has. The task counts as awake from here on. What is thrown here, since the stack or the
    /// memory is at its end, has given up before.
    boolean claim() {
        if (!compareAndSet(WAITING, CLAIMED)) {
            return false;
        }
        try {
            countAsAwake();
        } catch (Throwable thrown) {
            giveUp();
            throw thrown;
        }
        return true;
    }

    private void countAsAwake() {
        if (!isTimed) {
            task.program().wokeUp();
        }
    }

    /// Like [#claim], by the task itself before it has begun to wait.
    boolean claimOwn() {
        return compareAndSet(WAITING, READY);
    }

    void choose(int which, boolean closed) {
        chosen = which;
        isClosed = closed;
    }

    void ready() {
        set(READY);
        wake();
    }

    private void wake() {
        if (isParked) {
            LockSupport.unpark(task.thread());
        }
    }

    /// From here on whoever ends the wait also wakes the thread.
    void willPark() {
        isParked = true;
    }

    /// Ends it for nothing, by whoever has claimed and then failed. The task tries again, or finds
    /// that it has to stop.
    void giveUp() {
        set(STOPPED);
        wake();
    }

    void stop() {
        if (mayBeStopped && compareAndSet(WAITING, STOPPED)) {
            try {
                countAsAwake();
            } finally {
                wake();
            }
        }
    }

    boolean timeOut() {
        return compareAndSet(WAITING, TIMED_OUT);
    }

    int chosen() {
        return chosen;
    }

    boolean isClosed() {
        return isClosed;
    }
}
