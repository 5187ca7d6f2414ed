package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.HeapListener.Handshake;
import coex.gc.HeapListener.LateMutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.ObjectHeader;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Who holds others up is told by the name of the thread, where it stands, and how many more there
/// are.
class LateThreadsTest {

    private record Stall(String thread, long bytes) {}

    private static final class Recorder implements HeapListener {
        final BlockingQueue<LateMutator> late = new LinkedBlockingQueue<>();
        final BlockingQueue<Handshake> handshakes = new LinkedBlockingQueue<>();
        final BlockingQueue<Stall> stalls = new LinkedBlockingQueue<>();
        final BlockingQueue<String> abandoned = new LinkedBlockingQueue<>();

        @Override
        public void mutatorLate(LateMutator found) {
            late.add(found);
        }

        @Override
        public void handshakeEnded(Handshake handshake) {
            handshakes.add(handshake);
        }

        @Override
        public void allocationStalled(String threadName, long requestedBytes, Duration waited) {
            stalls.add(new Stall(threadName, requestedBytes));
        }

        @Override
        public void mutatorAbandoned(String threadName) {
            abandoned.add(threadName);
        }
    }

    private final Recorder recorder = new Recorder();
    private final CountDownLatch done = new CountDownLatch(1);

    private Heap open(Duration lateAfter) {
        return Heap.open(Heaps.calm().lateAfter(lateAfter).listener(recorder).build());
    }

    private static <T> T next(BlockingQueue<T> events) throws InterruptedException {
        T event = events.poll(Heaps.HANG.toSeconds(), TimeUnit.SECONDS);
        assertThat(event).as("an event").isNotNull();
        return event;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void attachAndBlockHere(Heap heap, CountDownLatch attached) {
        heap.attach();
        attached.countDown();
        await(done);
    }

    @Test
    void aLateThreadIsToldWithTheCallersOfWhatItWaitsIn() throws Exception {
        try (Heap heap = open(Duration.ofMillis(20))) {
            CountDownLatch attached = new CountDownLatch(1);
            Thread blocker =
                    Thread.ofPlatform()
                            .name("blocker")
                            .start(() -> attachAndBlockHere(heap, attached));
            await(attached);
            heap.requestCollection();
            LateMutator late = next(recorder.late);
            while (!late.at().contains("attachAndBlockHere")) { // it may not yet have been there
                late = next(recorder.late);
            }
            assertThat(late.thread()).isEqualTo("blocker");
            assertThat(late.others()).isZero();
            assertThat(late.at().split(" < ")).hasSizeBetween(2, 9);
            done.countDown();
            blocker.join();
        }
    }

    @Test
    void ofManyLateThreadsAFewAreToldAndTheRestCounted() throws Exception {
        int threads = 50;
        try (Heap heap = open(Duration.ofMillis(20))) {
            CountDownLatch attached = new CountDownLatch(threads);
            List<Thread> blocked = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Thread thread = Thread.startVirtualThread(() -> attachAndBlockHere(heap, attached));
                blocked.add(thread);
                names.add("#" + thread.threadId());
            }
            await(attached);
            heap.requestCollection();
            List<LateMutator> round = new ArrayList<>();
            do {
                round.add(next(recorder.late));
            } while (round.getLast().others() == 0);
            assertThat(round).hasSize(8);
            assertThat(round.getLast().others()).isEqualTo(threads - 8);
            assertThat(round)
                    .extracting(LateMutator::thread)
                    .doesNotHaveDuplicates()
                    .isSubsetOf(names);
            done.countDown();
            for (Thread thread : blocked) {
                thread.join();
            }
            heap.awaitCollection();
            assertThat(recorder.abandoned).hasSize(threads).containsAll(names);
        }
    }

    @Test
    void whoeverHasBorrowedAMutatorIsNamed() throws Exception {
        try (ConcurrentHeap heap = ConcurrentHeap.of(open(Duration.ofMillis(20)))) {
            CountDownLatch entered = new CountDownLatch(1);
            Thread borrower =
                    Thread.ofPlatform()
                            .name("borrower")
                            .start(
                                    () -> {
                                        MutatorContext borrowed = heap.enter();
                                        entered.countDown();
                                        await(done);
                                        heap.leave(borrowed);
                                    });
            await(entered);
            heap.requestCollection();
            assertThat(next(recorder.late).thread()).isEqualTo("borrower");
            done.countDown();
            borrower.join();
            heap.awaitCollection();
            assertThat(recorder.handshakes)
                    .extracting(Handshake::slowestThread)
                    .contains("borrower");
        }
    }

    @Test
    void aStallIsToldWithItsThreadAndWhatItAskedFor() throws Exception {
        HeapOptions few =
                Heaps.calm()
                        .initialHandles(64)
                        .maximumHandles(256)
                        .runHandles(1)
                        .listener(recorder)
                        .build();
        try (ConcurrentHeap heap = ConcurrentHeap.of(Heap.open(few))) {
            Shape cell = heap.shape("Cell").longField("x").build();
            Thread churner =
                    Thread.ofPlatform()
                            .name("churner")
                            .start(
                                    () -> {
                                        for (int i = 0; i < 2000; i++) {
                                            MutatorContext borrowed = heap.enter();
                                            borrowed.allocator()
                                                    .allocate(
                                                            cell.id(),
                                                            cell.fixedBytes(),
                                                            ObjectHeader.SEALED);
                                            heap.leave(borrowed);
                                        }
                                    });
            churner.join();
            assertThat(recorder.stalls)
                    .isNotEmpty()
                    .containsOnly(new Stall("churner", cell.fixedBytes()));
        }
    }
}
