package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.json.JsonParser;
import coex.collections.json.JsonSyntaxException;
import coex.collections.json.JsonType;
import coex.collections.map.MapType;
import coex.collections.map.SetType;
import coex.collections.text.LongValues;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// The collector never waits for an operation that looks at many values and makes few objects, or
/// none.
class ManyValuesTest extends LongValues {

    private static final int MANY = 2_000;

    private long rooted(int slot, long handle) {
        frame.set(slot, handle);
        return handle;
    }

    @Test
    void aSetOfEqualElementsIsBuiltInSteps() throws Exception {
        SetType sets = SetType.of(asked.heap(), strings);
        long text = rooted(0, strings.of(mutator, "text"));
        long same = rooted(1, strings.of(mutator, "text"));
        long[] elements = new long[MANY];
        for (int i = 0; i < MANY; i++) {
            elements[i] = i % 2 == 0 ? text : same;
        }
        int safepoints = asked.safepointsIn(() -> rooted(2, sets.build(mutator, elements, MANY)));
        assertThat(sets.size(mutator, frame.get(2))).isEqualTo(1);
        assertThat(safepoints).isGreaterThanOrEqualTo(2 * (MANY / 256));
    }

    @Test
    void manyElementsAreSortedInSteps() throws Exception {
        SetType sets = SetType.of(asked.heap(), Primitive.LONG);
        int count = 1 << 16;
        long[] elements = new long[count];
        int safepoints = asked.safepointsIn(() -> rooted(2, sets.build(mutator, elements, count)));
        assertThat(sets.size(mutator, frame.get(2))).isEqualTo(1);
        // Hashed, sorted by three digits, each of which is counted first, and compared.
        assertThat(safepoints).isGreaterThanOrEqualTo(2 * count / 256 + 6 * count / (1 << 14));
    }

    @Test
    void aLargeJsonObjectIsFreedOfHolesInSteps() throws Exception {
        JsonType json = JsonType.of(asked.heap());
        int count = 8_000;
        rooted(0, json.emptyObject(mutator));
        for (int i = 0; i < count; i++) {
            long name = rooted(1, strings.of(mutator, "n" + i));
            rooted(0, json.withField(mutator, frame.get(0), name, 0));
        }
        for (int i = 0; i < count / 2; i++) {
            without(json, i);
        }
        int safepoints = asked.safepointsIn(() -> without(json, count / 2));
        assertThat(json.length(mutator, frame.get(0))).isEqualTo(count / 2 - 1);
        assertThat(safepoints).isGreaterThanOrEqualTo(count / 128 + count / 256);
    }

    private void without(JsonType json, int number) {
        long name = rooted(1, strings.of(mutator, "n" + number));
        rooted(0, json.withoutField(mutator, frame.get(0), name));
    }

    @Test
    void equalMapsAreUnitedInSteps() throws Exception {
        MapType maps = MapType.of(asked.heap(), Primitive.LONG, Primitive.LONG);
        long first = map(maps, 0, MANY);
        long second = map(maps, 1, MANY);
        int safepoints = asked.safepointsIn(() -> rooted(2, maps.union(mutator, first, second)));
        assertThat(maps.equal(mutator, frame.get(2), second)).isTrue();
        assertThat(safepoints).isGreaterThanOrEqualTo(MANY / 32);
    }

    private long map(MapType maps, int slot, int count) {
        rooted(slot, 0);
        for (int i = 0; i < count; i++) {
            rooted(slot, maps.set(mutator, frame.get(slot), i, i));
        }
        return frame.get(slot);
    }

    @Test
    void aLongStringInJsonIsReadInSteps() throws Exception {
        JsonType json = JsonType.of(asked.heap());
        JsonParser parser = new JsonParser(json);
        int length = 5 * Pause.STEP_BYTES + 5;
        for (String part : List.of("a", "\\n", "\u00e9")) {
            String plain = part.repeat(length / part.length()) + "\"";
            String text = "[\"x\", \"" + plain.replace("\"", "\\\"") + "\", {\"y\": []}]";
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            int safepoints = asked.safepointsIn(() -> rooted(0, parser.parse(mutator, utf8)));
            // Taking the string from an array has steps of its own.
            int written = part.equals("\\n") ? length / 2 : length;
            assertThat(safepoints)
                    .isGreaterThanOrEqualTo(
                            length / Pause.STEP_BYTES + written / Pause.STEP_BYTES - 1);
            long found = json.element(mutator, frame.get(0), 1);
            String expected = plain.replace("\\n", "\n");
            assertThat(strings.toJava(mutator, json.toString(mutator, found)).equals(expected))
                    .isTrue();
        }
    }

    @Test
    void aMistakeAtTheEndOfALongJsonTextIsFoundInSteps() throws Exception {
        JsonParser parser = new JsonParser(JsonType.of(asked.heap()));
        byte[] lines =
                ("[" + "\n".repeat(5 * Pause.STEP_BYTES) + "x").getBytes(StandardCharsets.UTF_8);
        byte[] line =
                ("[" + " ".repeat(5 * Pause.STEP_BYTES) + "x").getBytes(StandardCharsets.UTF_8);
        isRefusedInSteps(parser, lines, 5);
        isRefusedInSteps(parser, line, 10);
    }

    private void isRefusedInSteps(JsonParser parser, byte[] text, int steps)
            throws InterruptedException {
        int safepoints =
                asked.safepointsIn(
                        () ->
                                assertThatThrownBy(() -> parser.parse(mutator, text))
                                        .isInstanceOf(JsonSyntaxException.class));
        assertThat(safepoints).isGreaterThanOrEqualTo(steps);
    }
}
