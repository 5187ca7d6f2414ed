package coex.collections.map;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.collections.map.PairMerge.Choice;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Unions, intersections and differences of two maps look at what lies on the way to their
/// differences, and the result shares the rest.
class SharedNodesTest {

    private static final int ENTRIES = 40_000;

    /// Levels above each entry of so many, and what lies beside a change.
    private static final int NODES_OF_CHANGE = 3 * 2 * 5;

    private static final PairVisitor NOTHING =
            new PairVisitor() {
                @Override
                public boolean shared(long part) {
                    return true;
                }

                @Override
                public boolean onlyFirst(long key, long value) {
                    return true;
                }

                @Override
                public boolean onlySecond(long key, long value) {
                    return true;
                }

                @Override
                public boolean both(long key, long value, long otherKey, long otherValue) {
                    return true;
                }
            };

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100})
    void whatTwoMapsShareIsNotLookedAt(int changes) {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            MutatorContext mutator = ConcurrentHeap.contextOf(heap.attach());
            MapType type = MapType.of(heap, Primitive.LONG, Primitive.LONG);
            try (RootFrame maps = RootFrame.slots(mutator, 3)) {
                for (long i = 0; i < ENTRIES; i++) {
                    maps.set(0, type.set(mutator, maps.get(0), 7 * i, i));
                }
                maps.set(1, maps.get(0));
                for (long i = 0; i < changes; i++) {
                    long key = i * 2203 + 1;
                    maps.set(1, type.set(mutator, maps.get(1), key, i));
                    maps.set(1, type.remove(mutator, maps.get(1), key / 7 * 7));
                    maps.set(1, type.set(mutator, maps.get(1), 7 * i, -1L - i));
                }
                for (int first = 0; first < 2; first++) {
                    long one = maps.get(first);
                    long other = maps.get(1 - first);
                    TrieUnion union = new TrieUnion(type.trie(), mutator);
                    maps.set(2, union.union(one, other));
                    assertThat(union.entered()).isBetween(changes, NODES_OF_CHANGE * changes);
                    assertShares(type, mutator, maps.get(2), one, changes);
                    assertThat(type.size(mutator, maps.get(2)))
                            .isBetween((long) ENTRIES, (long) ENTRIES + changes)
                            .isEqualTo(counted(type, mutator, maps.get(2)));

                    TrieMerge both = new TrieMerge(type.trie(), mutator);
                    maps.set(2, both.merge(one, other, Choice.INTERSECTION));
                    assertThat(both.entered()).isBetween(changes, 2 * NODES_OF_CHANGE * changes);
                    assertShares(type, mutator, maps.get(2), one, changes);

                    TrieMerge less = new TrieMerge(type.trie(), mutator);
                    maps.set(2, less.merge(one, other, Choice.DIFFERENCE));
                    assertThat(less.entered()).isBetween(changes, 2 * NODES_OF_CHANGE * changes);
                    assertThat(type.size(mutator, maps.get(2))).isLessThanOrEqualTo(changes);
                }
            }
        }
    }

    private static long counted(MapType type, MutatorContext mutator, long map) {
        long[] count = {0};
        type.forEach(mutator, map, (_, _) -> count[0]++);
        return count[0];
    }

    private static void assertShares(
            MapType type, MutatorContext mutator, long result, long with, int changes) {
        TriePairWalk walk = new TriePairWalk(type.trie(), result, with);
        walk.visit(mutator, NOTHING, Pause.NONE);
        assertThat(walk.entered()).isLessThanOrEqualTo(NODES_OF_CHANGE * changes);
    }
}
