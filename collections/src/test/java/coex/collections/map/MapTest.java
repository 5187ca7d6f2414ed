package coex.collections.map;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.JvmGarbage;
import coex.collections.value.Hashing;
import coex.collections.value.Primitive;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Sizes, sharing, nesting and costs of maps and sets; [MapModelTest] has the random programs.
class MapTest {

    private Heap heap;
    private Mutator checked;
    private MutatorContext mutator;
    private MapType map;
    private Frame frame;

    @BeforeEach
    void open() {
        heap =
                Heap.open(
                        HeapOptions.builder()
                                .initialBytes(64 << 20)
                                .maximumBytes(256 << 20)
                                .hugePages(false)
                                .idleAfter(Duration.ofHours(1))
                                .build());
        checked = heap.attach();
        mutator = ConcurrentHeap.contextOf(checked);
        map = MapType.of(heap, Primitive.LONG, Primitive.LONG);
        frame = checked.frame(4);
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long mapOf(int size) {
        long[] keys = new long[size];
        for (int i = 0; i < size; i++) {
            keys[i] = i * 31L;
        }
        return map.build(mutator, keys, keys, size);
    }

    @ParameterizedTest
    @EnumSource(TestKeys.Spread.class)
    void growingAndShrinkingByOneAgreesAtEverySize(TestKeys.Spread spread) {
        TestKeys keys = TestKeys.words(spread);
        int most = 1100;
        long root = 0;
        for (int size = 1; size <= most; size++) {
            root = map.set(mutator, root, keys.bits(size), size);
            frame.set(0, root);
            assertThat(map.size(mutator, root)).isEqualTo(size);
            assertThat(map.get(mutator, root, keys.bits(size), -1)).isEqualTo(size);
        }
        TrieChecks.assertInvariants(map.trie(), mutator, root);
        for (int size = most; size >= 1; size--) {
            assertThat(map.get(mutator, root, keys.bits(size), -1)).isEqualTo(size);
            root = map.remove(mutator, root, keys.bits(size));
            frame.set(0, root);
            assertThat(map.size(mutator, root)).isEqualTo(size - 1);
            if (size % 33 == 0) {
                TrieChecks.assertInvariants(map.trie(), mutator, root);
            }
        }
        assertThat(root).isZero();
    }

    @Test
    void manyEntriesAreFoundAfterABuildAndAfterSingleUpdates() {
        int size = 200_000;
        frame.set(0, mapOf(size));
        TrieChecks.assertInvariants(map.trie(), mutator, frame.get(0));
        for (int i = 0; i < size; i++) {
            frame.set(1, map.set(mutator, frame.get(1), i * 31L, i * 31L));
        }
        assertThat(map.equal(mutator, frame.get(0), frame.get(1))).isTrue();
        assertThat(map.hash(mutator, frame.get(0))).isEqualTo(map.hash(mutator, frame.get(1)));
        for (int i = 0; i < size; i++) {
            assertThat(map.get(mutator, frame.get(0), i * 31L, -1)).isEqualTo(i * 31L);
        }
        Map<Long, Long> seen = new HashMap<>();
        map.forEach(mutator, frame.get(1), seen::put);
        assertThat(seen).hasSize(size);
    }

    @Test
    void anUpdateSharesAllButOnePathWithTheMapBefore() {
        long root = mapOf(100_000);
        frame.set(0, root);
        long before = mutator.allocator().bytes();
        long objects = mutator.allocator().objects();
        frame.set(1, map.set(mutator, root, 31, 5));
        frame.set(2, map.set(mutator, root, -1, 5));
        frame.set(3, map.remove(mutator, root, 62));
        assertThat(mutator.allocator().bytes() - before).isLessThan(3 * 1200);
        assertThat(mutator.allocator().objects() - objects).isLessThan(3 * 7);
        assertThat(map.get(mutator, root, 31, -1)).isEqualTo(31);
        assertThat(map.get(mutator, frame.get(1), 31, -1)).isEqualTo(5);
    }

    @Test
    void whatChangesNothingReturnsTheSameMapAndAllocatesNothing() {
        long root = mapOf(1000);
        frame.set(0, root);
        long objects = mutator.allocator().objects();
        assertThat(map.set(mutator, root, 310, 310)).isEqualTo(root);
        assertThat(map.remove(mutator, root, 311)).isEqualTo(root);
        assertThat(map.remove(mutator, 0, 1)).isZero();
        assertThat(map.build(mutator, new long[0], new long[0], 0)).isZero();
        assertThat(mutator.allocator().objects()).isEqualTo(objects);
    }

    @Test
    void manyEntriesTakeLessThanFortyBytesEach() {
        int size = 100_000;
        long before = mutator.allocator().bytes();
        long objects = mutator.allocator().objects();
        frame.set(0, mapOf(size));
        long bytes = mutator.allocator().bytes() - before;
        long tables = 9 * (mutator.allocator().objects() - objects); // slot, bits, line marks
        assertThat((bytes + tables) / size).isLessThan(40);
    }

    @Test
    void mapsNestAsKeysAndValues() {
        SetType set = SetType.of(heap, Primitive.LONG);
        MapType bySet = MapType.of(heap, set, map);
        long one = set.add(mutator, set.add(mutator, 0, 1), 2);
        frame.set(0, one);
        long same = set.add(mutator, set.add(mutator, 0, 2), 1);
        frame.set(1, same);
        frame.set(2, bySet.set(mutator, 0, one, 0));
        long inner = map.set(mutator, 0, 7, 8);
        frame.set(2, bySet.set(mutator, frame.get(2), frame.get(0), inner));
        heap.collect();
        assertThat(bySet.size(mutator, frame.get(2))).isEqualTo(1);
        long found = bySet.get(mutator, frame.get(2), same, 0);
        assertThat(map.get(mutator, found, 7, -1)).isEqualTo(8);
        assertThat(bySet.has(mutator, frame.get(2), 0)).isFalse();
        frame.set(3, bySet.set(mutator, frame.get(2), 0, 0)); // the empty set is a key too
        assertThat(bySet.has(mutator, frame.get(3), 0)).isTrue();
        assertThat(bySet.size(mutator, frame.get(3))).isEqualTo(2);
    }

    @Test
    void bytesAndBooleansAreKeysAndValues() {
        MapType flags = MapType.of(heap, Primitive.BYTE, Primitive.BOOLEAN);
        for (int i = 0; i < 256; i++) {
            frame.set(0, flags.set(mutator, frame.get(0), i, i & 1));
        }
        assertThat(flags.size(mutator, frame.get(0))).isEqualTo(256);
        assertThat(flags.get(mutator, frame.get(0), 255, -1)).isEqualTo(1);
        assertThat(flags.get(mutator, frame.get(0), 254, -1)).isZero();
    }

    /// Small maps are shown as they lie in the trie, large ones by a cursor: nobody can tell.
    @ParameterizedTest
    @EnumSource(TestKeys.Spread.class)
    void entriesAreShownInTheOrderOfTheCursor(TestKeys.Spread spread) {
        TestKeys keys = TestKeys.words(spread);
        SetType set = SetType.of(heap, Primitive.LONG);
        TrieCursor entries = new TrieCursor(map);
        TrieCursor elements = new TrieCursor(set);
        for (int size = 0; size <= 1100; size++) {
            if (size > 0) {
                frame.set(0, map.set(mutator, frame.get(0), keys.bits(size), -size));
                frame.set(1, set.add(mutator, frame.get(1), keys.bits(size)));
            }
            if (size > 40 && size < 1000 && size % 97 != 0) {
                continue;
            }
            List<List<Long>> byCursor = new ArrayList<>();
            for (entries.start(frame.get(0)); entries.next(mutator); ) {
                byCursor.add(List.of(entries.key(), entries.value()));
            }
            List<List<Long>> shown = new ArrayList<>();
            map.forEach(mutator, frame.get(0), (key, value) -> shown.add(List.of(key, value)));
            assertThat(shown).hasSize(size).doesNotHaveDuplicates().isEqualTo(byCursor);
            List<Long> elementsByCursor = new ArrayList<>();
            for (elements.start(frame.get(1)); elements.next(mutator); ) {
                elementsByCursor.add(elements.key());
            }
            List<Long> elementsShown = new ArrayList<>();
            set.forEach(mutator, frame.get(1), (element, _) -> elementsShown.add(element));
            assertThat(elementsShown).hasSize(size).isEqualTo(elementsByCursor);
            for (List<Long> entry : shown) {
                assertThat(map.get(mutator, frame.get(0), entry.get(0), 0)).isEqualTo(entry.get(1));
            }
        }
    }

    @Tag(JvmGarbage.TAG)
    @Test
    void operationsAllocateNothingInTheJvm() {
        TrieCursor cursor = new TrieCursor(map);
        frame.set(0, mapOf(10_000));
        int[] turn = new int[1];
        JvmGarbage.Operation work =
                () -> {
                    int i = turn[0]++;
                    long key = Hashing.ofWord(i) % 10_000 * 31L;
                    long got = map.get(mutator, frame.get(0), key, 1);
                    frame.set(0, map.set(mutator, frame.get(0), key, i));
                    frame.set(0, map.remove(mutator, frame.get(0), key));
                    return got;
                };
        // Taking a block makes a little; no object is below 16 bytes.
        assertThat(JvmGarbage.ofEach(20_000, 12, work)).isLessThan(12);
        JvmGarbage.Operation iterate =
                () -> {
                    long sum = 0;
                    for (cursor.start(frame.get(0)); cursor.next(mutator); ) {
                        sum += cursor.key();
                    }
                    return sum;
                };
        assertThat(JvmGarbage.ofEach(100, 1, iterate)).isLessThan(1);
    }
}
