package coex.runtime.task;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/// A thread that asks tasks for their attention: those whose deadlines have passed, and all that
/// run when more are awake than there are processors. Without it a loop that waits for nobody would
/// never be abandoned, and could keep others from running.
final class Ticker implements Runnable {

    private static final long TICK_NANOS = 1_000_000;
    private static final int TICKS_OF_SLICE = 4;
    private static final int TICKS_BEFORE_REST = 200;

    private final Tasks program;

    /// Tasks with deadlines.
    private final Set<Task> watched = ConcurrentHashMap.newKeySet();

    /// Started when it is first needed. Written under the lock of this; `wake` also looks without
    /// it, and takes the lock if it finds none.
    private Thread thread;

    /// Whether it sleeps until somebody has work for it.
    ///
    /// - writers: the ticker; whoever wakes it
    /// - readers: whoever has work for it, and the ticker after saying that it rests
    /// - ordering: volatile; who has work says so first and then looks here, the ticker the other
    ///   way round
    private volatile boolean isResting;

    private volatile boolean hasEnded;

    Ticker(Tasks program) {
        this.program = program;
    }

    /// A task has a deadline.
    void watch(Task task) {
        watched.add(task);
        if (isIdle()) {
            wakeSlowly();
        }
    }

    void forget(Task task) {
        watched.remove(task);
    }

    /// There may be work: starts the thread, or wakes it. If there is no thread to be had, whoever
    /// comes next tries again; callers are in the middle of things, and go on.
    void wake() {
        if (isIdle()) {
            try {
                wakeSlowly();
            } catch (OutOfMemoryError _) {
                // tasks that never wait do not take turns for now
            }
        }
    }

    /// Whether somebody has to wake it if there is work; any thread may ask.
    boolean isIdle() {
        return thread == null || isResting;
    }

    private synchronized void wakeSlowly() {
        if (hasEnded) {
            return;
        }
        if (thread == null) {
            Thread made = Thread.ofPlatform().daemon().name("coex ticker").unstarted(this);
            made.start();
            thread = made;
        }
        isResting = false;
        LockSupport.unpark(thread);
    }

    synchronized void end() {
        hasEnded = true;
        isResting = false;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        int idle = 0;
        for (int tick = 1; !hasEnded; tick++) {
            LockSupport.parkNanos(TICK_NANOS);
            try {
                askForAttention(tick);
            } catch (OutOfMemoryError _) {
                continue; // the next tick is soon
            }
            idle = hasWork() ? 0 : idle + 1;
            if (idle > TICKS_BEFORE_REST) {
                rest();
                idle = 0;
            }
        }
    }

    private void askForAttention(int tick) {
        long now = System.nanoTime();
        watched.forEach(task -> task.attendIfLate(now));
        if (program.isCrowded() && tick % TICKS_OF_SLICE == 0) {
            program.askRunning();
        }
    }

    private boolean hasWork() {
        return !watched.isEmpty() || program.isCrowded();
    }

    private void rest() {
        isResting = true;
        while (isResting && !hasWork() && !hasEnded) {
            LockSupport.park(this);
        }
        isResting = false;
    }
}
