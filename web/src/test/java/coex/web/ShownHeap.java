package coex.web;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapException;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.Shape;

import java.net.URI;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/// A heap with a thread that works in it, and its page. For pictures, with more threads, which keep
/// so much and let go of it in such an order that objects are moved and some have to wait for room.
final class ShownHeap implements AutoCloseable {
    static final int LINKS = 1000;
    private static final int KEEPERS = 4;
    private static final int KEPT = 500;

    /// So many links are added to a list at a time; they lie between those of others.
    private static final int ADDED = 3;

    /// After about so many times all of a list goes, and leaves gaps.
    private static final int VISITS = 90;

    private final Heap heap;
    private final HeapPage page;
    private final Thread worker;
    private final CountDownLatch begun = new CountDownLatch(1);

    ShownHeap() throws Exception {
        heap =
                Heap.open(
                        HeapOptions.builder()
                                .name("sample")
                                .initialBytes(8 << 20)
                                .maximumBytes(32 << 20)
                                .build());
        Shape link = heap.shape("Link").reference("next").longField("number").build();
        worker = Thread.ofPlatform().daemon().name("linker").start(() -> work(link));
        begun.await();
        if (System.getProperty("coex.pictures") != null) {
            for (int i = 1; i <= KEEPERS; i++) {
                int seed = i;
                Thread.ofPlatform().daemon().name("keeper-" + i).start(() -> keep(link, seed));
            }
        }
        page = HeapPage.open(heap);
    }

    private void work(Shape link) {
        try (Mutator mutator = heap.attach();
                Frame frame = mutator.frame(1)) {
            for (int i = 0; !heap.isClosed(); i++) {
                long made = mutator.allocate(link);
                mutator.setReference(made, link.field("next"), frame.get(0));
                mutator.seal(made);
                frame.set(0, i % LINKS == 0 ? 0 : made);
                if (i == LINKS) {
                    begun.countDown();
                }
                if (i % LINKS == LINKS / 2) {
                    try (var _ = mutator.safeRegion()) {
                        Thread.sleep(1);
                    }
                }
            }
        } catch (HeapException | InterruptedException _) {
            // the heap is closed
        }
    }

    private void keep(Shape link, int seed) {
        Random random = new Random(seed);
        try (Mutator mutator = heap.attach();
                Frame frame = mutator.frame(KEPT)) {
            while (!heap.isClosed()) {
                int slot = random.nextInt(KEPT);
                if (random.nextInt(VISITS) == 0) {
                    frame.set(slot, 0);
                }
                for (int i = 0; i < ADDED; i++) {
                    long made = mutator.allocate(link);
                    mutator.setReference(made, link.field("next"), frame.get(slot));
                    mutator.seal(made);
                    frame.set(slot, made);
                }
                if (slot == 0) {
                    try (var _ = mutator.safeRegion()) {
                        Thread.sleep(seed);
                    }
                }
            }
        } catch (HeapException | InterruptedException _) {
            // the heap is closed
        }
    }

    Heap heap() {
        return heap;
    }

    HeapPage page() {
        return page;
    }

    URI link() {
        return page.link();
    }

    @Override
    public void close() {
        page.close();
        heap.close();
        try {
            worker.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
