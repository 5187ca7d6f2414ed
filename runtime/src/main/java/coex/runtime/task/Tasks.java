package coex.runtime.task;

import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.gc.mutator.TaskMutators;
import coex.runtime.error.CoexError;
import coex.runtime.io.Descriptors;
import coex.runtime.sandbox.Limits;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// The tasks of a program that runs.
///
/// Each task has a virtual thread and, from its first step to its last, a mutator of its own. A
/// task that waits is in a safe region. What a task is given and what it gives is in cells of the
/// heap.
public final class Tasks {

    /// Slots of the first frame of a task's stack: its cell, and the cells of the tasks it has
    /// started. Nothing is below that frame, so these count from the bottom of the stack.
    static final int CELL_SLOT = 0;

    static final int CHILDREN_SLOT = 1;
    private static final int SLOTS = 2;

    /// What the body of a task has pushed lies from this frame on.
    private static final int FRAMES_OF_BODY = 1;

    /// From so many mutators on, those that wait give back what they have set aside for objects to
    /// come.
    private static final int MANY = 64;

    /// What part of the JVM's memory is kept for the end, and the most of it.
    private static final int RESERVED_PART = 16;

    private static final long MOST_RESERVED = 8L << 20;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    /// What ended the program before its time.
    ///
    /// @param task in which it happened
    public record Failure(Throwable thrown, Task task) {

        /// Lines for a report that say in which task it happened.
        public String where() {
            var lines = new StringBuilder();
            for (Task each = task; each != null && each.start() != null; each = each.parent()) {
                lines.append("    in ").append(each.name());
                lines.append(", started in ").append(each.start().place()).append('\n');
            }
            return lines.toString();
        }
    }

    /// Calls closures without parameters.
    public interface Dispatch {
        /// @param result the kind of the result, a letter
        /// @return its bits, or 0
        long call(char result, MutatorContext mutator, long closure) throws Throwable;
    }

    private final ThreadFactory threads;
    private final TaskMutators mutators;
    private final TaskCell cellType;
    private final Shape cellsShape;
    private final OutputOrder output;
    private final Descriptors descriptors;
    private final Ticker ticker = new Ticker(this);
    private final ChannelLocks locks = new ChannelLocks();
    private final AtomicReference<Failure> failure = new AtomicReference<>();

    /// Tasks that run, could run, or will go on when some time has passed. When there are none, all
    /// wait for each other.
    ///
    /// A task counts itself out before it waits without a time limit, and is counted in again by
    /// whoever ends that wait, before it does anything else.
    private final AtomicInteger awake = new AtomicInteger();

    /// How many tasks there may be at once beside `main`; 0 if there is no limit.
    private final int most;

    /// Memory to end with, some if that of the JVM is limited; null when it was let go. A program
    /// may fill the JVM with tasks, and each of them takes some more to end. Let go by whoever
    /// finds that the program fails; volatile, so that it is gone at once.
    private volatile byte[] reserve;

    /// How many there are. Counted only if there is a limit: by those who start tasks, and by tasks
    /// that end.
    private final AtomicInteger alive = new AtomicInteger();

    /// Set before the program's own code runs.
    private Dispatch dispatch;

    /// - writer: the thread of the main function, once, before the program's own code runs
    /// - readers: all tasks, and the thread that ends the process, which may find none yet
    /// - ordering: volatile; the writer looks at [#failure] after it
    private volatile Task main;

    public Tasks(Heap heap, Descriptors descriptors, Limits limits) {
        this(
                heap,
                descriptors,
                limits,
                Thread.ofVirtual().inheritInheritableThreadLocals(false).factory());
    }

    /// @param threads makes the threads of tasks, which are virtual but for tests
    Tasks(Heap heap, Descriptors descriptors, Limits limits, ThreadFactory threads) {
        this.most = limits.tasks();
        this.reserve = new byte[(int) Math.min(limits.jvmBytes() / RESERVED_PART, MOST_RESERVED)];
        this.threads = threads;
        this.mutators = ConcurrentHeap.of(heap).taskMutators();
        this.cellType = new TaskCell(heap);
        this.cellsShape = Children.shape(heap);
        this.output = new OutputOrder(descriptors);
        this.descriptors = descriptors;
    }

    private Tasks(Tasks before) {
        this.most = before.most;
        this.reserve = before.reserve;
        this.threads = before.threads;
        this.mutators = before.mutators;
        this.cellType = before.cellType;
        this.cellsShape = before.cellsShape;
        this.output = new OutputOrder(before.descriptors);
        this.descriptors = before.descriptors;
    }

    /// Those of the next program in the same heap.
    public Tasks next() {
        return new Tasks(this);
    }

    TaskCell cellType() {
        return cellType;
    }

    Shape cellsShape() {
        return cellsShape;
    }

    public OutputOrder output() {
        return output;
    }

    Ticker ticker() {
        return ticker;
    }

    ChannelLocks locks() {
        return locks;
    }

    Task main() {
        return main;
    }

    // The main function

    /// What the main function does.
    public interface Main {
        int run() throws Throwable;
    }

    /// Runs the main function on the calling thread, and waits for all tasks. What goes wrong is in
    /// [#failure].
    public int runMain(MutatorContext mutator, Dispatch calls, Main body) {
        dispatch = calls;
        if (mutator.stack().depth() != 0) {
            throw new IllegalStateException(
                    "main is not the first: depth=" + mutator.stack().depth());
        }
        RootFrame roots = RootFrame.slots(mutator, SLOTS);
        long cell = cellType.create(mutator, 0);
        roots.set(CELL_SLOT, cell);
        main = new Task(this, null, null, cell);
        main.setThread(Thread.currentThread());
        main.setSegment(output.first());
        main.bind(mutator);
        if (failure.get() != null) { // from outside, before there was a task to stop
            main.stop();
        }
        awake.incrementAndGet();
        int status = 0;
        try {
            status = body.run();
        } catch (Throwable thrown) {
            unwind(mutator);
            fail(thrown, main);
        } finally {
            cleanUp(mutator, main);
            ticker.end();
        }
        roots.close();
        return status;
    }

    /// Whatever a task has left running ends before it does; in a closed heap nothing runs.
    private void cleanUp(MutatorContext mutator, Task task) {
        if (mutator.isDead()) {
            return;
        }
        try {
            task.children().stopFrom(mutator, 0);
        } catch (TaskCancelled | HeapClosedException _) {
            // the heap is closed, and nothing runs any more
        }
    }

    // Starting

    /// Starts a task that calls a closure, and returns its cell. A safepoint; it keeps the closure.
    ///
    /// @param from how many tasks there were at the beginning of the function or loop
    public long start(MutatorContext mutator, TaskStart start, long closure, int from) {
        Task parent = Task.of(mutator);
        try (RootFrame roots = RootFrame.of(mutator, closure, 0)) {
            parent.children().makeRoom(mutator, Math.max(from, parent.childrenBeforeWithin()));
            long cell = cellType.create(mutator, closure);
            roots.set(1, cell);
            var child = new Task(this, parent, start, cell);
            countIn();
            parent.children().add(mutator, child);
            awake.incrementAndGet();
            launchSafely(mutator, parent, child);
            return cell;
        }
    }

    private void countIn() {
        if (most > 0 && alive.incrementAndGet() > most) {
            throw new CoexError("task limit reached: limit=%d (--tasks-max)".formatted(most));
        }
    }

    private void launchSafely(MutatorContext mutator, Task parent, Task child) {
        try {
            mutator.enterSafeRegion();
        } catch (Throwable thrown) { // the heap is closed
            endUnbegun(child);
            throw thrown;
        }
        try {
            launch(parent, child);
        } catch (Throwable thrown) {
            endUnbegun(child); // in the safe region: it may write
            throw thrown;
        } finally {
            mutator.returnFromSafeRegion();
        }
    }

    /// Whoever joins a task must not wait for a thread there never was.
    private void endUnbegun(Task child) {
        if (!child.hasBegun()) {
            child.fail();
            end(child);
        }
    }

    private void launch(Task parent, Task child) {
        if (!output.isFree()) {
            output.fork(parent, child);
        }
        Thread thread = threads.newThread(() -> run(child));
        child.setThread(thread);
        thread.start();
        child.begin();
        if (isCrowded()) {
            ticker.wake();
        }
    }

    /// The life of a task, on its own thread.
    private void run(Task task) {
        try {
            runIn(mutators.take(), task);
        } catch (TaskCancelled | HeapClosedException _) {
            task.fail(); // the program ends
        } catch (Throwable thrown) {
            fail(thrown, task);
        } finally {
            end(task);
        }
    }

    /// Whatever its output does, those who wait for the task go on.
    private void end(Task task) {
        try {
            if (!output.isFree()) {
                output.end(task);
            }
        } catch (RuntimeException failed) { // nobody reads the output any more
            fail(failed, task);
        } finally {
            ticker.forget(task);
            if (most > 0) {
                alive.decrementAndGet();
            }
            task.end();
            fallsAsleep();
        }
    }

    private void runIn(MutatorContext mutator, Task task) throws Throwable {
        try {
            call(mutator, task);
        } catch (TaskCancelled | HeapClosedException _) {
            unwind(mutator);
            task.fail(); // somebody wanted that; there is no result
        } catch (Throwable thrown) {
            unwind(mutator);
            fail(thrown, task);
        } finally {
            if (!mutator.isDead()) {
                cleanUp(mutator, task);
                mutator.unwindTo(0);
                mutators.giveBack(mutator);
            }
        }
    }

    /// Pops what the body of a task has left, which threw.
    private static void unwind(MutatorContext mutator) {
        if (!mutator.isDead()) {
            mutator.unwindTo(FRAMES_OF_BODY);
        }
    }

    /// The parent keeps the cell reachable. Its content is the closure, and in the end the result.
    private void call(MutatorContext mutator, Task task) throws Throwable {
        RootFrame roots = RootFrame.slots(mutator, SLOTS); // popped by who has called
        mutator.adopt(task.cell());
        roots.set(CELL_SLOT, task.cell());
        task.bind(mutator);
        task.goOnOrUnwind();
        long closure = cellType.take(mutator, task.cell(), true);
        long result = dispatch.call(task.start().result(), mutator, closure);
        cellType.put(mutator, task.cell(), task.start().hasReference(), result);
    }

    /// The result of a task, waiting for it. A safepoint; it keeps the cell.
    public long await(MutatorContext mutator, long cell, boolean isReference) {
        try (var _ = RootFrame.of(mutator, cell)) {
            Task.of(mutator).children().await(mutator, cell);
        }
        return cellType.get(mutator, cell, isReference);
    }

    // Who is awake

    void wokeUp() {
        if (awake.incrementAndGet() > PROCESSORS) {
            ticker.wake();
        }
    }

    void fallsAsleep() {
        if (awake.decrementAndGet() == 0 && failure.get() == null && main.waiting() != null) {
            fail(Deadlock.error(main), null);
        }
    }

    boolean isCrowded() {
        return awake.get() > PROCESSORS;
    }

    /// Whether a task whose wait has begun may keep its processor for a moment: some other task
    /// runs, who may end the wait, and all that run have processors.
    boolean hasIdleProcessorFor(Wait wait) {
        int others = wait.isTimed() ? awake.get() - 1 : awake.get();
        return others > 0 && others < PROCESSORS;
    }

    /// How many processors have nothing to do for this program, about.
    public int idleProcessors() {
        return Math.max(0, PROCESSORS - awake.get());
    }

    void askRunning() {
        mutators.askRunning();
    }

    /// Before a task waits: a thousand that do so should not each keep memory for objects to come.
    void prepareForLong(MutatorContext mutator) {
        if (mutators.taken() > MANY) {
            mutator.releaseBuffers();
        }
    }

    // Sharing

    /// From here on tasks can tell each other things, so output no longer waits for its turn.
    public void share(MutatorContext mutator) {
        if (!output.isFree()) {
            mutator.enterSafeRegion();
            try {
                output.free();
            } finally {
                mutator.returnFromSafeRegion();
            }
        }
    }

    // The end

    /// Ends the program: with an error, or because somebody from outside wants that.
    ///
    /// @param task in which something went wrong, or null
    private void fail(Throwable thrown, Task task) {
        reserve = null;
        if (task != null) {
            task.fail();
        }
        boolean isConsequence =
                thrown instanceof TaskCancelled
                        || thrown instanceof DeadlinePassed
                        || thrown instanceof HeapClosedException;
        if (!isConsequence && failure.compareAndSet(null, new Failure(thrown, task))) {
            Task first = main;
            if (first != null) {
                first.stop();
            }
        }
    }

    /// Ends the program from outside. Any thread may.
    public void interrupt(Throwable reason) {
        fail(reason, null);
    }

    /// What ended the program, or null.
    public Failure failure() {
        return failure.get();
    }
}
