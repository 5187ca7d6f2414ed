package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Several markers find what one finds, and a heap does without those it cannot have.
@Timeout(300)
class SeveralMarkersTest {

    private static final StressOptions ALL = StressOptions.NONE.withAllMarkers(true);

    private static boolean isHelper() {
        return Thread.currentThread().getName().contains("-marker-");
    }

    /// The threads of a heap that are markers only.
    private static List<Thread> helpersOf(String heap) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("coex-gc-" + heap + "-marker-"))
                .toList();
    }

    /// A tree of 2^depth - 1 nodes, rooted in slot 0. A mutator holds on to nothing else.
    private static final class Tree {
        private final Mutator mutator;
        private final Shape node;
        private final Frame frame;

        Tree(Heap heap, int depth) {
            node = heap.shape("node").reference("left").reference("right").build();
            mutator = heap.attach();
            frame = mutator.frame(2 * depth + 2);
            frame.set(0, make(depth));
            for (int slot = 1; slot < 2 * depth + 2; slot++) {
                frame.set(slot, 0); // or children would be marked before their parents
            }
        }

        private long make(int depth) {
            if (depth == 0) {
                return 0;
            }
            int left = 2 * depth;
            int right = left + 1;
            frame.set(left, make(depth - 1));
            frame.set(right, make(depth - 1));
            long made = mutator.allocate(node);
            mutator.setReference(made, node.field("left"), frame.get(left));
            mutator.setReference(made, node.field("right"), frame.get(right));
            mutator.seal(made);
            return made;
        }

        long count() {
            return count(frame.get(0));
        }

        private long count(long handle) {
            return handle == 0
                    ? 0
                    : 1
                            + count(mutator.getReference(handle, node.field("left")))
                            + count(mutator.getReference(handle, node.field("right")));
        }
    }

    /// Stops the collector after its first batch until a helper has found something, so that it has
    /// a part whatever the processors do.
    private static class HelperFirst implements ScheduleHook {
        final CountDownLatch found = new CountDownLatch(1);

        @Override
        public void at(SchedulePoint point) {
            if (isHelper() && point == SchedulePoint.MARK_FOUND) {
                helperFinds();
                found.countDown();
            } else if (!isHelper() && point == SchedulePoint.MARK_BATCH) {
                try {
                    assertThat(found.await(Heaps.HANG.toSeconds(), TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }

        void helperFinds() {}
    }

    private static ConcurrentHeap open(HeapOptions.Builder options, ScheduleHook hook) {
        return ConcurrentHeap.open(options.build(), hook, Protocol.SOUND, true);
    }

    @Test
    void aHelperTracesAPartAndNothingIsLost() {
        try (Heap heap = open(Heaps.verified().markers(2).stress(ALL), new HelperFirst())) {
            Tree tree = new Tree(heap, 8);
            heap.collect();
            assertThat(heap.stats().collection().objectsMarked()).isEqualTo(255);
            assertThat(heap.stats().collection().markers()).isEqualTo(2);
            assertThat(tree.count()).isEqualTo(255);
            Heaps.assertValid(heap);
        }
    }

    @Test
    void aHelperThatCannotBeStartedIsDoneWithout() {
        ScheduleHook refusing =
                new ScheduleHook() {
                    @Override
                    public void at(SchedulePoint point) {}

                    @Override
                    public Thread newMarker(Runnable task) {
                        throw new OutOfMemoryError("of the test");
                    }
                };
        try (Heap heap = open(Heaps.verified().markers(3).stress(ALL), refusing)) {
            Tree tree = new Tree(heap, 8);
            heap.collect();
            assertThat(heap.stats().collection().completed()).isEqualTo(1);
            assertThat(heap.stats().collection().markers()).isEqualTo(1);
            assertThat(tree.count()).isEqualTo(255);
        }
    }

    @Test
    void aCycleWhoseHelperFailsAtItsWorkIsRunAgainWithoutHelpers() {
        Error failure = new OutOfMemoryError("of the test");
        HelperFirst failing =
                new HelperFirst() {
                    private boolean failed;

                    @Override
                    void helperFinds() {
                        if (!failed) {
                            failed = true;
                            found.countDown();
                            throw failure;
                        }
                    }
                };
        try (Heap heap = open(Heaps.verified().markers(2).stress(ALL), failing)) {
            Tree tree = new Tree(heap, 8);
            heap.collect();
            HeapStats.Collection first = heap.stats().collection();
            assertThat(first.completed()).as("the number of the last cycle").isEqualTo(2);
            assertThat(first.markers()).isEqualTo(1);
            assertThat(tree.count()).isEqualTo(255);
            heap.collect();
            assertThat(heap.stats().collection().objectsMarked()).isEqualTo(255);
            Heaps.assertValid(heap);
        }
    }

    @Test
    void theirThreadsAreDaemonsAndEndWithTheHeap() throws InterruptedException {
        List<Thread> helpers;
        try (Heap heap = Heap.open(Heaps.calm().name("ends").markers(3).stress(ALL).build())) {
            new Tree(heap, 4);
            heap.collect();
            helpers = helpersOf("ends");
            assertThat(helpers).hasSize(2).allMatch(Thread::isDaemon);
        }
        for (Thread helper : helpers) {
            assertThat(helper.join(Heaps.HANG)).as(helper.getName()).isTrue();
        }
    }

    @Test
    void theyAreMadeWhenTheyAreFirstWanted() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        HeapListener listener =
                new HeapListener() {
                    @Override
                    public void cycleEnded(long cycle, HeapStats stats) {
                        ended.countDown();
                    }
                };
        try (Heap heap =
                Heap.open(Heaps.calm().name("late").markers(3).listener(listener).build())) {
            Tree tree = new Tree(heap, 15); // more than the collector traces before it asks
            heap.requestCollection();
            try (SafeRegion _ = tree.mutator.safeRegion()) {
                assertThat(ended.await(Heaps.HANG.toSeconds(), TimeUnit.SECONDS)).isTrue();
            }
            assertThat(heap.stats().collection().markers()).as("nobody waits").isEqualTo(1);
            assertThat(helpersOf("late")).isEmpty();
        }
    }

    /// What a random program leaves behind, with weak references, arrays and objects that change.
    private static final class Program {
        private static final int ROOTS = 40;
        private static final int STEPS = 4_000;

        private final SplittableRandom random;
        private final List<Long> figures = new ArrayList<>();
        private final Heap heap;
        private final Mutator mutator;
        private final Frame frame;
        private final Shape node;
        private final Shape box;
        private final Shape weak;
        private final Shape array;

        Program(Heap heap, long seed) {
            this.random = new SplittableRandom(seed);
            this.heap = heap;
            node = heap.shape("node").reference("left").reference("right").build();
            box = heap.shape("box").reference("content").mutable().build();
            weak = heap.shape("weak").reference("next").weak("target").build();
            array = heap.shape("array").arrayOf(Kind.REFERENCE).build();
            mutator = heap.attach();
            frame = mutator.frame(ROOTS);
        }

        List<Long> run() {
            for (int cycle = 0; cycle < 6; cycle++) {
                for (int step = 0; step < STEPS; step++) {
                    step();
                }
                heap.collect();
                HeapStats.Collection did = heap.stats().collection();
                figures.add(did.objectsMarked());
                figures.add(did.bytesMarked());
                figures.add(did.objectsSwept());
                figures.add(did.weakCleared());
                figures.add(heap.stats().moving().lastObjects());
            }
            Heaps.assertValid(heap);
            return figures;
        }

        private long any() {
            return frame.get(random.nextInt(ROOTS));
        }

        private void step() {
            int slot = random.nextInt(ROOTS);
            switch (random.nextInt(8)) {
                case 0 -> frame.set(slot, 0);
                case 1 -> makeWeak(slot);
                case 2 -> frame.set(slot, mutator.allocate(box));
                case 3 -> storeIntoABox();
                case 4 -> makeArray(slot);
                default -> makeNode(slot);
            }
        }

        private void makeNode(int slot) {
            long made = mutator.allocate(node);
            mutator.setReference(made, node.field("left"), any());
            mutator.setReference(made, node.field("right"), any());
            mutator.seal(made);
            frame.set(slot, made);
        }

        private void makeWeak(int slot) {
            long made = mutator.allocate(weak);
            mutator.setReference(made, weak.field("next"), any());
            mutator.setWeak(made, weak.field("target"), any());
            mutator.seal(made);
            frame.set(slot, made);
        }

        private void storeIntoABox() {
            long found = any();
            if (found != 0 && mutator.shapeOf(found) == box) {
                mutator.setReference(found, box.field("content"), any());
            }
        }

        private void makeArray(int slot) {
            int length = random.nextInt(10) == 0 ? 3000 : random.nextInt(20);
            long made = mutator.allocateArray(array, length);
            for (int i = 0; i < length; i++) {
                mutator.setReference(made, i, any());
            }
            mutator.seal(made);
            frame.set(slot, made);
        }
    }

    @Test
    void severalFindExactlyWhatOneFinds() {
        for (long seed = 1; seed <= 3; seed++) {
            List<Long> alone;
            StressOptions moving = StressOptions.NONE.withPoison(true).withMoveAll(true);
            try (Heap heap = Heap.open(verified().markers(1).stress(moving).build())) {
                alone = new Program(heap, seed).run();
            }
            StressOptions all = moving.withAllMarkers(true).withDelays(seed, 5, 20);
            try (Heap heap = Heap.open(verified().markers(4).stress(all).build())) {
                assertThat(new Program(heap, seed).run()).as("seed " + seed).isEqualTo(alone);
            }
        }
    }

    private static HeapOptions.Builder verified() {
        return Heaps.calm().verifyAfter(List.of(Phase.MARK, Phase.FINISH)).growthPercent(100_000);
    }
}
