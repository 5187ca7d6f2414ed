package coex.gc.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.HeapClosedException;
import coex.gc.HeapException;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/// A viewer of live objects sees what is reachable when it begins, and keeps it from changing.
@Timeout(300)
class LiveObjectsTest {

    private final ConcurrentHeap heap = ConcurrentHeap.open(Heaps.calm().build());
    private final Mutator mutator = heap.attach();
    private final Shape node = heap.shape("Node").reference("next").longField("value").build();

    @AfterEach
    void close() {
        heap.close();
    }

    private long node(long next, long value) {
        long handle = mutator.allocate(node);
        mutator.setReference(handle, node.field("next"), next);
        mutator.setLong(handle, node.field("value"), value);
        mutator.seal(handle);
        return handle;
    }

    private static List<Long> handles(LiveObjects live) {
        List<Long> seen = new ArrayList<>();
        live.forEach(
                object -> {
                    seen.add(object.handle());
                    return true;
                });
        return seen;
    }

    @Test
    void exactlyTheReachableObjectsAreShown() {
        try (Frame frame = mutator.frame(1);
                GlobalRoot root = heap.newRoot()) {
            long first = node(0, 1);
            frame.set(0, first);
            long second = node(first, 2);
            frame.set(0, second);
            long dead = node(first, 3);
            long global = node(0, 4);
            root.set(mutator, global);
            heap.withLiveObjects(
                    live -> {
                        assertThat(handles(live)).containsExactly(first, second, global);
                        assertThat(live.contains(first)).isTrue();
                        assertThat(live.contains(dead)).isFalse();
                        assertThat(live.contains(0)).isFalse();
                        assertThat(live.contains(1L << 40)).isFalse();
                        List<Long> roots = new ArrayList<>();
                        live.forEachGlobalRoot(roots::add);
                        assertThat(roots).containsExactly(global);
                    });
            assertThat(heap.stats().collection().completed()).isEqualTo(1);
        }
    }

    @Test
    void aVisitEndsWhenTheVisitorSaysSo() {
        try (Frame frame = mutator.frame(5)) {
            for (int i = 0; i < 5; i++) {
                frame.set(i, node(0, i));
            }
            List<Long> seen = new ArrayList<>();
            heap.withLiveObjects(
                    live ->
                            live.forEach(
                                    object -> {
                                        seen.add(object.longAt(node.field("value").offset()));
                                        return seen.size() < 2;
                                    }));
            assertThat(seen).containsExactly(0L, 1L);
        }
    }

    @Test
    void objectsBornMeanwhileAreNotShownAndNothingShownDies() throws InterruptedException {
        try (Frame frame = mutator.frame(1)) {
            for (int i = 0; i < 3000; i++) {
                frame.set(0, node(frame.get(0), i));
            }
            CountDownLatch viewing = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            List<Long> before = new ArrayList<>();
            List<Long> after = new ArrayList<>();
            Thread viewer =
                    Thread.ofPlatform()
                            .start(
                                    () ->
                                            heap.withLiveObjects(
                                                    live -> {
                                                        before.addAll(handles(live));
                                                        viewing.countDown();
                                                        await(goOn);
                                                        after.addAll(handles(live));
                                                    }));
            while (viewing.getCount() > 0) {
                mutator.safepoint();
            }
            frame.set(0, 0); // all is garbage now
            for (int i = 0; i < 1000; i++) {
                node(0, -i); // a mutator runs on, beside the viewer
            }
            heap.requestCollection();
            assertThat(heap.stats().collection().completed()).isEqualTo(1);
            goOn.countDown();
            heap.awaitCollection();
            try (var _ = mutator.safeRegion()) {
                viewer.join();
            }
            assertThat(before).hasSize(3000);
            assertThat(after).isEqualTo(before);
            assertThat(heap.stats().collection().completed()).isEqualTo(2);
            assertThat(heap.stats().collection().objectsSwept()).as("the young").isEqualTo(1000);
            heap.collect();
            assertThat(heap.stats().collection().objectsSwept()).isEqualTo(3000);
        }
    }

    @Test
    void closingEndsAView() throws InterruptedException {
        Frame frame = mutator.frame(1);
        for (int i = 0; i < 5000; i++) {
            frame.set(0, node(frame.get(0), i));
        }
        CountDownLatch viewing = new CountDownLatch(1);
        CountDownLatch closing = new CountDownLatch(1);
        AtomicReference<Throwable> ended = new AtomicReference<>();
        Thread viewer =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        heap.withLiveObjects(
                                                live -> {
                                                    viewing.countDown();
                                                    await(closing);
                                                    handles(live);
                                                });
                                    } catch (HeapException e) {
                                        ended.set(e);
                                    }
                                });
        while (viewing.getCount() > 0) {
            mutator.safepoint();
        }
        Thread closer = Thread.ofPlatform().start(heap::close);
        while (!heap.isClosed()) {
            Thread.onSpinWait();
        }
        closing.countDown();
        viewer.join();
        assertThat(ended.get()).isInstanceOf(HeapClosedException.class);
        assertThatThrownBy(() -> mutator.allocate(node)).isInstanceOf(HeapClosedException.class);
        closer.join();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aViewerThatThrowsGivesTheRoleBack() {
        assertThatThrownBy(
                        () ->
                                heap.withLiveObjects(
                                        _ -> {
                                            throw new IllegalStateException("a viewer's own");
                                        }))
                .hasMessage("a viewer's own");
        heap.collect();
        assertThat(heap.stats().collection().completed()).isEqualTo(2);
    }
}
