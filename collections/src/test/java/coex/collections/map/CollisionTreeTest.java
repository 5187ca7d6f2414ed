package coex.collections.map;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.CollidingKeys;
import coex.collections.list.ListType;
import coex.collections.list.TestHeaps;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Entries with equal hashes, by the thousand: they agree with a model whatever is done with them,
/// and doing it takes a number of comparisons and nodes in proportion to a logarithm.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class CollisionTreeTest {

    private static final int FIRST = 0;
    private static final int SECOND = 1;
    private static final int THIRD = 2;

    private final long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
    private final Random random = new Random(seed);

    /// Maps of words in a heap, and what a model says of those in the slots of a frame.
    private static final class Maps {
        private final MapType type;
        private final MutatorContext mutator;
        private final Frame frame;
        private final TrieCursor cursor;
        private final List<TreeMap<Long, Long>> models = new ArrayList<>();

        Maps(Heap heap) {
            Mutator checked = heap.attach();
            mutator = ConcurrentHeap.contextOf(checked);
            frame = checked.frame(3);
            type = MapType.of(heap, Primitive.LONG, Primitive.LONG);
            cursor = new TrieCursor(type);
            for (int i = 0; i < 3; i++) {
                models.add(new TreeMap<>());
            }
        }

        void set(int slot, long key, long value) {
            frame.set(slot, type.set(mutator, frame.get(slot), key, value));
            models.get(slot).put(key, value);
        }

        void remove(int slot, long key) {
            frame.set(slot, type.remove(mutator, frame.get(slot), key));
            models.get(slot).remove(key);
        }

        void build(int slot, List<Long> keys) {
            long[] bits = keys.stream().mapToLong(Long::longValue).toArray();
            long[] values = new long[bits.length];
            models.get(slot).clear();
            for (int i = 0; i < bits.length; i++) {
                values[i] = i;
                models.get(slot).put(bits[i], (long) i);
            }
            frame.set(slot, type.build(mutator, bits, values, bits.length));
        }

        /// Puts the union of the first two into the third.
        void unite() {
            frame.set(THIRD, type.union(mutator, frame.get(FIRST), frame.get(SECOND)));
            models.set(THIRD, new TreeMap<>(models.get(FIRST)));
            models.get(THIRD).putAll(models.get(SECOND));
        }

        /// What a cursor reads, which is also what a walk shows.
        List<Map.Entry<Long, Long>> entries(int slot) {
            List<Map.Entry<Long, Long>> read = new ArrayList<>();
            for (cursor.start(frame.get(slot)); cursor.next(mutator); ) {
                read.add(Map.entry(cursor.key(), cursor.value()));
            }
            List<Map.Entry<Long, Long>> shown = new ArrayList<>();
            type.forEach(
                    mutator, frame.get(slot), (key, value) -> shown.add(Map.entry(key, value)));
            assertThat(shown).isEqualTo(read);
            return read;
        }

        /// All of a map whose keys all have the same hash.
        void agree(int slot) {
            TrieChecks.assertInvariants(type.trie(), mutator, frame.get(slot));
            assertThat(type.size(mutator, frame.get(slot))).isEqualTo(models.get(slot).size());
            assertThat(entries(slot)).isEqualTo(List.copyOf(models.get(slot).entrySet()));
        }

        void find(int slot, long key) {
            long expected = models.get(slot).getOrDefault(key, -1L);
            assertThat(type.get(mutator, frame.get(slot), key, -1)).isEqualTo(expected);
        }
    }

    private static List<Long> keys(int count) {
        List<Long> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(CollidingKeys.word(i));
        }
        return keys;
    }

    private List<Long> shuffled(int count) {
        List<Long> keys = keys(count);
        Collections.shuffle(keys, random);
        return keys;
    }

    private void inHeap(TestHeaps kind, Consumer<Maps> test) {
        try (Heap heap = Heap.open(kind.options())) {
            test.accept(new Maps(heap));
            assertThat(heap.validate().errors()).isEmpty();
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed, e);
        }
    }

    @ParameterizedTest
    @EnumSource(TestHeaps.class)
    void entriesAgreeWithAModelWhileTheyAreAddedAndRemoved(TestHeaps kind) {
        int count = kind == TestHeaps.PLAIN ? 5_000 : 300;
        inHeap(
                kind,
                maps -> {
                    List<Long> keys = shuffled(count);
                    for (int i = 0; i < count; i++) {
                        maps.set(FIRST, keys.get(i), i);
                        maps.set(FIRST, keys.get(random.nextInt(i + 1)), -i);
                        maps.find(FIRST, keys.get(random.nextInt(count)));
                        if (i < 80 || i % 97 == 0) {
                            maps.agree(FIRST);
                        }
                    }
                    Collections.shuffle(keys, random);
                    for (int i = count - 1; i >= 0; i--) {
                        maps.remove(FIRST, keys.get(i));
                        maps.remove(FIRST, keys.get(i + random.nextInt(count - i)));
                        maps.find(FIRST, keys.get(random.nextInt(count)));
                        if (i < 80 || i % 97 == 0) {
                            maps.agree(FIRST);
                        }
                    }
                    assertThat(maps.frame.get(FIRST)).isZero();
                });
    }

    @Test
    void treesOfAnySizeAreBuiltAtOnce() {
        inHeap(
                TestHeaps.PLAIN,
                maps -> {
                    for (int size = 0; size < 2_400; size += size < 100 ? 1 : 131) {
                        maps.build(FIRST, shuffled(size));
                        maps.agree(FIRST);
                    }
                    List<Long> repeated = new ArrayList<>(shuffled(700));
                    repeated.addAll(shuffled(900));
                    maps.build(FIRST, repeated);
                    maps.agree(FIRST);
                });
    }

    @ParameterizedTest
    @EnumSource(TestHeaps.class)
    void unionsAgreeWithAModelWhateverTheSizes(TestHeaps kind) {
        int most = kind == TestHeaps.PLAIN ? 3_000 : 200;
        inHeap(
                kind,
                maps -> {
                    int[] sizes = {0, 1, 2, 20, 31, 32, 40, most / 2, most};
                    for (int size : sizes) {
                        for (int other : sizes) {
                            List<Long> keys = shuffled(most);
                            maps.build(FIRST, keys.subList(0, size));
                            maps.build(SECOND, keys.subList(most - other, most));
                            maps.unite();
                            maps.agree(THIRD);
                        }
                    }
                });
    }

    @Test
    void aUnionWithWhatIsThereAlreadyIsTheSameMap() {
        inHeap(
                TestHeaps.PLAIN,
                maps -> {
                    List<Long> keys = keys(1_000);
                    maps.build(FIRST, keys);
                    for (int size : new int[] {1, 10, 500, 1_000}) {
                        maps.build(SECOND, keys.subList(0, size));
                        maps.unite();
                        assertThat(maps.frame.get(THIRD)).isEqualTo(maps.frame.get(FIRST));
                    }
                });
    }

    /// Among other keys, so that there are several nodes to be read at a time.
    @Test
    void equalMapsHaveTheirEntriesInTheSameOrderHoweverTheyCameAbout() {
        inHeap(
                TestHeaps.PLAIN,
                maps -> {
                    for (int colliding : new int[] {2, 31, 32, 33, 50, 400, 2_000}) {
                        List<Long> keys = keys(colliding);
                        for (long i = 0; i < 2_000; i++) {
                            keys.add(i);
                        }
                        for (int i = 0; i < colliding; i++) {
                            keys.add(CollidingKeys.wordWithHash(77, i));
                        }
                        sameByAnotherWay(maps, keys);
                    }
                });
    }

    private void sameByAnotherWay(Maps maps, List<Long> keys) {
        maps.build(FIRST, keys);
        maps.frame.set(SECOND, 0);
        List<Long> mixed = new ArrayList<>(keys);
        for (int i = 0; i < 3_000; i++) {
            mixed.add(CollidingKeys.wordWithHash(77, 1_000_000 + i)); // go again
        }
        Collections.shuffle(mixed, random);
        for (long key : mixed) {
            maps.set(SECOND, key, maps.models.get(FIRST).getOrDefault(key, 0L));
        }
        for (int i = 0; i < 3_000; i++) {
            maps.remove(SECOND, CollidingKeys.wordWithHash(77, 1_000_000 + i));
        }
        long first = maps.frame.get(FIRST);
        long second = maps.frame.get(SECOND);
        assertThat(maps.entries(SECOND)).isEqualTo(maps.entries(FIRST)).hasSize(keys.size());
        assertThat(maps.type.equal(maps.mutator, first, second)).isTrue();
        assertThat(maps.type.compare(maps.mutator, first, second, Pause.NONE)).isZero();
        assertThat(maps.type.hash(maps.mutator, first))
                .isEqualTo(maps.type.hash(maps.mutator, second));
        maps.set(SECOND, keys.getFirst(), -5);
        second = maps.frame.get(SECOND);
        assertThat(maps.type.equal(maps.mutator, first, second)).isFalse();
        assertThat(maps.type.compare(maps.mutator, first, second, Pause.NONE))
                .isNotZero()
                .isEqualTo(-maps.type.compare(maps.mutator, second, first, Pause.NONE));
        maps.models.get(SECOND).clear();
    }

    // Costs

    /// Boxed numbers that all have the same hash, and count how often they are compared.
    private static final class Counting implements ValueType {
        private final ListType boxes;
        private long comparisons;

        Counting(ListType boxes) {
            this.boxes = boxes;
        }

        @Override
        public Storage storage() {
            return Storage.REFERENCE;
        }

        @Override
        public int hash(MutatorContext mutator, long bits) {
            return 99;
        }

        @Override
        public boolean equal(MutatorContext mutator, long first, long second) {
            comparisons++;
            return boxes.equal(mutator, first, second);
        }

        @Override
        public int compare(MutatorContext mutator, long first, long second, Pause pause) {
            comparisons++;
            return boxes.compare(mutator, first, second, pause);
        }
    }

    private static final int MANY = 4_096;
    private static final int LOGARITHM = 12;

    /// Levels above the tree, and in it.
    private static final int MOST_LEVELS = Trie.COLLISIONS + 4;

    @Test
    void anOperationTakesALogarithmOfComparisonsAndNodes() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            MutatorContext mutator = ConcurrentHeap.contextOf(heap.attach());
            ManyRoots roots = new ManyRoots(mutator, 2 * MANY + 2);
            Counting counting = new Counting(ListType.of(heap, Primitive.LONG));
            SetType sets = SetType.of(heap, counting);
            List<Integer> numbers = new ArrayList<>();
            for (int i = 0; i < 2 * MANY; i++) {
                roots.set(i, counting.boxes.of(mutator, new long[] {i}, 0, 1));
                numbers.add(i);
            }
            Collections.shuffle(numbers, random);
            int set = 2 * MANY;
            for (int number : numbers.subList(0, MANY)) {
                long key = roots.get(number);
                long objects = mutator.allocator().objects();
                counting.comparisons = 0;
                roots.set(set, sets.add(mutator, roots.get(set), key));
                assertThat(counting.comparisons).isLessThanOrEqualTo(2 * LOGARITHM);
                // All nodes on the way, and at each level of the tree one that was parted
                assertThat(mutator.allocator().objects() - objects)
                        .isLessThanOrEqualTo(MOST_LEVELS + 4);
            }
            Set<Integer> in = new HashSet<>(numbers.subList(0, MANY));
            for (int number : numbers) {
                counting.comparisons = 0;
                boolean has = sets.has(mutator, roots.get(set), roots.get(number));
                assertThat(has).isEqualTo(in.contains(number));
                assertThat(counting.comparisons).isLessThanOrEqualTo(2 * LOGARITHM);
            }
            wholeSetsTakeLittle(sets, counting, mutator, roots, numbers);
            for (int number : numbers.subList(0, MANY)) {
                long objects = mutator.allocator().objects();
                counting.comparisons = 0;
                roots.set(set, sets.remove(mutator, roots.get(set), roots.get(number)));
                assertThat(counting.comparisons).isLessThanOrEqualTo(2 * LOGARITHM);
                assertThat(mutator.allocator().objects() - objects)
                        .isLessThanOrEqualTo(MOST_LEVELS + 2 * 4);
            }
            assertThat(roots.get(set)).isZero();
        }
    }

    private static void wholeSetsTakeLittle(
            SetType sets,
            Counting counting,
            MutatorContext mutator,
            ManyRoots roots,
            List<Integer> numbers) {
        int set = 2 * MANY;
        int built = set + 1;
        long[] keys = numbers.subList(0, MANY).stream().mapToLong(roots::get).toArray();
        counting.comparisons = 0;
        roots.set(built, sets.build(mutator, keys, MANY));
        assertThat(counting.comparisons).isLessThanOrEqualTo((LOGARITHM + 2L) * MANY);
        counting.comparisons = 0;
        assertThat(sets.equal(mutator, roots.get(set), roots.get(built))).isTrue();
        assertThat(counting.comparisons).isLessThanOrEqualTo(MANY);
        long[] others = numbers.subList(MANY, 2 * MANY).stream().mapToLong(roots::get).toArray();
        roots.set(built, sets.build(mutator, others, MANY));
        counting.comparisons = 0;
        roots.set(built, sets.union(mutator, roots.get(set), roots.get(built)));
        assertThat(counting.comparisons).isLessThanOrEqualTo(2L * MANY);
        assertThat(sets.size(mutator, roots.get(built))).isEqualTo(2 * MANY);
    }

    /// Keys in pairs whose hashes differ in the last bit only: there are few nodes to each.
    @Test
    void keysThatNearlyCollideLieAtMostSevenNodesDeep() {
        inHeap(
                TestHeaps.PLAIN,
                maps -> {
                    long before = maps.mutator.allocator().objects();
                    for (int i = 0; i < 2_000; i++) {
                        int hash = i / 2 * 0x9E37_79B9 & -2 | i & 1;
                        maps.set(FIRST, CollidingKeys.wordWithHash(hash, 3), i);
                    }
                    assertThat(maps.mutator.allocator().objects() - before)
                            .isLessThanOrEqualTo(2_000L * Trie.COLLISIONS);
                    TrieChecks.assertInvariants(
                            maps.type.trie(), maps.mutator, maps.frame.get(FIRST));
                    assertThat(maps.entries(FIRST)).hasSize(2_000);
                });
    }
}
