package coex.collections.json;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Random;

class JsonWriterTest {

    private Heap heap;
    private MutatorContext mutator;
    private JsonType type;
    private JsonParser parser;
    private JsonWriter writer;

    @BeforeEach
    void openHeap() {
        heap = Heap.open(TestHeaps.PLAIN.options());
        mutator = ConcurrentHeap.contextOf(heap.attach());
        type = JsonType.of(heap);
        parser = new JsonParser(type);
        writer = new JsonWriter(type);
    }

    @AfterEach
    void closeHeap() {
        heap.close();
    }

    private String text(long json) {
        return type.strings().toJava(mutator, writer.compact(mutator, json));
    }

    private long string(byte... bytes) {
        return type.strings().of(mutator, bytes, 0, bytes.length);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, -1, 9, 10, 99, 100, -1000, 123456789, Long.MAX_VALUE, Long.MIN_VALUE})
    void intsAreDecimal(long value) {
        assertThat(text(type.ofLong(mutator, value))).isEqualTo(Long.toString(value));
        assertThat(text(type.ofLong(mutator, value / 10))).isEqualTo(Long.toString(value / 10));
    }

    @Test
    void everyPowerOfTenHasItsDigits() {
        for (long power = 1; power > 0 && power <= 1_000_000_000_000_000_000L; power *= 10) {
            for (long value : new long[] {power - 1, power, power + 1, -power, 1 - power}) {
                assertThat(text(type.ofLong(mutator, value))).isEqualTo(Long.toString(value));
            }
        }
    }

    @Test
    void floatsAreWrittenAsStringsMadeOfThem() {
        assertThat(text(type.ofDouble(mutator, 3.14))).isEqualTo("3.14");
        assertThat(text(type.ofDouble(mutator, 2.0))).isEqualTo("2");
        assertThat(text(type.ofDouble(mutator, 1e6))).isEqualTo("1e+06");
        assertThat(text(type.ofDouble(mutator, -0.0))).isEqualTo("-0");
    }

    @Test
    void whatIsNoNumberIsNull() {
        assertThat(text(type.ofDouble(mutator, Double.NaN))).isEqualTo("null");
        assertThat(text(type.ofDouble(mutator, Double.POSITIVE_INFINITY))).isEqualTo("null");
        assertThat(text(type.ofDouble(mutator, Double.NEGATIVE_INFINITY))).isEqualTo("null");
    }

    @Test
    void stringsAreEscapedAsJsonRequiresAndNoMore() {
        StringBuilder all = new StringBuilder();
        for (char c = 0; c < 0x82; c++) {
            all.append(c);
        }
        String strange = all + "é€😀\u2028/";
        long json = type.ofString(mutator, type.strings().of(mutator, strange));
        assertThat(text(json)).isEqualTo(JsonTexts.compact(strange));
        assertThat(text(json)).startsWith("\"\\u0000\\u0001").contains("\\b\\t\\n\\u000b\\f\\r");
    }

    @Test
    void bytesThatAreNoCharacterBecomeOneReplacementEach() {
        assertThat(text(string((byte) 0xC3))).isEqualTo("\"\uFFFD\"");
        assertThat(text(string((byte) 'a', (byte) 0xE2, (byte) 0x82, (byte) 'b')))
                .isEqualTo("\"a\uFFFD\uFFFDb\"");
        assertThat(text(string((byte) 0xED, (byte) 0xA0, (byte) 0x80)))
                .isEqualTo("\"\uFFFD\uFFFD\uFFFD\"");
        long euro = type.strings().of(mutator, "1234567890€1234567890€");
        long cut = type.strings().slice(mutator, euro, 0, 25);
        assertThat(text(cut)).isEqualTo("\"1234567890€1234567890\uFFFD\uFFFD\"");
    }

    @Test
    void anyBytesGiveTextThatCanBeParsed() {
        Random random = new Random(11);
        for (int i = 0; i < 3000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(30)];
            random.nextBytes(bytes);
            long written = writer.compact(mutator, string(bytes));
            assertThat(parser.isJson(mutator, written)).isTrue();
            String java = new String(bytes, StandardCharsets.UTF_8);
            if (!java.contains("\uFFFD")) {
                assertThat(type.strings().toJava(mutator, parser.parse(mutator, written)))
                        .isEqualTo(java);
            }
        }
    }

    @Test
    void aJsonStringAsStringIsItsTextAndAnythingElseIsWritten() {
        long string = type.strings().of(mutator, "a\"b");
        assertThat(writer.text(mutator, string)).isEqualTo(string);
        assertThat(writer.text(mutator, type.ofString(mutator, 0))).isZero();
        long number = writer.text(mutator, type.ofLong(mutator, 5));
        assertThat(type.strings().toJava(mutator, number)).isEqualTo("5");
    }

    @Test
    void valuesNestedDeeperThanAnyStackAreWrittenComparedAndHashed() {
        int levels = 200_000;
        try (var frame = heap.attach().frame(2)) {
            frame.set(0, nested(frame, 0, levels));
            frame.set(1, nested(frame, 1, levels));
            String text = text(frame.get(0));
            assertThat(text).isEqualTo("[{\"a\":".repeat(levels) + "7" + "}]".repeat(levels));
            assertThat(type.equal(mutator, frame.get(0), frame.get(1))).isTrue();
            assertThat(type.hash(mutator, frame.get(0)))
                    .isEqualTo(type.hash(mutator, frame.get(1)));
            frame.set(1, nested(frame, 1, levels - 1));
            assertThat(type.equal(mutator, frame.get(0), frame.get(1))).isFalse();
        }
    }

    private long nested(coex.gc.Frame frame, int slot, int levels) {
        frame.set(slot, type.ofLong(mutator, 7));
        for (int i = 0; i < levels; i++) {
            long name = type.strings().of(mutator, "a");
            int kept = mutator.stack().push(1);
            mutator.stack().setTop(mutator.stack().base(kept), name);
            long empty = type.emptyObject(mutator);
            mutator.popTo(kept);
            long object = type.withField(mutator, empty, name, frame.get(slot));
            frame.set(slot, object);
            frame.set(slot, type.append(mutator, type.ofList(mutator, 0), object));
        }
        return frame.get(slot);
    }
}
