// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Field;
import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.heap.HeapCore;
import coex.gc.mutator.MutatorRegistry;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/// The collector takes over what a thread that has exited had written.
class OrphanLogTest {

    private final Heap heap =
            ConcurrentHeap.open(Heaps.calm().build(), null, Protocol.SOUND, false);
    private final Shape cell = heap.shape("cell").reference("content").mutable().build();
    private final Field content = cell.field("content");
    private final Mutator mutator = heap.attach();
    private final HeapCore core = ConcurrentHeap.contextOf(mutator).core();
    private final MutatorRegistry registry = ConcurrentHeap.of(heap).registry();
    private final long first = mutator.allocate(cell);
    private final long second = mutator.allocate(cell);

    @AfterEach
    void close() {
        heap.close();
    }

    private void writesAndExits() {
        mutator.setReference(first, content, 0);
        mutator.setReference(second, content, 0);
        mutator.close();
    }

    private static List<Long> shown(Consumer<LongConsumer> all) {
        List<Long> shown = new ArrayList<>();
        all.accept(shown::add);
        return shown;
    }

    /// In the other order it would be taken over, and its objects would say that they are logged:
    /// when that cycle has been given up nobody logs them any more.
    @Test
    void itIsNotTakenOverIfItsBitsCannotBeCleared() {
        writesAndExits();
        LongConsumer failing =
                handle -> {
                    if (handle == second) {
                        throw new OutOfMemoryError("of the test");
                    }
                };
        assertThatThrownBy(() -> registry.takeOrphanLog(failing)).hasMessage("of the test");
        assertThat(shown(registry::forEachOrphanLogged)).isEmpty();
        assertThat(shown(registry::forEachOrphanWaiting)).containsExactly(first, second);
    }

    @Test
    void itIsTakenOverWhenAllBitsHaveBeenCleared() {
        writesAndExits();
        List<Long> cleared = new ArrayList<>();
        registry.takeOrphanLog(
                handle -> {
                    assertThat(shown(registry::forEachOrphanLogged)).isEmpty();
                    cleared.add(handle);
                    core.clearLogged(handle);
                });
        assertThat(cleared).containsExactly(first, second);
        assertThat(shown(registry::forEachOrphanLogged)).containsExactly(first, second);
        assertThat(shown(registry::forEachOrphanWaiting)).isEmpty();
    }
}
