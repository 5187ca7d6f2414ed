package coex.observe.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.Shape;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// What a live view asks for is there, and is recorded only while somebody asks.
@Timeout(300)
class LiveViewTest {
    private static final int CELLS = 100;

    private Heap heap;

    @BeforeEach
    void open() {
        heap =
                Heap.open(
                        HeapOptions.builder()
                                .name("live \"view\"")
                                .idleAfter(Duration.ofHours(1))
                                .build());
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private static JsonNode frame(LiveView view, Heap heap, long after) {
        String json = view.frame(heap, after, CELLS);
        assertThat(json).startsWith("{\"last\":").doesNotContain("\n");
        return new ObjectMapper().readTree(json);
    }

    @Test
    void aFrameHasFiguresCellsAndEvents() {
        LiveView view = new LiveView();
        long last = frame(view, heap, -1).get("last").asLong();
        Mutator mutator = heap.attach();
        Shape cell = heap.shape("Cell").longField("number").build();
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocate(cell));
            mutator.seal(frame.get(0));
            heap.collect();
        }
        JsonNode frame = frame(view, heap, last);
        assertThat(frame.get("name").asString()).isEqualTo("live \"view\"");
        assertThat(frame.get("lost").asLong()).isZero();
        assertThat(frame.get("events").get(0).get("e").asString()).isEqualTo("began");
        assertThat(frame.get("events").get(0).get("kind").asString()).isEqualTo("FULL");
        assertThat(frame.get("counts").get("cycles").asLong()).isEqualTo(1);
        assertThat(frame.get("map").get("uses").asString().length()).isBetween(1, CELLS);
        assertThat(frame.get("map").get("fill").asString())
                .hasSameSizeAs(frame.get("map").get("uses").asString());
        assertThat(frame(view, heap, frame.get("last").asLong()).get("events")).isEmpty();
    }

    @Test
    void whatIsOutOfRangeIsRefused() {
        LiveView view = new LiveView();
        assertThatThrownBy(() -> view.frame(heap, -2, CELLS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("after=-2");
        assertThatThrownBy(() -> view.frame(heap, 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> view.frame(heap, 0, LiveView.MOST_CELLS + 1))
                .isInstanceOf(IllegalArgumentException.class);
        heap.close();
        assertThatThrownBy(() -> view.frame(heap, 0, CELLS))
                .isInstanceOf(HeapClosedException.class);
    }

    @Test
    void recordingEndsWhenNobodyHasAskedForAWhileAndBeginsAgain() {
        AtomicLong clock = new AtomicLong(1000);
        EventRecorder recorder = new EventRecorder(clock::get);
        heap.collect();
        assertThat(recorder.isListening()).isFalse();
        assertThat(recorder.ask(heap, 0).events()).isEmpty();
        clock.addAndGet(EventRecorder.KEPT_NANOS);
        heap.collect();
        assertThat(recorder.isListening()).isTrue();
        clock.addAndGet(1);
        heap.collect(); // at its end it finds that nobody asks
        assertThat(recorder.isListening()).isFalse();
        long recorded = recorder.newest();
        heap.collect();
        assertThat(recorder.newest()).isEqualTo(recorded);
        recorder.ask(heap, recorded);
        heap.collect();
        assertThat(recorder.newest()).isGreaterThan(recorded);
    }
}
