package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A listener hears what happens, in order, and cannot disturb it.
class HeapListenerTest {

    private static final class Recorder implements HeapListener {
        final List<String> events = Collections.synchronizedList(new ArrayList<>());
        final List<HeapStats> stats = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void cycleStarted(long cycle, Cause cause) {
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
        public void cycleStarted(long cycle, Cause cause) {
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
}
