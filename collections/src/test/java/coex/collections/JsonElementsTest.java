package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;
import coex.gc.HeapOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/// The elements of an array are read from a stream one by one, and are what parsing the whole text
/// gives.
///
/// Replay a failure with `-Dcoex.seed=N`, the number in its message.
class JsonElementsTest {

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final PersistentCollections in = PersistentCollections.in(heap);

    @AfterEach
    void close() {
        heap.close();
    }

    /// Gives its bytes a few at a time.
    private static InputStream stream(String text) {
        Random random = new Random(text.length());
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] target, int from, int count) {
                return super.read(target, from, Math.min(count, 1 + random.nextInt(5)));
            }
        };
    }

    private List<String> elements(String text, String pointer) {
        return PersistentJson.parseElements(in, stream(text), pointer)
                .map(PersistentJson::toText)
                .toList();
    }

    @Test
    void elementsAreFoundWhereverTheArrayIs() {
        assertThat(elements(" [ ] ", "")).isEmpty();
        assertThat(elements("\uFEFF[1, \"a]\\\"\" ,[2,[]],{\"]\": \"}\"} , null,true]\n", ""))
                .containsExactly("1", "\"a]\\\"\"", "[2,[]]", "{\"]\":\"}\"}", "null", "true");
        String text =
                "{\"x\": [1, {\"a\": [9]}], \"\\u0061\\n"
                        + "\": {\"y/z\": [0, [5, \"\u00e4\"]]}, \"b\": 1";
        assertThat(elements(text, "/x")).containsExactly("1", "{\"a\":[9]}");
        assertThat(elements(text, "/x/1/a")).containsExactly("9");
        assertThat(elements(text, "/a\n/y~1z/1")).containsExactly("5", "\"\u00e4\"");
        assertThat(elements(text, "/a\n/y~1z")).containsExactly("0", "[5,\"\u00e4\"]");
    }

    @Test
    void randomArraysAreReadAsTheyAreParsed() {
        long seed = Long.getLong("coex.seed", System.nanoTime() & 0xFFFF_FFFFL);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            StringBuilder text = new StringBuilder("{\"skipped\": ");
            value(text, random, 4);
            text.append(", \"all\": [");
            for (int i = random.nextInt(5); i > 0; i--) {
                value(text, random, 4);
                text.append(i > 1 ? "\n , " : "");
            }
            text.append("]}");
            List<String> whole =
                    PersistentJson.parse(in, text.toString()).get("all").elements().stream()
                            .map(PersistentJson::toText)
                            .toList();
            assertThat(elements(text.toString(), "/all"))
                    .as("replay with -Dcoex.seed=%d text=%s", seed, text)
                    .isEqualTo(whole);
        }
    }

    private static void value(StringBuilder text, Random random, int depth) {
        switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> text.append(random.nextInt(1000) - 500);
            case 1 -> text.append(random.nextDouble());
            case 2 -> text.append(random.nextBoolean());
            case 3 -> string(text, random);
            case 4 -> {
                text.append('[');
                for (int i = random.nextInt(4); i > 0; i--) {
                    value(text, random, depth - 1);
                    text.append(i > 1 ? "," : "");
                }
                text.append("] ");
            }
            default -> {
                text.append('{');
                for (int i = random.nextInt(4); i > 0; i--) {
                    string(text, random);
                    text.append(" :");
                    value(text, random, depth - 1);
                    text.append(i > 1 ? "," : "");
                }
                text.append('}');
            }
        }
    }

    private static void string(StringBuilder text, Random random) {
        String[] parts = {"a", "]", "}", "[", "{", ",", "\\\"", "\\\\", "\u00e4", "\\u00e4", " "};
        text.append('"');
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(parts[random.nextInt(parts.length)]);
        }
        text.append('"');
    }

    /// What is wrong has its place in the whole text, whose elements before it were given.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1,\\n"
                    + " 2 x]| 1 2| expected ']' or ',' but found 'x': line=2 column=4 path=(whole"
                    + " text)",
                "[1,\\n"
                        + " {'a':[0,+]}]| 1| expected a value but found '+': line=2 column=10"
                        + " path=/1/a/1",
                "[1, [2}, 3]| 1| but found '}': line=1 column=7 path=/1",
                "[1, {'a': 2]| 1| but found ']': line=1 column=12 path=/1/a",
                "[1, 'ab\\n"
                        + "c']| 1| the closing quote of a string but found the control character"
                        + " U+000A: line=1 column=8 path=/1",
                "[1, 'ab| 1| but found the end of the text: line=1 column=8 path=/1",
                "[1, [2| 1| but found the end of the text: line=1 column=7 path=/1/0",
                "[1,| 1| expected a value but found the end of the text: line=1 column=4",
                "[1| 1| expected ']' or ',' but found the end of the text: line=1 column=3",
                "[1,]| 1| expected a value but found ']': line=1 column=4",
                "[,]| | expected a value but found ',': line=1 column=2",
                "[1] 2| 1| expected the end of the text but found '2': line=1 column=5",
                "[nul]| | expected a value but found 'n': line=1 column=2 path=/0",
                "| | expected a value but found the end of the text: line=1 column=1"
            })
    void whatIsWrongHasItsPlace(String quoted, String before, String message) {
        String text = quoted == null ? "" : quoted.replace('\'', '"').replace("\\n", "\n");
        List<String> found = new ArrayList<>();
        assertThatThrownBy(
                        () ->
                                PersistentJson.parseElements(in, stream(text), "")
                                        .forEach(each -> found.add(each.toText())))
                .isInstanceOf(JsonTextException.class)
                .hasMessageContaining(message);
        assertThat(String.join(" ", found)).isEqualTo(before == null ? "" : before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'a': 1}| /b| nothing is there: pointer=/b step=b",
                "{}| /b| nothing is there: pointer=/b step=b",
                "[[1]]| /1| nothing is there: pointer=/1 step=1",
                "[[1]]| /x| nothing is there: pointer=/x step=x",
                "{'a': 1}| /a/b| nothing is there: pointer=/a/b step=b",
                "{'a': 1}| /a| not an array: pointer=/a line=1 column=7",
                "{'a': [}, 'b': []}| /b| expected ']' but found '}': line=1 column=8",
                "{'a' 1}| /a| expected ':' but found '1': line=1 column=6",
                "{'a': , 'b': []}| /b| expected a value but found ','",
                "{a: 1}| /a| expected a name but found 'a': line=1 column=2",
                "{'\\q': 1}| /a| an escape that there is not",
                "{'a': 'b\\nc', 'd': []}| /d| the closing quote of a string but found the byte 0x0A"
            })
    void aPointerThatLeadsNowhereIsToldApartFromBadText(
            String quoted, String pointer, String message) {
        String text = quoted.replace('\'', '"').replace("\\n", "\n");
        assertThatThrownBy(() -> elements(text, pointer))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void nestingHasAnEnd() {
        String deep = "[".repeat(2000);
        assertThatThrownBy(() -> elements("[1, " + deep, ""))
                .isInstanceOf(JsonTextException.class)
                .hasMessageContaining("1000");
        assertThatThrownBy(() -> elements("{\"a\": " + deep, "/b"))
                .isInstanceOf(JsonTextException.class)
                .hasMessageContaining("nested deeper than 1000");
        assertThatThrownBy(() -> PersistentJson.parseElements(in, stream("[]"), "a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a JSON Pointer");
    }

    @Test
    void whatTheStreamCannotGiveIsTold() {
        InputStream broken =
                new InputStream() {
                    private int at;

                    @Override
                    public int read() throws IOException {
                        if (at == 4) {
                            throw new IOException("line is down");
                        }
                        return "[1, ".charAt(at++);
                    }
                };
        Iterator<PersistentJson> elements = PersistentJson.parseElements(in, broken, "").iterator();
        assertThatThrownBy(
                        () -> {
                            elements.next();
                            elements.next();
                        })
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("line is down");
    }

    /// A text of many times the size of the heap is read; no more of it than an element and some
    /// kilobytes is held.
    @Test
    void noMoreThanAnElementIsHeld() {
        int elements = 40_000;
        String element = "{\"text\": \"" + "x".repeat(500) + "\"}";
        HeapOptions small =
                HeapOptions.builder()
                        .initialBytes(1 << 20)
                        .maximumBytes(4 << 20)
                        .hugePages(false)
                        .build();
        try (Heap little = Heap.open(small)) {
            Repeated stream = new Repeated("[" + element, "," + element, "]", elements);
            long[] count = {0};
            PersistentJson.parseElements(PersistentCollections.in(little), stream, "")
                    .forEach(
                            each -> {
                                count[0]++;
                                long used = count[0] * (element.length() + 1);
                                assertThat(stream.given - used).isLessThan(1 << 15);
                                each.close();
                            });
            assertThat(count[0]).isEqualTo(elements);
        }
    }

    /// The first text, then many times the second, and the last.
    private static final class Repeated extends InputStream {
        private final byte[] again;
        private final byte[] last;
        private byte[] now;
        private int at;
        private int left;
        private long given;

        Repeated(String first, String again, String last, int count) {
            this.now = first.getBytes(StandardCharsets.UTF_8);
            this.again = again.getBytes(StandardCharsets.UTF_8);
            this.last = last.getBytes(StandardCharsets.UTF_8);
            this.left = count;
        }

        @Override
        public int read() {
            if (at == now.length) {
                if (left == 0) {
                    return -1;
                }
                left--;
                now = left == 0 ? last : again;
                at = 0;
            }
            given++;
            return now[at++];
        }
    }
}
