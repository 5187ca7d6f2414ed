package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Shape;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// What is shown of a heap directly after a collection, while its threads run on.
class LiveObjectsBesideThreadsTest {

    private Heap heap;
    private Shape node;
    private Mutator mutator;
    private Frame frame;

    @BeforeEach
    void open() {
        heap = Heap.open(Heaps.calm().build());
        node = heap.shape("Node").reference("next").mutable().build();
        mutator = heap.attach();
        frame = mutator.frame(4);
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private ConcurrentHeap concurrent() {
        return ConcurrentHeap.of(heap);
    }

    /// Makes objects on another thread, waits for it, and returns their handles.
    private List<Long> makeMeanwhile(int count) {
        List<Long> made = new ArrayList<>();
        Thread thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try (Mutator other = heap.attach()) {
                                        for (int i = 0; i < count; i++) {
                                            made.add(other.allocate(node));
                                        }
                                    }
                                });
        join(thread);
        return made;
    }

    @Test
    void whatIsReachableIsShownAndCountedAndNothingElse() {
        List<Long> kept = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            frame.set(i, mutator.allocate(node));
            kept.add(frame.get(i));
            mutator.allocate(node); // dies
        }
        concurrent()
                .withLiveObjects(
                        live -> {
                            List<Long> shown = new ArrayList<>();
                            live.forEach(view -> shown.add(view.handle()));
                            assertThat(shown).containsExactlyElementsOf(kept);
                            assertThat(live.count()).isEqualTo(3);
                            assertThat(live.handleLimit()).isGreaterThan(kept.getLast());
                            assertThat(live.shapes()).containsExactly(node);
                        });
    }

    @Test
    void youngerObjectsAreNotAmongThoseShownButCanBeLookedAt() {
        long kept = mutator.allocate(node);
        frame.set(0, kept);
        concurrent()
                .withLiveObjects(
                        live -> {
                            List<Long> younger = makeMeanwhile(5000);
                            List<Long> shown = new ArrayList<>();
                            live.forEach(view -> shown.add(view.handle()));
                            assertThat(shown).containsExactly(kept);
                            for (long handle : younger) {
                                assertThat(live.contains(handle)).isFalse();
                                assertThat(live.shapeOf(handle)).isEqualTo(node);
                                assertThat(live.visit(handle, view -> view.handle() == handle))
                                        .isTrue();
                            }
                        });
    }

    /// A blocked thread's handles are marked by the cycle although they are not objects yet.
    @Test
    void anObjectBornInAHandleSetAsideBeforeIsNotShown() {
        List<Long> shown = new ArrayList<>();
        long[] born = new long[1];
        CountDownLatch ready = new CountDownLatch(1);
        CountDownLatch looking = new CountDownLatch(1);
        CountDownLatch made = new CountDownLatch(1);
        Thread thread =
                mutator.spawn(
                        (other, _) -> {
                            other.allocate(node); // sets more aside than it uses
                            try (var _ = other.safeRegion()) {
                                ready.countDown();
                                await(looking);
                            }
                            born[0] = other.allocate(node);
                            made.countDown();
                        });
        try (var _ = mutator.safeRegion()) {
            await(ready);
        }
        concurrent()
                .withLiveObjects(
                        live -> {
                            looking.countDown();
                            await(made);
                            assertThat(heap.shape(1)).isEqualTo(live.shapeOf(born[0]));
                            assertThat(live.contains(born[0])).isFalse();
                            live.forEach(view -> shown.add(view.handle()));
                        });
        assertThat(shown).doesNotContain(born[0]);
        join(thread);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(300, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aHandleThatNamesNothingIsNotShown() {
        concurrent()
                .withLiveObjects(
                        live -> {
                            assertThat(live.shapeOf(0)).isNull();
                            assertThat(live.visit(12345, _ -> true)).isFalse();
                            assertThat(live.contains(12345)).isFalse();
                            assertThat(live.contains(0xFFFF_FFFFL)).isFalse();
                        });
    }

    @Test
    void stacksAreSeenWithTheirSlots() {
        long kept = mutator.allocate(node);
        frame.set(1, kept);
        concurrent()
                .withLiveObjects(
                        live -> {
                            var stack = live.stacks(10).getFirst();
                            assertThat(stack.blocked()).as("the thread that looks").isFalse();
                            assertThat(stack.stack().frames().getFirst())
                                    .containsExactly(0, kept, 0, 0);
                        });
    }

    @Test
    void closingTheHeapEndsTheLook() {
        for (int i = 0; i < 3000; i++) {
            long made = mutator.allocate(node);
            mutator.setReference(made, node.field("next"), frame.get(0));
            frame.set(0, made);
        }
        Thread[] closing = new Thread[1];
        assertThatThrownBy(
                        () ->
                                concurrent()
                                        .withLiveObjects(
                                                live -> {
                                                    closing[0] =
                                                            Thread.ofPlatform().start(heap::close);
                                                    while (!heap.isClosed()) {
                                                        Thread.onSpinWait();
                                                    }
                                                    live.forEach(_ -> true);
                                                }))
                .isInstanceOf(HeapClosedException.class);
    }
}
