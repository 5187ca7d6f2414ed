package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.HeapOptions;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.StressOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How many markers a cycle should have: one, unless somebody waits and processors are idle.
class MarkerCountTest {

    private static final int MOST = 8;

    private ConcurrentHeap heap;
    private boolean isAwaited;
    private int processors = 4;

    private MarkerCount open(HeapOptions.Builder options) {
        heap = ConcurrentHeap.open(options.build());
        return new MarkerCount(heap.core(), heap.registry(), () -> isAwaited, () -> processors);
    }

    @AfterEach
    void close() {
        heap.close();
    }

    @Test
    void oneIsEnoughAsLongAsNobodyWaits() {
        MarkerCount markers = open(Heaps.calm().markers(MOST));
        assertThat(markers.wanted()).isEqualTo(1);
        isAwaited = true;
        assertThat(markers.wanted()).isEqualTo(4);
    }

    @Test
    void aProcessorThatAMutatorRunsOnIsNotIdle() {
        MarkerCount markers = open(Heaps.calm().markers(MOST));
        isAwaited = true;
        try (Mutator mutator = heap.attach()) {
            assertThat(markers.wanted()).isEqualTo(3);
            try (var _ = mutator.safeRegion()) {
                assertThat(markers.wanted()).as("while it waits").isEqualTo(4);
            }
            assertThat(markers.wanted()).isEqualTo(3);
        }
        assertThat(markers.wanted()).as("when it has gone").isEqualTo(4);
    }

    @Test
    void thereIsAlwaysOneAndNeverMoreThanAllowed() {
        MarkerCount markers = open(Heaps.calm().markers(MOST));
        isAwaited = true;
        processors = 1;
        try (Mutator _ = heap.attach()) {
            assertThat(markers.wanted()).isEqualTo(1);
        }
        processors = 64;
        assertThat(markers.wanted()).isEqualTo(MOST);
    }

    @Test
    void withOneAllowedThereIsOne() {
        MarkerCount markers = open(Heaps.calm().markers(1));
        isAwaited = true;
        assertThat(markers.wanted()).isEqualTo(1);
    }

    @Test
    void aTestMayAlwaysHaveAll() {
        MarkerCount markers =
                open(Heaps.calm().markers(MOST).stress(StressOptions.NONE.withAllMarkers(true)));
        processors = 1;
        assertThat(markers.wanted()).isEqualTo(MOST);
    }
}
