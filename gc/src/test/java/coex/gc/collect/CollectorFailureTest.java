package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.CollectorFailedException;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapException;
import coex.gc.HeapOptions;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.Shape;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.concurrent.atomic.AtomicReference;

/// A collector that fails takes nobody with it: who waits for it, or will need it, is told.
///
/// Each test is run with a collector thread and with threads that collect for themselves.
class CollectorFailureTest {

    private Heap heap;
    private Mutator mutator;
    private Shape number;

    /// What the collector fails with at the beginning of its marking.
    private final Error broken = new AssertionError("a test's");

    private void open(HeapOptions.Builder options, boolean withThread) {
        ScheduleHook hook =
                new ScheduleHook() {
                    @Override
                    public void at(SchedulePoint point) {}

                    @Override
                    public void atPhase(Phase phase) {
                        if (phase == Phase.MARK) {
                            throw broken;
                        }
                    }
                };
        heap =
                ConcurrentHeap.open(
                        options.name("failing").build(), hook, Protocol.SOUND, withThread);
        mutator = heap.attach();
        number = heap.shape("Number").longField("value").build();
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private void assertFailed(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(CollectorFailedException.class)
                .isInstanceOf(HeapException.class)
                .hasMessage("collector failed: heap=failing")
                .hasCause(broken);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoeverWaitsForACollectionIsTold(boolean withThread) {
        open(Heaps.calm(), withThread);
        assertFailed(heap::collect);
        assertFailed(heap::collect);
        assertFailed(heap::awaitCollection);
        assertFailed(heap::validate);
        heap.requestCollection();
        assertFailed(heap::awaitCollection);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoeverWantsToAttachIsTold(boolean withThread) throws InterruptedException {
        open(Heaps.calm(), withThread);
        assertFailed(heap::collect);
        assertThat(heap.attach()).isSameAs(mutator);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread.ofPlatform()
                .uncaughtExceptionHandler((_, failure) -> thrown.set(failure))
                .start(heap::attach)
                .join();
        assertFailed(
                () -> {
                    throw thrown.get();
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAttachedThreadGoesOnUntilItNeedsTheCollector(boolean withThread) {
        open(Heaps.tiny().maximumBytes(1 << 20).initialHandles(1 << 16), withThread);
        assertFailed(heap::collect);
        try (Frame frame = mutator.frame(1)) {
            frame.set(0, mutator.allocate(number));
            mutator.setLong(frame.get(0), number.field("value"), 42);
            mutator.seal(frame.get(0));
            assertFailed(
                    () -> {
                        for (int i = 0; i < 1 << 17; i++) {
                            mutator.seal(mutator.allocate(number));
                        }
                    });
            assertThat(mutator.getLong(frame.get(0), number.field("value"))).isEqualTo(42);
        }
    }
}
