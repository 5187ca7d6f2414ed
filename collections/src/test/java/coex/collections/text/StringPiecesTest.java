package coex.collections.text;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Parts of strings, and strings as bytes.
class StringPiecesTest {

    private Heap heap;
    private MutatorContext mutator;
    private Strings strings;
    private StringPieces pieces;
    private StringBytes bytes;

    @BeforeEach
    void openHeap() {
        open(TestHeaps.PLAIN);
    }

    private void open(TestHeaps given) {
        heap = Heap.open(given.options());
        mutator = ConcurrentHeap.contextOf(heap.attach());
        strings = Strings.of(heap);
        pieces = StringPieces.of(heap);
        bytes = StringBytes.of(heap);
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

    private List<String> split(String text, String delimiter) {
        try (Frame frame = heap.attach().frame(3)) {
            frame.set(0, string(text));
            frame.set(1, string(delimiter));
            frame.set(2, pieces.split(mutator, frame.get(0), frame.get(1)));
            List<String> found = new ArrayList<>();
            pieces.lists().forEach(mutator, frame.get(2), piece -> found.add(text(piece)));
            return found;
        }
    }

    @Test
    void splitGivesThePiecesOfTheReference() {
        assertThat(split("id=42;name=Zed", ";")).containsExactly("id=42", "name=Zed");
        assertThat(split("::", ":")).containsExactly("", "", "");
        assertThat(split("", ":")).containsExactly("");
        assertThat(split(":a", ":")).containsExactly("", "a");
        assertThat(split("a:", ":")).containsExactly("a", "");
        assertThat(split("a::b", ":")).containsExactly("a", "", "b");
        assertThat(split("a<>b<c>d", "<>")).containsExactly("a", "b<c>d");
        assertThat(split("aaa", "aa")).containsExactly("", "a");
        assertThat(split("abc", "x")).containsExactly("abc");
        assertThat(split("abc", "")).containsExactly("abc");
        assertThat(split("abc", "abcd")).containsExactly("abc");
        assertThat(split("abc", "abc")).containsExactly("", "");
        assertThat(split("née€née", "née")).containsExactly("", "€", "");
    }

    @Test
    void aStringWithoutTheDelimiterIsItsOnlyPiece() {
        long string = string("a string of some length without it");
        long list = pieces.split(mutator, string, string(";"));
        assertThat(pieces.lists().get(mutator, list, 0)).isEqualTo(string);
    }

    @ParameterizedTest
    @EnumSource(TestHeaps.class)
    void manyPiecesAreThoseThatJavaFinds(TestHeaps given) {
        heap.close();
        open(given);
        Random random = new Random(9);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1500; i++) {
            text.append("x".repeat(random.nextInt(40))).append(random.nextBoolean() ? ", " : ",");
        }
        String all = text.toString();
        assertThat(split(all, ", ")).containsExactly(all.split(", ", -1));
        assertThat(split(all, ",")).containsExactly(all.split(",", -1));
        assertThat(heap.validate().errors()).isEmpty();
    }

    @Test
    void longPiecesAreViews() {
        String line = "x".repeat(1000) + ";";
        long string = string(line.repeat(100));
        long delimiter = string(";");
        long before = mutator.allocator().bytes();
        long list = pieces.split(mutator, string, delimiter);
        assertThat(pieces.lists().length(mutator, list)).isEqualTo(101);
        assertThat(mutator.allocator().bytes() - before).isLessThan(100 * (32 + 4 + 4));
    }

    @Test
    void boundsAreThoseOfTheLanguage() {
        long word = string("watermelon");
        assertThat(text(pieces.range(mutator, word, 0, 5))).isEqualTo("water");
        assertThat(text(pieces.range(mutator, word, -5, 10))).isEqualTo("melon");
        assertThat(text(pieces.range(mutator, word, 2, -4))).isEqualTo("term");
        assertThat(text(pieces.range(mutator, word, 3, 99))).isEqualTo("ermelon");
        assertThat(pieces.range(mutator, word, 3, 1)).isZero();
        assertThat(pieces.range(mutator, word, Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(word);
        assertThat(pieces.range(mutator, 0, 1, 2)).isZero();
    }

    @Test
    void aRangeIsReplacedByTextOfAnyLength() {
        long word = string("watermelon");
        assertThat(text(pieces.setRange(mutator, word, 0, 5, string("honey"))))
                .isEqualTo("honeymelon");
        assertThat(text(pieces.setRange(mutator, word, 5, 5, string("-"))))
                .isEqualTo("water-melon");
        assertThat(text(pieces.setRange(mutator, word, -5, 99, 0))).isEqualTo("water");
        assertThat(text(pieces.setRange(mutator, word, 7, 2, string("!"))))
                .isEqualTo("waterme!lon");
        assertThat(pieces.setRange(mutator, word, 0, 99, 0)).isZero();
        assertThat(pieces.setRange(mutator, word, 3, 3, 0)).isEqualTo(word);
        assertThat(text(pieces.setRange(mutator, 0, 3, 5, word))).isEqualTo("watermelon");
    }

    @Test
    void aStringBecomesTheListOfItsBytesAndComesBack() {
        Random random = new Random(4);
        for (int length : new int[] {0, 1, 7, 12, 13, 127, 128, 129, 5000}) {
            byte[] content = new byte[length];
            random.nextBytes(content);
            long flat = strings.of(mutator, content, 0, length);
            long view = strings.slice(mutator, flat, length / 3, length);
            for (long string : new long[] {flat, view}) {
                long list = bytes.toList(mutator, string);
                assertThat(bytes.lists().length(mutator, list))
                        .isEqualTo(strings.byteLength(mutator, string));
                for (int i = 0; i < strings.byteLength(mutator, string); i++) {
                    assertThat(bytes.lists().get(mutator, list, i))
                            .isEqualTo(strings.byteAt(mutator, string, i));
                }
                assertThat(strings.equal(mutator, bytes.ofList(mutator, list), string)).isTrue();
            }
        }
    }
}
