package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.Shape;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;

/// A report whose target takes nothing for as long as it likes holds up nobody else.
class SlowTargetTest {

    private static final int OBJECTS = 5000;

    /// A report, and what is found in its rows and not before.
    private record Kind(String name, String inRows, Function<HeapReports, Report> of) {
        @Override
        public String toString() {
            return name;
        }
    }

    /// Takes everything up to the first row, then nothing until it is let go.
    private static final class StuckTarget implements Appendable {
        private final String inRows;
        private final StringBuilder taken = new StringBuilder();
        private final CountDownLatch stuck = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private volatile boolean gaveUp;

        StuckTarget(String inRows) {
            this.inRows = inRows;
        }

        @Override
        public Appendable append(CharSequence text) {
            if (!gaveUp && text.toString().contains(inRows)) {
                stuck.countDown();
                awaitRelease();
            }
            taken.append(text);
            return this;
        }

        /// Whoever waits for this thread would otherwise wait for ever, and the test with it.
        private void awaitRelease() {
            try {
                gaveUp = !released.await(300, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Appendable append(CharSequence text, int start, int end) {
            return append(text.subSequence(start, end));
        }

        @Override
        public Appendable append(char character) {
            return append(String.valueOf(character));
        }
    }

    static Stream<Kind> listing() {
        return Stream.of(
                new Kind("heap 1", "  Handle ", reports -> reports.heap(1)),
                new Kind("heap 2", "  Handle ", reports -> reports.heap(2)),
                new Kind("handle table", "  [", reports -> reports.handleTable(2)),
                new Kind("shadow stacks", "  Frame ", HeapReports::shadowStacks),
                new Kind("validation", "Heap is valid", HeapReports::validation),
                new Kind("census", "  Node ", HeapReports::census),
                new Kind("object", "  offset ", reports -> reports.object(1)));
    }

    private static Heap open() {
        return Heap.open(
                HeapOptions.builder()
                        .initialBytes(4 << 20)
                        .maximumBytes(16 << 20)
                        .initialHandles(1 << 14)
                        .hugePages(false)
                        .idleAfter(Duration.ofHours(1))
                        .build());
    }

    private static void fill(Heap heap, Mutator mutator, Frame frame) {
        Shape node = heap.shape("Node").reference("next").longField("value").build();
        for (int i = 0; i < OBJECTS; i++) {
            long handle = mutator.allocate(node);
            mutator.setReference(handle, node.field("next"), frame.get(0));
            mutator.seal(handle);
            frame.set(0, handle);
        }
    }

    @ParameterizedTest
    @MethodSource("listing")
    void aCollectionCompletesWhileADumpIsStuckWriting(Kind kind) throws InterruptedException {
        try (Heap heap = open()) {
            Mutator mutator = heap.attach();
            try (Frame frame = mutator.frame(1)) {
                fill(heap, mutator, frame);
                StuckTarget target = new StuckTarget(kind.inRows);
                AtomicReference<Throwable> failure = new AtomicReference<>();
                Thread dumper = dump(kind.of.apply(HeapReports.of(heap)), target, failure);
                try (var _ = mutator.safeRegion()) {
                    SampleHeap.await(target.stuck);
                }
                heap.collect();
                heap.collect();
                assertThat(heap.validate().isValid()).isTrue();
                assertThat(heap.stats().collection().completed()).isEqualTo(2);
                assertThat(heap.stats().registeredThreads()).isEqualTo(1);
                target.released.countDown();
                try (var _ = mutator.safeRegion()) {
                    dumper.join();
                }
                assertThat(target.gaveUp).as("someone waited for the dump").isFalse();
                assertThat(failure.get()).isNull();
                assertThat(target.taken.toString()).startsWith("===").endsWith("\n");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("listing")
    void aHeapClosesWhileADumpIsStuckWriting(Kind kind) throws InterruptedException {
        StuckTarget target = new StuckTarget(kind.inRows);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread dumper;
        try (Heap heap = open()) {
            Mutator mutator = heap.attach();
            try (Frame frame = mutator.frame(1)) {
                fill(heap, mutator, frame);
                dumper = dump(kind.of.apply(HeapReports.of(heap)), target, failure);
                try (var _ = mutator.safeRegion()) {
                    SampleHeap.await(target.stuck);
                }
            }
        }
        target.released.countDown();
        dumper.join();
        // What was looked at before the heap closed may be written to the end.
        if (failure.get() != null) {
            assertThat(failure.get()).isInstanceOf(HeapClosedException.class);
        }
        assertThat(target.gaveUp).as("someone waited for the dump").isFalse();
        assertThat(target.taken.toString()).startsWith("===").endsWith("\n");
    }

    private static Thread dump(
            Report report, Appendable target, AtomicReference<Throwable> failure) {
        return Thread.ofPlatform()
                .start(
                        () -> {
                            try {
                                report.writeText(target);
                            } catch (Throwable e) {
                                failure.set(e);
                            }
                        });
    }
}
