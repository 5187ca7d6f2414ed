package coex.collections.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class JsonParserTest {

    private Heap heap;
    private MutatorContext mutator;
    private JsonType type;
    private JsonParser parser;
    private JsonValues values;

    @BeforeEach
    void openHeap() {
        heap = Heap.open(TestHeaps.PLAIN.options());
        mutator = ConcurrentHeap.contextOf(heap.attach());
        type = JsonType.of(heap);
        parser = new JsonParser(type);
        values = new JsonValues(mutator, type);
    }

    @AfterEach
    void closeHeap() {
        heap.close();
    }

    private long parse(String text) {
        return parser.parse(mutator, text.getBytes(StandardCharsets.UTF_8));
    }

    private Object value(String text) {
        return values.toJava(parse(text));
    }

    // Errors

    /// In the texts, `;` stands for a line feed.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[1, 2 3]     | expected ',' or ']' but found '3'                        | 1 | 7",
                "{\"a\" 1}    | expected ':' but found '1'                               | 1 | 6",
                "{;  \"a\": x}| expected a value but found 'x'                           | 2 | 8",
                "{;;{}        | expected a name in quotes or '}' but found '{'           | 3 | 1",
                "[1,;         | expected a value but found the end of the text           | 2 | 1",
                "{\"a\":1,}   | expected a name in quotes but found '}'                  | 1 | 8",
                "[\"é😀\" é]  | expected ',' or ']' but found 'é'                        | 1 | 7",
                "[\"a;b\"]    | expected the closing quote of a string but found the control"
                        + " character U+000A | 1 | 4",
                "\"abc        | expected the closing quote of a string but found the end of the"
                        + " text  | 1 | 5",
                "01           | expected no digit after a leading zero but found '1'     | 1 | 2",
                "-            | expected a digit but found the end of the text           | 1 | 2",
                "1.           | expected a digit after the point but found the end of the text"
                        + " | 1 | 3",
                "1e+x         | expected a digit in the exponent but found 'x'           | 1 | 4",
                "[1e999]      | found a number too large for a float                     | 1 | 2",
                "\"\\q\"      | expected one of \" \\ / b f n r t u after a backslash but found"
                        + " 'q' | 1 | 3",
                "\"\\u12x4\"  | expected four hexadecimal digits after \\u but found 'x' | 1 | 6",
                "\"\\ud800\"  | expected both halves of a surrogate pair but found \\ud800 alone"
                        + " | 1 | 2",
                "tru          | expected a value but found 't'                           | 1 | 1",
                "{} {}        | expected the end of the text but found '{'               | 1 | 4",
            })
    void anErrorSaysWhatWasFoundAndExpectedAndWhere(
            String text, String problem, int line, int column) {
        String lines = text.replace(';', '\n');
        var error = catchThrowableOfType(JsonSyntaxException.class, () -> parse(lines));
        assertThat(error)
                .hasMessage(
                        "not JSON: %s: line=%d column=%d".formatted(problem.strip(), line, column));
        assertThat(error.line()).isEqualTo(line);
        assertThat(error.column()).isEqualTo(column);
    }

    @Test
    void whatIsNotUtf8IsNamedByItsByte() {
        byte[] text = {'"', 'a', (byte) 0xC0, (byte) 0x80, '"'};
        assertThatThrownBy(() -> parser.parse(mutator, text))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessage(
                        "not JSON: expected UTF-8 but found the byte 0xC0, which begins no"
                                + " character: line=1 column=3");
    }

    @Test
    void nestingBeyondTheLimitNamesTheLimit() {
        assertThat(value("[".repeat(1000) + "]".repeat(1000))).isInstanceOf(List.class);
        assertThatThrownBy(() -> parse("[".repeat(100_000) + "]".repeat(100_000)))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessage("not JSON: nested too deep: the limit is 1000: line=1 column=1001");
        assertThat(value("[1]")).isEqualTo(List.of(1L)); // the parser is good as before
    }

    @Test
    void aParserCanBeUsedAgainAfterAnError() {
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> parse("{\"a\":[1,{\"b\":"))
                    .isInstanceOf(JsonSyntaxException.class);
            assertThat(mutator.stack().depth()).isZero();
        }
        assertThat(value("{\"a\":[1]}")).isEqualTo(Map.of("a", List.of(1L)));
    }

    // Values

    @Test
    void numbersAreIntsWithoutPointAndExponentIfTheyFit() {
        assertThat(value("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(value("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
        assertThat(value("9223372036854775808")).isEqualTo(9.223372036854775808e18);
        assertThat(value("-9223372036854775809")).isEqualTo(-9.223372036854775808e18);
        assertThat(value("99999999999999999999")).isEqualTo(1e20);
        assertThat(value("-0")).isEqualTo(0L);
        assertThat(value("-0.0")).isEqualTo(-0.0);
        assertThat(value("1e0")).isEqualTo(1.0);
        assertThat(value("1e-999")).isEqualTo(0.0);
    }

    @Test
    void aNameThatComesAgainHasTheLastValueInTheFirstPlace() {
        Map<?, ?> twice = (Map<?, ?>) value("{\"a\":1,\"b\":2,\"\\u0061\":3}");
        assertThat(twice).isEqualTo(Map.of("a", 3L, "b", 2L));
        assertThat(twice.keySet().iterator().next()).isEqualTo("a");
        for (int fields : new int[] {5, 31, 32, 33, 100, 127, 128, 129, 130, 600, 3000}) {
            StringBuilder text = new StringBuilder("{\"first\":0");
            Map<String, Object> model = new LinkedHashMap<>();
            model.put("first", 0L);
            for (int i = 0; i < fields; i++) {
                text.append(",\"f").append(i % (fields - 2)).append("\":").append(i);
                model.put("f" + i % (fields - 2), (long) i);
            }
            text.append(",\"first\":{}}");
            model.put("first", Map.of());
            assertThat(JsonTexts.compact(value(text.toString())))
                    .isEqualTo(JsonTexts.compact(model));
        }
    }

    @Test
    void textsWithMoreNamesThanTheCacheHoldsAreReadRightly() {
        List<Object> model = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("id", (long) i);
            object.put("name of its own " + i, null);
            object.put("x".repeat(60 + i % 9), true);
            object.put("last", List.of());
            model.add(object);
        }
        assertThat(value(JsonTexts.compact(model))).isEqualTo(model);
    }

    @Test
    void aNameThatComesAgainIsFoundWhenTheCacheIsFull() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < 1500; i++) {
            text.append("{\"only ").append(i).append("\":0},");
        }
        text.append("{\"x\":1,\"y\":2,\"x\":3,\"\":4,\"z\":5,\"y\":6,\"\":7}]");
        List<?> list = (List<?>) value(text.toString());
        assertThat(JsonTexts.compact(list.getLast())).isEqualTo("{\"x\":3,\"y\":6,\"\":7,\"z\":5}");
    }

    @Test
    void objectsOfOneTextShareTheirForms() {
        long array = parse("[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4},{\"b\":5,\"a\":6}]");
        long first = form(array, 0);
        assertThat(form(array, 1)).isEqualTo(first);
        assertThat(form(array, 2)).isNotEqualTo(first);
    }

    private long form(long array, int index) {
        return SlimObjects.form(mutator.address(type.element(mutator, array, index)));
    }

    @Test
    void aNameWithEscapesIsNotTakenForItsNeighbour() {
        String text = "[{\"a\\\\\":1},{\"a\\\\\":2},{\"a\\\"b\":3},{\"a\\\\\":4}]";
        assertThat(value(text))
                .isEqualTo(
                        List.of(
                                Map.of("a\\", 1L),
                                Map.of("a\\", 2L),
                                Map.of("a\"b", 3L),
                                Map.of("a\\", 4L)));
    }
}
