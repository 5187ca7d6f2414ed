package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The death of a registered object is announced once, in the cycle that finds it.
class CleanerQueueTest {

    private Heap heap;
    private Mutator mutator;
    private Shape box;

    @BeforeEach
    void open() {
        heap = Heap.open(Heaps.verified().build());
        mutator = heap.attach();
        box = heap.shape("Box").longField("value").build();
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long newBox(Mutator by) {
        long handle = by.allocate(box);
        by.seal(handle);
        return handle;
    }

    @Test
    void aDeathIsAnnouncedOnceAndOnlyWhenItHappens() {
        CleanerQueue<String> queue = heap.newCleanerQueue();
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, newBox(mutator));
            queue.register(mutator, frame.get(0), "attachment");
            assertThat(queue.pending()).isEqualTo(1);
            heap.collect();
            assertThat(queue.poll()).isNull();
            assertThat(queue.pending()).isEqualTo(1);
        }
        heap.collect();
        assertThat(queue.pending()).isZero();
        assertThat(queue.poll()).isEqualTo("attachment");
        assertThat(queue.poll()).isNull();
        heap.collect();
        assertThat(queue.poll()).isNull();
    }

    @Test
    void aCancelledRegistrationIsNotAnnounced() {
        CleanerQueue<String> queue = heap.newCleanerQueue();
        CleanerQueue.Registration kept;
        CleanerQueue.Registration cancelled;
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, newBox(mutator));
            kept = queue.register(mutator, frame.get(0), "kept");
            cancelled = queue.register(mutator, frame.get(0), "cancelled");
            assertThat(queue.pending()).isEqualTo(2);
            assertThat(cancelled.cancel()).isTrue();
            assertThat(cancelled.cancel()).isFalse();
            assertThat(queue.pending()).isEqualTo(1);
        }
        heap.collect();
        assertThat(queue.poll()).isEqualTo("kept");
        assertThat(queue.poll()).isNull();
        assertThat(kept.cancel()).as("announced before").isFalse();
        assertThat(queue.pending()).isZero();
    }

    @Test
    void oneObjectMayBeRegisteredWithSeveralQueues() {
        CleanerQueue<Integer> one = heap.newCleanerQueue();
        CleanerQueue<String> other = heap.newCleanerQueue();
        long handle = newBox(mutator);
        one.register(mutator, handle, 1);
        one.register(mutator, handle, 2);
        other.register(mutator, handle, "x");
        heap.collect();
        assertThat(List.of(one.poll(), one.poll())).containsExactlyInAnyOrder(1, 2);
        assertThat(other.poll()).isEqualTo("x");
    }

    @Test
    void aHandleUsedAgainIsNotMistakenForItsPredecessor() {
        CleanerQueue<String> queue = heap.newCleanerQueue();
        long dead = newBox(mutator);
        queue.register(mutator, dead, "first");
        heap.collect();
        mutator.close();
        heap.collect();
        mutator = heap.attach();
        long again = newBox(mutator);
        assertThat(again).isEqualTo(dead);
        assertThat(queue.poll()).isEqualTo("first");
        queue.register(mutator, again, "second");
        heap.collect();
        assertThat(queue.poll()).isEqualTo("second");
    }

    @Test
    void registeringInAnyPhaseAnnouncesTheDeathAndNothingElse() {
        for (Phase phase : Phase.values()) {
            heap.close();
            PhaseGate gate = new PhaseGate(phase);
            heap = Heap.open(Heaps.verified().listener(gate).build());
            mutator = heap.attach();
            box = heap.shape("Box").longField("value").build();
            CleanerQueue<String> queue = heap.newCleanerQueue();
            try (Frame frame = mutator.frame(2)) {
                frame.set(0, newBox(mutator));
                gate.collectUpToHere(mutator);
                queue.register(mutator, frame.get(0), "old");
                frame.set(1, newBox(mutator));
                queue.register(mutator, frame.get(1), "new");
                gate.openAndFinish(mutator);
                assertThat(queue.poll()).as("after %s", phase).isNull();
            }
            heap.collect();
            heap.collect();
            assertThat(List.of(queue.poll(), queue.poll())).containsExactlyInAnyOrder("old", "new");
        }
    }

    @Test
    void manyCleanersOfManyThreadsAreAllAnnouncedOnce() throws InterruptedException {
        CleanerQueue<Integer> queue = heap.newCleanerQueue();
        int threads = 4;
        int each = 5000;
        AtomicInteger numbers = new AtomicInteger();
        Set<Integer> alive = ConcurrentHashMap.newKeySet();
        List<Thread> workers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            workers.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try (Mutator own = heap.attach()) {
                                            for (int i = 0; i < each; i++) {
                                                int number = numbers.incrementAndGet();
                                                var registration =
                                                        queue.register(own, newBox(own), number);
                                                if (number % 5 != 0 || !registration.cancel()) {
                                                    alive.add(number);
                                                }
                                            }
                                        }
                                    }));
        }
        Set<Integer> announced = new HashSet<>();
        try (var _ = mutator.safeRegion()) {
            for (Thread worker : workers) {
                worker.join();
            }
        }
        heap.collect();
        for (Integer number = queue.poll(); number != null; number = queue.poll()) {
            assertThat(announced.add(number)).isTrue();
        }
        assertThat(announced).isEqualTo(alive);
        assertThat(queue.pending()).isZero();
    }
}
