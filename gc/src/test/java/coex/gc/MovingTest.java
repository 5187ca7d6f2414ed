package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import coex.gc.collect.ConcurrentHeap;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// What moves, what stays, and what it is good for. Heaps here are verified after each phase, and
/// memory that objects were moved from is poisoned.
@Timeout(300)
class MovingTest {

    private static final int OBJECTS = 20_000;
    private static final int KEPT_OF = 10;

    private Heap heap;
    private Shape node;
    private Field next;
    private Field number;
    private Mutator mutator;
    private Frame frame;

    private void open(HeapOptions.Builder options) {
        heap = Heap.open(options.build());
        node = heap.shape("node").reference("next").longField("number").build();
        next = node.field("next");
        number = node.field("number");
        mutator = heap.attach();
        frame = mutator.frame(8);
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long node(long named, long value) {
        frame.set(7, named);
        long made = mutator.allocate(node);
        mutator.setReference(made, next, frame.get(7));
        mutator.setLong(made, number, value);
        mutator.seal(made);
        return made;
    }

    /// Many nodes, of which every tenth is in a chain that slot 0 holds.
    private void makeSparse() {
        frame.set(0, 0);
        for (int i = 0; i < OBJECTS; i++) {
            long made = node(i % KEPT_OF == 0 ? frame.get(0) : 0, i);
            if (i % KEPT_OF == 0) {
                frame.set(0, made);
            }
        }
    }

    private void assertChain() {
        long at = frame.get(0);
        for (int i = OBJECTS - KEPT_OF; i >= 0; i -= KEPT_OF) {
            assertThat(mutator.getLong(at, number)).isEqualTo(i);
            at = mutator.getReference(at, next);
        }
        assertThat(at).isZero();
    }

    private long addressOf(long handle) {
        return ConcurrentHeap.of(heap).core().handles().table().resolve(handle);
    }

    private long chainBytes() {
        return (long) OBJECTS / KEPT_OF * node.fixedBytes();
    }

    @Test
    void compactingLeavesLittleMoreThanWhatLives() {
        open(Heaps.verified().initialBytes(32 << 10));
        makeSparse();
        heap.compact();
        assertChain();
        assertThat(heap.stats().moving().objects()).isGreaterThanOrEqualTo(OBJECTS / KEPT_OF);
        assertThat(heap.stats().now().heapBytes())
                .as("of " + chainBytes() + " that live, and the blocks that the thread holds")
                .isLessThan(chainBytes() * 5 / 4 + 3 * heap.options().blockBytes());
        Heaps.assertValid(heap);
    }

    @Test
    void memoryBelowWhatStaysIsGivenBackToo() {
        open(Heaps.verified().initialBytes(32 << 10));
        assumeThat(Memory.NATIVE).as("native pages").isTrue();
        Shape list = heap.shape("list").arrayOf(Kind.REFERENCE).mutable().build();
        makeSparse();
        int length = heap.options().blockBytes() / 4;
        frame.set(1, mutator.allocateArray(list, length)); // above all that was made before
        heap.compact();
        assertChain();
        HeapStats.Now now = heap.stats().now();
        assertThat(now.heapDiscarded()).isPositive();
        assertThat(now.heapBytes() - now.heapDiscarded())
                .isLessThan(chainBytes() * 5 / 4 + 6 * heap.options().blockBytes());

        makeSparse();
        assertChain();
        assertThat(heap.stats().now().heapDiscarded()).isLessThan(now.heapDiscarded());
        Heaps.assertValid(heap);
    }

    @Test
    void copiesLieInTheOrderOfTracing() {
        open(Heaps.verified());
        makeSparse();
        heap.compact();
        long at = frame.get(0);
        int near = 0;
        for (int i = 1; i < OBJECTS / KEPT_OF; i++) {
            long after = mutator.getReference(at, next);
            near += Math.abs(addressOf(after) - addressOf(at)) <= node.fixedBytes() ? 1 : 0;
            at = after;
        }
        assertThat(near)
                .as("of %d neighbours", OBJECTS / KEPT_OF)
                .isGreaterThan(OBJECTS / KEPT_OF * 9 / 10);
    }

    @Test
    void mutableObjectsLargeOnesAndThoseUnderConstructionStay() {
        open(Heaps.verified());
        Shape cell = heap.shape("cell").reference("content").mutable().build();
        Shape bytes = heap.shape("bytes").arrayOf(Kind.BYTE).build();
        makeSparse();
        frame.set(1, mutator.allocate(cell));
        frame.set(2, mutator.allocateArray(bytes, heap.options().blockBytes()));
        mutator.seal(frame.get(2));
        frame.set(3, mutator.allocate(node));
        frame.set(4, node(0, 4));
        for (int i = 0; i < OBJECTS; i++) {
            node(0, 0); // so that their blocks are nobody's
        }
        long[] before = new long[5];
        for (int i = 1; i < 5; i++) {
            before[i] = addressOf(frame.get(i));
        }
        heap.compact();
        for (int i = 1; i < 4; i++) {
            assertThat(addressOf(frame.get(i))).isEqualTo(before[i]);
        }
        assertThat(addressOf(frame.get(4))).as("sealed").isNotEqualTo(before[4]);
        mutator.setLong(frame.get(3), number, 5);
        mutator.seal(frame.get(3));
        heap.compact();
        assertThat(mutator.getLong(frame.get(3), number)).isEqualTo(5);
        assertThat(mutator.getLong(frame.get(4), number)).isEqualTo(4);
    }

    /// The gaps are shorter than the objects that are wanted.
    private void fillWithGaps(int most) {
        Shape pairs = heap.shape("longs").arrayOf(Kind.LONG).build();
        Shape list = heap.shape("list").arrayOf(Kind.REFERENCE).mutable().build();
        frame.set(0, mutator.allocateArray(list, most));
        for (int i = 0; i < most; i++) {
            long made = mutator.allocateArray(pairs, 6);
            mutator.setLong(made, 0, i);
            mutator.seal(made);
            mutator.setReference(frame.get(0), i, made);
        }
        for (int i = 0; i < most; i += 2) {
            mutator.setReference(frame.get(0), i, 0);
        }
        heap.collect();
    }

    private void assertGaps(int most) {
        for (int i = 1; i < most; i += 2) {
            assertThat(mutator.getLong(mutator.getReference(frame.get(0), i), 0)).isEqualTo(i);
        }
    }

    private void allocateLonger(int bytes, int count) {
        Shape array = heap.shape("array").arrayOf(Kind.BYTE).build();
        Shape list = heap.shape("kept").arrayOf(Kind.REFERENCE).mutable().build();
        frame.set(1, mutator.allocateArray(list, count));
        for (int i = 0; i < count; i++) {
            long made = mutator.allocateArray(array, bytes);
            mutator.seal(made);
            mutator.setReference(frame.get(1), i, made);
        }
    }

    private static HeapOptions.Builder fourMegabytes() {
        return Heaps.calm().initialBytes(4 << 20).maximumBytes(4 << 20);
    }

    /// 56 bytes an object in a heap of 4 MiB; about nine tenths of it are used.
    private static final int FILLING = 58_000;

    @Test
    void aHeapWhoseFreeMemoryIsInGapsIsNotExhausted() {
        open(fourMegabytes());
        fillWithGaps(FILLING);
        allocateLonger(1000, 1000);
        assertThat(heap.stats().moving().objects()).isPositive();
        assertGaps(FILLING);
        Heaps.assertValid(heap);
    }

    @Test
    void withoutMovingItIsExhausted() {
        open(fourMegabytes().moving(false));
        fillWithGaps(FILLING);
        assertThatThrownBy(() -> allocateLonger(1000, 1000))
                .isInstanceOf(HeapExhaustedException.class);
        heap.compact();
        assertThat(heap.stats().moving()).isEqualTo(HeapStats.Moving.NONE);
        assertGaps(FILLING);
    }

    @Test
    void theReserveIsUsedWhenMovingDoesNotHelp() {
        open(fourMegabytes());
        int blocks = (4 << 20) / heap.options().blockBytes();
        int reserve = blocks / 64;
        Shape halves = heap.shape("half").arrayOf(Kind.BYTE).build();
        Shape list = heap.shape("kept").arrayOf(Kind.REFERENCE).mutable().build();
        frame.set(1, mutator.allocateArray(list, 2 * blocks)); // in a block of its own
        int made = 0;
        try {
            while (true) {
                long half = mutator.allocateArray(halves, heap.options().blockBytes() / 2 - 24);
                mutator.seal(half);
                mutator.setReference(frame.get(1), made, half);
                made++;
            }
        } catch (HeapExhaustedException e) {
            assertThat(made).isGreaterThan(2 * (blocks - 1 - reserve));
        }
    }

    @Test
    void moveAllMovesWithEveryFullCycle() {
        open(Heaps.verified().stress(StressOptions.NONE.withPoison(true).withMoveAll(true)));
        makeSparse();
        long before = 0;
        for (int i = 0; i < 5; i++) {
            heap.collect();
            long moved = heap.stats().moving().objects();
            assertThat(moved).isGreaterThan(before);
            before = moved;
            assertChain();
        }
    }

    @Test
    void readersGoOnWhileObjectsMove() throws Exception {
        open(
                Heaps.verified()
                        .verifyAfter(java.util.Set.of())
                        .stress(StressOptions.NONE.withPoison(true).withMoveAll(true)));
        makeSparse();
        GlobalRoot root = heap.newRoot();
        root.set(mutator, frame.get(0));
        AtomicBoolean stop = new AtomicBoolean();
        Thread[] readers = new Thread[4];
        Throwable[] failures = new Throwable[readers.length];
        for (int i = 0; i < readers.length; i++) {
            int place = i;
            readers[i] =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            readChain(root, stop);
                                        } catch (Throwable e) {
                                            failures[place] = e;
                                        }
                                    });
        }
        for (int i = 0; i < 20; i++) {
            heap.collect();
        }
        stop.set(true);
        for (int i = 0; i < readers.length; i++) {
            try (var _ = mutator.safeRegion()) {
                assertThat(readers[i].join(Heaps.HANG)).isTrue();
            }
            assertThat(failures[i]).isNull();
        }
        assertThat(heap.stats().moving().cycles()).isGreaterThanOrEqualTo(19);
    }

    private void readChain(GlobalRoot root, AtomicBoolean stop) {
        try (Mutator reader = heap.attach()) {
            Frame own = reader.frame(1);
            while (!stop.get()) {
                own.set(0, root.get(reader));
                for (int i = OBJECTS - KEPT_OF; i >= 0; i -= KEPT_OF) {
                    assertThat(reader.getLong(own.get(0), number)).isEqualTo(i);
                    own.set(0, reader.getReference(own.get(0), next));
                    reader.safepoint();
                }
            }
        }
    }

    /// The thread comes to no safepoint until the collector tells that it waits for it, after all
    /// copies.
    @Test
    void anAddressIsGoodUntilTheNextSafepoint() {
        AtomicBoolean awaited = new AtomicBoolean();
        HeapListener listener =
                new HeapListener() {
                    @Override
                    public void mutatorLate(LateMutator late) {
                        if (late.phase() == Phase.MOVE) {
                            awaited.set(true);
                        }
                    }
                };
        open(
                Heaps.verified()
                        .verifyAfter(java.util.Set.of())
                        .youngCycles(false)
                        .lateAfter(Duration.ofMillis(1))
                        .listener(listener)
                        .stress(StressOptions.NONE.withPoison(true).withMoveAll(true)));
        makeSparse();
        heap.collect();
        frame.set(1, frame.get(0)); // near its end: the beginning lies where the thread allocates
        while (mutator.getLong(frame.get(1), number) != KEPT_OF) {
            frame.set(1, mutator.getReference(frame.get(1), next));
        }
        MutatorContext context = ConcurrentHeap.contextOf(mutator);
        awaited.set(false);
        long before;
        do {
            heap.requestCollection();
            before = addressOf(frame.get(1));
            mutator.safepoint();
        } while (!context.objectsMove()); // it has told that they move from here on
        while (!awaited.get()) {
            Thread.onSpinWait();
        }
        assertThat(addressOf(frame.get(1))).as("where it is").isNotEqualTo(before);
        assertThat(Memory.getLong(before + number.offset()))
                .as("number where it was")
                .isEqualTo(KEPT_OF);
        assertThat(mutator.getLong(frame.get(1), number)).isEqualTo(KEPT_OF);
    }
}
