package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.CycleKind;
import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.StressOptions;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.HeapCore;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;

/// A thread turns its barrier on at H1, and the collector clears the bits of what was written
/// after H1b; one of them fails halfway.
@Timeout(300)
class BrokenHandOverTest {

    private boolean failsAtBits;
    private boolean failsAtBirths;

    private final Protocol failing =
            new Protocol() {
                @Override
                public void clearLogged(HeapCore core, long handle) {
                    if (failsAtBits) {
                        failsAtBits = false;
                        throw new StackOverflowError("of the test");
                    }
                    super.clearLogged(core, handle);
                }

                @Override
                public boolean birthsMarked(boolean barrierOn, boolean pastSnapshot) {
                    if (failsAtBirths) {
                        failsAtBirths = false;
                        throw new StackOverflowError("of the test");
                    }
                    return super.birthsMarked(barrierOn, pastSnapshot);
                }
            };

    private final Heap heap =
            ConcurrentHeap.open(
                    Heaps.verified()
                            .stress(StressOptions.NONE.withFullEvery(Integer.MAX_VALUE))
                            .build(),
                    null,
                    failing,
                    true);
    private final Shape cell = heap.shape("cell").reference("content").mutable().build();
    private final Field content = cell.field("content");
    private final Mutator mutator = heap.attach();
    private final MutatorContext context = ConcurrentHeap.contextOf(mutator);
    private final Frame frame = mutator.frame(1);

    @AfterEach
    void close() {
        heap.close();
    }

    private void storeNewCell() {
        mutator.setReference(frame.get(0), content, mutator.allocate(cell));
    }

    /// It would never be logged again, and what is stored into it would be lost. Here the cycle
    /// that has failed is given up, and the next one finds what it had taken.
    @Test
    void nothingSaysThatItIsLoggedAndIsInNoLog() {
        frame.set(0, mutator.allocate(cell));
        storeNewCell();
        failsAtBits = true;
        heap.collect(); // one that is given up, and another
        assertThat(failsAtBits).isFalse();
        long address = context.core().handles().table().resolve(frame.get(0));
        assertThat(Memory.getLong(address) & ObjectHeader.LOGGED).isZero();

        do { // the collector's thread may still owe the cycle that was given up, which is full
            storeNewCell();
            ConcurrentHeap.of(heap).collectAsBest();
            assertThat(mutator.isLive(mutator.getReference(frame.get(0), content))).isTrue();
        } while (heap.stats().collection().lastKind() != CycleKind.YOUNG);
    }

    /// The cycle would neither read it nor find what was stored marked.
    @Test
    void whatIsStoredBeforeTheBarrierIsOnIsHandedOver() {
        frame.set(0, mutator.allocate(cell));
        failsAtBirths = true;
        assertThatThrownBy(() -> context.actions().turnBarrierOn(false)).hasMessage("of the test");
        storeNewCell();
        context.actions().turnBarrierOn(false);
        context.actions().settle();
        List<Long> handed = new ArrayList<>();
        context.handedLogs().forEachWaiting(handed::add);
        context.actions().turnBarrierOff(false, false);
        assertThat(handed).containsExactly(frame.get(0));
    }
}
