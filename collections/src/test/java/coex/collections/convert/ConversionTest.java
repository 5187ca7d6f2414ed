package coex.collections.convert;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.JvmGarbage;
import coex.collections.list.ArrayType;
import coex.collections.list.ListType;
import coex.collections.list.TestElements;
import coex.collections.list.TestHeaps;
import coex.collections.map.MapType;
import coex.collections.map.SetType;
import coex.collections.value.Primitive;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.ValidationReport;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;

/// What collections of one kind become as another has the same elements, in every heap.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class ConversionTest {

    record Case(TestElements.Kind elements, TestHeaps heap) {}

    private static final int[] LENGTHS = {0, 1, 2, 15, 16, 17, 33, 130, 1100};

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (TestHeaps heap : TestHeaps.values()) {
            for (TestElements.Kind elements : TestElements.Kind.values()) {
                cases.add(new Case(elements, heap));
            }
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void setsHaveTheElementsOfSequencesAndSequencesThoseOfSets(Case given) {
        inHeap(given, Run::sets);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void keysAndValuesOfAMapComeInTheSameOrder(Case given) {
        inHeap(given, Run::maps);
    }

    private interface Body {
        void run(Run run);
    }

    private static void inHeap(Case given, Body body) {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        try (Heap heap = Heap.open(given.heap.options())) {
            body.run(new Run(heap, given.elements, new Random(seed)));
            ValidationReport report = heap.validate();
            assertThat(report.isValid()).as(report.toString()).isTrue();
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed + " case=" + given, e);
        }
    }

    private static final class Run {
        private final Random random;
        private final MutatorContext mutator;
        private final TestElements elements;
        private final Frame frame;
        private final ListType lists;
        private final ArrayType arrays;
        private final ListType longLists;
        private final ArrayType longArrays;
        private final SetType sets;
        private final MapType maps;
        private final SetConversions ofSets;
        private final MapConversions ofMaps;

        Run(Heap heap, TestElements.Kind kind, Random random) {
            this.random = random;
            Mutator checked = heap.attach();
            mutator = ConcurrentHeap.contextOf(checked);
            elements = new TestElements(heap, checked, kind);
            frame = checked.frame(6);
            lists = ListType.of(heap, elements.type());
            arrays = ArrayType.of(heap, elements.type());
            longLists = ListType.of(heap, Primitive.LONG);
            longArrays = ArrayType.of(heap, Primitive.LONG);
            sets = SetType.of(heap, elements.type());
            maps = MapType.of(heap, elements.type(), Primitive.LONG);
            ofSets = SetConversions.of(heap, elements.type());
            ofMaps = MapConversions.of(heap, elements.type(), Primitive.LONG);
        }

        /// A list of random elements in slot 0, cut from a longer one, and its model.
        private List<Integer> makeList(int length) {
            List<Integer> model = new ArrayList<>();
            long list = 0;
            for (int i = 0; i < length + 3; i++) {
                int number = random.nextInt(1 + 2 * length);
                list = lists.append(mutator, list, elements.fresh(number));
                frame.set(0, list);
                model.add(elements.normal(number));
            }
            frame.set(0, lists.slice(mutator, list, 2, 2 + length));
            return model.subList(2, 2 + length);
        }

        void sets() {
            for (int length : LENGTHS) {
                List<Integer> model = makeList(length);
                frame.set(1, ofSets.ofList(mutator, frame.get(0)));
                assertThat(setContents(frame.get(1))).isEqualTo(new HashSet<>(model));
                frame.set(2, arrays.ofList(mutator, lists, frame.get(0)));
                frame.set(3, ofSets.ofArray(mutator, frame.get(2)));
                assertThat(sets.equal(mutator, frame.get(1), frame.get(3))).isTrue();
                frame.set(4, ofSets.listOf(mutator, frame.get(1)));
                frame.set(5, ofSets.arrayOf(mutator, frame.get(1)));
                List<Integer> inOrder = listContents(frame.get(4));
                assertThat(inOrder).doesNotHaveDuplicates();
                assertThat(inOrder).containsExactlyInAnyOrderElementsOf(new HashSet<>(model));
                assertThat(arrayContents(frame.get(5))).isEqualTo(inOrder);
                assertThat(listContents(frame.get(0))).isEqualTo(model);
                convertUnrooted(new HashSet<>(model), inOrder);
            }
        }

        /// What a conversion was given it keeps itself.
        private void convertUnrooted(Set<Integer> distinct, List<Integer> inOrder) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    frame.set(5, ofSets.ofList(mutator, taken(0)));
                    assertThat(setContents(frame.get(5))).isEqualTo(distinct);
                }
                case 1 -> {
                    frame.set(5, ofSets.ofArray(mutator, taken(2)));
                    assertThat(setContents(frame.get(5))).isEqualTo(distinct);
                }
                case 2 -> {
                    frame.set(5, ofSets.listOf(mutator, taken(1)));
                    assertThat(listContents(frame.get(5))).isEqualTo(inOrder);
                }
                default -> {
                    frame.set(5, ofSets.arrayOf(mutator, taken(1)));
                    assertThat(arrayContents(frame.get(5))).isEqualTo(inOrder);
                }
            }
        }

        private long taken(int slot) {
            long handle = frame.get(slot);
            frame.set(slot, 0);
            return handle;
        }

        void maps() {
            for (int length : LENGTHS) {
                Map<Integer, Long> model = new HashMap<>();
                frame.set(0, 0);
                for (int i = 0; i < length; i++) {
                    int number = random.nextInt(1 + 2 * length);
                    long key = elements.fresh(number);
                    frame.set(0, maps.set(mutator, frame.get(0), key, i * 3L));
                    model.put(elements.normal(number), i * 3L);
                }
                frame.set(1, ofMaps.keyList(mutator, frame.get(0)));
                frame.set(2, ofMaps.valueList(mutator, frame.get(0)));
                frame.set(3, ofMaps.keyArray(mutator, frame.get(0)));
                frame.set(4, ofMaps.valueArray(mutator, frame.get(0)));
                List<Integer> keys = listContents(frame.get(1));
                Map<Integer, Long> found = new HashMap<>();
                for (int i = 0; i < keys.size(); i++) {
                    found.put(keys.get(i), longLists.get(mutator, frame.get(2), i));
                }
                assertThat(keys).hasSize(model.size());
                assertThat(found).isEqualTo(model);
                assertThat(arrayContents(frame.get(3))).isEqualTo(keys);
                frame.set(5, longArrays.ofList(mutator, longLists, frame.get(2)));
                assertThat(longArrays.equal(mutator, frame.get(4), frame.get(5))).isTrue();
                boolean asList = random.nextBoolean();
                frame.set(1, asList ? ofMaps.keyList(mutator, taken(0)) : 0);
                frame.set(3, asList ? 0 : ofMaps.keyArray(mutator, taken(0)));
                assertThat(asList ? listContents(frame.get(1)) : arrayContents(frame.get(3)))
                        .isEqualTo(keys);
            }
        }

        private Set<Integer> setContents(long set) {
            Set<Integer> contents = new HashSet<>();
            sets.forEach(mutator, set, (key, _) -> contents.add(elements.number(key)));
            assertThat(sets.size(mutator, set)).isEqualTo(contents.size());
            assertThat(set == 0).isEqualTo(contents.isEmpty());
            return contents;
        }

        private List<Integer> listContents(long list) {
            List<Integer> contents = new ArrayList<>();
            lists.forEach(mutator, list, bits -> contents.add(elements.number(bits)));
            return contents;
        }

        private List<Integer> arrayContents(long array) {
            List<Integer> contents = new ArrayList<>();
            arrays.forEach(mutator, array, bits -> contents.add(elements.number(bits)));
            return contents;
        }
    }

    @Test
    void aListLongerThanAPieceBecomesOneSet() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            Mutator checked = heap.attach();
            MutatorContext mutator = ConcurrentHeap.contextOf(checked);
            SetConversions conversions = SetConversions.of(heap, Primitive.LONG);
            SetType sets = SetType.of(heap, Primitive.LONG);
            ListType lists = ListType.of(heap, Primitive.LONG);
            int length = SetConversions.PIECE + 50_000;
            int distinct = SetConversions.PIECE + 1000;
            long[] numbers = LongStream.range(0, length).map(i -> i % distinct * 7).toArray();
            try (Frame frame = checked.frame(3)) {
                frame.set(0, lists.of(mutator, numbers, 0, length));
                frame.set(1, conversions.ofList(mutator, frame.get(0)));
                assertThat(sets.size(mutator, frame.get(1))).isEqualTo(distinct);
                assertThat(LongStream.of(numbers))
                        .allMatch(number -> sets.has(mutator, frame.get(1), number));
                frame.set(2, conversions.listOf(mutator, frame.get(1)));
                assertThat(lists.length(mutator, frame.get(2))).isEqualTo(distinct);
                frame.set(2, conversions.ofList(mutator, frame.get(2)));
                assertThat(sets.equal(mutator, frame.get(1), frame.get(2))).isTrue();
            }
        }
    }

    @Tag(JvmGarbage.TAG)
    @Test
    void conversionsOfSmallCollectionsAllocateNothingInTheJvm() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            Run run = new Run(heap, TestElements.Kind.LONG, new Random(1));
            run.makeList(15);
            run.frame.set(1, run.ofSets.ofList(run.mutator, run.frame.get(0)));
            run.frame.set(2, run.maps.set(run.mutator, 0, 1, 2));
            // Refilling buffers makes a few small objects now and then; no object is below 16
            // bytes.
            assertThat(JvmGarbage.ofEach(2000, 8, () -> convert(run))).isLessThan(8);
        }
    }

    private static long convert(Run run) {
        run.frame.set(3, run.ofSets.ofList(run.mutator, run.frame.get(0)));
        run.frame.set(3, run.ofSets.listOf(run.mutator, run.frame.get(1)));
        run.frame.set(3, run.ofSets.arrayOf(run.mutator, run.frame.get(1)));
        run.frame.set(3, run.arrays.toList(run.mutator, run.lists, run.frame.get(3)));
        run.frame.set(3, run.arrays.ofList(run.mutator, run.lists, run.frame.get(3)));
        run.frame.set(3, run.ofMaps.keyList(run.mutator, run.frame.get(2)));
        run.frame.set(3, run.ofMaps.valueArray(run.mutator, run.frame.get(2)));
        return run.frame.get(3);
    }
}
