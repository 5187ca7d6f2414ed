package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.Random;

/// What a young cycle finds dead and what it leaves to a full one. Every heap here is verified
/// after each phase, which includes a second trace of everything that is reachable.
@Timeout(300)
class YoungCycleTest {

    private final Heap heap =
            Heap.open(
                    Heaps.verified()
                            .snapshotSlots(0)
                            .stress(
                                    StressOptions.NONE
                                            .withPoison(true)
                                            .withFullEvery(Integer.MAX_VALUE))
                            .build());
    private final Shape node = heap.shape("node").reference("next").longField("number").build();
    private final Field next = node.field("next");
    private final Field number = node.field("number");
    private final Shape cell = heap.shape("cell").reference("content").mutable().build();
    private final Field content = cell.field("content");
    private final Shape weak = heap.shape("weak").weak("target").build();
    private final Field target = weak.field("target");
    private final Shape cells = heap.shape("cells").arrayOf(Kind.REFERENCE).mutable().build();
    private final Mutator mutator = heap.attach();
    private final Frame frame = mutator.frame(8);

    @AfterEach
    void close() {
        heap.close();
    }

    private long node(long named, long value) {
        long made = mutator.allocate(node);
        mutator.setReference(made, next, named);
        mutator.setLong(made, number, value);
        mutator.seal(made);
        return made;
    }

    private void collectYoung() {
        long young = heap.stats().collection().young();
        ConcurrentHeap.of(heap).collectAsBest();
        assertThat(heap.stats().collection().young()).isEqualTo(young + 1);
        assertThat(heap.stats().collection().lastKind()).isEqualTo(CycleKind.YOUNG);
    }

    private void collectFull() {
        heap.collect();
        assertThat(heap.stats().collection().lastKind()).isEqualTo(CycleKind.FULL);
    }

    private long swept() {
        return heap.stats().collection().objectsSwept();
    }

    @Test
    void itFreesWhatWasBornSinceAndNothingElse() {
        frame.set(0, node(0, 1));
        collectFull();
        frame.set(0, 0); // old garbage
        node(0, 2);
        frame.set(1, node(0, 3));
        collectYoung();
        assertThat(swept()).isEqualTo(1);
        assertThat(heap.stats().collection().objectsMarked()).as("traced").isEqualTo(1);
        collectFull();
        assertThat(swept()).isEqualTo(1);
        assertThat(mutator.getLong(frame.get(1), number)).isEqualTo(3);
    }

    @Test
    void whatSurvivesOneIsOldForTheNext() {
        frame.set(0, node(0, 1));
        collectFull();
        frame.set(1, node(0, 2));
        collectYoung();
        frame.set(1, 0);
        collectYoung();
        assertThat(swept()).isZero();
        collectFull();
        assertThat(swept()).isEqualTo(1);
    }

    @Test
    void whatAnOldCellNamesLivesInEveryCycle() {
        frame.set(0, mutator.allocate(cell));
        collectFull();
        for (int i = 0; i < 10; i++) {
            mutator.setReference(frame.get(0), content, node(node(0, i), i));
            collectYoung();
            long held = mutator.getReference(frame.get(0), content);
            assertThat(mutator.getLong(held, number)).isEqualTo(i);
            assertThat(mutator.getLong(mutator.getReference(held, next), number)).isEqualTo(i);
        }
    }

    @Test
    void anOldArrayOfManySlicesIsReadIfItWasWritten() {
        int length = 100_000;
        frame.set(0, mutator.allocateArray(cells, length));
        collectFull();
        mutator.setReference(frame.get(0), length - 1, node(0, 1));
        mutator.setReference(frame.get(0), length / 2, node(0, 2));
        collectYoung();
        assertThat(mutator.getLong(mutator.getReference(frame.get(0), length - 1), number))
                .isEqualTo(1);
        assertThat(mutator.getLong(mutator.getReference(frame.get(0), length / 2), number))
                .isEqualTo(2);
    }

    @Test
    void aWeakReferenceOfAnOldCellToAYoungObjectIsCleared() {
        frame.set(0, mutator.allocate(weak));
        collectFull();
        mutator.setWeak(frame.get(0), target, node(0, 1));
        collectYoung();
        assertThat(mutator.getWeak(frame.get(0), target)).isZero();
    }

    @Test
    void aWeakReferenceToAnOldObjectIsClearedByAFullCycle() {
        frame.set(0, mutator.allocate(weak));
        frame.set(1, node(0, 1));
        mutator.setWeak(frame.get(0), target, frame.get(1));
        collectFull();
        frame.set(1, 0);
        collectYoung();
        assertThat(mutator.getLong(mutator.getWeak(frame.get(0), target), number)).isEqualTo(1);
        frame.set(1, 0);
        collectFull();
        assertThat(mutator.getWeak(frame.get(0), target)).isZero();
    }

    @Test
    void deathIsAnnouncedByTheCycleThatFindsIt() {
        CleanerQueue<String> queue = heap.newCleanerQueue();
        frame.set(0, node(0, 1));
        queue.register(mutator, frame.get(0), "old");
        collectFull();
        frame.set(0, 0);
        queue.register(mutator, node(0, 2), "young");
        collectYoung();
        assertThat(queue.poll()).isEqualTo("young");
        assertThat(queue.poll()).isNull();
        collectFull();
        assertThat(queue.poll()).isEqualTo("old");
    }

    @Test
    void anObjectUnderConstructionMayGrowOldBeforeItIsWritten() {
        frame.set(0, mutator.allocate(node));
        collectFull();
        collectYoung();
        collectYoung();
        mutator.setReference(frame.get(0), next, node(0, 7));
        mutator.seal(frame.get(0));
        collectYoung();
        long named = mutator.getReference(frame.get(0), next);
        assertThat(mutator.getLong(named, number)).isEqualTo(7);
    }

    @Test
    void aSlotOfALowerFrameMayBeWrittenBetweenCycles() {
        collectFull();
        try (Frame top = mutator.frame(1)) {
            collectYoung(); // the lower frame is frozen, and read
            frame.set(3, node(0, 5));
            top.set(0, 0);
            collectYoung();
            assertThat(mutator.getLong(frame.get(3), number)).isEqualTo(5);
            collectYoung();
            assertThat(mutator.getLong(frame.get(3), number)).isEqualTo(5);
        }
    }

    /// As generated code does it: a slot of the top frame is written without looking at the
    /// watermark.
    @Test
    void aFrameThatWasReturnedToIsReadAgain() {
        MutatorContext context = ConcurrentHeap.contextOf(mutator);
        collectFull();
        int caller = context.enter(1);
        context.setRoot(caller, node(0, 1));
        int callee = context.enter(1);
        collectYoung(); // the caller's frame is frozen, and read
        context.leave(callee);
        long made = node(0, 2);
        context.setRoot(caller, made);
        callee = context.enter(1);
        collectYoung();
        assertThat(mutator.getLong(made, number)).isEqualTo(2);
        context.leave(callee);
        context.leave(caller);
    }

    @Test
    void theGapsOfARecycledBlockAreFreeAgain() {
        MutatorContext context = ConcurrentHeap.contextOf(mutator);
        for (int i = 0; i < 10_000; i++) {
            long made = node(0, i);
            if (i % 2 == 0) {
                frame.set(0, node(frame.get(0), i));
            }
            assertThat(made).isNotZero();
        }
        context.releaseBuffers();
        collectFull();
        long before = context.core().blocks().reusableBytes();
        for (int i = 0; i < 2000; i++) {
            node(0, i);
        }
        context.releaseBuffers();
        assertThat(context.core().blocks().reusableBytes()).isLessThan(before);
        collectYoung();
        assertThat(context.core().blocks().reusableBytes()).isEqualTo(before);
    }

    @Test
    void framesThatAreNotReturnedToAreReadOnce() {
        MutatorContext context = ConcurrentHeap.contextOf(mutator);
        collectFull();
        int depth = 1000;
        for (int i = 0; i < depth; i++) {
            mutator.frame(1).set(0, node(0, i));
        }
        collectYoung();
        Frame top = mutator.frame(1);
        top.set(0, node(0, -1));
        assertThat(firstReadBy(context, this::collectYoung)).isEqualTo(frame.slots() + depth - 1);
        mutator.frame(1);
        assertThat(firstReadBy(context, this::collectFull)).isZero();
    }

    /// The first slot that a cycle has had to read, as the snapshot said.
    private int firstReadBy(MutatorContext context, Runnable cycle) {
        int[] first = {-1};
        HeapListener listener =
                new HeapListener() {
                    @Override
                    public void phaseEnded(long number, Phase phase, Duration took) {
                        if (phase == Phase.SNAPSHOT) {
                            first[0] = context.actions().firstToRead(isFull());
                        }
                    }

                    private boolean isFull() {
                        return kind == CycleKind.FULL;
                    }

                    private CycleKind kind;

                    @Override
                    public void cycleStarted(long number, CycleKind started, Cause cause) {
                        kind = started;
                    }
                };
        heap.addListener(listener);
        cycle.run();
        heap.removeListener(listener);
        return first[0];
    }

    /// Verification would rightly name the stale handle, so this heap has none.
    @Test
    void aStaleHandleInARootDoesNotMakeItsNextObjectOld() {
        StressOptions young = StressOptions.NONE.withFullEvery(Integer.MAX_VALUE);
        try (Heap own = Heap.open(Heaps.calm().runHandles(1).stress(young).build())) {
            Shape shape = own.shape("node").reference("next").build();
            Mutator mine = own.attach();
            Frame roots = mine.frame(2);
            long stale = mine.allocate(shape);
            own.collect();
            own.collect(); // it can be given out again after one more
            assertThat(mine.isLive(stale)).isFalse();
            ConcurrentHeap.contextOf(mine).stack().setTop(1, stale); // an embedder's mistake
            own.collect();
            ConcurrentHeap.contextOf(mine).stack().setTop(1, 0);
            long reborn;
            do {
                reborn = mine.allocate(shape);
                roots.set(0, reborn);
            } while (reborn != stale);
            long named = mine.allocate(shape);
            mine.seal(named);
            mine.setReference(reborn, shape.field("next"), named);
            mine.seal(reborn);
            ConcurrentHeap.of(own).collectAsBest();
            assertThat(mine.isLive(named)).isTrue();
        }
    }

    /// Of an array with blocks of its own only the parts that were written are read.
    @Test
    void whatALargeArrayNamesLivesWhereverItWasWritten() {
        Random random = new Random(5);
        int[] lengths = {4100, 4111, 8192, 20_000};
        long[][] numbers = new long[lengths.length][];
        for (int i = 0; i < lengths.length; i++) {
            frame.set(i, mutator.allocateArray(cells, lengths[i]));
            numbers[i] = new long[lengths[i]];
        }
        long made = 0;
        for (int round = 0; round < 40; round++) {
            for (int written = random.nextInt(100); written > 0; written--) {
                int array = random.nextInt(lengths.length);
                int at = random.nextInt(lengths[array]);
                if (random.nextInt(10) == 0) {
                    at = random.nextBoolean() ? 0 : lengths[array] - 1;
                }
                mutator.setReference(frame.get(array), at, node(0, ++made));
                numbers[array][at] = made;
            }
            if (round % 9 == 0) {
                collectFull();
            } else {
                collectYoung();
            }
            for (int i = 0; i < lengths.length; i++) {
                assertThat(numbersIn(frame.get(i))).isEqualTo(numbers[i]);
            }
        }
    }

    private long[] numbersIn(long array) {
        long[] found = new long[mutator.length(array)];
        for (int i = 0; i < found.length; i++) {
            long named = mutator.getReference(array, i);
            found[i] = named == 0 ? 0 : mutator.getLong(named, number);
        }
        return found;
    }
}
