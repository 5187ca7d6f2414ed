package coex.collections.sorted;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.collections.text.Strings;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.ValueOrder;
import coex.collections.value.ValueType;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.ValidationReport;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

/// Random programs on sorted maps and sets agree with `TreeMap`, and all versions ever made stay
/// what they were.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class SortedModelTest {

    enum Keys {
        WORDS,
        REVERSED_WORDS,
        STRINGS
    }

    enum Values {
        NONE,
        WORDS,
        STRINGS
    }

    record Case(Keys keys, Values values, TestHeaps heap) {}

    private static final int KEYS = 1000;
    private static final int VERSIONS = 8;
    private static final int ABSENT = -77_000_000;

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (TestHeaps heap : TestHeaps.values()) {
            for (Keys keys : Keys.values()) {
                for (Values values : Values.values()) {
                    cases.add(new Case(keys, values, heap));
                }
            }
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyVersionAgreesWithItsModel(Case given) {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        try (Heap heap = Heap.open(given.heap.options())) {
            new Run(heap, given, seed).steps(given.heap == TestHeaps.PLAIN ? 60 : 12);
            ValidationReport report = heap.validate();
            assertThat(report.isValid()).as(report.toString()).isTrue();
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed + " case=" + given, e);
        }
    }

    /// One random program. Keys and values are numbers, which bits stand for.
    private static final class Run {
        private final Random random;
        private final Case given;
        private final MutatorContext mutator;
        private final Frame frame;
        private final Frame strings;
        private final SortedType type;
        private final Strings texts;
        private final List<NavigableMap<Integer, Integer>> models = new ArrayList<>();

        Run(Heap heap, Case given, long seed) {
            this.random = new Random(seed);
            this.given = given;
            Mutator checked = heap.attach();
            mutator = ConcurrentHeap.contextOf(checked);
            texts = Strings.of(heap);
            boolean needsTexts = given.keys == Keys.STRINGS || given.values == Values.STRINGS;
            strings = checked.frame(needsTexts ? KEYS : 0);
            for (int i = 0; needsTexts && i < KEYS; i++) {
                byte[] utf8 = "key %06d".formatted(i).getBytes(StandardCharsets.UTF_8);
                strings.set(i, texts.of(mutator, utf8, 0, utf8.length));
            }
            frame = checked.frame(VERSIONS + 2);
            ValueType key = given.keys == Keys.STRINGS ? texts : Primitive.LONG;
            ValueOrder order =
                    switch (given.keys) {
                        case WORDS -> ValueOrder.WORDS;
                        case REVERSED_WORDS -> (_, one, two, _) -> Long.compare(two, one);
                        case STRINGS -> texts::compare;
                    };
            type =
                    switch (given.values) {
                        case NONE -> SortedType.ofSets(heap, key, order);
                        case WORDS -> SortedType.ofMaps(heap, key, Primitive.LONG, order);
                        case STRINGS -> SortedType.ofMaps(heap, key, texts, order);
                    };
            for (int i = 0; i < VERSIONS; i++) {
                models.add(model(Map.of()));
            }
        }

        private NavigableMap<Integer, Integer> model(Map<Integer, Integer> contents) {
            NavigableMap<Integer, Integer> model =
                    new TreeMap<>(
                            given.keys == Keys.REVERSED_WORDS
                                    ? Comparator.<Integer>reverseOrder()
                                    : Comparator.<Integer>naturalOrder());
            model.putAll(contents);
            return model;
        }

        private long key(int number) {
            return given.keys == Keys.STRINGS ? strings.get(number) : number - 500;
        }

        private int keyNumber(long bits) {
            return given.keys == Keys.STRINGS ? textNumber(bits) : (int) bits + 500;
        }

        private int textNumber(long bits) {
            return Integer.parseInt(
                    new String(texts.bytes(mutator, bits), StandardCharsets.UTF_8).substring(4));
        }

        private long value(int number) {
            return switch (given.values) {
                case NONE -> 0;
                case WORDS -> -number;
                case STRINGS -> strings.get(number);
            };
        }

        private int valueNumber(long bits) {
            return switch (given.values) {
                case NONE -> 0;
                case WORDS -> (int) -bits;
                case STRINGS -> textNumber(bits);
            };
        }

        void steps(int count) {
            for (int step = 0; step < count; step++) {
                int from = random.nextInt(VERSIONS);
                int to = random.nextInt(VERSIONS);
                NavigableMap<Integer, Integer> model = model(models.get(from));
                frame.set(VERSIONS, frame.get(from));
                switch (random.nextInt(12)) {
                    case 0 -> model = built();
                    case 1, 4 -> model = united(from, random.nextInt(VERSIONS));
                    case 5 -> model = intersected(from, random.nextInt(VERSIONS));
                    case 6 -> model = less(from, random.nextInt(VERSIONS));
                    case 2 -> model = head(model);
                    case 3 -> model = tail(model);
                    default -> change(model);
                }
                frame.set(to, frame.get(VERSIONS));
                models.set(to, model);
                check(to);
            }
            for (int i = 0; i < VERSIONS; i++) {
                check(i);
            }
        }

        private void change(NavigableMap<Integer, Integer> model) {
            int changes = random.nextInt(4) == 0 ? 300 : 1 + random.nextInt(20);
            boolean isShrinking = random.nextInt(3) == 0;
            int start = random.nextInt(KEYS);
            int step = 1 + random.nextInt(3);
            for (int i = 0; i < changes; i++) {
                int number =
                        random.nextBoolean() ? (start + step * i) % KEYS : random.nextInt(KEYS);
                long root = frame.get(VERSIONS);
                if (isShrinking && !model.isEmpty() && random.nextInt(4) > 0) {
                    Integer near = model.ceilingKey(number);
                    number = near == null ? model.firstKey() : near;
                }
                if (isShrinking || random.nextInt(6) == 0) {
                    long result = type.remove(mutator, root, key(number));
                    assertThat(result == root).isEqualTo(model.remove(number) == null);
                    frame.set(VERSIONS, result);
                } else {
                    int value = given.values == Values.NONE ? 0 : random.nextInt(KEYS);
                    long result = type.set(mutator, root, key(number), value(value));
                    Integer before = model.put(number, value);
                    assertThat(result == root).isEqualTo(before != null && before == value);
                    frame.set(VERSIONS, result);
                }
            }
        }

        private NavigableMap<Integer, Integer> built() {
            NavigableMap<Integer, Integer> model = model(Map.of());
            int most = random.nextInt(4) == 0 ? KEYS : 40;
            for (int i = random.nextInt(most); i > 0; i--) {
                model.put(random.nextInt(KEYS), value(0) == 0 ? 0 : random.nextInt(KEYS));
            }
            long[] keys = new long[model.size()];
            long[] values = new long[model.size()];
            int count = 0;
            for (var entry : model.entrySet()) {
                keys[count] = key(entry.getKey());
                values[count++] = value(entry.getValue());
            }
            boolean isSet = given.values == Values.NONE;
            frame.set(VERSIONS, type.build(mutator, keys, isSet ? null : values, count));
            return model;
        }

        private NavigableMap<Integer, Integer> united(int first, int second) {
            NavigableMap<Integer, Integer> model = model(models.get(first));
            model.putAll(models.get(second));
            frame.set(VERSIONS, type.union(mutator, frame.get(first), frame.get(second)));
            return model;
        }

        private NavigableMap<Integer, Integer> intersected(int first, int second) {
            NavigableMap<Integer, Integer> model = model(models.get(first));
            model.keySet().retainAll(models.get(second).keySet());
            frame.set(VERSIONS, type.intersection(mutator, frame.get(first), frame.get(second)));
            return model;
        }

        private NavigableMap<Integer, Integer> less(int first, int second) {
            NavigableMap<Integer, Integer> model = model(models.get(first));
            model.keySet().removeAll(models.get(second).keySet());
            frame.set(VERSIONS, type.difference(mutator, frame.get(first), frame.get(second)));
            return model;
        }

        private NavigableMap<Integer, Integer> head(NavigableMap<Integer, Integer> model) {
            int number = random.nextInt(KEYS);
            boolean after = random.nextBoolean();
            long root = frame.get(VERSIONS);
            frame.set(VERSIONS, type.headOf(mutator, root, key(number), after));
            return model(model.headMap(number, after));
        }

        private NavigableMap<Integer, Integer> tail(NavigableMap<Integer, Integer> model) {
            int number = random.nextInt(KEYS);
            boolean after = random.nextBoolean();
            long root = frame.get(VERSIONS);
            frame.set(VERSIONS, type.tailOf(mutator, root, key(number), after));
            return model(model.tailMap(number, !after));
        }

        private void check(int version) {
            long root = frame.get(version);
            NavigableMap<Integer, Integer> model = models.get(version);
            assertThat(root == 0).isEqualTo(model.isEmpty());
            assertThat(type.size(mutator, root)).isEqualTo(model.size());
            SortedChecks.assertInvariants(type.tree(), mutator, root);
            for (int key = random.nextInt(7); key < KEYS; key += 7) {
                Integer expected = model.get(key);
                assertThat(type.has(mutator, root, key(key), Pause.NONE))
                        .isEqualTo(expected != null);
                long value = type.get(mutator, root, key(key), ABSENT, Pause.NONE);
                if (given.values != Values.NONE) {
                    assertThat(value == ABSENT ? null : (Integer) valueNumber(value))
                            .isEqualTo(expected);
                }
            }
            SortedCursor cursor = new SortedCursor(type);
            cursor.toStart(mutator, root);
            assertThat(read(cursor, true)).isEqualTo(new ArrayList<>(model.entrySet()));
            checkRange(root, model, cursor);
            checkEqual(root, model);
        }

        private List<Map.Entry<Integer, Integer>> read(SortedCursor cursor, boolean forwards) {
            List<Map.Entry<Integer, Integer>> entries = new ArrayList<>();
            while (forwards ? cursor.next(mutator) : cursor.previous(mutator)) {
                entries.add(Map.entry(keyNumber(cursor.key()), valueNumber(cursor.value())));
            }
            return entries;
        }

        private void checkRange(
                long root, NavigableMap<Integer, Integer> model, SortedCursor cursor) {
            int one = random.nextInt(KEYS);
            int two = random.nextInt(KEYS);
            boolean inOrder = model.comparator().compare(one, two) < 0;
            int from = inOrder ? one : two;
            int to = inOrder ? two : one;
            boolean fromAfter = random.nextBoolean();
            boolean toAfter = random.nextBoolean() || from == to;
            List<Map.Entry<Integer, Integer>> expected =
                    new ArrayList<>(model.subMap(from, !fromAfter, to, toAfter).entrySet());
            cursor.toKey(mutator, root, key(to), toAfter, Pause.NONE);
            long before = cursor.before(mutator);
            cursor.stopHere();
            cursor.toKey(mutator, root, key(from), fromAfter, Pause.NONE);
            assertThat(before - cursor.before(mutator)).isEqualTo(expected.size());
            assertThat(read(cursor, true)).isEqualTo(expected);
            cursor.goOn();
            cursor.toKey(mutator, root, key(from), fromAfter, Pause.NONE);
            cursor.stopHere();
            cursor.toKey(mutator, root, key(to), toAfter, Pause.NONE);
            Collections.reverse(expected);
            assertThat(read(cursor, false)).isEqualTo(expected);
            cursor.goOn();
        }

        /// Equal contents, put together in another order, are equal.
        private void checkEqual(long root, NavigableMap<Integer, Integer> model) {
            if (model.size() > 200) {
                return;
            }
            List<Integer> order = new ArrayList<>(model.keySet());
            Collections.shuffle(order, random);
            frame.set(VERSIONS + 1, 0);
            for (int number : order) {
                long made = frame.get(VERSIONS + 1);
                long value = value(model.get(number));
                frame.set(VERSIONS + 1, type.set(mutator, made, key(number), value));
            }
            long again = frame.get(VERSIONS + 1);
            assertThat(type.equal(mutator, root, again)).isTrue();
            assertThat(type.compare(mutator, root, again, Pause.NONE)).isZero();
            assertThat(type.hash(mutator, again)).isEqualTo(type.hash(mutator, root));
            assertThat(type.hash(mutator, again, 50)).isEqualTo(type.hash(mutator, root, 50));
            int number = random.nextInt(KEYS);
            long other =
                    model.containsKey(number)
                            ? type.remove(mutator, again, key(number))
                            : type.set(mutator, again, key(number), value(1));
            assertThat(type.equal(mutator, root, other)).isFalse();
            frame.set(VERSIONS + 1, other);
            int forwards = type.compare(mutator, root, other, Pause.NONE);
            int backwards = type.compare(mutator, other, root, Pause.NONE);
            assertThat(Integer.signum(forwards)).isEqualTo(-Integer.signum(backwards)).isNotZero();
        }
    }
}
