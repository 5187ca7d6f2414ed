// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Field;
import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorRegistry;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// A thread exits, and the JVM is out of memory when room is made for what it hands over.
class FailedExitTest {

    private boolean fails;

    private final ScheduleHook hook =
            point -> {
                if (point == SchedulePoint.EXIT_PREPARED && fails) {
                    fails = false;
                    throw new OutOfMemoryError("of the test");
                }
            };

    private final Heap heap =
            ConcurrentHeap.open(Heaps.calm().build(), hook, Protocol.SOUND, false);
    private final Shape cell = heap.shape("cell").reference("content").mutable().build();
    private final Field content = cell.field("content");
    private final Mutator mutator = heap.attach();
    private final MutatorContext context = ConcurrentHeap.contextOf(mutator);
    private final MutatorRegistry registry = ConcurrentHeap.of(heap).registry();

    @AfterEach
    void close() {
        heap.close();
    }

    @Test
    void nothingHasChangedAndItCanExitLater() {
        long written = mutator.allocate(cell);
        mutator.setReference(written, content, 0);
        fails = true;
        assertThatThrownBy(() -> registry.unregister(context)).hasMessage("of the test");
        assertThat(registry.all()).containsExactly(context);
        assertThat(registry.totalsAtSnapshot().objects()).isZero();
        assertThat(registry.detachedStats().allocations()).isZero();
        List<Long> logged = new ArrayList<>();
        context.log().forEach(logged::add);
        assertThat(logged).containsExactly(written);

        mutator.close();
        assertThat(registry.all()).isEmpty();
        assertThat(registry.totalsAtSnapshot().objects()).isEqualTo(1);
        assertThat(registry.detachedStats().allocations()).isEqualTo(1);
        List<Long> handed = new ArrayList<>();
        registry.logs().forEachWaiting(handed::add);
        assertThat(handed).containsExactly(written);
    }
}
