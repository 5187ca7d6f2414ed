package coex.collections.json;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.text.LongValues;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

/// The collector never waits for a whole long string to be written or read as JSON.
class LongJsonTest extends LongValues {

    private static final int MIB = 1 << 20;

    private final JsonType type = JsonType.of(asked.heap());

    @Test
    void longStringsAreWrittenInSteps() throws Exception {
        String piece = "plain \u00e9\u20ac\ud83d\ude00 ";
        String longText = piece.repeat(2 * MIB / piece.length());
        String text =
                "{\"a\":1,\"%s\":\"%s\",\"b\":[\"%s\",2],\"c\":3}"
                        .formatted(longText, longText, longText);
        frame.set(0, new JsonParser(type).parse(mutator, text.getBytes(StandardCharsets.UTF_8)));
        JsonWriter writer = new JsonWriter(type);
        int[] written = new int[1];
        int safepoints = asked.safepointsIn(() -> written[0] = writer.write(mutator, frame.get(0)));
        assertThat(new String(writer.bytes(), 0, written[0], StandardCharsets.UTF_8))
                .isEqualTo(text);
        assertThat(safepoints).isGreaterThan(3 * 16);
    }

    @Test
    void aLongTextIsTakenOutInStepsBeforeItIsParsed() throws Exception {
        byte[] text = ("[" + " ".repeat(5 * MIB) + "1]").getBytes(StandardCharsets.UTF_8);
        frame.set(0, strings.of(mutator, text, 0, text.length));
        JsonParser parser = new JsonParser(type);
        parser.parse(mutator, "[1]".getBytes(StandardCharsets.UTF_8));
        int safepoints =
                asked.safepointsIn(() -> frame.set(1, parser.parse(mutator, frame.get(0))));
        assertThat(type.length(mutator, frame.get(1))).isEqualTo(1);
        assertThat(safepoints).isPositive();
    }
}
