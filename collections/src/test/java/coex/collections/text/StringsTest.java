package coex.collections.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.JvmGarbage;
import coex.collections.value.Pause;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.StressOptions;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

class StringsTest {

    private Heap heap;
    private MutatorContext mutator;
    private Strings strings;

    @BeforeEach
    void openHeap() {
        open(HeapOptions.builder().build());
    }

    private void open(HeapOptions options) {
        heap = Heap.open(options);
        Mutator attached = heap.attach();
        mutator = ConcurrentHeap.contextOf(attached);
        strings = Strings.of(heap);
    }

    @AfterEach
    void closeHeap() {
        heap.close();
    }

    private long string(String text) {
        return strings.of(mutator, text);
    }

    private String text(long string) {
        return strings.toJava(mutator, string);
    }

    @Test
    void theEmptyStringIsHandleZero() {
        assertThat(string("")).isZero();
        assertThat(strings.length(mutator, 0)).isZero();
        assertThat(text(0)).isEmpty();
        long word = string("word");
        assertThat(strings.slice(mutator, word, 2, 2)).isZero();
        assertThat(strings.concat(mutator, 0, word)).isEqualTo(word);
        assertThat(strings.concat(mutator, word, 0)).isEqualTo(word);
        assertThat(strings.equal(mutator, 0, word)).isFalse();
        assertThat(strings.compare(mutator, 0, word)).isNegative();
    }

    @Test
    void lengthCountsCodePointsAndPositionsAreBytes() {
        long string = string("añ€😀z");
        assertThat(strings.length(mutator, string)).isEqualTo(5);
        assertThat(strings.byteLength(mutator, string)).isEqualTo(1 + 2 + 3 + 4 + 1);
        assertThat(strings.byteAt(mutator, string, 0)).isEqualTo('a');
        assertThat(strings.byteAt(mutator, string, 1)).isEqualTo(0xC3);
        assertThat(strings.byteAt(mutator, string, 11)).isZero();
        assertThat(strings.byteAt(mutator, string, -1)).isZero();
        assertThat(text(strings.slice(mutator, string, 3, 6))).isEqualTo("€");
    }

    @Test
    void equalTextHasEqualHashInWhateverForm() {
        String words = "the quick brown fox jumps over the lazy dog, twice over";
        long flat = string(words);
        long sliced = strings.slice(mutator, string("<<" + words + ">>"), 2, 2 + words.length());
        long grown = 0;
        for (int i = 0; i < words.length(); i++) {
            grown = strings.concat(mutator, grown, string(words.substring(i, i + 1)));
        }
        for (long other : new long[] {sliced, grown}) {
            assertThat(strings.equal(mutator, flat, other)).isTrue();
            assertThat(strings.hash(mutator, other)).isEqualTo(strings.hash(mutator, flat));
            assertThat(strings.compare(mutator, flat, other)).isZero();
            assertThat(strings.length(mutator, other)).isEqualTo(words.length());
        }
    }

    @Test
    void aSliceOutOfRangeIsRefusedWithTheNumbers() {
        long string = string("short");
        assertThatThrownBy(() -> strings.slice(mutator, string, 2, 6))
                .hasMessage("slice out of range: from=2 to=6 bytes=5");
        assertThatThrownBy(() -> strings.slice(mutator, string, 3, 2))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void theShapesOfStringsHaveTheirFieldsWhereTheyAreRead() {
        TextShapes shapes = TextShapes.of(heap);
        assertThat(shapes.flat().field("hash").offset()).isEqualTo(TextShapes.HASH);
        assertThat(shapes.flat().field("codePoints").offset()).isEqualTo(TextShapes.POINTS);
        assertThat(shapes.view().field("payload").offset()).isEqualTo(TextShapes.VIEW_PAYLOAD);
        assertThat(shapes.view().field("hash").offset()).isEqualTo(TextShapes.HASH);
        assertThat(shapes.view().field("codePoints").offset()).isEqualTo(TextShapes.POINTS);
        assertThat(shapes.view().field("start").offset()).isEqualTo(TextShapes.VIEW_START);
        assertThat(shapes.view().field("bytes").offset()).isEqualTo(TextShapes.VIEW_BYTES);
        assertThat(shapes.buffer().field("used").offset()).isEqualTo(TextShapes.BUFFER_USED);
    }

    @Test
    void aLongSliceTakesNoMoreThanAView() {
        long string = string("x".repeat(100_000));
        long before = allocated();
        long slice = strings.slice(mutator, string, 1, 99_999);
        assertThat(allocated() - before).isEqualTo(TextShapes.VIEW_SIZE);
        assertThat(strings.byteLength(mutator, slice)).isEqualTo(99_998);
    }

    @Test
    void aViewKeepsWhatItShows() {
        try (var frame = heap.attach().frame(1)) {
            long whole = string("some text that is long enough to be looked at from a view");
            frame.set(0, strings.slice(mutator, whole, 5, 50));
            heap.collect();
            heap.collect();
            assertThat(text(frame.get(0)))
                    .isEqualTo(
                            "some text that is long enough to be looked at from a view"
                                    .substring(5, 50));
        }
    }

    @Test
    void growingAStringByteByByteAllocatesInProportionToItsLength() {
        int length = 1_000_000;
        long before = allocated();
        try (var frame = heap.attach().frame(2)) {
            frame.set(1, string("x"));
            for (int i = 0; i < length; i++) {
                frame.set(0, strings.concat(mutator, frame.get(0), frame.get(1)));
            }
            assertThat(strings.length(mutator, frame.get(0))).isEqualTo(length);
            assertThat(text(frame.get(0))).isEqualTo("x".repeat(length));
        }
        assertThat((allocated() - before) / length).isLessThan(TextShapes.VIEW_SIZE + 16);
    }

    @Test
    void twoAppendsToOneStringDoNotSeeEachOther() {
        try (var frame = heap.attach().frame(3)) {
            frame.set(0, string("a".repeat(50)));
            frame.set(0, strings.concat(mutator, frame.get(0), string("b")));
            frame.set(1, strings.concat(mutator, frame.get(0), string("c")));
            frame.set(2, strings.concat(mutator, frame.get(0), string("d")));
            assertThat(text(frame.get(0))).isEqualTo("a".repeat(50) + "b");
            assertThat(text(frame.get(1))).isEqualTo("a".repeat(50) + "bc");
            assertThat(text(frame.get(2))).isEqualTo("a".repeat(50) + "bd");
        }
    }

    @Test
    void threadsThatAppendToOneStringEachGetTheirOwn() throws Exception {
        try (var frame = heap.attach().frame(1)) {
            frame.set(0, string("s".repeat(60)));
            frame.set(0, strings.concat(mutator, frame.get(0), string("!")));
            AtomicLong wrong = new AtomicLong();
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                char own = (char) ('0' + t);
                threads.add(
                        heap.attach()
                                .spawn(
                                        (child, arguments) ->
                                                wrong.addAndGet(appendMany(child, arguments, own)),
                                        frame.get(0)));
            }
            try (var _ = heap.attach().safeRegion()) {
                for (Thread thread : threads) {
                    thread.join();
                }
            }
            assertThat(wrong.get()).isZero();
        }
    }

    /// Appends to the same string again and again and counts the results that are not as expected.
    private long appendMany(Mutator child, coex.gc.Frame arguments, char letter) {
        MutatorContext context = ConcurrentHeap.contextOf(child);
        String start = strings.toJava(context, arguments.get(0));
        long wrong = 0;
        try (var frame = child.frame(2)) {
            for (int i = 0; i < 5000; i++) {
                frame.set(0, strings.of(context, String.valueOf(letter)));
                frame.set(1, strings.concat(context, arguments.get(0), frame.get(0)));
                frame.set(1, strings.concat(context, frame.get(1), frame.get(0)));
                wrong +=
                        strings.toJava(context, frame.get(1)).equals(start + letter + letter)
                                ? 0
                                : 1;
            }
        }
        return wrong;
    }

    @Test
    void findsTextAndComparesByCodePoint() {
        long string = string("one two three two");
        assertThat(strings.indexOf(mutator, string, string("two"), 0)).isEqualTo(4);
        assertThat(strings.indexOf(mutator, string, string("two"), 5)).isEqualTo(14);
        assertThat(strings.indexOf(mutator, string, string("four"), 0)).isEqualTo(-1);
        assertThat(strings.contains(mutator, string, 0, Pause.NONE)).isTrue();
        assertThat(strings.contains(mutator, 0, string, Pause.NONE)).isFalse();
        assertThat(strings.compare(mutator, string("Z"), string("a"))).isNegative();
        assertThat(strings.compare(mutator, string("é"), string("z"))).isPositive();
        assertThat(strings.compare(mutator, string("ab"), string("abc"))).isNegative();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void agreesWithByteArrays(long seed) {
        runAgainstModel(seed, 3000);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void agreesWithByteArraysWhileTheCollectorIsTormented(long seed) {
        heap.close();
        open(
                HeapOptions.builder()
                        .blockBytes(4096)
                        .runHandles(64)
                        .stackSlots(8)
                        .bufferEntries(2)
                        .stress(
                                StressOptions.NONE
                                        .withCollectEvery(7)
                                        .withPoison(true)
                                        .withQuarantine(true))
                        .verifyAfter(Set.of(Phase.MARK, Phase.SWEEP))
                        .build());
        runAgainstModel(seed, 400);
    }

    /// Random operations on a few strings, each compared with the same on arrays of bytes.
    private void runAgainstModel(long seed, int steps) {
        Random random = new Random(seed);
        int places = 12;
        byte[][] model = new byte[places][];
        try (var frame = heap.attach().frame(places)) {
            for (int i = 0; i < places; i++) {
                model[i] = randomText(random);
                frame.set(i, strings.of(mutator, model[i], 0, model[i].length));
            }
            for (int step = 0; step < steps; step++) {
                int a = random.nextInt(places);
                int b = random.nextInt(places);
                int to = random.nextInt(places);
                byte[] expected;
                long made;
                if (random.nextInt(3) == 0 || model[a].length + model[b].length > 5000) {
                    int from = random.nextInt(model[a].length + 1);
                    int end = from + random.nextInt(model[a].length - from + 1);
                    made = strings.slice(mutator, frame.get(a), from, end);
                    expected = Arrays.copyOfRange(model[a], from, end);
                } else {
                    made = strings.concat(mutator, frame.get(a), frame.get(b));
                    expected = Arrays.copyOf(model[a], model[a].length + model[b].length);
                    System.arraycopy(model[b], 0, expected, model[a].length, model[b].length);
                }
                frame.set(to, made);
                model[to] = expected;
                for (int i = 0; i < places; i++) {
                    assertThat(strings.bytes(mutator, frame.get(i)))
                            .as("seed=%d step=%d place=%d", seed, step, i)
                            .isEqualTo(model[i]);
                    assertThat(strings.equal(mutator, frame.get(i), frame.get(a)))
                            .as("seed=%d step=%d place=%d", seed, step, i)
                            .isEqualTo(Arrays.equals(model[i], model[a]));
                }
                assertThat(strings.length(mutator, frame.get(to)))
                        .as("seed=%d step=%d", seed, step)
                        .isEqualTo((int) countPoints(expected));
            }
        }
        assertThat(heap.validate().errors()).isEmpty();
    }

    private static long countPoints(byte[] utf8) {
        long points = 0;
        for (byte b : utf8) {
            points += (b & 0xC0) != 0x80 ? 1 : 0;
        }
        return points;
    }

    private static byte[] randomText(Random random) {
        String letters = "abcxyz é€😀";
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(30);
        for (int i = 0; i < length; i++) {
            int at =
                    letters.offsetByCodePoints(
                            0, random.nextInt(letters.codePointCount(0, letters.length())));
            text.appendCodePoint(letters.codePointAt(at));
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Tag(JvmGarbage.TAG)
    @Test
    void operationsAllocateNothingInTheJvm() {
        try (var frame = heap.attach().frame(3)) {
            frame.set(0, string("a string that is long enough to be sliced"));
            frame.set(1, string("b"));
            assertThat(JvmGarbage.ofEach(20_000, 10, () -> work(frame))).isLessThan(10);
        }
    }

    private long work(coex.gc.Frame frame) {
        frame.set(2, strings.slice(mutator, frame.get(0), 3, 33));
        frame.set(2, strings.concat(mutator, frame.get(2), frame.get(1)));
        frame.set(2, strings.concat(mutator, frame.get(2), frame.get(1)));
        return strings.hash(mutator, frame.get(2));
    }

    private long allocated() {
        return heap.stats().allocation().bytesAllocated();
    }
}
