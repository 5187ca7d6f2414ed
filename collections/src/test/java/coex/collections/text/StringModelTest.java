package coex.collections.text;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.ValidationReport;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/// Random programs on strings agree with arrays of bytes and with `java.lang.String`; all versions
/// kept stay what they were, and equal text is one value whether it lies in an object of its own,
/// in another's or in a buffer that others grow in.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class StringModelTest {

    private static final int VERSIONS = 16;
    private static final int LONGEST = 4000;
    private static final String LETTERS = "aab é€😀";

    @ParameterizedTest
    @EnumSource(TestHeaps.class)
    void everyVersionAgreesWithItsModel(TestHeaps options) {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        try (Heap heap = Heap.open(options.options())) {
            new Run(heap, seed).steps(options == TestHeaps.PLAIN ? 4000 : 500);
            ValidationReport report = heap.validate();
            assertThat(report.isValid()).as(report.toString()).isTrue();
        } catch (Throwable e) {
            throw new AssertionError("replay with -Dcoex.seed=" + seed + " heap=" + options, e);
        }
    }

    /// One random program.
    private static final class Run {
        private final Random random;
        private final MutatorContext mutator;
        private final Strings strings;
        private final Frame versions;
        private final byte[][] models = new byte[VERSIONS][0];
        private final TextShapes shapes;

        Run(Heap heap, long seed) {
            random = new Random(seed);
            Mutator checked = heap.attach();
            mutator = ConcurrentHeap.contextOf(checked);
            strings = Strings.of(heap);
            shapes = TextShapes.of(heap);
            versions = checked.frame(VERSIONS + 1);
        }

        void steps(int count) {
            for (int step = 0; step < count; step++) {
                int to = random.nextInt(VERSIONS);
                step(random.nextInt(VERSIONS), to);
                for (int version = 0; version < VERSIONS; version++) {
                    assertThat(strings.bytes(mutator, versions.get(version)))
                            .isEqualTo(models[version]);
                }
                assertInvariants(versions.get(to));
                checkNumbers(to);
                checkBeside(to, random.nextInt(VERSIONS));
            }
        }

        private void step(int from, int to) {
            byte[] model = models[from];
            switch (random.nextInt(6)) {
                case 0 -> put(to, make(randomText(random.nextInt(60))), null);
                case 1, 2 -> grow(from, to, 1 + random.nextInt(30));
                case 3 -> {
                    int first = random.nextInt(model.length + 1);
                    int end = first + random.nextInt(model.length - first + 1);
                    long slice = strings.slice(mutator, versions.get(from), first, end);
                    put(to, slice, Arrays.copyOfRange(model, first, end));
                }
                case 4 -> {
                    int first = random.nextInt(Math.min(3, model.length + 1));
                    long slice = strings.slice(mutator, versions.get(from), first, model.length);
                    put(to, slice, Arrays.copyOfRange(model, first, model.length));
                }
                default -> append(from, random.nextInt(VERSIONS), to);
            }
        }

        private void put(int slot, long handle, byte[] model) {
            versions.set(slot, handle);
            models[slot] = model == null ? strings.bytes(mutator, handle) : model;
        }

        /// A string, whose bytes a Java string has too.
        private long make(String text) {
            long string = strings.of(mutator, text);
            assertThat(strings.toJava(mutator, string)).isEqualTo(text);
            assertThat(strings.length(mutator, string))
                    .isEqualTo(text.codePointCount(0, text.length()));
            return string;
        }

        /// Appends a little again and again, as programs do that write text.
        private void grow(int from, int to, int count) {
            put(to, versions.get(from), models[from]);
            for (int i = 0; i < count && models[to].length < LONGEST; i++) {
                versions.set(VERSIONS, make(randomText(1 + random.nextInt(4))));
                byte[] more = strings.bytes(mutator, versions.get(VERSIONS));
                if (random.nextInt(8) == 0) {
                    strings.hash(
                            mutator, versions.get(to)); // remembered, and not by what grows from it
                }
                long grown = strings.concat(mutator, versions.get(to), versions.get(VERSIONS));
                put(to, grown, both(models[to], more));
            }
        }

        private void append(int from, int other, int to) {
            if (models[from].length + models[other].length <= LONGEST) {
                long joined = strings.concat(mutator, versions.get(from), versions.get(other));
                put(to, joined, both(models[from], models[other]));
            }
        }

        private static byte[] both(byte[] first, byte[] second) {
            byte[] both = Arrays.copyOf(first, first.length + second.length);
            System.arraycopy(second, 0, both, first.length, second.length);
            return both;
        }

        private String randomText(int length) {
            int[] points = LETTERS.codePoints().toArray();
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < length; i++) {
                text.appendCodePoint(points[random.nextInt(points.length)]);
            }
            return text.toString();
        }

        /// Where the bytes of a string lie.
        private void assertInvariants(long string) {
            if (string == 0) {
                return;
            }
            long address = mutator.address(string);
            if (shapeAt(address) != shapes.view().id()) {
                assertThat(shapeAt(address)).isEqualTo(shapes.flat().id());
                assertThat(Memory.getInt(address + TextShapes.FLAT_BYTES)).isPositive();
                return;
            }
            int start = Memory.getInt(address + TextShapes.VIEW_START);
            int end = start + Memory.getInt(address + TextShapes.VIEW_BYTES);
            int payload = Memory.getInt(address + TextShapes.VIEW_PAYLOAD);
            long viewed = mutator.address(Integer.toUnsignedLong(payload));
            if (shapeAt(viewed) == shapes.buffer().id()) {
                int used = Memory.getInt(viewed + TextShapes.BUFFER_USED);
                assertThat(used)
                        .isLessThanOrEqualTo(Memory.getInt(viewed + TextShapes.BUFFER_CAPACITY));
                assertThat(start).isGreaterThanOrEqualTo(TextShapes.BUFFER_TEXT);
                assertThat(end).isBetween(start + 1, TextShapes.BUFFER_TEXT + used);
            } else {
                assertThat(shapeAt(viewed)).as("no view of a view").isEqualTo(shapes.flat().id());
                int bytes = Memory.getInt(viewed + TextShapes.FLAT_BYTES);
                assertThat(start).isGreaterThanOrEqualTo(TextShapes.FLAT_TEXT);
                assertThat(end).isBetween(start + 1, TextShapes.FLAT_TEXT + bytes);
            }
        }

        private static int shapeAt(long address) {
            return ObjectHeader.shape(Memory.getLong(address));
        }

        private void checkNumbers(int version) {
            byte[] model = models[version];
            long string = versions.get(version);
            assertThat(string == 0).isEqualTo(model.length == 0);
            assertThat(strings.byteLength(mutator, string)).isEqualTo(model.length);
            int points = 0;
            for (byte b : model) {
                points += (b & 0xC0) == 0x80 ? 0 : 1;
            }
            assertThat(strings.length(mutator, string)).isEqualTo(points);
            for (long at : new long[] {-1, 0, model.length / 2, model.length - 1L, model.length}) {
                int expected = at < 0 || at >= model.length ? 0 : model[(int) at] & 0xFF;
                assertThat(strings.byteAt(mutator, string, at)).isEqualTo(expected);
            }
            int from = random.nextInt(model.length + 1);
            byte[] copy = new byte[model.length - from + 1];
            strings.copyOut(mutator, string, from, copy, 1, model.length - from);
            assertThat(Arrays.copyOfRange(copy, 1, copy.length))
                    .isEqualTo(Arrays.copyOfRange(model, from, model.length));
            versions.set(VERSIONS, strings.of(mutator, model, 0, model.length));
            assertThat(strings.equal(mutator, versions.get(version), versions.get(VERSIONS)))
                    .isTrue();
            assertThat(strings.hash(mutator, versions.get(version)))
                    .isEqualTo(strings.hash(mutator, versions.get(VERSIONS)));
        }

        private void checkBeside(int version, int other) {
            long first = versions.get(version);
            long second = versions.get(other);
            assertThat(strings.equal(mutator, first, second))
                    .isEqualTo(Arrays.equals(models[version], models[other]));
            assertThat(Integer.signum(strings.compare(mutator, first, second)))
                    .isEqualTo(
                            Integer.signum(Arrays.compareUnsigned(models[version], models[other])));
            byte[] sought = models[other];
            if (sought.length > 8) { // a short piece of it is found more often
                int from = random.nextInt(sought.length - 3);
                sought = Arrays.copyOfRange(sought, from, from + 3);
                second = strings.slice(mutator, second, from, from + 3);
                first = versions.get(version);
            }
            int from = random.nextInt(models[version].length + 1);
            assertThat(strings.indexOf(mutator, first, second, from))
                    .isEqualTo(latin(models[version]).indexOf(latin(sought), from));
        }

        private static String latin(byte[] bytes) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }
}
