// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/// Who may run on a mutator: its thread, whoever has borrowed it, or the collector on its behalf.
///
/// While a thread is in a safe region the collector may lock it there and do its handshake actions
/// for it; the compare-and-set of `mode` hands the owner's plain fields back and forth.
///
///               enterSafe (owner)                    lock (collector)
///     RUNNING ◄──────────────────────────► SAFE ◄──────────────────────────► LOCKED
///        │       resume (owner)              │      unlock (collector)
///        └──────────── DEAD ◄────────────────┘
///           detach (owner), lockOut (whoever closes the heap, also the owner in a safe region),
///           or the thread has ended
///
/// An owner that is done with its mutator, and has no memory or stack left to detach it, leaves it
/// to the collector:
///
///     RUNNING ── leaveToCollector (owner) ──► GONE ──► DEAD
///                                                detach (collector), lockOut (whoever closes)
///
/// A mutator may also be *lent*: it belongs to no thread, and whoever borrows it is its owner until
/// it is given back ([LentMutators]). IDLE is a safe region nobody is in:
///
///                  endLoan (borrower)                 lock (collector)
///     RUNNING ──────────────────────────► IDLE ◄──────────────────────────► IDLE_LOCKED
///             ◄────────────────────────── │ │        unlock (collector)
///                tryBorrow (any thread)   │ └► DEAD   lockOut (whoever closes the heap)
public final class MutatorMode {

    private static final int RUNNING = 0;
    private static final int SAFE = 1;
    private static final int LOCKED = 2;
    private static final int DEAD = 3;
    private static final int IDLE = 4;
    private static final int IDLE_LOCKED = 5;
    private static final int GONE = 6;

    /// While a mutator is locked a handshake action is done for it: a bounded number of steps.
    private static final long UNLOCK_NAP_NANOS = 10_000;

    private static final List<String> OUR_CODE = List.of("coex.");

    /// Whose code works with contexts and addresses.
    private static final List<String> HEAP_CODE =
            List.of("coex.gc.", "coex.collections.", "coex.runtime.");

    private static final VarHandle MODE;

    static {
        try {
            MODE = MethodHandles.lookup().findVarHandle(MutatorMode.class, "mode", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        new MutatorMode().link();
    }

    /// One of the modes drawn above.
    ///
    /// - writers: owner and collector as drawn, by compare-and-set where the other may write as
    ///   well
    /// - readers: both
    /// - ordering: volatile, which an assignment does without a call, so also where the stack ends;
    ///   release at the end of a loan, since there are many
    /// - why: whoever changes it away from SAFE or IDLE sees all plain fields as the other left
    ///   them
    /// - shown by: `SafeRegionStress`, `LentMutatorStress`
    private volatile int mode;

    /// The thread that uses the mutator.
    ///
    /// - writers: the thread that registers it, and the owner when it starts
    /// - readers: the owner; the collector and anyone asking for statistics, plainly
    /// - why: it goes from null to its final value once, or stays null if the mutator is lent; who
    ///   misses that takes the thread for not started and looks again later
    private Thread owner;

    /// Who has borrowed the mutator; null while nobody has.
    ///
    /// - writers: the borrower, plainly, between its two changes of the mode
    /// - readers: the borrower; the collector, after it has found the mode RUNNING, with acquire
    /// - why: null is written before IDLE and that before the next RUNNING, so the collector never
    ///   takes an earlier borrower for the one that it found
    private Thread borrower;

    /// The owner while it may use the heap; null in a safe region, in a listener and after the end.
    ///
    /// - writers: the owner; the one who ends it on its behalf
    /// - readers: the owner; other threads that use a mutator by mistake, plainly
    /// - why: the owner sees its own writes; any other thread finds a value that is not itself
    private Thread user;

    /// Whether the mutator is borrowed for single operations. Set before it is registered, and
    /// final from then on.
    private boolean lent;

    /// Has the JVM link what it takes to leave a safe region. It would do so when that is first
    /// called, and could not if it were out of memory just then: the thread would never run again.
    private void link() {
        Backoff.pause(0, 1);
        MODE.compareAndSet(this, RUNNING, RUNNING);
        MODE.setRelease(this, RUNNING);
        int _ = (int) MODE.getAcquire(this);
    }

    // Before the mutator is registered, or before its thread runs

    void startSafe() {
        mode = SAFE;
    }

    void startLent() {
        lent = true;
        mode = IDLE;
    }

    /// The thread that will use the mutator; called before it does, or by itself.
    void setOwner(Thread thread) {
        owner = thread;
        user = mode == RUNNING ? thread : null;
    }

    // The owner

    /// Two assignments and no call: there is no point between them at which it could fail.
    void enterSafe() {
        user = null;
        mode = SAFE;
    }

    /// Makes the owner run again; false if the mutator has ended meanwhile.
    boolean resume() {
        int rounds = 0;
        while (!MODE.compareAndSet(this, SAFE, RUNNING)) {
            if (isOver()) {
                return false;
            }
            Backoff.pause(rounds++, UNLOCK_NAP_NANOS);
        }
        user = owner;
        return true;
    }

    /// Ends the mutator if the owner is in a safe region, where the collector may have it locked,
    /// and so its plain fields: waits until it has not. Nothing happens if the owner runs.
    void endWhereSafe() {
        int rounds = 0;
        while (isBlocked() && !lockOut()) {
            Backoff.pause(rounds++, UNLOCK_NAP_NANOS);
        }
    }

    /// Nobody runs on the mutator any more, and the collector will detach it. Assignments and no
    /// call, as in [#enterSafe].
    void leaveToCollector() {
        user = null;
        borrower = null;
        if (mode == RUNNING) { // only the owner ends it while it runs, so it stays so
            mode = GONE;
        }
    }

    /// The mutator has ended, for good.
    void end() {
        user = null;
        mode = DEAD;
    }

    // Borrowers

    /// Makes the calling thread the owner, if nobody is and the collector is not at work here:
    /// false then.
    boolean tryBorrow() {
        Thread caller = Thread.currentThread();
        if (!MODE.compareAndSet(this, IDLE, RUNNING)) {
            return false;
        }
        borrower = caller; // calls nothing, so it happens even where the stack ends
        return true;
    }

    /// Back to IDLE, unless the mutator has ended. If there is no stack left for that, the borrower
    /// stays known.
    void endLoan() {
        Thread known = borrower;
        borrower = null;
        try {
            if (mode == RUNNING) { // only the owner ends it while it runs, so it stays so
                MODE.setRelease(this, IDLE);
            }
        } catch (StackOverflowError e) {
            borrower = known;
            throw e;
        }
    }

    // The collector, and whoever closes the heap

    /// Locks the mutator in its safe region; false if it is running. One that was left to the
    /// collector needs no lock.
    boolean lock() {
        return MODE.compareAndSet(this, SAFE, LOCKED)
                || lent && MODE.compareAndSet(this, IDLE, IDLE_LOCKED)
                || isGone();
    }

    void unlock() {
        int now = mode; // nobody else changes it while the mutator is locked
        if (now == LOCKED) {
            mode = SAFE;
        } else if (now == IDLE_LOCKED) {
            mode = IDLE;
        }
    }

    /// Keeps the mutator from leaving its safe region, for good; false if it is running.
    public boolean lockOut() {
        return MODE.compareAndSet(this, SAFE, DEAD)
                || lent && MODE.compareAndSet(this, IDLE, DEAD)
                || MODE.compareAndSet(this, GONE, DEAD);
    }

    /// Takes over a mutator whose thread was not started; false if it runs, or has run, after all,
    /// or ends with its heap.
    public boolean takeOverUnstarted() {
        int rounds = 0;
        while (!MODE.compareAndSet(this, SAFE, RUNNING)) {
            if (mode != LOCKED) {
                return false;
            }
            Backoff.pause(rounds++, UNLOCK_NAP_NANOS);
        }
        return true;
    }

    // Anyone

    boolean isDead() {
        return mode == DEAD;
    }

    /// Whether the owner is done with the mutator and has left it to the collector.
    boolean isGone() {
        return mode == GONE;
    }

    /// Whether nobody will run on the mutator any more.
    boolean isOver() {
        int now = mode;
        return now == DEAD || now == GONE;
    }

    /// Whether the thread has promised not to touch the heap at this moment.
    public boolean isBlocked() {
        int now = mode;
        return now != RUNNING && now != DEAD;
    }

    /// Whether the mutator is borrowed for single operations and belongs to no thread.
    public boolean isLent() {
        return lent;
    }

    /// The thread the mutator belongs to; null between registration and start of a spawned one, and
    /// of one that is lent.
    public Thread owner() {
        return owner;
    }

    Thread borrower() {
        return borrower;
    }

    /// The thread that may use the mutator now, or null.
    public Thread user() {
        return user;
    }

    /// The owner, or whoever has borrowed the mutator; may be null.
    Thread thread() {
        if (!lent) {
            return owner;
        }
        return mode == RUNNING ? borrower : null;
    }

    /// Whether the calling thread is the owner or the borrower, also while it is in a safe region.
    /// A thread reads what it has written itself if so, and some other thread or null if not.
    public boolean isCallers() {
        return (lent ? borrower : owner) == Thread.currentThread();
    }

    /// Whether the borrower is seen in code that is not ours. It may have lost the mutator on the
    /// way: its stack has overflowed while it gave it back.
    boolean isBorrowerOutside() {
        if (!lent || mode != RUNNING) {
            return false;
        }
        Thread known = borrower;
        return known != null && isOutside(known, OUR_CODE) && borrower == known;
    }

    /// Whether no thread is in the middle of an operation with this mutator. Only for a heap that
    /// nobody can reach any more: then none begins another, and this stays true. A thread that is
    /// seen in code which is not ours has done all steps of what it did in ours.
    public boolean isLeft() {
        int now = (int) MODE.getAcquire(this);
        if (now == DEAD || now == GONE || now == IDLE || now == IDLE_LOCKED) {
            return true;
        }
        Thread known = lent ? borrower : owner;
        return known != null && isOutside(known, HEAP_CODE);
    }

    private static boolean isOutside(Thread thread, List<String> code) {
        if (thread.getState() == Thread.State.TERMINATED) {
            return true;
        }
        StackTraceElement[] stack = thread.getStackTrace();
        for (StackTraceElement each : stack) {
            for (String prefix : code) {
                if (each.getClassName().startsWith(prefix)) {
                    return false;
                }
            }
        }
        return stack.length > 0; // of some threads nothing is told at some moments
    }
}
