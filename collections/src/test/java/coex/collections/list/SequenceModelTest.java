package coex.collections.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.ValidationReport;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Random programs on lists and arrays agree with `java.util` models, all versions kept stay what
/// they were, and equal contents are equal values however they came about.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class SequenceModelTest {

    record Case(TestElements.Kind elements, boolean lists, TestHeaps heap) {}

    private static final int VERSIONS = 20;
    private static final int LONGEST = 3000;

    /// Lengths at which something about a list changes: room, chunks and nodes run full.
    private static final int[] BORDERS = {
        0, 1, 3, 4, 5, 8, 9, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1023,
        1024, 1025, 1055, 1056, 1057, 1089, 4095, 4096, 4097, 4223, 4224, 4225
    };

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (TestHeaps heap : TestHeaps.values()) {
            for (TestElements.Kind elements : TestElements.Kind.values()) {
                cases.add(new Case(elements, true, heap));
                cases.add(new Case(elements, false, heap));
            }
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyVersionAgreesWithItsModel(Case given) {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        try (Heap heap = Heap.open(given.heap.options())) {
            new Run(heap, given, seed).steps(given.heap == TestHeaps.PLAIN ? 600 : 150);
            ValidationReport report = heap.validate();
            assertThat(report.isValid()).as(report.toString()).isTrue();
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed + " case=" + given, e);
        }
    }

    /// One random program.
    private static final class Run {
        private final Random random;
        private final TestElements elements;
        private final Sequences sequences;
        private final Frame versions;
        private final List<List<Integer>> models = new ArrayList<>();
        private final MutatorContext mutator;

        Run(Heap heap, Case given, long seed) {
            random = new Random(seed);
            Mutator checked = heap.attach();
            mutator = ConcurrentHeap.contextOf(checked);
            elements = new TestElements(heap, checked, given.elements);
            ListType lists = ListType.of(heap, elements.type());
            ArrayType arrays = ArrayType.of(heap, elements.type());
            sequences =
                    given.lists
                            ? Sequences.lists(mutator, lists, arrays)
                            : Sequences.arrays(mutator, arrays, lists);
            versions = checked.frame(VERSIONS);
            for (int i = 0; i < VERSIONS; i++) {
                models.add(List.of());
            }
        }

        void steps(int count) {
            for (int step = 0; step < count; step++) {
                int from = random.nextInt(VERSIONS);
                int to = random.nextInt(VERSIONS);
                step(from, to);
                check(to);
                for (int version = 0; version < VERSIONS; version++) {
                    if (step % 10 == 0) {
                        check(version);
                    } else {
                        checkContents(version);
                    }
                }
            }
        }

        private void put(int slot, long handle, List<Integer> model) {
            versions.set(slot, handle);
            models.set(slot, model);
        }

        private void step(int from, int to) {
            List<Integer> model = new ArrayList<>(models.get(from));
            switch (random.nextInt(10)) {
                case 0, 1 -> grow(from, to, model, 1 + random.nextInt(3));
                case 2 -> grow(from, to, model, 1 + random.nextInt(70));
                case 3 -> make(to);
                case 4 -> replace(from, to, model);
                case 5 -> slice(from, to, model);
                case 6, 7 -> replaceSlice(from, random.nextInt(VERSIONS), to, model);
                case 8 -> slide(from, to, model);
                default -> put(to, sequences.converted(versions.get(from)), model);
            }
        }

        /// Appends, keeping all versions between out of sight.
        private void grow(int from, int to, List<Integer> model, int count) {
            put(to, versions.get(from), model);
            for (int i = 0; i < count && model.size() < LONGEST; i++) {
                int number = random.nextInt(1000);
                long bits = elements.fresh(number);
                versions.set(to, sequences.append(versions.get(to), bits));
                model.add(elements.normal(number));
            }
        }

        private void make(int to) {
            int length = BORDERS[random.nextInt(BORDERS.length)];
            long[] bits = new long[length];
            List<Integer> model = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                int number = random.nextInt(1000);
                bits[i] = elements.kept(number);
                model.add(elements.normal(number));
            }
            put(to, sequences.of(bits), model);
        }

        private void replace(int from, int to, List<Integer> model) {
            if (!model.isEmpty()) {
                int at = random.nextInt(model.size());
                int number = random.nextInt(1000);
                long bits = elements.fresh(number);
                model.set(at, elements.normal(number));
                put(to, sequences.set(versions.get(from), at, bits), model);
            }
        }

        private long bound(int length) {
            return switch (random.nextInt(12)) {
                case 0 -> Long.MIN_VALUE;
                case 1 -> Long.MAX_VALUE;
                case 2 -> -1 - random.nextInt(length + 2);
                case 3 -> Math.max(0, length - 1);
                case 4 -> Math.min(length, 1);
                default -> random.nextInt(length + 2);
            };
        }

        /// What the language says of bounds, in other words than those of the code.
        private static int cut(long bound, int length) {
            long position = bound < 0 ? bound + length : bound;
            return position < 0 ? 0 : position > length ? length : (int) position;
        }

        private void slice(int from, int to, List<Integer> model) {
            long first = bound(model.size());
            long end = bound(model.size());
            int low = cut(first, model.size());
            int high = Math.max(low, cut(end, model.size()));
            long slice = sequences.slice(versions.get(from), first, end);
            put(to, slice, new ArrayList<>(model.subList(low, high)));
        }

        private void replaceSlice(int from, int source, int to, List<Integer> model) {
            long first = bound(model.size());
            long end = bound(model.size());
            int low = cut(first, model.size());
            int high = Math.max(low, cut(end, model.size()));
            List<Integer> other = models.get(source);
            List<Integer> expected = new ArrayList<>(model.subList(0, low));
            expected.addAll(other.subList(0, Math.min(high - low, other.size())));
            expected.addAll(model.subList(high, model.size()));
            long changed = sequences.setSlice(versions.get(from), first, end, versions.get(source));
            put(to, changed, expected);
        }

        /// Uses the sequence as a queue.
        private void slide(int from, int to, List<Integer> model) {
            put(to, versions.get(from), model);
            for (int i = random.nextInt(50); i > 0; i--) {
                grow(to, to, models.get(to), random.nextInt(4));
                List<Integer> before = models.get(to);
                int dropped = Math.min(before.size(), random.nextInt(4));
                List<Integer> rest = new ArrayList<>(before.subList(dropped, before.size()));
                put(to, sequences.slice(versions.get(to), dropped, Long.MAX_VALUE), rest);
            }
        }

        private void check(int version) {
            List<Integer> model = models.get(version);
            long sequence = versions.get(version);
            assertThat(sequences.length(sequence)).isEqualTo(model.size());
            assertThat(sequence == 0).isEqualTo(model.isEmpty());
            sequences.assertInvariants(sequence);
            checkContents(version);
            checkAt(sequence, model);
            checkCopy(sequence, model);
            checkEqual(sequence, model, random.nextInt(VERSIONS));
        }

        private void checkContents(int version) {
            List<Integer> found = new ArrayList<>(models.get(version).size());
            sequences.forEach(versions.get(version), bits -> found.add(elements.number(bits)));
            assertThat(found.equals(models.get(version))).as("version %d", version).isTrue();
        }

        private void checkAt(long sequence, List<Integer> model) {
            for (int i = 0; i < 5 && !model.isEmpty(); i++) {
                int at = random.nextInt(model.size());
                assertThat(elements.number(sequences.get(sequence, at))).isEqualTo(model.get(at));
            }
            for (long wrong : new long[] {-1, model.size(), Long.MAX_VALUE, Long.MIN_VALUE}) {
                assertThatThrownBy(() -> sequences.get(sequence, wrong))
                        .isInstanceOf(IndexOutOfRangeException.class)
                        .hasMessage(
                                "index out of range: index=" + wrong + " length=" + model.size());
            }
        }

        private void checkCopy(long sequence, List<Integer> model) {
            int from = random.nextInt(model.size() + 1);
            long[] copy = new long[model.size() - from + 2];
            copy[0] = -7;
            copy[copy.length - 1] = -7;
            sequences.copyOut(sequence, from, copy, 1, model.size() - from);
            for (int i = from; i < model.size(); i++) {
                assertThat(elements.number(copy[i - from + 1])).isEqualTo(model.get(i));
            }
            assertThat(new long[] {copy[0], copy[copy.length - 1]}).containsOnly(-7);
        }

        private void checkEqual(long sequence, List<Integer> model, int other) {
            boolean equal = sequences.type().equal(mutator, sequence, versions.get(other));
            assertThat(equal).isEqualTo(model.equals(models.get(other)));
            if (equal) {
                assertThat(sequences.type().hash(mutator, sequence))
                        .isEqualTo(sequences.type().hash(mutator, versions.get(other)));
            }
        }
    }
}
