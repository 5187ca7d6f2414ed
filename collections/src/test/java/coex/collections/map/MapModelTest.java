package coex.collections.map;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.StressOptions;
import coex.gc.ValidationReport;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Random programs on maps and sets agree with `java.util` models, all versions ever made stay what
/// they were, and equal contents are equal values however they came about.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class MapModelTest {

    enum Values {
        NONE,
        WORD,
        REFERENCE
    }

    enum Stress {
        PLAIN(400),
        TINY(150),
        COLLECTING(60),
        SMALL_BLOCKS(100);

        private final int steps;

        Stress(int steps) {
            this.steps = steps;
        }
    }

    record Case(boolean wordKeys, Values values, TestKeys.Spread spread, Stress stress) {}

    private static final int KEYS = 150;
    private static final int VALUES = 5;
    private static final int VERSIONS = 24;
    private static final int ABSENT = -77;

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Stress stress : Stress.values()) {
            for (boolean wordKeys : new boolean[] {true, false}) {
                for (Values values : Values.values()) {
                    for (TestKeys.Spread spread : TestKeys.Spread.values()) {
                        cases.add(new Case(wordKeys, values, spread, stress));
                    }
                }
            }
        }
        return cases;
    }

    private static HeapOptions options(Stress stress) {
        HeapOptions.Builder options =
                HeapOptions.builder().hugePages(false).idleAfter(Duration.ofHours(1));
        StressOptions none = StressOptions.NONE.withPoison(true);
        return switch (stress) {
            case PLAIN -> options.initialBytes(8 << 20).maximumBytes(64 << 20).build();
            case TINY ->
                    options.initialBytes(64 << 10)
                            .maximumBytes(32 << 20)
                            .initialHandles(64)
                            .blockBytes(1024)
                            .runHandles(1)
                            .stackSlots(1)
                            .snapshotSlots(0)
                            .bufferEntries(1)
                            .triggerAllocations(200)
                            .stress(none)
                            .build();
            case COLLECTING ->
                    options.initialBytes(1 << 20)
                            .maximumBytes(32 << 20)
                            .initialHandles(1 << 12)
                            .verifyAfter(EnumSet.of(Phase.MARK, Phase.SWEEP))
                            .stress(none.withQuarantine(true).withCollectEvery(7))
                            .build();
            case SMALL_BLOCKS ->
                    options.initialBytes(64 << 10)
                            .maximumBytes(32 << 20)
                            .blockBytes(2048)
                            .runHandles(3)
                            .stress(none.withCollectEvery(13))
                            .build();
        };
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyVersionAgreesWithItsModel(Case given) {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        try (Heap heap = Heap.open(options(given.stress))) {
            new Run(heap, given, seed).steps(given.stress.steps);
            ValidationReport report = heap.validate();
            assertThat(report.isValid()).as(report.toString()).isTrue();
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed + " case=" + given, e);
        }
    }

    /// One random program.
    private static final class Run {
        private final Random random;
        private final MutatorContext mutator;
        private final Frame versions;
        private final TestKeys keys;
        private final TestKeys values;
        private final ValueType type;
        private final MapType map;
        private final SetType set;
        private final Trie trie;
        private final TrieCursor cursor;
        private final List<Map<Integer, Integer>> models = new ArrayList<>();

        Run(Heap heap, Case given, long seed) {
            random = new Random(seed);
            Mutator checked = heap.attach();
            mutator = ConcurrentHeap.contextOf(checked);
            keys =
                    given.wordKeys
                            ? TestKeys.words(given.spread)
                            : TestKeys.objects(
                                    heap, checked, checked.frame(2 * KEYS), given.spread, KEYS);
            values =
                    switch (given.values) {
                        case NONE -> null;
                        case WORD -> TestKeys.words(TestKeys.Spread.EVEN);
                        case REFERENCE ->
                                TestKeys.objects(
                                        heap,
                                        checked,
                                        checked.frame(2 * VALUES),
                                        TestKeys.Spread.FEW,
                                        VALUES);
                    };
            versions = checked.frame(VERSIONS + 2);
            set = values == null ? SetType.of(heap, keys.type()) : null;
            map = values == null ? null : MapType.of(heap, keys.type(), values.type());
            type = values == null ? set : map;
            trie = values == null ? set.trie() : map.trie();
            cursor = values == null ? new TrieCursor(set) : new TrieCursor(map);
            for (int i = 0; i < VERSIONS; i++) {
                models.add(Map.of());
            }
        }

        private long set(long root, int key, int value) {
            return map == null
                    ? set.add(mutator, root, keys.bits(key))
                    : map.set(mutator, root, keys.bits(key), values.bits(value));
        }

        private long remove(long root, int key) {
            return map == null
                    ? set.remove(mutator, root, keys.bits(key))
                    : map.remove(mutator, root, keys.bits(key));
        }

        void steps(int count) {
            for (int step = 0; step < count; step++) {
                int from = random.nextInt(VERSIONS);
                int to = random.nextInt(VERSIONS);
                Map<Integer, Integer> model = new HashMap<>(models.get(from));
                long root = versions.get(from);
                int changes = random.nextInt(10) == 0 ? 40 : 1 + random.nextInt(3);
                boolean shrinking = random.nextInt(3) == 0;
                for (int i = 0; i < changes; i++) {
                    root = change(root, model, shrinking);
                    versions.set(VERSIONS, root);
                }
                versions.set(to, root);
                models.set(to, model);
                check(to);
                if (step % 5 == 0) {
                    unite(from, random.nextInt(VERSIONS));
                }
                if (step % 20 == 0) {
                    compareWithOtherWays(to);
                    for (int i = 0; i < VERSIONS; i++) {
                        check(i);
                    }
                }
            }
        }

        private long change(long root, Map<Integer, Integer> model, boolean shrinking) {
            int key = random.nextInt(KEYS);
            if (shrinking && !model.isEmpty() && random.nextInt(4) > 0) {
                List<Integer> present = new ArrayList<>(model.keySet());
                key = present.get(random.nextInt(present.size()));
            }
            if (shrinking || random.nextInt(5) == 0) {
                long result = remove(root, key);
                assertThat(result == root).isEqualTo(model.remove(key) == null);
                return result;
            }
            int value = values == null ? 0 : random.nextInt(VALUES);
            long result = set(root, key, value);
            Integer before = model.put(key, value);
            if (values == null || values.type().storage() != Storage.REFERENCE) {
                assertThat(result == root).isEqualTo(before != null && before == value);
            }
            return result;
        }

        private void check(int version) {
            long root = versions.get(version);
            Map<Integer, Integer> model = models.get(version);
            assertThat(root == 0).isEqualTo(model.isEmpty());
            assertThat(trie.size(mutator, root)).isEqualTo(model.size());
            TrieChecks.assertInvariants(trie, mutator, root);
            for (int key = 0; key < KEYS; key++) {
                Integer expected = model.get(key);
                long bits = keys.bits(key);
                if (map == null) {
                    assertThat(set.has(mutator, root, bits)).isEqualTo(expected != null);
                } else {
                    assertThat(map.has(mutator, root, bits)).isEqualTo(expected != null);
                    long value = map.get(mutator, root, bits, ABSENT);
                    if (expected == null) {
                        assertThat(value).isEqualTo(ABSENT);
                    } else {
                        assertThat(values.number(mutator, value)).isEqualTo(expected);
                    }
                }
            }
            Map<Integer, Integer> seen = new HashMap<>();
            for (cursor.start(root); cursor.next(mutator); ) {
                int value = map == null ? 0 : values.number(mutator, cursor.value());
                assertThat(seen.put(keys.number(mutator, cursor.key()), value)).isNull();
            }
            assertThat(seen).isEqualTo(model);
        }

        /// The union of two versions has what `putAll` has.
        private void unite(int first, int second) {
            long one = versions.get(first);
            long two = versions.get(second);
            long united = map == null ? set.union(mutator, one, two) : map.union(mutator, one, two);
            versions.set(VERSIONS, united);
            Map<Integer, Integer> model = new HashMap<>(models.get(first));
            model.putAll(models.get(second));
            int to = random.nextInt(VERSIONS);
            versions.set(to, united);
            models.set(to, model);
            check(to);
        }

        /// Equal contents, put together in another order and at once, are equal.
        private void compareWithOtherWays(int version) {
            Map<Integer, Integer> model = models.get(version);
            List<Integer> order = new ArrayList<>(model.keySet());
            Collections.shuffle(order, random);
            long again = 0;
            for (int key : order) {
                versions.set(VERSIONS, again);
                again = set(again, key, model.get(key));
            }
            versions.set(VERSIONS, again);
            long[] keyBits = new long[order.size() + 3];
            long[] valueBits = new long[order.size() + 3];
            int count = 0;
            for (int key : order) {
                if (count < 3) { // comes again below
                    keyBits[count] = keys.bits(key);
                    valueBits[count++] = values == null ? 0 : values.bits(0);
                }
            }
            for (int key : order) {
                keyBits[count] = keys.bits(key);
                valueBits[count++] = values == null ? 0 : values.bits(model.get(key));
            }
            long built =
                    map == null
                            ? set.build(mutator, keyBits, count)
                            : map.build(mutator, keyBits, valueBits, count);
            versions.set(VERSIONS + 1, built);
            TrieChecks.assertInvariants(trie, mutator, built);
            long root = versions.get(version);
            for (long other : new long[] {again, built}) {
                assertThat(type.equal(mutator, root, other)).isTrue();
                assertThat(type.hash(mutator, root)).isEqualTo(type.hash(mutator, other));
            }
            int key = random.nextInt(KEYS);
            long different = model.containsKey(key) ? remove(built, key) : set(built, key, 1);
            assertThat(type.equal(mutator, root, different)).isFalse();
            assertThat(type.equal(mutator, different, root)).isFalse();
            assertThat(type.storage()).isEqualTo(map == null ? set.storage() : map.storage());
        }
    }
}
