package coex.collections.map;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.collections.value.Primitive;
import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An update keeps the map it is given while it makes room, also if nobody else does.
class MapRoomTest {

    private static final int ENTRIES = 500;

    @ParameterizedTest
    @EnumSource(TestHeaps.class)
    void aMapThatIsInNoFrameOutlivesItsUpdates(TestHeaps kind) {
        try (Heap heap = Heap.open(kind.options())) {
            MutatorContext mutator = ConcurrentHeap.contextOf(heap.attach());
            MapType map = MapType.of(heap, Primitive.LONG, Primitive.LONG);
            long root = 0;
            for (int i = 0; i < ENTRIES; i++) {
                root = map.set(mutator, root, i * 31L, i); // no safepoint between two of them
            }
            for (int i = 0; i < ENTRIES; i += 2) {
                root = map.remove(mutator, root, i * 31L);
            }
            assertThat(map.size(mutator, root)).isEqualTo(ENTRIES / 2);
            for (int i = 0; i < ENTRIES; i++) {
                assertThat(map.get(mutator, root, i * 31L, -1)).isEqualTo(i % 2 == 0 ? -1 : i);
            }
        }
    }
}
