// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Field;
import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.HeapCore;
import coex.gc.memory.Reservations;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// Weak references are cleared when marking is complete, and the JVM is out of memory meanwhile.
class WeakCellsTest {

    private final Heap heap =
            ConcurrentHeap.open(Heaps.calm().build(), null, Protocol.SOUND, false);
    private final Shape node = heap.shape("node").longField("number").build();
    private final Shape weakCell = heap.shape("cell").weak("target").mutable().build();
    private final Field target = weakCell.field("target");
    private final Mutator mutator = heap.attach();
    private final HeapCore core = ConcurrentHeap.contextOf(mutator).core();
    private final Reservations region = new Reservations();
    private final WeakCells cells = new WeakCells(region, core);

    /// Fails once.
    private final RereadLog again =
            new RereadLog(region, core) {
                private boolean hasFailed;

                @Override
                void add(long handle, long address) {
                    if (!hasFailed) {
                        hasFailed = true;
                        throw new OutOfMemoryError("of the test");
                    }
                    super.add(handle, address);
                }
            };

    @AfterEach
    void close() {
        region.release();
        heap.close();
    }

    private long newNode() {
        long made = mutator.allocate(node);
        mutator.seal(made);
        return made;
    }

    private long cellOf(long named) {
        long cell = mutator.allocate(weakCell);
        mutator.setWeak(cell, target, named);
        core.clearLogged(cell); // its log has been handed over
        return cell;
    }

    /// If it were not noted, the next young cycle would free what it names, and not look at it.
    @Test
    void aCellThatNamesSomethingNewbornIsNotedThoughThatFailsOnce() {
        long newborn = newNode();
        long dead = newNode();
        core.handles().marks().shade(newborn);
        long first = cellOf(newborn);
        cells.add(first);
        cells.add(cellOf(dead));
        assertThatThrownBy(() -> cells.clearDead(again)).hasMessage("of the test");
        assertThat(cells.clearDead(again)).as("also before it failed").isEqualTo(1);
        List<Long> noted = new ArrayList<>();
        again.forEachWaiting(noted::add);
        assertThat(noted).containsExactly(first);
        assertThat(mutator.getWeak(first, target)).isEqualTo(newborn);
    }
}
