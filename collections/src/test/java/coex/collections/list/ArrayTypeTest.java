package coex.collections.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.JvmGarbage;
import coex.collections.value.Primitive;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapExhaustedException;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.function.BiConsumer;

/// What arrays promise beyond their contents: views that cost nothing, large ones, errors.
class ArrayTypeTest {

    private static void withArrays(TestElements.Kind kind, TestHeaps options, Body body) {
        try (Heap heap = Heap.open(options.options())) {
            Mutator checked = heap.attach();
            TestElements elements = new TestElements(heap, checked, kind);
            body.run(
                    new Arrays(
                            heap,
                            ConcurrentHeap.contextOf(checked),
                            checked.frame(3),
                            elements,
                            ArrayType.of(heap, elements.type())));
        }
    }

    private interface Body {
        void run(Arrays given);
    }

    private record Arrays(
            Heap heap, MutatorContext mutator, Frame frame, TestElements elements, ArrayType type) {

        long bytesOf(Runnable operation) {
            long before = mutator.allocator().bytes();
            operation.run();
            return mutator.allocator().bytes() - before;
        }
    }

    private static final int LARGE = 50_000;

    @ParameterizedTest
    @EnumSource(TestElements.Kind.class)
    void elementsArePacked(TestElements.Kind kind) {
        withArrays(
                kind,
                TestHeaps.PLAIN,
                given -> {
                    int size = given.type.element().storage().bytes();
                    long bits = given.elements.kept(1);
                    long bytes = given.bytesOf(() -> given.type.filled(given.mutator, 1000, bits));
                    assertThat(bytes).isBetween(1000L * size, 1000L * size + 16);
                });
    }

    @Test
    void aSliceIsAViewOfConstantSizeThatKeepsItsArray() {
        withArrays(
                TestElements.Kind.LONG,
                TestHeaps.PLAIN,
                given -> {
                    MutatorContext mutator = given.mutator;
                    ArrayType type = given.type;
                    long[] bits = new long[LARGE];
                    for (int i = 0; i < LARGE; i++) {
                        bits[i] = i;
                    }
                    given.frame.set(0, type.of(mutator, bits, 0, LARGE));
                    long bytes =
                            given.bytesOf(
                                    () ->
                                            given.frame.set(
                                                    1,
                                                    type.slice(
                                                            mutator, given.frame.get(0), 10, -10)));
                    assertThat(bytes).isEqualTo(ArrayType.VIEW_BYTES);
                    given.frame.set(2, type.slice(mutator, given.frame.get(1), 5, 105));
                    given.frame.set(0, 0);
                    given.frame.set(1, 0);
                    given.heap.collect();
                    assertThat(type.length(mutator, given.frame.get(2))).isEqualTo(100);
                    assertThat(type.get(mutator, given.frame.get(2), 0)).isEqualTo(15);
                    assertThat(type.get(mutator, given.frame.get(2), 99)).isEqualTo(114);
                    ListChecks.assertArrayInvariants(mutator, type, given.frame.get(2));
                    assertThat(given.heap.stats().collection().bytesMarked())
                            .isGreaterThan(8L * LARGE);
                });
    }

    @Test
    void aSliceOfEverythingIsTheArrayItself() {
        withArrays(
                TestElements.Kind.BYTE,
                TestHeaps.PLAIN,
                given -> {
                    long array = given.type.filled(given.mutator, 10, 3);
                    given.frame.set(0, array);
                    assertThat(given.type.slice(given.mutator, array, 0, Long.MAX_VALUE))
                            .isEqualTo(array);
                    assertThat(given.type.slice(given.mutator, array, 5, 5)).isZero();
                });
    }

    /// Large arrays are objects before they are filled; the collector looks at them meanwhile.
    private static void largeArraysAgree(TestElements.Kind kind, TestHeaps options) {
        withArrays(
                kind,
                options,
                given -> {
                    MutatorContext mutator = given.mutator;
                    ArrayType type = given.type;
                    ListType lists = ListType.of(given.heap, given.elements.type());
                    given.frame.set(0, type.filled(mutator, LARGE, given.elements.kept(7)));
                    long other = given.elements.fresh(9);
                    given.frame.set(0, type.set(mutator, given.frame.get(0), LARGE / 2, other));
                    other = given.elements.fresh(5);
                    given.frame.set(0, type.append(mutator, given.frame.get(0), other));
                    BiConsumer<Long, String> check =
                            (array, how) -> {
                                assertThat(type.length(mutator, array))
                                        .as(how)
                                        .isEqualTo(LARGE + 1);
                                int[] at = {0};
                                type.forEach(
                                        mutator,
                                        array,
                                        bits -> {
                                            int expected =
                                                    at[0] == LARGE ? 5 : at[0] == LARGE / 2 ? 9 : 7;
                                            if (given.elements.number(bits)
                                                    != given.elements.normal(expected)) {
                                                throw new AssertionError(how + " at " + at[0]);
                                            }
                                            at[0]++;
                                        });
                            };
                    check.accept(given.frame.get(0), "filled");
                    given.frame.set(1, type.toList(mutator, lists, given.frame.get(0)));
                    given.frame.set(1, type.ofList(mutator, lists, given.frame.get(1)));
                    check.accept(given.frame.get(1), "converted");
                    assertThat(type.equal(mutator, given.frame.get(0), given.frame.get(1)))
                            .isTrue();
                    long half = type.slice(mutator, given.frame.get(0), 0, LARGE / 2);
                    given.frame.set(
                            1, type.setSlice(mutator, given.frame.get(1), 0, LARGE / 2, half));
                    check.accept(given.frame.get(1), "replaced");
                    given.heap.collect();
                    assertThat(given.heap.validate().errors()).isEmpty();
                });
    }

    @ParameterizedTest
    @EnumSource(TestElements.Kind.class)
    void largeArraysHaveTheirElements(TestElements.Kind kind) {
        largeArraysAgree(kind, TestHeaps.PLAIN);
    }

    @ParameterizedTest
    @EnumSource(value = TestHeaps.class, names = "PLAIN", mode = EnumSource.Mode.EXCLUDE)
    void largeArraysOfObjectsHaveTheirElementsInEveryHeap(TestHeaps options) {
        largeArraysAgree(TestElements.Kind.BOX, options);
    }

    @Test
    void lengthsThatCannotBeAreRefused() {
        withArrays(
                TestElements.Kind.LONG,
                TestHeaps.PLAIN,
                given -> {
                    assertThat(given.type.filled(given.mutator, -5, 1)).isZero();
                    assertThatThrownBy(() -> given.type.filled(given.mutator, 1L << 31, 1))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessage("array too long: length=2147483648 most=2147483639");
                    assertThatThrownBy(() -> given.type.filled(given.mutator, (1L << 31) - 9, 1))
                            .isInstanceOf(HeapExhaustedException.class);
                });
    }

    @Tag(JvmGarbage.TAG)
    @Test
    void readingAndSlicingAllocateNothingInTheJvm() {
        withArrays(
                TestElements.Kind.LONG,
                TestHeaps.PLAIN,
                given -> {
                    ArrayType type = given.type;
                    long array = type.filled(given.mutator, 100, 3);
                    given.frame.set(0, array);
                    int[] turn = new int[1];
                    JvmGarbage.Operation work =
                            () -> {
                                int i = turn[0]++ % 40;
                                long view = type.slice(given.mutator, array, i, -i - 1);
                                long got = type.get(given.mutator, view, i % 10);
                                long set = type.set(given.mutator, view, 1, i);
                                return got + type.length(given.mutator, set);
                            };
                    assertThat(JvmGarbage.ofEach(2000, 8, work)).isLessThan(8);
                });
    }

    @Test
    void viewsAreEqualToArraysWithTheSameElements() {
        withArrays(
                TestElements.Kind.BYTE,
                TestHeaps.PLAIN,
                given -> {
                    ArrayType type = ArrayType.of(given.heap, Primitive.BYTE);
                    MutatorContext mutator = given.mutator;
                    long[] bits = {9, 1, 2, 3, 255, 9};
                    given.frame.set(0, type.of(mutator, bits, 0, 6));
                    given.frame.set(1, type.of(mutator, bits, 1, 4));
                    long view = type.slice(mutator, given.frame.get(0), 1, 5);
                    assertThat(type.equal(mutator, view, given.frame.get(1))).isTrue();
                    assertThat(type.hash(mutator, view))
                            .isEqualTo(type.hash(mutator, given.frame.get(1)));
                    assertThat(type.equal(mutator, view, given.frame.get(0))).isFalse();
                });
    }
}
