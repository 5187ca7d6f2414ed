package coex.collections.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.ArrayType;
import coex.collections.map.MapType;
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
    void everyCheckedConversionRefusesEveryOtherKind() {
        String[] texts = {"null", "true", "1", "1.5", "\"\"", "[]", "{}"};
        for (int kind = 0; kind < texts.length; kind++) {
            long json = json(texts[kind]);
            for (int asked = 1; asked <= 5; asked++) {
                int conversion = asked;
                if (asked == kind) {
                    convert(conversion, json);
                } else {
                    assertThatThrownBy(() -> convert(conversion, json))
                            .isInstanceOf(JsonKindException.class)
                            .hasMessage(
                                    "json of another kind: expected=%s found=%s"
                                            .formatted(
                                                    JsonKind.values()[asked].text(),
                                                    JsonKind.values()[kind].text()));
                }
            }
        }
    }

    private void convert(int kind, long json) {
        switch (JsonKind.values()[kind]) {
            case BOOL -> type.toBoolean(mutator, json);
            case INT -> type.toLong(mutator, json);
            case FLOAT -> type.toDouble(mutator, json);
            case STRING -> type.toString(mutator, json);
            default -> type.toList(mutator, json);
        }
    }

    @Test
    void emptyStringArrayAndObjectAreEachOneValue() {
        assertThat(json("\"\"")).isEqualTo(type.ofString(mutator, 0)).isNotZero();
        assertThat(json("[]")).isEqualTo(type.ofList(mutator, 0)).isNotZero();
        assertThat(json("{}")).isEqualTo(type.emptyObject(mutator)).isNotZero();
        assertThat(json("true")).isEqualTo(type.ofBoolean(mutator, true));
        long one = json("{\"a\":1}");
        assertThat(type.withoutField(mutator, one, string("a"))).isEqualTo(json("{}"));
        assertThat(type.toString(mutator, json("\"\""))).isZero();
        assertThat(type.toList(mutator, json("[]"))).isZero();
        assertThat(type.equal(mutator, json("\"\""), json("[]"))).isFalse();
    }

    @Test
    void whatIsMissingIsNull() {
        long json = json("{\"a\":null,\"b\":[1]}");
        assertThat(type.hasField(mutator, json, string("a"))).isTrue();
        assertThat(type.hasField(mutator, json, string("c"))).isFalse();
        assertThat(type.field(mutator, json, string("c"))).isZero();
        assertThat(type.field(mutator, json("[1]"), string("c"))).isZero();
        assertThat(type.element(mutator, json("[1]"), 1)).isZero();
        assertThat(type.element(mutator, json("[1]"), -1)).isZero();
        assertThat(type.element(mutator, json("[1]"), Long.MAX_VALUE)).isZero();
        assertThat(type.element(mutator, json, 0)).isZero();
        assertThat(type.element(mutator, json("[]"), 0)).isZero();
        assertThat(type.length(mutator, json("\"text\""))).isZero();
        assertThat(type.keys(mutator, json("[1]"))).isZero();
        assertThat(type.values(mutator, json("3"))).isZero();
    }

    @Test
    void fieldsInAnotherOrderMakeAnEqualObject() {
        long first = json("{\"a\":1,\"b\":[2.5,null]}");
        long second = json("{\"b\":[2.5,null],\"a\":1}");
        assertThat(type.equal(mutator, first, second)).isTrue();
        assertThat(type.hash(mutator, first)).isEqualTo(type.hash(mutator, second));
        assertThat(type.equal(mutator, json("[1,2]"), json("[2,1]"))).isFalse();
        assertThat(type.equal(mutator, json("1"), json("1.0"))).isFalse();
        assertThat(type.equal(mutator, json("{\"a\":null}"), json("{\"b\":null}"))).isFalse();
    }

    @Test
    void mapsAndArraysBecomeObjectsAndArrays() {
        MapType maps = MapType.of(heap, type.strings(), type);
        long map = maps.set(mutator, 0, string("k"), type.ofLong(mutator, 3));
        assertThat(text(type.ofMap(mutator, maps, map))).isEqualTo("{\"k\":3}");
        assertThat(text(type.ofMap(mutator, maps, 0))).isEqualTo("{}");
        for (int i = 0; i < 100; i++) {
            map = maps.set(mutator, map, string("key" + i), type.ofLong(mutator, i));
        }
        long object = type.ofMap(mutator, maps, map);
        assertThat(type.length(mutator, object)).isEqualTo(101);
        assertThat(type.toLong(mutator, type.field(mutator, object, string("key77"))))
                .isEqualTo(77);
        ArrayType arrays = ArrayType.of(heap, type);
        long array = arrays.of(mutator, new long[] {0, type.ofBoolean(mutator, true)}, 0, 2);
        assertThat(text(type.ofArray(mutator, arrays, array))).isEqualTo("[null,true]");
        assertThat(text(type.ofArray(mutator, arrays, 0))).isEqualTo("[]");
    }

    @Test
    void objectsOfOneFormShareItsNames() {
        long[] names = {string("_type"), string("row")};
        long form = type.form(mutator, names, 2);
        long[] values = {string("Cell"), type.ofLong(mutator, 3)};
        long first = type.ofForm(mutator, form, values);
        values[1] = type.ofLong(mutator, 4);
        long second = type.ofForm(mutator, form, values);
        assertThat(text(first)).isEqualTo("{\"_type\":\"Cell\",\"row\":3}");
        assertThat(text(second)).isEqualTo("{\"_type\":\"Cell\",\"row\":4}");
        assertThatThrownBy(() -> type.form(mutator, new long[33], 33))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no form has so many names: count=33 maximum=32");
    }

    @Test
    void aWideObjectIsBuiltAnewWhenMostOfItIsHoles() {
        StringBuilder text = new StringBuilder("{\"f0\":0");
        for (int i = 1; i < 1000; i++) {
            text.append(",\"f").append(i).append("\":").append(i);
        }
        long json = json(text.append('}').toString());
        int rebuilt = 0;
        for (int i = 0; i < 960; i++) {
            int before = type.objects().positions(mutator, mutator.address(json));
            json = type.withoutField(mutator, json, string("f" + i));
            assertThat(type.length(mutator, json)).isEqualTo(999 - i);
            assertThat(type.objects().positions(mutator, mutator.address(json)))
                    .isLessThanOrEqualTo(2 * (999 - i));
            rebuilt += type.objects().positions(mutator, mutator.address(json)) < before ? 1 : 0;
        }
        assertThat(rebuilt).isBetween(3, 6);
        assertThat(text(json)).startsWith("{\"f960\":960,").endsWith("\"f999\":999}");
        json = type.withField(mutator, json, string("f0"), 0);
        assertThat(text(json)).endsWith("\"f999\":999,\"f0\":null}");
    }
}
