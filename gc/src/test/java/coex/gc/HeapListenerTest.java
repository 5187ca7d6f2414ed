package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/// A listener hears what happens, in order, and cannot disturb it.
class HeapListenerTest {

    private static final class Recorder implements HeapListener {
        final List<String> events = Collections.synchronizedList(new ArrayList<>());
        final List<HeapStats> stats = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void cycleStarted(long cycle, CycleKind kind, Cause cause) {
            events.add("started %d %s".formatted(cycle, cause));
        }

        @Override
        public void phaseEnded(long cycle, Phase phase, Duration took) {
            assertThat(took).isGreaterThanOrEqualTo(Duration.ZERO);
            events.add("phase %d %s".formatted(cycle, phase));
        }

        @Override
        public void cycleEnded(long cycle, HeapStats after) {
            stats.add(after);
            events.add("ended " + cycle);
        }

        @Override
        public void resized(String region, long fromBytes, long toBytes) {
            events.add("resized %s %d %d".formatted(region, fromBytes, toBytes));
        }
    }

    @Test
    void aCycleIsToldPhaseByPhase() {
        Recorder recorder = new Recorder();
        try (Heap heap = Heap.open(Heaps.calm().listener(recorder).build())) {
            Mutator mutator = heap.attach();
            Shape shape = heap.shape("S").build();
            mutator.allocate(shape);
            heap.collect();
            List<String> expected = new ArrayList<>(List.of("started 1 REQUEST"));
            for (Phase phase : Phase.values()) {
                expected.add("phase 1 " + phase);
            }
            expected.add("ended 1");
            assertThat(recorder.events).isEqualTo(expected);
            assertThat(recorder.stats.getFirst().collection().completed()).isEqualTo(1);
            assertThat(recorder.stats.getFirst().collection().objectsSwept()).isEqualTo(1);
            heap.collect();
            assertThat(recorder.events).hasSize(2 * expected.size()).endsWith("ended 2");
        }
    }

    @Test
    void growingAndShrinkingAreTold() {
        Recorder recorder = new Recorder();
        try (Heap heap = Heap.open(Heaps.tiny().listener(recorder).build())) {
            Mutator mutator = heap.attach();
            Shape list = heap.shape("List").arrayOf(Kind.REFERENCE).mutable().build();
            Shape node = heap.shape("Node").longField("x").build();
            try (Frame frame = mutator.frame(1)) {
                frame.set(0, mutator.allocateArray(list, 1000));
                for (int i = 0; i < 1000; i++) {
                    long handle = mutator.allocate(node);
                    mutator.seal(handle);
                    mutator.setReference(frame.get(0), i, handle);
                }
            }
            mutator.close();
            heap.collect();
            heap.collect();
            heap.collect();
            assertThat(recorder.events)
                    .contains("resized handle table 512 1024", "resized handle table 1024 2048");
            assertThat(recorder.events)
                    .filteredOn(event -> event.startsWith("resized heap"))
                    .hasSizeGreaterThan(2)
                    .anySatisfy(event -> assertThat(event).startsWith("resized heap 1024 "))
                    .anyMatch(HeapListenerTest::isShrinking);
        }
    }

    private static boolean isShrinking(String event) {
        String[] words = event.split(" ");
        return Long.parseLong(words[3]) < Long.parseLong(words[2]);
    }

    /// Throws at every event.
    private static final class Thrower implements HeapListener {
        private final boolean errors;

        Thrower(boolean errors) {
            this.errors = errors;
        }

        private void fail() {
            if (errors) {
                throw new AssertionError("a listener's own error");
            }
            throw new IllegalStateException("a listener's own mistake");
        }

        @Override
        public void cycleStarted(long cycle, CycleKind kind, Cause cause) {
            fail();
        }

        @Override
        public void phaseEnded(long cycle, Phase phase, Duration took) {
            fail();
        }

        @Override
        public void cycleEnded(long cycle, HeapStats stats) {
            fail();
        }

        @Override
        public void mutatorLate(LateMutator late) {
            fail();
        }

        @Override
        public void mutatorAbandoned(String threadName) {
            fail();
        }

        @Override
        public void resized(String region, long fromBytes, long toBytes) {
            fail();
        }

        @Override
        public void allocationStalled(String threadName, long bytes, Duration waited) {
            fail();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aListenerThatThrowsDisturbsNothing(boolean errors) throws InterruptedException {
        HeapOptions options =
                Heaps.tiny()
                        .maximumBytes(64 * 1024)
                        .lateAfter(Duration.ofMillis(1))
                        .listener(new Thrower(errors))
                        .build();
        try (Heap heap = Heap.open(options)) {
            Mutator mutator = heap.attach();
            Shape node = heap.shape("Node").reference("next").longField("x").build();
            Thread careless = Thread.ofPlatform().start(() -> heap.attach().allocate(node));
            careless.join();
            try (Frame frame = mutator.frame(1)) {
                for (int i = 0; i < 20_000; i++) {
                    long handle = mutator.allocate(node);
                    mutator.setLong(handle, node.field("x"), i);
                    mutator.setReference(
                            handle, node.field("next"), i % 100 == 0 ? 0 : frame.get(0));
                    mutator.seal(handle);
                    frame.set(0, handle);
                }
                heap.collect();
                assertThat(mutator.getLong(frame.get(0), node.field("x"))).isEqualTo(19_999);
            }
            assertThat(heap.stats().allocation().stalls()).isPositive();
            assertThat(heap.stats().growth().heapGrowths()).isPositive();
            Heaps.assertValid(heap);
        }
    }

    @Test
    void aListenerMayAskForStatistics() {
        Heap[] opened = new Heap[1];
        List<HeapStats> seen = new ArrayList<>();
        HeapOptions options =
                Heaps.calm()
                        .listener(
                                new HeapListener() {
                                    @Override
                                    public void phaseEnded(long cycle, Phase phase, Duration d) {
                                        seen.add(opened[0].stats());
                                    }
                                })
                        .build();
        try (Heap heap = Heap.open(options)) {
            opened[0] = heap;
            heap.collect();
            assertThat(seen).hasSize(Phase.values().length);
        }
    }

    @Test
    void aListenerThatWasAddedHearsUntilItIsRemoved() {
        Recorder early = new Recorder();
        Recorder late = new Recorder();
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        HeapListener greeted =
                new HeapListener() {
                    @Override
                    public void listening(Heap heap) {
                        heard.add("listening to " + heap.options().name());
                    }

                    @Override
                    public void closing(Heap heap) {
                        heard.add("closing " + heap.options().name());
                    }
                };
        Heap heap = Heap.open(Heaps.calm().name("added").listener(early).build());
        heap.collect();
        heap.addListener(late);
        heap.addListener(greeted);
        heap.collect();
        heap.removeListener(late);
        heap.removeListener(late); // does nothing
        heap.collect();
        assertThat(early.events).contains("ended 1", "ended 2", "ended 3");
        assertThat(late.events).first().isEqualTo("started 2 REQUEST");
        assertThat(late.events).last().isEqualTo("ended 2");
        heap.removeListener(early);
        heap.close();
        assertThat(heard).containsExactly("listening to added", "closing added");
    }

    @Test
    void aListenerAddedTwiceIsToldTwice() {
        Recorder recorder = new Recorder();
        try (Heap heap = Heap.open(Heaps.calm().build())) {
            heap.addListener(recorder);
            heap.addListener(recorder);
            heap.collect();
            assertThat(recorder.events).filteredOn("ended 1"::equals).hasSize(2);
            heap.removeListener(recorder);
            heap.collect();
            assertThat(recorder.events).filteredOn("ended 2"::equals).hasSize(1);
        }
    }

    @Test
    void aListenerThatFailsDoesNotKeepOthersFromHearing() {
        Recorder recorder = new Recorder();
        try (Heap heap = Heap.open(Heaps.calm().build())) {
            heap.addListener(new Thrower(true));
            heap.addListener(recorder);
            heap.collect();
            assertThat(recorder.events).contains("started 1 REQUEST", "ended 1");
        }
    }

    @Test
    void noListenerAndAClosedHeapAreRefused() {
        Heap heap = Heap.open(Heaps.calm().name("refusing").build());
        assertThatThrownBy(() -> heap.addListener(null))
                .isInstanceOf(HeapUsageException.class)
                .hasMessage("listener missing: heap=refusing");
        heap.close();
        assertThatThrownBy(() -> heap.addListener(new Recorder()))
                .isInstanceOf(HeapClosedException.class);
        heap.removeListener(new Recorder()); // does nothing
    }

    @Test
    void aHandshakeTellsWhoWasSlowest() throws InterruptedException {
        List<HeapListener.Handshake> handshakes = Collections.synchronizedList(new ArrayList<>());
        HeapListener recorder =
                new HeapListener() {
                    @Override
                    public void handshakeEnded(Handshake handshake) {
                        handshakes.add(handshake);
                    }
                };
        try (Heap heap = Heap.open(Heaps.calm().listener(recorder).build())) {
            AtomicBoolean stop = new AtomicBoolean();
            CountDownLatch attached = new CountDownLatch(2);
            Thread quick = polling(heap, "quick", null, attached, stop);
            Thread slow = polling(heap, "slow", "quick", attached, stop);
            attached.await();
            Mutator blocked = heap.attach(); // collects, so the collector answers for it
            heap.collect();
            assertThat(blocked.thread()).isSameAs(Thread.currentThread());
            stop.set(true);
            blocked.close();
            quick.join();
            slow.join();
            assertThat(handshakes).isNotEmpty();
            for (HeapListener.Handshake handshake : handshakes) {
                assertThat(handshake.cycle()).isEqualTo(1);
                assertThat(handshake.mutators()).isEqualTo(3);
                assertThat(handshake.onBehalf()).isEqualTo(1);
                assertThat(handshake.slowestThread()).isEqualTo("slow");
                assertThat(handshake.slowest()).isPositive();
                assertThat(handshake.took()).isGreaterThanOrEqualTo(handshake.slowest());
                assertThat(handshake.answers())
                        .extracting(HeapListener.Answer::thread)
                        .containsExactlyInAnyOrder("quick", "slow");
                assertThat(handshake.answers())
                        .allSatisfy(
                                answer -> {
                                    assertThat(answer.after())
                                            .isBetween(answer.action(), handshake.slowest());
                                    assertThat(answer.action().isNegative()).isFalse();
                                });
            }
            assertThat(handshakes)
                    .extracting(HeapListener.Handshake::phase)
                    .contains(
                            Phase.BARRIER_ON,
                            Phase.SETTLE,
                            Phase.SNAPSHOT,
                            Phase.FLUSH,
                            Phase.BARRIER_OFF);
        }
    }

    /// A mutator that comes to a safepoint all the time, or only when `after` has answered more
    /// often.
    private static Thread polling(
            Heap heap, String name, String after, CountDownLatch attached, AtomicBoolean stop) {
        return Thread.ofPlatform()
                .name(name)
                .start(
                        () -> {
                            try (Mutator mutator = heap.attach()) {
                                attached.countDown();
                                while (!stop.get()) {
                                    if (after == null
                                            || answers(heap, after) > answers(heap, name)) {
                                        mutator.safepoint();
                                    }
                                    Thread.yield();
                                }
                            }
                        });
    }

    private static long answers(Heap heap, String thread) {
        return heap.stats().mutators().stream()
                .filter(mutator -> mutator.thread().equals(thread))
                .mapToLong(mutator -> mutator.acknowledgements().count())
                .sum();
    }

    @Test
    void aHandshakeWithBlockedThreadsOnlyNamesNobody() {
        List<HeapListener.Handshake> handshakes = Collections.synchronizedList(new ArrayList<>());
        try (Heap heap = Heap.open(Heaps.calm().build())) {
            heap.addListener(
                    new HeapListener() {
                        @Override
                        public void handshakeEnded(Handshake handshake) {
                            handshakes.add(handshake);
                        }
                    });
            heap.attach();
            heap.collect();
            assertThat(handshakes).isNotEmpty();
            assertThat(handshakes)
                    .allSatisfy(
                            handshake -> {
                                assertThat(handshake.slowestThread()).isEmpty();
                                assertThat(handshake.slowest()).isZero();
                                assertThat(handshake.answers()).isEmpty();
                                assertThat(handshake.mutators()).isEqualTo(1);
                                assertThat(handshake.onBehalf()).isEqualTo(1);
                            });
        }
    }
}
