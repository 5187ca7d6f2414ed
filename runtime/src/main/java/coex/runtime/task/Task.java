package coex.runtime.task;

import coex.gc.mutator.MutatorContext;

import java.util.concurrent.locks.LockSupport;

/// A task that runs, or the main function of a program.
///
/// All is for the thread of the task, but for [#stop] and what the fields say. The class is whole
/// because waiting, being stopped and ending read and write the same few fields.
public final class Task {

    private static final long REST_NANOS = 1000;

    private static final int LEAST_PATIENCE = 64;
    private static final int MOST_PATIENCE = 1024;

    private final Tasks program;
    private final Task parent;
    private final TaskStart start;

    /// Its object in the heap. Whoever runs it keeps that reachable until it has been joined; the
    /// task itself does while it runs.
    private final long cell;

    private final Children children;

    /// What the task runs on.
    ///
    /// - writers: the task, before it runs
    /// - readers: whoever stops it
    /// - ordering: volatile; who finds null will be seen by the task itself, in `isStopped`
    private volatile MutatorContext context;

    /// Set by the parent before the thread starts.
    private Thread thread;

    /// Whether the thread was started; the parent's alone.
    private boolean hasBegun;

    /// Whether it has to end.
    ///
    /// - writers: any thread, once
    /// - readers: the task at safepoints that may unwind, and before it waits
    /// - ordering: volatile, and so is `waiting`: a task says that it waits and then looks here,
    ///   who stops it writes here and then looks there
    private volatile boolean isStopped;

    /// What it waits for, or null. Written by the task, volatile: see `isStopped`.
    private volatile Wait waiting;

    /// Whether it has ended, and its result is in its cell.
    ///
    /// - writers: the task, once, after its result
    /// - readers: its parent
    /// - ordering: volatile, and so is `joiner`: the parent says that it waits and then looks here,
    ///   the task writes here and then looks there
    private volatile boolean hasEnded;

    /// Whether it failed: written before `hasEnded`, and read after it.
    private boolean hasFailed;

    /// Its parent's wait for its end, or null. Written by the parent, read by the task; see
    /// `hasEnded`.
    private volatile Wait joiner;

    /// Where its output goes. Under the lock of the output order.
    private OutputOrder.Segment segment;

    /// The innermost `within` it is in, or null.
    ///
    /// - writers: the task
    /// - readers: the task; the ticker, which asks for attention if it has passed
    /// - ordering: volatile, so that the ticker sees a new one soon
    private volatile Deadline deadline;

    private long deadlines;

    /// How often it looks whether a wait is over before its thread gives up the processor.
    private int patience = LEAST_PATIENCE;

    /// What it receives from.
    private final Selection selection = new Selection(this);

    Task(Tasks program, Task parent, TaskStart start, long cell) {
        this.program = program;
        this.parent = parent;
        this.start = start;
        this.cell = cell;
        this.children = new Children(this);
    }

    /// The task that runs on a context.
    public static Task of(MutatorContext mutator) {
        return (Task) mutator.companion();
    }

    public Tasks program() {
        return program;
    }

    Task parent() {
        return parent;
    }

    /// Null for the main function.
    TaskStart start() {
        return start;
    }

    String name() {
        return start == null ? "main" : "task " + start.name();
    }

    long cell() {
        return cell;
    }

    public Children children() {
        return children;
    }

    public Selection selection() {
        return selection;
    }

    MutatorContext context() {
        return context;
    }

    Thread thread() {
        return thread;
    }

    void setThread(Thread given) {
        thread = given;
    }

    /// For the parent: whether its thread was started.
    boolean hasBegun() {
        return hasBegun;
    }

    void begin() {
        hasBegun = true;
    }

    OutputOrder.Segment segment() {
        return segment;
    }

    void setSegment(OutputOrder.Segment given) {
        segment = given;
    }

    void bind(MutatorContext mutator) {
        mutator.setCompanion(this);
        context = mutator;
    }

    // Ending

    boolean hasEnded() {
        return hasEnded;
    }

    /// The task says that it has ended, and wakes its parent.
    void end() {
        context = null;
        hasEnded = true;
        Wait waits = joiner;
        if (waits != null && waits.claim()) {
            waits.ready();
        }
    }

    /// The task has no result: it failed, or somebody stopped it.
    void fail() {
        hasFailed = true;
    }

    /// Of a task that has ended: whether it has no result.
    boolean hasFailed() {
        return hasFailed;
    }

    /// How many tasks this one had started when its innermost `within` began, which goes by that
    /// number.
    int childrenBeforeWithin() {
        return deadline == null ? 0 : deadline.children();
    }

    /// For the parent: waits until this task has ended. It cannot go on without its result.
    void join(boolean mayBeStopped) {
        awaitEnd(mayBeStopped);
        if (hasFailed && mayBeStopped) {
            throw new TaskCancelled();
        }
    }

    private void awaitEnd(boolean mayBeStopped) {
        if (hasEnded) {
            return;
        }
        long until = mayBeStopped ? parent.earliestDeadline() : Long.MAX_VALUE;
        var wait = new Wait(parent, this, until != Long.MAX_VALUE, mayBeStopped);
        joiner = wait;
        if (hasEnded && wait.claim()) {
            wait.ready();
        }
        parent.await(wait, until, false);
        if (wait.get() != Wait.READY) {
            parent.goOnOrUnwind();
            awaitEnd(mayBeStopped);
        }
    }

    /// Says that the task has to end, at its next safepoint that may unwind. Any thread may.
    void stop() {
        isStopped = true;
        Wait waits = waiting;
        if (waits != null) {
            waits.stop();
        }
        attend();
    }

    /// Has the task look whether it should go on. Any thread may.
    void attend() {
        MutatorContext used = context;
        if (used != null) {
            used.requestAttention();
        }
    }

    /// Like [#attend], if a deadline has passed. For the ticker; the deadline may be of a moment
    /// ago.
    void attendIfLate(long now) {
        Deadline seen = deadline;
        if (seen != null && seen.outermostPassed(now) != null) {
            attend();
        }
    }

    // Waiting

    Wait waiting() {
        return waiting;
    }

    /// Waits, in a safe region, until a wait has ended.
    ///
    /// @param until when it times out, by the clock of `System.nanoTime`; Long.MAX_VALUE if it does
    ///     not
    /// @param isBrief whether it is likely to end at once: as at a channel without a buffer. Who
    ///     waits for room in a buffer had better wait for more than one place
    void await(Wait wait, long until, boolean isBrief) {
        waiting = wait;
        if (isStopped) {
            wait.stop();
        }
        if (!wait.isTimed()) {
            program.fallsAsleep();
        }
        if (!wait.isOver() && !(isBrief && isOverSoon(wait))) {
            program.prepareForLong(context);
            context.enterSafeRegion();
            try {
                park(wait, until);
            } finally {
                leaveSafeRegion();
            }
        }
        waiting = null;
    }

    /// Looks for a moment whether a wait ends, if that keeps no other task from running: to give up
    /// the processor and to get it back takes longer than most answers. The moment is longer for a
    /// task that has often seen its waits end this way.
    private boolean isOverSoon(Wait wait) {
        if (!program.hasIdleProcessorFor(wait)) {
            return false;
        }
        for (int i = 0; i < patience; i++) {
            Thread.onSpinWait();
            if (wait.isOver()) {
                patience = Math.min(2 * patience, MOST_PATIENCE);
                return true;
            }
        }
        patience = Math.max(patience / 2, LEAST_PATIENCE);
        return false;
    }

    private static void park(Wait wait, long until) {
        wait.willPark();
        while (!wait.isOver()) {
            if (until == Long.MAX_VALUE) {
                LockSupport.park(wait);
                continue;
            }
            long left = until - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(wait, left);
            } else if (!wait.timeOut()) {
                Thread.onSpinWait(); // somebody is about to say that it is over
            }
        }
    }

    private void leaveSafeRegion() {
        if (!context.leaveSafeRegion()) {
            throw new TaskCancelled(); // the heap is closed
        }
    }

    /// Suspends the task.
    public void sleep(long nanos) {
        goOnOrUnwind();
        long until = Math.min(after(nanos), earliestDeadline());
        var wait = new Wait(this, "time", true, true);
        await(wait, until, false);
        goOnOrUnwind();
    }

    /// A moment from now; none if it is too far away.
    static long after(long nanos) {
        long now = System.nanoTime();
        return nanos > Long.MAX_VALUE - Math.max(now, 0) - 1
                ? Long.MAX_VALUE
                : now + Math.max(nanos, 0);
    }

    // Going on

    /// Serves whoever has asked for the attention of this thread, the collector or another task. A
    /// safepoint that may unwind.
    public static void attend(MutatorContext mutator) {
        mutator.poll();
        if (mutator.takeAttention() && mutator.companion() instanceof Task task) {
            task.attended();
        }
    }

    /// What a task does when it is asked for its attention, at a safepoint that may unwind: it ends
    /// if it has to, and otherwise lets another task have the processor. It does so by a short
    /// sleep: a thread that only yields comes back before those that wait elsewhere than in its
    /// processor's own queue.
    private void attended() {
        goOnOrUnwind();
        if (thread.isVirtual()) {
            context.enterSafeRegion();
            try {
                LockSupport.parkNanos(REST_NANOS);
            } finally {
                leaveSafeRegion();
            }
        }
    }

    /// Unwinds if the task has to end or a deadline has passed.
    public void goOnOrUnwind() {
        if (isStopped) {
            throw new TaskCancelled();
        }
        if (deadline != null) {
            Deadline passed = deadline.outermostPassed(System.nanoTime());
            if (passed != null) {
                throw new DeadlinePassed(passed);
            }
        }
    }

    // Deadlines

    /// When the first deadline passes; Long.MAX_VALUE if there is none.
    long earliestDeadline() {
        return deadline == null ? Long.MAX_VALUE : deadline.earliest();
    }

    /// Begins a `within`, and returns its number.
    public long enterWithin(long nanos) {
        if (deadline == null) {
            program.ticker().watch(this);
        }
        deadline =
                new Deadline(
                        ++deadlines,
                        after(nanos),
                        context.stack().depth(),
                        children.count(),
                        deadline);
        return deadline.number();
    }

    /// Ends a `within` whose body is complete; whether it was in time. If not, everything that the
    /// body has started is stopped, as in [#abandon]. A safepoint.
    public boolean endWithin(long number) {
        Deadline left = leaveWithin(number);
        if (!left.hasPassed(System.nanoTime())) {
            return true;
        }
        children.stopFrom(context, left.children());
        return false;
    }

    private Deadline leaveWithin(long number) {
        Deadline left = deadline;
        while (left.number() != number) {
            left = left.outer();
        }
        setDeadline(left.outer());
        return left;
    }

    /// Leaves a `within` and those in it by a jump. In time or not, what the body has started goes
    /// on: its variables may be in use after the jump.
    public void jumpOutOfWithin(long number) {
        leaveWithin(number);
    }

    private void setDeadline(Deadline given) {
        deadline = given;
        if (given == null) {
            program.ticker().forget(this);
        }
    }

    /// At a `within`, whose body has thrown: goes on after it if this is the one whose time is up.
    /// Everything that the body has started is stopped.
    public void abandon(Throwable thrown, long number) throws Throwable {
        if (!(thrown instanceof DeadlinePassed abandoned)
                || abandoned.deadline().number() != number) {
            throw thrown;
        }
        Deadline passed = abandoned.deadline();
        context.unwindTo(passed.depth());
        setDeadline(passed.outer());
        children.stopFrom(context, passed.children());
    }
}
