package coex.observe;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapOptions;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.Shape;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/// A small heap of which everything is known: the same each time it is made.
///
/// The thread that makes it is a mutator with three frames; another, blocked, has one. Some handles
/// are free again after use, and two are retired.
final class SampleHeap implements AutoCloseable {

    static final String GREETING = "hello \"world\"\n\u00e9\u202e\\";
    static final int LONG_TEXT_BYTES = 3000;

    final Heap heap;
    final Mutator mutator;
    final Shape string;
    final Shape list;
    final Shape numbers;
    final Shape person;
    final Shape odd;
    final Frame bottom;
    final Frame empty;
    final Frame top;
    final long greeting;
    final long longText;
    final long some;
    final long ada;
    final long grace;
    final long people;
    final long strange;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread worker;

    SampleHeap() {
        this(HeapListener.NONE);
    }

    SampleHeap(HeapListener listener) {
        heap = Heap.open(options().listener(listener).build());
        Thread.currentThread().setName("main");
        mutator = heap.attach();
        string = heap.shape("String").text().build();
        list = heap.shape("List").arrayOf(Kind.REFERENCE).mutable().build();
        numbers = heap.shape("Numbers").arrayOf(Kind.LONG).build();
        person = personShape();
        odd = heap.shape("odd, \"name\"").intField("a field").build();
        bottom = mutator.frame(8);
        greeting = kept(0, text(GREETING));
        longText = kept(1, text("x".repeat(1023) + "\u00e9" + "y".repeat(1975)));
        some = kept(2, numbers(150));
        ada = kept(3, person(greeting, 0, 0, 36, 1.65));
        grace = kept(4, person(longText, ada, ada, 85, Double.NaN));
        people = kept(5, mutator.allocateArray(list, 3));
        mutator.setReference(people, 0, ada);
        mutator.setReference(people, 2, grace);
        strange = kept(6, mutator.allocate(odd));
        mutator.setInt(strange, odd.field("a field"), -7);
        mutator.seal(strange);
        worker = startWorker();
        text("garbage of the first cycle");
        numbers(2);
        heap.collect();
        heap.collect();
        text("garbage of the third");
        numbers(3);
        heap.collect();
        empty = mutator.frame(0);
        top = mutator.frame(2);
        top.set(0, people);
    }

    private static HeapOptions.Builder options() {
        return HeapOptions.builder()
                .name("sample")
                .initialBytes(1 << 20)
                .maximumBytes(4 << 20)
                .initialHandles(1024)
                .runHandles(3)
                .snapshotSlots(0)
                .hugePages(false)
                .idleAfter(Duration.ofHours(1));
    }

    private Shape personShape() {
        return heap.shape("Person")
                .reference("name")
                .reference("friend")
                .weak("mentor")
                .intField("age")
                .longField("id")
                .doubleField("height")
                .byteField("rank")
                .booleanField("active")
                .build();
    }

    private Thread startWorker() {
        CountDownLatch started = new CountDownLatch(1);
        Thread thread =
                mutator.spawn(
                        Thread.ofPlatform().name("worker").factory(),
                        (other, _) -> {
                            try (var _ = other.safeRegion()) {
                                started.countDown();
                                await(done);
                            }
                        },
                        ada,
                        0);
        try (var _ = mutator.safeRegion()) {
            await(started);
        }
        return thread;
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private long kept(int slot, long handle) {
        bottom.set(slot, handle);
        return handle;
    }

    private long text(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        long handle = mutator.allocateArray(string, bytes.length);
        mutator.setBytes(handle, 0, bytes, 0, bytes.length);
        mutator.seal(handle);
        return handle;
    }

    private long numbers(int count) {
        long handle = mutator.allocateArray(numbers, count);
        for (int i = 0; i < count; i++) {
            mutator.setLong(handle, i, number(i));
        }
        mutator.seal(handle);
        return handle;
    }

    static long number(int index) {
        return index * 1_000_000_007L - 5;
    }

    private long person(long name, long friend, long mentor, int age, double height) {
        long handle = mutator.allocate(person);
        mutator.setReference(handle, person.field("name"), name);
        mutator.setReference(handle, person.field("friend"), friend);
        mutator.setWeak(handle, person.field("mentor"), mentor);
        mutator.setInt(handle, person.field("age"), age);
        mutator.setLong(handle, person.field("id"), Long.MIN_VALUE + age);
        mutator.setDouble(handle, person.field("height"), height);
        mutator.setByte(handle, person.field("rank"), (byte) -1);
        mutator.setBoolean(handle, person.field("active"), friend != 0);
        return handle;
    }

    HeapReports reports() {
        return HeapReports.of(heap);
    }

    @Override
    public void close() {
        done.countDown();
        try {
            worker.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        heap.close();
    }

    /// Stops the collector at the end of a phase until it is let go.
    static final class Gate implements HeapListener {
        private final Phase phase;
        private final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);
        private volatile boolean armed;

        Gate(Phase phase) {
            this.phase = phase;
        }

        @Override
        public void phaseEnded(long cycle, Phase ended, Duration took) {
            if (armed && ended == phase) {
                armed = false;
                arrived.countDown();
                await(opened);
            }
        }

        /// Starts a collection and serves it until the collector stands at the gate.
        void collectUpToHere(Mutator mutator) {
            armed = true;
            mutator.heap().requestCollection();
            while (arrived.getCount() > 0) {
                mutator.safepoint();
                Thread.onSpinWait();
            }
        }

        void open() {
            opened.countDown();
        }
    }
}
