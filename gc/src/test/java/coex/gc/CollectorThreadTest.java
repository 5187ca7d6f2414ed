package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// A heap has a collector thread of its own from when it is opened until it is closed.
class CollectorThreadTest {

    private static List<Thread> collectorsOf(String heapName) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("coex-gc-" + heapName))
                .toList();
    }

    private static Thread collectorOf(Heap heap) {
        List<Thread> found = collectorsOf(heap.options().name());
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    private static void assertEnds(Thread collector) throws InterruptedException {
        assertThat(collector.join(Heaps.HANG)).as("%s has ended", collector).isTrue();
        assertThat(collectorsOf(collector.getName().substring("coex-gc-".length()))).isEmpty();
    }

    @Test
    void theThreadIsThereAfterOpeningAndGoneAfterClosing() throws Exception {
        assertThat(collectorsOf("there and gone")).isEmpty();
        Heap heap = Heap.open(Heaps.calm().name("there and gone").build());
        Thread collector = collectorOf(heap);
        assertThat(collector.isAlive()).isTrue();
        assertThat(collector.isDaemon()).as("does not keep the JVM from ending").isTrue();
        heap.collect();
        assertThat(collectorOf(heap)).isSameAs(collector);
        heap.close();
        assertEnds(collector);
    }

    @Test
    void theThreadAnswersARequestThatNobodyWaitsFor() {
        try (Heap heap = Heap.open(Heaps.calm().name("asked").build())) {
            heap.requestCollection();
            long until = System.nanoTime() + Heaps.HANG.toNanos();
            while (heap.stats().collection().completed() == 0) {
                assertThat(System.nanoTime()).isLessThan(until);
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void theThreadIsGoneAfterClosingInTheMiddleOfACollection() throws Exception {
        for (Phase phase : Phase.values()) {
            PhaseGate gate = new PhaseGate(phase);
            Heap heap = Heap.open(Heaps.calm().name("closed in " + phase).listener(gate).build());
            Thread collector = collectorOf(heap);
            Mutator mutator = heap.attach();
            gate.collectUpToHere(mutator);
            Thread closer = Thread.ofPlatform().start(heap::close);
            while (!heap.isClosed()) {
                Thread.onSpinWait();
            }
            gate.open();
            assertThatThrownBy(() -> pollForEver(mutator)).isInstanceOf(HeapClosedException.class);
            assertThat(closer.join(Heaps.HANG)).isTrue();
            assertEnds(collector);
        }
    }

    private static void pollForEver(Mutator mutator) {
        while (true) {
            mutator.safepoint();
        }
    }

    @Test
    void eachHeapHasItsOwn() throws Exception {
        List<Heap> heaps = new ArrayList<>();
        List<Thread> collectors = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            heaps.add(Heap.open(Heaps.tiny().name("own " + i).build()));
            collectors.add(collectorOf(heaps.getLast()));
        }
        assertThat(collectors).doesNotHaveDuplicates();
        heaps.forEach(Heap::close);
        for (Thread collector : collectors) {
            assertEnds(collector);
        }
    }
}
