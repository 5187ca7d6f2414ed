package coex.collections.sorted;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.collections.map.PairMerge.Choice;
import coex.collections.value.Primitive;
import coex.collections.value.ValueOrder;
import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Unions, intersections and differences of two sorted maps look at what lies on the way to their
/// differences.
class SharedPartsTest {

    private static final int ENTRIES = 40_000;

    /// Levels above each entry of so many, in both, and what lies beside a change; each walk is
    /// made twice.
    private static final int NODES_OF_CHANGE = 2 * 3 * 2 * 6;

    @ParameterizedTest
    @EnumSource
    void whatTwoMapsShareIsNotLookedAt(Choice choice) {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            MutatorContext mutator = ConcurrentHeap.contextOf(heap.attach());
            SortedType type =
                    SortedType.ofMaps(heap, Primitive.LONG, Primitive.LONG, ValueOrder.WORDS);
            try (RootFrame maps = RootFrame.slots(mutator, 3)) {
                for (long i = 0; i < ENTRIES; i++) {
                    maps.set(0, type.set(mutator, maps.get(0), 7 * i, i));
                }
                maps.set(1, maps.get(0));
                int changes = 0;
                for (int most : new int[] {1, 10, 100}) {
                    for (; changes < most; changes++) {
                        long key = changes * 2203L + 1;
                        maps.set(1, type.set(mutator, maps.get(1), key, changes));
                        maps.set(1, type.remove(mutator, maps.get(1), key / 7 * 7));
                        maps.set(1, type.set(mutator, maps.get(1), 7L * changes, -1L - changes));
                    }
                    SortedMerge merge = new SortedMerge(type.tree(), mutator);
                    maps.set(2, merge.merge(maps.get(0), maps.get(1), choice));
                    assertThat(merge.entered()).isBetween(changes, NODES_OF_CHANGE * changes);
                    SortedMerge back = new SortedMerge(type.tree(), mutator);
                    back.merge(maps.get(1), maps.get(0), choice);
                    assertThat(back.entered()).isBetween(changes, NODES_OF_CHANGE * changes);
                    assertThat(type.size(mutator, maps.get(2)))
                            .isBetween(
                                    choice == Choice.DIFFERENCE ? 0L : ENTRIES - changes,
                                    choice == Choice.DIFFERENCE
                                            ? (long) changes
                                            : (long) ENTRIES + changes);
                }
            }
        }
    }
}
