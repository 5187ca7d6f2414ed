package coex.collections.list;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.value.Primitive;
import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;

/// Versions that grow from the same one, on one thread or on several, do not get into each other's
/// places.
class TailClaimTest {

    private static final int THREADS = 3;
    private static final Duration HANG = Duration.ofMinutes(5);

    @Test
    void theFirstToAppendUsesTheRoomAndTheSecondCopies() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            Mutator checked = heap.attach();
            MutatorContext mutator = ConcurrentHeap.contextOf(checked);
            ListType longs = ListType.of(heap, Primitive.LONG);
            Frame frame = checked.frame(3);
            frame.set(0, longs.append(mutator, 0, 1));
            long before = mutator.allocator().bytes();
            frame.set(1, longs.append(mutator, frame.get(0), 2));
            assertThat(mutator.allocator().bytes() - before).isEqualTo(ListLayout.LIST_BYTES);
            before = mutator.allocator().bytes();
            frame.set(2, longs.append(mutator, frame.get(0), 3));
            assertThat(mutator.allocator().bytes() - before).isGreaterThan(ListLayout.LIST_BYTES);
            assertThat(longs.length(mutator, frame.get(0))).isEqualTo(1);
            assertThat(longs.get(mutator, frame.get(1), 1)).isEqualTo(2);
            assertThat(longs.get(mutator, frame.get(2), 1)).isEqualTo(3);
        }
    }

    @Test
    void anOwnListIsLengthenedAndVersionsBeforeItStay() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            Mutator checked = heap.attach();
            MutatorContext mutator = ConcurrentHeap.contextOf(checked);
            ListType longs = ListType.of(heap, Primitive.LONG);
            Frame frame = checked.frame(2);
            frame.set(0, longs.append(mutator, 0, 0));
            frame.set(1, longs.append(mutator, frame.get(0), 1));
            long objects = mutator.allocator().objects();
            for (int i = 2; i < 2000; i++) {
                frame.set(1, longs.appendToOwn(mutator, frame.get(1), i));
            }
            assertThat(mutator.allocator().objects() - objects).isLessThan(2000 / 8);
            assertThat(longs.length(mutator, frame.get(0))).isEqualTo(1);
            assertThat(longs.length(mutator, frame.get(1))).isEqualTo(2000);
            for (int i = 0; i < 2000; i++) {
                assertThat(longs.get(mutator, frame.get(1), i)).isEqualTo(i);
            }
        }
    }

    @Test
    void anOwnListWhoseRoomAnotherVersionHasTakenCopies() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            Mutator checked = heap.attach();
            MutatorContext mutator = ConcurrentHeap.contextOf(checked);
            ListType longs = ListType.of(heap, Primitive.LONG);
            Frame frame = checked.frame(3);
            frame.set(0, longs.append(mutator, 0, 1));
            frame.set(1, longs.append(mutator, frame.get(0), 2));
            frame.set(2, longs.appendToOwn(mutator, frame.get(0), 3));
            assertThat(frame.get(2)).isNotEqualTo(frame.get(0));
            assertThat(longs.get(mutator, frame.get(1), 1)).isEqualTo(2);
            assertThat(longs.get(mutator, frame.get(2), 1)).isEqualTo(3);
        }
    }

    /// The chunk may have been traced, or born marked, when the element is put there.
    @Test
    void anElementPutIntoTheRoomBeforeTheSnapshotIsMarked() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            Mutator checked = heap.attach();
            MutatorContext mutator = ConcurrentHeap.contextOf(checked);
            ListType longs = ListType.of(heap, Primitive.LONG);
            ListType lists = ListType.of(heap, longs);
            Frame frame = checked.frame(3);
            frame.set(0, longs.append(mutator, 0, 1));
            frame.set(1, longs.append(mutator, 0, 2));
            frame.set(2, lists.append(mutator, 0, frame.get(0)));
            mutator.actions().turnBarrierOn(false);
            frame.set(2, lists.append(mutator, frame.get(2), frame.get(1)));
            long element = frame.get(1);
            assertThat(mutator.barrier().liveOrNull(element))
                    .as("if it is marked")
                    .isEqualTo(element);
            mutator.actions().turnBarrierOff(true, false);
        }
    }

    @Test
    void anotherThreadDoesNotUseTheRoom() throws Exception {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            Mutator checked = heap.attach();
            MutatorContext mutator = ConcurrentHeap.contextOf(checked);
            ListType longs = ListType.of(heap, Primitive.LONG);
            GlobalRoot shared = heap.newRoot();
            shared.set(checked, longs.append(mutator, 0, 1));
            List<Long> bytes = new ArrayList<>();
            Thread other =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try (Mutator own = heap.attach()) {
                                            MutatorContext by = ConcurrentHeap.contextOf(own);
                                            long before = by.allocator().bytes();
                                            longs.append(by, shared.get(own), 2);
                                            bytes.add(by.allocator().bytes() - before);
                                        }
                                    });
            assertThat(joined(checked, other)).isTrue();
            assertThat(bytes).allMatch(taken -> taken > ListLayout.LIST_BYTES).hasSize(1);
        }
    }

    private static boolean joined(Mutator checked, Thread thread) throws InterruptedException {
        try (var _ = checked.safeRegion()) {
            return thread.join(HANG);
        }
    }

    /// All threads append to one version at once, again and again; each finds its own elements.
    @ParameterizedTest
    @EnumSource(TestHeaps.class)
    void threadsThatAppendToTheSameListEachGetTheirOwn(TestHeaps options) throws Exception {
        for (TestElements.Kind kind :
                new TestElements.Kind[] {TestElements.Kind.LONG, TestElements.Kind.BOX}) {
            race(options, kind);
        }
    }

    private static void race(TestHeaps options, TestElements.Kind kind) throws Exception {
        int rounds = options == TestHeaps.PLAIN ? 2000 : 60;
        try (Heap heap = Heap.open(options.options())) {
            Mutator checked = heap.attach();
            TestElements elements = new TestElements(heap, checked, kind);
            ListType lists = ListType.of(heap, elements.type());
            GlobalRoot shared = heap.newRoot();
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            CyclicBarrier barrier = new CyclicBarrier(THREADS);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int id = i;
                threads.add(
                        Thread.ofPlatform()
                                .start(
                                        () -> {
                                            try (Mutator own = heap.attach()) {
                                                new Racer(own, elements.on(own), lists, shared, id)
                                                        .run(rounds, barrier);
                                            } catch (Throwable e) {
                                                failures.add(e);
                                                barrier.reset(); // nobody waits for this one
                                            }
                                        }));
            }
            for (Thread thread : threads) {
                assertThat(joined(checked, thread)).isTrue();
            }
            assertThat(failures).isEmpty();
            assertThat(heap.validate().errors()).isEmpty();
        }
    }

    /// One of the threads. In each round all start from the shared list, append a few elements that
    /// say who they are, and one of them makes its version the next shared one.
    private static final class Racer {
        private final Mutator checked;
        private final MutatorContext mutator;
        private final TestElements elements;
        private final ListType lists;
        private final GlobalRoot shared;
        private final int id;

        Racer(Mutator checked, TestElements elements, ListType lists, GlobalRoot shared, int id) {
            this.checked = checked;
            this.mutator = ConcurrentHeap.contextOf(checked);
            this.elements = elements;
            this.lists = lists;
            this.shared = shared;
            this.id = id;
        }

        void run(int rounds, CyclicBarrier barrier) throws Exception {
            try (Frame frame = checked.frame(2)) {
                for (int round = 0; round < rounds; round++) {
                    meet(barrier);
                    frame.set(0, shared.get(checked));
                    meet(barrier);
                    int before = lists.length(mutator, frame.get(0));
                    int more = 1 + round % 5;
                    frame.set(1, frame.get(0));
                    for (int i = 0; i < more; i++) {
                        long bits = elements.fresh(id + 1);
                        frame.set(1, lists.append(mutator, frame.get(1), bits));
                    }
                    for (int i = 0; i < more; i++) {
                        long bits = lists.get(mutator, frame.get(1), before + i);
                        assertThat(elements.number(bits)).isEqualTo(id + 1);
                    }
                    assertThat(lists.length(mutator, frame.get(1))).isEqualTo(before + more);
                    if (round % THREADS == id) {
                        long next = before > 200 ? 0 : frame.get(1);
                        shared.set(checked, next);
                    }
                }
            }
        }

        private void meet(CyclicBarrier barrier) throws Exception {
            try (var _ = checked.safeRegion()) {
                barrier.await();
            }
        }
    }
}
