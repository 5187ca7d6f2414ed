package coex.embedder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import coex.gc.Cause;
import coex.gc.CleanerQueue;
import coex.gc.CycleKind;
import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapOptions;
import coex.gc.HeapTracer;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.StressOptions;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/// A heap that nobody has any more goes with its memory and its thread; one that somebody uses
/// stays.
///
/// Not in a package of the collector: the stack of this thread must look like an embedder's.
class DroppedHeapTest {

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final String name = "dropped-" + NAMES.incrementAndGet() + "-";

    private HeapOptions.Builder options(Object suffix) {
        return HeapOptions.builder()
                .name(name + suffix)
                .maximumBytes(32 << 20)
                .hugePages(false)
                .idleAfter(Duration.ofMillis(50));
    }

    private static boolean isThere(String threadPrefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith(threadPrefix));
    }

    /// Has the JVM collect until `condition` holds.
    private static void awaitWhileCollecting(String what, BooleanSupplier condition)
            throws InterruptedException {
        long giveUp = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - giveUp).as(what).isNegative();
            System.gc();
            Thread.sleep(10);
        }
    }

    private void awaitReleased(Object suffix) throws InterruptedException {
        awaitWhileCollecting(
                "released: " + suffix,
                () ->
                        !isThere("coex-gc-" + name + suffix)
                                && !isThere("coex-gc-closer-" + name + suffix));
    }

    private void fill(Heap heap, int arrays) {
        Mutator mutator = heap.attach();
        Shape bytes = heap.shape("Bytes").arrayOf(Kind.BYTE).build();
        Frame frame = mutator.frame(arrays);
        for (int i = 0; i < arrays; i++) {
            frame.set(i, mutator.allocateArray(bytes, 1 << 20));
            mutator.setBytes(frame.get(i), 0, new byte[1 << 20], 0, 1 << 20);
        }
    }

    private List<Heap> openAndFillSome(int heaps, int arrays) {
        List<Heap> opened = new ArrayList<>();
        for (int i = 0; i < heaps; i++) {
            Heap heap = Heap.open(options(i).build());
            fill(heap, arrays);
            opened.add(heap);
        }
        return opened;
    }

    private static long residentPages() {
        try {
            return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatNobodyHasIsReleased() throws Exception {
        openAndFillSome(20, 1);
        awaitReleased("");
    }

    @Test
    void theMemoryGoesBackToTheSystem() throws Exception {
        assumeThat(Files.exists(Path.of("/proc/self/statm"))).isTrue();
        // What the JVM frees of an arena's memory its library may keep.
        assumeThat(System.getProperty("coex.gc.memory")).isNotEqualTo("arena");
        List<Heap> opened = openAndFillSome(10, 16);
        long full = residentPages();
        opened.forEach(heap -> assertThat(heap.isClosed()).isFalse()); // so that all were full
        opened = null;
        awaitReleased("");
        awaitWhileCollecting(
                "80 of 160 MiB less", () -> residentPages() < full - (80L << 20) / 4096);
    }

    @Test
    void theThreadsThatHelpItsCollectorGoWithIt() throws Exception {
        StressOptions all = StressOptions.NONE.withAllMarkers(true);
        Heap heap = Heap.open(options("helped").markers(3).stress(all).build());
        fill(heap, 1);
        heap.collect();
        assertThat(isThere("coex-gc-" + name + "helped-marker-2")).isTrue();
        heap = null;
        awaitReleased("helped");
    }

    @Test
    void aMutatorKeepsItsHeap() throws Exception {
        Mutator mutator = Heap.open(options("kept").build()).attach();
        openAndFillSome(1, 1);
        awaitReleased("0"); // so the JVM has looked for heaps that nobody has
        Shape box = mutator.heap().shape("Box").build();
        assertThat(mutator.isLive(mutator.allocate(box))).isTrue();
        mutator = null;
        box = null;
        awaitReleased("kept");
    }

    @Test
    void aRootAndAQueueKeepTheirHeap() throws Exception {
        Heap first = Heap.open(options("a").build());
        GlobalRoot root = first.newRoot();
        first = null;
        Heap second = Heap.open(options("b").build());
        CleanerQueue<String> queue = second.newCleanerQueue();
        second = null;
        openAndFillSome(1, 1);
        awaitReleased("0");
        assertThat(isThere("coex-gc-" + name + "a")).isTrue();
        assertThat(isThere("coex-gc-" + name + "b")).isTrue();
        root.close();
        assertThat(queue.poll()).isNull();
        root = null;
        queue = null;
        awaitReleased("");
    }

    /// Refers to the heap in every way that a heap lets one.
    private static final class Admirer implements HeapListener, HeapTracer {
        private Heap heap;
        private long cycles;

        @Override
        public void listening(Heap told) {
            heap = told;
        }

        @Override
        public void cycleStarted(long cycle, CycleKind kind, Cause cause) {
            cycles = cycle;
        }
    }

    private static void admire(HeapOptions.Builder options) {
        Admirer admirer = new Admirer();
        Heap heap = Heap.open(options.listener(admirer).build());
        heap.addListener(admirer);
        heap.trace(admirer);
        Mutator mutator = heap.attach();
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocate(heap.shape("S").build()));
            CleanerQueue<Object> queue = heap.newCleanerQueue();
            queue.register(mutator, frame.get(0), heap);
            heap.collect();
        }
        assertThat(admirer.cycles).isEqualTo(1);
        mutator.close();
    }

    @Test
    void listenersTracersAndAttachmentsDoNotKeepAHeap() throws Exception {
        admire(options("admired"));
        awaitReleased("admired");
    }

    private static Thread attachAndEnd(HeapOptions options) {
        Heap heap = Heap.open(options);
        return Thread.ofPlatform().start(() -> heap.attach());
    }

    @Test
    void aThreadThatEndedWithoutDetachingDoesNotKeepItsHeap() throws Exception {
        attachAndEnd(options("left").build()).join();
        awaitReleased("left");
    }

    @Test
    void anAttachedThreadThatRunsOnWithoutItsMutatorDoesNotKeepTheHeap() throws Exception {
        CountDownLatch attached = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread worker =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    fill(Heap.open(options("passed").build()), 1);
                                    attached.countDown();
                                    await(done);
                                });
        attached.await();
        awaitReleased("passed");
        assertThat(worker.isAlive()).isTrue();
        done.countDown();
        worker.join();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The last thing each heap is used for may go on when the JVM finds that nobody has it.
    @Test
    void aLastOperationIsFinished() throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread user =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        for (int i = 0; i < 8; i++) {
                                            fill(Heap.open(options(i).build()), 2);
                                            Heap.open(options("collected-" + i).build()).collect();
                                        }
                                    } catch (Throwable e) {
                                        failure.set(e);
                                    }
                                });
        while (user.isAlive()) {
            System.gc();
            user.join(1);
        }
        assertThat(failure.get()).isNull();
        awaitReleased("");
    }
}
