package coex.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.ScheduleHook;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.Protocol;
import coex.runtime.io.Descriptors;
import coex.runtime.io.StandardStreams;
import coex.runtime.sandbox.Limits;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;

/// A program whose tasks do what a test says, in Java.
public final class JavaTasks implements AutoCloseable {

    /// What does not end by then hangs.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /// What a task does; its result is a number.
    public interface Body {
        long run(MutatorContext mutator) throws Throwable;
    }

    private final Heap heap;
    private final Tasks tasks;
    private final Map<String, Body> bodies = new ConcurrentHashMap<>();

    JavaTasks() {
        this(null, OutputStream.nullOutputStream(), Thread.ofVirtual().factory());
    }

    /// @param hook called where threads of the heap pass, or null
    /// @param out standard output
    /// @param threads makes those of tasks
    JavaTasks(ScheduleHook hook, OutputStream out, ThreadFactory threads) {
        var streams =
                new StandardStreams(
                        new ByteArrayInputStream(new byte[0]),
                        out,
                        OutputStream.nullOutputStream());
        var options = HeapOptions.builder().hugePages(false).idleAfter(Duration.ofHours(1)).build();
        this.heap = ConcurrentHeap.open(options, hook, Protocol.SOUND, true);
        this.tasks = new Tasks(heap, new Descriptors(streams), Limits.NONE, threads);
    }

    public static JavaTasks writingTo(OutputStream out) {
        return new JavaTasks(null, out, Thread.ofVirtual().factory());
    }

    Heap heap() {
        return heap;
    }

    public Tasks tasks() {
        return tasks;
    }

    /// Runs the program on a thread of its own to its end, and returns what ended it before its
    /// time, or null.
    public Throwable run(Body main) throws InterruptedException {
        Thread thread =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () ->
                                        tasks.runMain(
                                                ConcurrentHeap.contextOf(heap.attach()),
                                                (_, mutator, _) -> body(mutator).run(mutator),
                                                () -> (int) main.run(context())));
        assertThat(thread.join(PATIENCE)).as("the program ends").isTrue();
        return tasks.failure() == null ? null : tasks.failure().thrown();
    }

    private MutatorContext context() {
        return tasks.main().context();
    }

    private Body body(MutatorContext mutator) {
        return bodies.get(Task.of(mutator).start().name());
    }

    /// Starts a task and returns its cell.
    public long start(MutatorContext mutator, String name, Body body) {
        bodies.put(name, body);
        return tasks.start(mutator, new TaskStart(name, "test", 'l', false), 0, 0);
    }

    /// The task that was started last.
    static Task last(MutatorContext mutator) {
        return Task.of(mutator).children().all().getLast();
    }

    static long receive(MutatorContext mutator, Channels type, long channel) {
        Selection selection = Task.of(mutator).selection();
        selection.add(type, channel);
        selection.rotate(0);
        selection.run(mutator, Long.MAX_VALUE);
        return type.received(mutator);
    }

    /// Waits for something that another thread does.
    static void await(BooleanSupplier condition) {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - until).as("time over").isNegative();
            Thread.yield();
        }
    }

    @Override
    public void close() {
        heap.close();
    }
}
