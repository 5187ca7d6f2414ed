package coex.gc.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapTracer;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Shape;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A tracer hears of every operation while it traces, of none afterwards, and cannot disturb any.
class TracingTest {

    /// Records what it hears.
    private static final class Recorder implements HeapTracer {
        final List<String> events = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void allocated(long handle, Shape shape, long bytes, long address) {
            assertThat(address).isNotZero();
            events.add("allocated %d %s %d".formatted(handle, shape.name(), bytes));
        }

        @Override
        public void dereferenced(long handle, long address) {
            events.add("dereferenced %d %s".formatted(handle, address == 0 ? "nothing" : "object"));
        }

        @Override
        public void marked(long handle, boolean already) {
            events.add("marked %d %s".formatted(handle, already ? "already" : "first"));
        }

        @Override
        public void tracing(long handle, Shape shape) {
            events.add("tracing %d %s".formatted(handle, shape.name()));
        }

        @Override
        public void referenceFound(long handle, int offset, long child) {
            events.add("reference %d+%d to %d".formatted(handle, offset, child));
        }

        @Override
        public void reclaimed(long handle, Shape shape, long bytes) {
            events.add("reclaimed %d %s %d".formatted(handle, shape.name(), bytes));
        }
    }

    private final Heap heap = Heap.open(Heaps.calm().build());
    private final Mutator mutator = heap.attach();
    private final Shape pair = heap.shape("Pair").reference("left").reference("right").build();

    @AfterEach
    void close() {
        heap.close();
        assertThat(Tracing.isOn()).isFalse();
    }

    private long pair(long left, long right) {
        long handle = mutator.allocate(pair);
        mutator.setReference(handle, pair.field("left"), left);
        mutator.setReference(handle, pair.field("right"), right);
        mutator.seal(handle);
        return handle;
    }

    @Test
    void everyOperationIsTold() {
        Recorder recorder = new Recorder();
        heap.trace(recorder);
        assertThat(Tracing.isOn()).isTrue();
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, pair(0, 0));
            frame.set(0, pair(frame.get(0), frame.get(0)));
            pair(0, 0);
            assertThat(recorder.events)
                    .contains("allocated 1 Pair 16", "allocated 2 Pair 16", "allocated 3 Pair 16")
                    .contains("dereferenced 1 object");
            recorder.events.clear();
            assertThat(mutator.isLive(4000)).isFalse();
            assertThat(recorder.events).contains("dereferenced 4000 nothing");
            recorder.events.clear();
            heap.collect();
        }
        assertThat(recorder.events)
                .contains(
                        "marked 2 first",
                        "tracing 2 Pair",
                        "reference 2+8 to 1",
                        "marked 1 first",
                        "reference 2+12 to 1",
                        "marked 1 already",
                        "tracing 1 Pair",
                        "reclaimed 3 Pair 16")
                .doesNotContain("reclaimed 1 Pair 16", "reclaimed 2 Pair 16");
        heap.trace(null);
    }

    @Test
    void nothingIsToldAfterTracingHasEnded() {
        Recorder recorder = new Recorder();
        heap.trace(recorder);
        pair(0, 0);
        heap.trace(null);
        assertThat(Tracing.isOn()).isFalse();
        recorder.events.clear();
        pair(0, 0);
        heap.collect();
        assertThat(recorder.events).isEmpty();
    }

    @Test
    void aSecondTracerTakesThePlaceOfTheFirst() {
        Recorder first = new Recorder();
        Recorder second = new Recorder();
        heap.trace(first);
        heap.trace(second);
        pair(0, 0);
        assertThat(first.events).isEmpty();
        assertThat(second.events).contains("allocated 1 Pair 16");
        heap.trace(null);
        assertThat(Tracing.isOn()).isFalse();
    }

    @Test
    void anotherHeapIsNotTraced() {
        Recorder recorder = new Recorder();
        heap.trace(recorder);
        try (Heap other = Heap.open(Heaps.calm().build())) {
            Shape box = other.shape("Box").longField("value").build();
            other.attach().allocate(box);
            other.collect();
            assertThat(recorder.events).isEmpty();
            other.trace(new Recorder());
            heap.trace(null);
            assertThat(Tracing.isOn()).as("the other is traced").isTrue();
        }
        assertThat(Tracing.isOn()).as("closing ends tracing").isFalse();
    }

    @Test
    void whatATracerThrowsIsDropped() {
        heap.trace(
                new HeapTracer() {
                    @Override
                    public void allocated(long handle, Shape shape, long bytes, long address) {
                        throw new IllegalStateException("a tracer's own mistake");
                    }

                    @Override
                    public void dereferenced(long handle, long address) {
                        throw new AssertionError("a tracer's own error");
                    }

                    @Override
                    public void marked(long handle, boolean already) {
                        throw new IllegalStateException("a tracer's own mistake");
                    }

                    @Override
                    public void reclaimed(long handle, Shape shape, long bytes) {
                        throw new AssertionError("a tracer's own error");
                    }
                });
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, pair(0, 0));
            pair(0, 0);
            heap.collect();
            assertThat(mutator.isLive(frame.get(0))).isTrue();
            assertThat(heap.stats().collection().objectsSwept()).isEqualTo(1);
        }
        heap.trace(null);
        Heaps.assertValid(heap);
    }

    @Test
    void aClosedHeapCannotBeTraced() {
        heap.close();
        assertThatThrownBy(() -> heap.trace(new Recorder()))
                .isInstanceOf(HeapClosedException.class);
    }
}
