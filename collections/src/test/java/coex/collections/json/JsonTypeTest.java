package coex.collections.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

/// What the language says of `json`, operation by operation.
class JsonTypeTest {

    private Heap heap;
    private MutatorContext mutator;
    private JsonType type;
    private JsonParser parser;
    private JsonWriter writer;

    @BeforeEach
    void openHeap() {
        heap = Heap.open(HeapOptions.builder().hugePages(false).maximumBytes(256 << 20).build());
        mutator = ConcurrentHeap.contextOf(heap.attach());
        type = JsonType.of(heap);
        parser = new JsonParser(type);
        writer = new JsonWriter(type);
    }

    @AfterEach
    void closeHeap() {
        heap.close();
    }

    private long json(String text) {
        return parser.parse(mutator, text.getBytes(StandardCharsets.UTF_8));
    }

    private long string(String text) {
        return type.strings().of(mutator, text);
    }

    private String text(long json) {
        return type.strings().toJava(mutator, writer.compact(mutator, json));
    }

    private String pretty(long json, int spaces) {
        return type.strings().toJava(mutator, writer.pretty(mutator, json, spaces));
    }

    @Test
    void aValueHasTheKindOfItsText() {
        assertThat(type.kind(mutator, json("null"))).isEqualTo(JsonKind.NULL);
        assertThat(type.kind(mutator, json("true"))).isEqualTo(JsonKind.BOOL);
        assertThat(type.kind(mutator, json("-5"))).isEqualTo(JsonKind.INT);
        assertThat(type.kind(mutator, json("5e0"))).isEqualTo(JsonKind.FLOAT);
        assertThat(type.kind(mutator, json("\"\""))).isEqualTo(JsonKind.STRING);
        assertThat(type.kind(mutator, json("\"a\""))).isEqualTo(JsonKind.STRING);
        assertThat(type.kind(mutator, json("[]"))).isEqualTo(JsonKind.ARRAY);
        assertThat(type.kind(mutator, json("[null]"))).isEqualTo(JsonKind.ARRAY);
        assertThat(type.kind(mutator, json("{}"))).isEqualTo(JsonKind.OBJECT);
        assertThat(type.kind(mutator, json("{\"\":null}"))).isEqualTo(JsonKind.OBJECT);
    }

    @Test
    void theExampleOfTheReferenceGivesItsOutput() {
        long json = json("{\"id\":7,\"tags\":[1,2],\"meta\":{\"ok\":true}}");
        json = type.withField(mutator, json, string("id"), type.ofLong(mutator, 8));
        json = type.withoutField(mutator, json, string("tags"));
        assertThat(text(json)).isEqualTo("{\"id\":8,\"meta\":{\"ok\":true}}");
        long meta = type.field(mutator, json, string("meta"));
        assertThat(type.toBoolean(mutator, type.field(mutator, meta, string("ok")))).isTrue();
        assertThat(type.field(mutator, json, string("nothing"))).isZero();
    }

    @Test
    void prettyTextHasOneItemPerLine() {
        long json = json("{\"a\":[1,[],{}],\"b\":{\"c\":null}}");
        assertThat(pretty(json, 2))
                .isEqualTo(
                        """
                        {
                          "a": [
                            1,
                            [],
                            {}
                          ],
                          "b": {
                            "c": null
                          }
                        }\
                        """);
        assertThat(pretty(json("[1]"), 0)).isEqualTo("[\n1\n]");
        assertThat(pretty(json("[1]"), -3)).isEqualTo("[\n1\n]");
        assertThat(pretty(json("7"), 4)).isEqualTo("7");
    }

    @Test
    void aValueOfAnotherKindIsAnErrorThatNamesBoth() {
        assertThatThrownBy(() -> type.toLong(mutator, json("2.0")))
                .isInstanceOf(JsonKindException.class)
                .hasMessage("json of another kind: expected=int found=float");
    }
}
