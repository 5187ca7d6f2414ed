package coex.gc.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Frame;
import coex.gc.HeapClosedException;
import coex.gc.HeapException;
import coex.gc.HeapListener;
import coex.gc.HeapStats;
import coex.gc.HeapUsageException;
import coex.gc.Heaps;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.PhaseGate;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.diagnose.HeapInspector.SlotState;
import coex.gc.diagnose.HeapInspector.SlotVisitor;
import coex.gc.diagnose.HeapInspector.StackView;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// Whoever looks sees what is there, and holds up a collection only while looking at one object.
@Timeout(300)
class HeapInspectorTest {

    private ConcurrentHeap heap;
    private Mutator mutator;
    private Shape pair;
    private Shape longs;
    private Shape text;

    private void open(coex.gc.HeapOptions.Builder options) {
        heap = ConcurrentHeap.open(options.build());
        mutator = heap.attach();
        pair =
                heap.shape("Pair")
                        .reference("left")
                        .weak("right")
                        .intField("int")
                        .longField("long")
                        .doubleField("double")
                        .byteField("byte")
                        .booleanField("boolean")
                        .build();
        longs = heap.shape("Longs").arrayOf(Kind.LONG).build();
        text = heap.shape("Text").text().build();
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long sealedText(String content) {
        byte[] bytes = content.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        long handle = mutator.allocateArray(text, bytes.length);
        mutator.setBytes(handle, 0, bytes, 0, bytes.length);
        mutator.seal(handle);
        return handle;
    }

    private List<Long> handles() {
        List<Long> seen = new ArrayList<>();
        heap.inspect(
                inspector ->
                        inspector.forEachObject(
                                object -> {
                                    seen.add(object.handle());
                                    return true;
                                }));
        return seen;
    }

    @Test
    void everyObjectIsShownByAscendingHandleUntilItIsRetired() {
        open(Heaps.calm());
        assertThat(handles()).isEmpty();
        try (Frame frame = mutator.frame(1)) {
            long first = mutator.allocate(pair);
            long second = mutator.allocateArray(longs, 3);
            long third = mutator.allocate(pair);
            frame.set(0, second);
            assertThat(handles()).containsExactlyInAnyOrder(first, second, third).isSorted();
            heap.collect();
            assertThat(handles()).containsExactly(second);
        }
    }

    @Test
    void aVisitEndsWhenTheVisitorSaysSo() {
        open(Heaps.calm());
        for (int i = 0; i < 10; i++) {
            mutator.allocate(pair);
        }
        AtomicInteger seen = new AtomicInteger();
        AtomicInteger rests = new AtomicInteger();
        heap.inspect(
                inspector ->
                        inspector.forEachObject(
                                new ObjectVisitor() {
                                    @Override
                                    public boolean visit(ObjectView object) {
                                        return seen.incrementAndGet() < 3;
                                    }

                                    @Override
                                    public void rest() {
                                        rests.incrementAndGet();
                                    }
                                }));
        assertThat(seen).hasValue(3);
        assertThat(rests).as("at the end").hasValue(1);
    }

    @Test
    void aViewShowsHeaderFieldsAndTheObjectsReferredTo() {
        open(Heaps.calm());
        try (Frame frame = mutator.frame(2)) {
            frame.set(0, sealedText("caf\u00e9"));
            frame.set(1, mutator.allocate(pair));
            long handle = frame.get(1);
            mutator.setReference(handle, pair.field("left"), frame.get(0));
            mutator.setWeak(handle, pair.field("right"), frame.get(0));
            mutator.setInt(handle, pair.field("int"), -3);
            mutator.setLong(handle, pair.field("long"), Long.MIN_VALUE);
            mutator.setDouble(handle, pair.field("double"), 0.5);
            mutator.setByte(handle, pair.field("byte"), (byte) 200);
            mutator.setBoolean(handle, pair.field("boolean"), true);
            heap.collect();
            List<Object> seen = new ArrayList<>();
            boolean[] found = new boolean[1];
            heap.inspect(
                    inspector ->
                            found[0] =
                                    inspector.visit(
                                            handle,
                                            object -> {
                                                look(object, seen);
                                                return true;
                                            }));
            assertThat(found[0]).isTrue();
            assertThat(seen)
                    .containsExactly(
                            handle,
                            pair,
                            pair.id(),
                            (long) pair.fixedBytes(),
                            -1,
                            true,
                            2,
                            List.of(
                                    frame.get(0),
                                    frame.get(0),
                                    -3,
                                    Long.MIN_VALUE,
                                    0.5,
                                    (byte) 200,
                                    true),
                            "caf\u00e9",
                            "ca",
                            "nothing");
        }
    }

    private void look(ObjectView object, List<Object> seen) {
        seen.add(object.handle());
        seen.add(object.shape());
        seen.add(object.shapeId());
        seen.add(object.bytes());
        seen.add(object.length());
        seen.add(object.isMarked());
        seen.add(object.flags()); // mutable, as it has a weak field
        seen.add(pair.fields().stream().map(object::value).toList());
        ObjectView name = object.follow(object.referenceAt(pair.field("left").offset()));
        seen.add(name.text(100));
        seen.add(name.text(2));
        seen.add(object.follow(12_345) == null ? "nothing" : "something");
        assertThatThrownBy(() -> object.longAt(object.bytes() - 4))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("outside the object");
        assertThatThrownBy(() -> object.byteAt(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        byte[] copied = new byte[8];
        object.copy(0, copied, 0, 8);
        assertThat(copied[0]).isEqualTo((byte) object.handle());
    }

    @Test
    void elementsLieWhereTheViewSays() {
        open(Heaps.calm());
        long handle = mutator.allocateArray(longs, 5);
        mutator.setLong(handle, 4, 77);
        List<Object> seen = new ArrayList<>();
        heap.inspect(
                inspector ->
                        inspector.visit(
                                handle,
                                object -> {
                                    seen.add(object.length());
                                    seen.add(object.bytes());
                                    seen.add(object.value(Kind.LONG, object.elementOffset(4)));
                                    return true;
                                }));
        assertThat(seen).containsExactly(5, longs.arrayBytes(5), 77L);
    }

    @Test
    void aHandleThatNamesNothingIsNotVisited() {
        open(Heaps.calm());
        long dead = mutator.allocate(pair);
        heap.collect();
        for (long handle : new long[] {0, -1, dead, dead + 1, 1 << 16, 1L << 40}) {
            heap.inspect(
                    inspector ->
                            assertThat(
                                            inspector.visit(
                                                    handle,
                                                    _ -> {
                                                        throw new AssertionError("visited");
                                                    }))
                                    .isFalse());
        }
    }

    @Test
    void everySlotIsFreeRetiredSetAsideOrInUse() {
        open(Heaps.calm().initialHandles(1024).runHandles(8));
        try (Frame frame = mutator.frame(1)) {
            for (int i = 0; i < 5; i++) {
                mutator.allocate(pair);
            }
            heap.collect();
            frame.set(0, mutator.allocate(pair));
            Map<SlotState, List<Long>> slots = new EnumMap<>(SlotState.class);
            SlotVisitor sorting =
                    (handle, state, object) -> {
                        slots.computeIfAbsent(state, _ -> new ArrayList<>()).add(handle);
                        assertThat(object != null).isEqualTo(state == SlotState.IN_USE);
                        return true;
                    };
            long[] used = new long[1];
            heap.inspect(
                    inspector -> {
                        inspector.forEachSlot(sorting);
                        used[0] = inspector.usedSlots();
                    });
            assertThat(used[0]).isEqualTo(64);
            assertThat(slots.get(SlotState.RETIRED)).containsExactly(1L, 2L, 3L, 4L, 5L);
            assertThat(slots.get(SlotState.IN_USE)).containsExactly(6L);
            assertThat(slots.get(SlotState.SET_ASIDE)).containsExactly(7L, 8L);
            assertThat(slots.get(SlotState.FREE)).hasSize(64 - 9).startsWith(9L).endsWith(63L);
        }
    }

    @Test
    void stacksAreSeenWithTheirFramesAndWatermark() {
        PhaseGate gate = new PhaseGate(Phase.SNAPSHOT);
        open(Heaps.calm().snapshotSlots(0).listener(gate));
        try (Frame bottom = mutator.frame(2);
                Frame top = mutator.frame(1)) {
            bottom.set(0, mutator.allocate(pair));
            top.set(0, bottom.get(0));
            List<StackView> before = stacks(10);
            assertThat(before).hasSize(1);
            assertThat(before.getFirst().thread()).isEqualTo(Thread.currentThread().getName());
            assertThat(before.getFirst().threadId()).isEqualTo(Thread.currentThread().threadId());
            assertThat(before.getFirst().blocked()).as("the thread that looks").isFalse();
            assertThat(before.getFirst().stack().frozenFrames()).isZero();
            assertThat(before.getFirst().stack().frames())
                    .containsExactly(new long[] {1}, new long[] {1, 0});
            assertThat(stacks(1).getFirst().stack().frames()).hasSize(1);
            gate.collectUpToHere(mutator);
            assertThat(stacks(10).getFirst().stack().frozenFrames()).isEqualTo(1);
            gate.openAndFinish(mutator);
            assertThat(stacks(10).getFirst().stack().frozenFrames()).isZero();
        }
    }

    private List<StackView> stacks(int mostFrames) {
        List<StackView> seen = new ArrayList<>();
        heap.inspect(inspector -> seen.addAll(inspector.stacks(mostFrames)));
        return seen;
    }

    @Test
    void anObserverIsNeitherCountedNorShownAsAThread() {
        open(Heaps.calm());
        mutator.allocate(pair);
        List<Integer> seen = new ArrayList<>();
        heap.inspect(
                inspector ->
                        inspector.forEachObject(
                                _ -> {
                                    seen.add(heap.stats().registeredThreads());
                                    seen.add(inspector.stacks(1).size());
                                    return true;
                                }));
        assertThat(seen).containsExactly(1, 1);
    }

    /// Stands still inside a visit, or while it rests, until it is let go.
    private final class Standing implements ObjectVisitor {
        private final boolean inRest;
        private final CountDownLatch stands = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final Thread thread;

        Standing(boolean inRest) {
            this.inRest = inRest;
            this.thread =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            heap.inspect(i -> i.forEachObject(this));
                                        } catch (HeapException e) {
                                            failure.set(e);
                                        }
                                    });
            await(stands);
        }

        @Override
        public boolean visit(ObjectView object) {
            if (!inRest) {
                stand();
            }
            return true;
        }

        @Override
        public void rest() {
            if (inRest) {
                stand();
            }
        }

        private void stand() {
            stands.countDown();
            await(goOn);
        }

        void finish() throws InterruptedException {
            goOn.countDown();
            thread.join();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aCollectionWaitsForAVisitButNotForARest() throws InterruptedException {
        open(Heaps.calm());
        try (Frame frame = mutator.frame(200)) {
            for (int i = 0; i < 200; i++) {
                frame.set(i, mutator.allocate(pair));
            }
            Standing resting = new Standing(true);
            heap.collect();
            assertThat(heap.stats().collection().completed()).isEqualTo(1);
            resting.finish();

            Standing visiting = new Standing(false);
            heap.requestCollection();
            Thread.sleep(20);
            assertThat(heap.stats().collection().completed()).isEqualTo(1);
            visiting.finish();
            heap.awaitCollection();
            assertThat(heap.stats().collection().completed()).isEqualTo(2);
            assertThat(visiting.failure.get()).isNull();
            assertThat(heap.stats().detached().actions().count())
                    .as("what held those who only look")
                    .isZero();
        }
    }

    @Test
    void memoryIsNotReusedWhileItIsLookedAt() throws InterruptedException {
        open(Heaps.calm().stress(coex.gc.StressOptions.NONE.withPoison(true)));
        sealedText("still here");
        AtomicReference<String> seen = new AtomicReference<>();
        CountDownLatch looking = new CountDownLatch(1);
        CountDownLatch retired = new CountDownLatch(1);
        heap.addListener(
                new HeapListener() {
                    @Override
                    public void phaseEnded(long cycle, Phase phase, java.time.Duration took) {
                        if (phase == Phase.RETIRE) {
                            retired.countDown();
                        }
                    }
                });
        Thread looker =
                Thread.ofPlatform()
                        .start(
                                () ->
                                        heap.inspect(
                                                inspector ->
                                                        inspector.visit(
                                                                1,
                                                                object -> {
                                                                    looking.countDown();
                                                                    waitUpToABit(retired);
                                                                    seen.set(object.text(100));
                                                                    return true;
                                                                })));
        await(looking);
        heap.collect(); // finds it dead, but does not get past the looker
        looker.join();
        assertThat(seen.get()).isEqualTo("still here");
        assertThat(handles()).isEmpty();
    }

    /// The collector cannot even retire the object before the looker has answered.
    private static void waitUpToABit(CountDownLatch latch) {
        try {
            assertThat(latch.await(50, java.util.concurrent.TimeUnit.MILLISECONDS)).isFalse();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void closingEndsAVisit() throws InterruptedException {
        open(Heaps.calm());
        for (int i = 0; i < 200; i++) {
            mutator.allocate(pair);
        }
        Standing resting = new Standing(true);
        heap.close();
        resting.finish();
        assertThat(resting.failure.get()).isInstanceOf(HeapClosedException.class);
        assertThatThrownBy(() -> heap.inspect(_ -> {})).isInstanceOf(HeapClosedException.class);
    }

    @Test
    void aListenerOfTheCollectorCannotLook() {
        open(Heaps.calm());
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        heap.addListener(
                new HeapListener() {
                    @Override
                    public void cycleEnded(long cycle, HeapStats stats) {
                        try {
                            heap.inspect(_ -> {});
                        } catch (HeapException e) {
                            refusal.set(e);
                        }
                    }
                });
        heap.collect();
        assertThat(refusal.get())
                .isInstanceOf(HeapUsageException.class)
                .hasMessageContaining("a listener cannot look at objects");
    }
}
