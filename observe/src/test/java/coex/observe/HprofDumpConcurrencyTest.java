package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.observe.HprofDump.Summary;
import coex.observe.hprof.NetBeansDump;
import coex.observe.hprof.SharkDump;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// Dumps of heaps whose threads do not wait for them.
class HprofDumpConcurrencyTest {

    private static final int TABLE = 1000;

    @TempDir Path folder;

    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /// Threads that put new lists into a table of their own, at random places, and move old ones.
    private final class Churn {
        private final Heap heap;
        private final Shape table;
        private final Shape node;
        private final List<Thread> threads = new ArrayList<>();

        Churn(Heap heap) {
            this.heap = heap;
            this.table = heap.shape("Table").arrayOf(Kind.REFERENCE).mutable().build();
            this.node = heap.shape("Node").reference("next").longField("value").build();
        }

        void start(int count) throws InterruptedException {
            CountDownLatch filled = new CountDownLatch(count);
            for (int i = 0; i < count; i++) {
                long seed = i;
                threads.add(
                        Thread.ofPlatform()
                                .name("churn-" + i)
                                .start(() -> run(new SplittableRandom(seed), filled)));
            }
            assertThat(filled.await(300, TimeUnit.SECONDS)).isTrue();
        }

        private void run(SplittableRandom random, CountDownLatch filled) {
            Field next = node.field("next");
            Field value = node.field("value");
            try (Mutator mutator = heap.attach();
                    Frame frame = mutator.frame(2)) {
                frame.set(0, mutator.allocateArray(table, TABLE));
                for (long i = 0; !stop.get(); i++) {
                    int at = i < TABLE ? (int) i : random.nextInt(TABLE);
                    long old = mutator.getReference(frame.get(0), random.nextInt(TABLE));
                    frame.set(1, random.nextInt(8) == 0 ? 0 : old);
                    long cell = mutator.allocate(node);
                    mutator.setLong(cell, value, i);
                    mutator.setReference(cell, next, frame.get(1));
                    mutator.seal(cell);
                    mutator.setReference(frame.get(0), at, cell);
                    if (i == 5 * TABLE) {
                        filled.countDown();
                    }
                    if (i % 64 == 0) {
                        LockSupport.parkNanos(50_000); // so that dumps stay small
                    }
                }
            } catch (HeapClosedException e) {
                // the test is over
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                filled.countDown();
            }
        }

        void end() throws InterruptedException {
            stop.set(true);
            for (Thread each : threads) {
                each.join();
            }
            assertThat(failure.get()).isNull();
        }
    }

    @Test
    void threadsAllocateWhileADumpIsWrittenAndTheDumpIsWhole()
            throws IOException, InterruptedException {
        try (Heap heap = Heap.open(SmallHeaps.calm().maximumBytes(1L << 30).build())) {
            Churn churn = new Churn(heap);
            churn.start(2);
            List<Long> allocations = new ArrayList<>();
            List<Summary> summaries = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                Path file = folder.resolve(round + ".hprof");
                summaries.add(HprofDump.write(heap, file, _ -> awaitAllocation(heap, allocations)));
            }
            churn.end();
            assertThat(allocations).hasSizeGreaterThanOrEqualTo(3);
            assertThat(heap.validate().isValid()).isTrue();
            for (int round = 0; round < 3; round++) {
                assertThatTheDumpIsWhole(folder.resolve(round + ".hprof"), summaries.get(round));
            }
        }
    }

    /// Waits, in the middle of a dump, until the threads have allocated something more.
    private void awaitAllocation(Heap heap, List<Long> seen) {
        long before = heap.stats().allocation().allocations();
        long now = before;
        while (now == before && failure.get() == null) {
            Thread.onSpinWait();
            now = heap.stats().allocation().allocations();
        }
        seen.add(now);
    }

    /// Every identifier in the dump names an object in it, and no place in a table is empty.
    private static void assertThatTheDumpIsWhole(Path file, Summary summary) throws IOException {
        try (SharkDump dump = new SharkDump(file)) {
            assertThat(dump.danglingReferences()).isZero();
            for (var table : SharkDump.in(dump.graph().getObjectArrays())) {
                if (table.getArrayClassName().equals("coex.Table[]")) {
                    assertThat(table.readRecord().getElementIds()).doesNotContain(0);
                }
            }
        }
        assertThat(summary.droppedReferences()).isZero();
        NetBeansDump dump = new NetBeansDump(file);
        assertThat(dump.count("coex.Table[]")).isEqualTo(2);
        assertThat(dump.count("coex.Node")).isGreaterThan(TABLE);
        assertThat(summary.objects()).isEqualTo(2L + dump.count("coex.Node"));
    }

    @Test
    void collectionsGoOnBeforeAndAfterADump() throws IOException, InterruptedException {
        try (Heap heap = Heap.open(SmallHeaps.calm().maximumBytes(1L << 30).build())) {
            Churn churn = new Churn(heap);
            churn.start(1);
            Thread collecting =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        while (!stop.get()) {
                                            heap.collect();
                                        }
                                    });
            for (int round = 0; round < 5; round++) {
                long cycles = heap.stats().collection().completed();
                Path file = folder.resolve(round + ".hprof");
                Summary summary = HprofDump.write(heap, file, null);
                assertThat(new NetBeansDump(file).count("coex.Node") + 1L)
                        .isEqualTo(summary.objects());
                assertThat(heap.stats().collection().completed()).isGreaterThan(cycles);
            }
            churn.end();
            collecting.join();
        }
    }

    @Test
    void noCollectionBeginsWhileADumpIsWritten() throws IOException {
        try (Heap heap = Heap.open(SmallHeaps.calm().build())) {
            Shape longs = heap.shape("Longs").arrayOf(Kind.LONG).build();
            Mutator mutator = heap.attach();
            Frame frame = mutator.frame(1);
            frame.set(0, mutator.allocateArray(longs, 1 << 20));
            List<Long> cycles = new ArrayList<>();
            HprofDump.write(
                    heap,
                    folder.resolve("heap.hprof"),
                    _ -> {
                        heap.requestCollection();
                        cycles.add(heap.stats().collection().completed());
                    });

            assertThat(cycles).hasSizeGreaterThan(5).containsOnly(1L);
        }
    }

    @Test
    void closingTheHeapEndsADump() throws InterruptedException {
        Heap heap = Heap.open(SmallHeaps.calm().build());
        Shape node = heap.shape("Node").reference("next").longField("value").build();
        Mutator mutator = heap.attach();
        Frame frame = mutator.frame(1);
        for (int i = 0; i < 200_000; i++) {
            long cell = mutator.allocate(node);
            mutator.setReference(cell, node.field("next"), frame.get(0));
            mutator.seal(cell);
            frame.set(0, cell);
        }
        Thread[] closing = new Thread[1];
        Path file = folder.resolve("heap.hprof");
        assertThatThrownBy(
                        () ->
                                HprofDump.write(
                                        heap,
                                        file,
                                        _ -> {
                                            if (closing[0] == null) {
                                                closing[0] = Thread.ofPlatform().start(heap::close);
                                                while (!heap.isClosed()) {
                                                    Thread.onSpinWait();
                                                }
                                            }
                                        }))
                .isInstanceOf(HeapClosedException.class);
        closing[0].join();
        assertThat(folder).isEmptyDirectory();
    }
}
