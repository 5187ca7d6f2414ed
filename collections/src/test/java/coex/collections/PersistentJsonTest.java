package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Json for Java: what is parsed can be looked at, changed and written, and what is wrong is told
/// by line, column and path.
class PersistentJsonTest {

    private static final String ORDER =
            "{\"id\":7,\"items\":[{\"name\":\"tea\",\"price\":2.5},{\"name\":\"\",\"price\":-3}],"
                    + "\"paid\":false,\"note\":null,\"a/b\":{},\"empty\":[]}";

    @TempDir Path folder;

    private static void in(TestHeaps kind, Consumer<PersistentCollections> test) {
        try (Heap heap = Heap.open(kind.options())) {
            test.accept(PersistentCollections.in(heap));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsParsedCanBeLookedAt(TestHeaps kind) {
        in(
                kind,
                collections -> {
                    PersistentJson order = PersistentJson.parse(collections, ORDER);
                    assertThat(order.type()).isEqualTo(PersistentJson.Type.OBJECT);
                    assertThat(order.names())
                            .containsExactly("id", "items", "paid", "note", "a/b", "empty");
                    assertThat(order.get("id").asLong()).isEqualTo(7);
                    assertThat(order.get("id").asDouble()).isEqualTo(7.0);
                    assertThat(order.at("/items/0/price").asDouble()).isEqualTo(2.5);
                    assertThat(order.at("/items/1/name").asString()).isEmpty();
                    assertThat(order.get("paid").asBoolean()).isFalse();
                    assertThat(order.get("note").isNull()).isTrue();
                    assertThat(order.get("absent")).isNull();
                    assertThat(order.at("/items/2")).isNull();
                    assertThat(order.at("/items/name")).isNull();
                    assertThat(order.at("/a~1b").isEmpty()).isTrue();
                    assertThat(order.at("")).isEqualTo(order);
                    assertThat(order.get("items").elements())
                            .extracting(each -> each.get("price").asDouble())
                            .containsExactly(2.5, -3.0);
                    assertThat(order.toText()).isEqualTo(ORDER);
                    assertThat(PersistentJson.parse(collections, order.toText(2))).isEqualTo(order);
                });
    }

    @ParameterizedTest
    @EnumSource
    void whatIsChangedSharesAndTheOldOneStays(TestHeaps kind) {
        in(
                kind,
                collections -> {
                    PersistentJson order = PersistentJson.parse(collections, ORDER);
                    PersistentJson paid =
                            order.with("paid", true)
                                    .without("note")
                                    .update("/items/0/price", old -> old.asDouble() * 2)
                                    .update("/items/-", _ -> Map.of("name", "milk"))
                                    .update("/by", _ -> "cash")
                                    .update("/empty", old -> old.append(1).append(null).with(0, 2));
                    assertThat(order.toText()).isEqualTo(ORDER);
                    assertThat(paid.toText())
                            .isEqualTo(
                                    "{\"id\":7,\"items\":[{\"name\":\"tea\",\"price\":5.0},{\"name\":"
                                        + "\"\",\"price\":-3},{\"name\":\"milk\"}],\"paid\":true,"
                                        + "\"a/b\":{},\"empty\":[2,null],\"by\":\"cash\"}");
                    assertThat(paid.at("/items/1").handle("test"))
                            .isEqualTo(order.at("/items/1").handle("test"));
                });
    }

    @ParameterizedTest
    @EnumSource
    void javaValuesBecomeJson(TestHeaps kind) {
        in(
                kind,
                collections -> {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    for (int i = 0; i < 50; i++) {
                        fields.put("field " + i, List.of(i, "text", 0.1 * i, i % 2 == 0));
                    }
                    fields.put("null", Arrays.asList(null, (short) 3, 'c' == 'c'));
                    PersistentJson json = PersistentJson.of(collections, fields);
                    assertThat(json.size()).isEqualTo(51);
                    assertThat(json.at("/field 49/2").asDouble()).isEqualTo(0.1 * 49);
                    assertThat(json.get("null").toText()).isEqualTo("[null,3,true]");
                    assertThat(PersistentJson.of(collections, json)).isEqualTo(json);
                    assertThatThrownBy(() -> PersistentJson.of(collections, new Object()))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("java.lang.Object");
                    assertThatThrownBy(() -> PersistentJson.of(collections, Double.NaN))
                            .hasMessageContaining("NaN");
                });
    }

    @Test
    void whatIsNotJsonIsToldByLineColumnAndPath() {
        in(
                TestHeaps.PLAIN,
                collections -> {
                    assertWrong(collections, "{\"a\": [1,\n {\"b\": 02}]}", 2, 9, "/a/1/b");
                    assertWrong(collections, "[\"x\",\n\n  tru]", 3, 3, "/1");
                    assertWrong(collections, "", 1, 1, "");
                    assertWrong(collections, "{\"a\":1} x", 1, 9, "");
                });
    }

    private static void assertWrong(
            PersistentCollections in, String text, int line, int column, String path) {
        assertThatThrownBy(() -> PersistentJson.parse(in, text))
                .isInstanceOfSatisfying(
                        JsonTextException.class,
                        e -> {
                            assertThat(e.line()).as(e.getMessage()).isEqualTo(line);
                            assertThat(e.column()).as(e.getMessage()).isEqualTo(column);
                            assertThat(e.path()).as(e.getMessage()).isEqualTo(path);
                        })
                .hasMessageContaining("line=" + line)
                .hasMessageContaining("path=");
    }

    @Test
    void otherTypesAreRefusedByName() {
        in(
                TestHeaps.PLAIN,
                collections -> {
                    PersistentJson json = PersistentJson.parse(collections, "[1]");
                    assertThatThrownBy(json::asString)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("expected=STRING found=ARRAY");
                    assertThatThrownBy(() -> json.with("name", 1))
                            .hasMessageContaining("expected=OBJECT found=ARRAY");
                    assertThatThrownBy(() -> json.get(1))
                            .isInstanceOf(IndexOutOfBoundsException.class);
                    assertThatThrownBy(() -> json.at("name"))
                            .hasMessageContaining("not a JSON Pointer");
                    assertThatThrownBy(() -> json.update("/3/x", old -> old))
                            .hasMessageContaining("nothing is there: pointer=/3/x step=3");
                });
    }

    @Test
    void streamsAreReadAndWritten() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            byte[] utf8 = "{\"\u00e4\":\"\ud83d\ude00\"}".getBytes(StandardCharsets.UTF_8);
            PersistentJson json = PersistentJson.parse(in, new ByteArrayInputStream(utf8));
            ByteArrayOutputStream target = new ByteArrayOutputStream();
            json.writeTo(target);
            assertThat(target.toByteArray()).isEqualTo(utf8);
            assertThat(PersistentJson.parse(in, "[1e300,0.1,-0.0,123456789.123]").toText())
                    .isEqualTo("[1.0E300,0.1,-0.0,1.23456789123E8]");
        }
    }

    @Test
    void linesAreParsedOneByOne() {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            String long1 = "\"" + "x".repeat(50_000) + "\"";
            byte[] utf8 =
                    ("{\"a\":1}\r\n\n  \n[2]\n" + long1 + "\nnull")
                            .getBytes(StandardCharsets.UTF_8);
            assertThat(
                            PersistentJson.parseLines(in, new ByteArrayInputStream(utf8))
                                    .map(PersistentJson::toText))
                    .containsExactly("{\"a\":1}", "[2]", long1, "null");
            byte[] bad = "1\n\n[2\n3".getBytes(StandardCharsets.UTF_8);
            List<String> found = new ArrayList<>();
            assertThatThrownBy(
                            () ->
                                    PersistentJson.parseLines(in, new ByteArrayInputStream(bad))
                                            .forEach(json -> found.add(json.toText())))
                    .isInstanceOf(JsonTextException.class)
                    .hasMessageStartingWith("line 3 of many: ")
                    .satisfies(e -> assertThat(((JsonTextException) e).line()).isEqualTo(3));
            assertThat(found).containsExactly("1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void jsonIsKeptInCollectionsAndSaved(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            var none = in.map(Codec.STRING, Codec.json());
            PersistentJson order = PersistentJson.parse(in, ORDER);
            var map = none.with("order", order).with("null", PersistentJson.of(in, null));
            Path path = folder.resolve("orders");
            for (int i = 0; i < 8; i++) {
                order = order.with("field " + i, List.of(i, Map.of("x", "y")));
                map = map.with("order", order).with("nr" + i % 7, order.get("items"));
                try (var file = SaveFile.open(path, none)) {
                    file.save(map, new byte[0]);
                }
                try (var file = SaveFile.open(path, none)) {
                    assertThat(file.current()).isEqualTo(map);
                    assertThat(file.current().get("order").toText()).isEqualTo(order.toText());
                }
            }
        }
    }

    @Test
    void jsonThatIsNestedTooDeeplyToBeSavedIsRefused() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            Path path = folder.resolve("deep");
            var deep = PersistentJson.parse(in, "[".repeat(150) + "]".repeat(150));
            SavedVersions.save(path, new byte[0], deep);
            var deeper = PersistentJson.parse(in, "[".repeat(151) + "]".repeat(151));
            assertThatThrownBy(() -> SavedVersions.save(path, new byte[0], deeper))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("value nested too deeply to be saved: most=150");
            assertThat(SavedVersions.restore(path, deep).version(0, deep)).isEqualTo(deep);
        }
    }

    @Test
    void aFileGoesOnWithoutAVersionThatIsNestedTooDeeply() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            Path path = folder.resolve("deep");
            var none = in.map(Codec.STRING, Codec.json());
            var deep = none.with("deep", nested(in, 140));
            try (var file = SaveFile.open(path, none)) {
                file.save(deep, new byte[] {1});
                assertThatThrownBy(
                                () ->
                                        file.save(
                                                deep.with("deeper", nested(in, 1_000)),
                                                new byte[] {2}))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("most=150");
                assertThat(file.current()).isEqualTo(deep);
                assertThat(file.metadata()).containsExactly(1);
            }
            try (var file = SaveFile.open(path, none)) {
                assertThat(file.current()).isEqualTo(deep);
                assertThat(file.damage()).isEmpty();
                file.save(none.with("more", nested(in, 2)), new byte[] {3});
            }
            try (var file = SaveFile.open(path, none)) {
                assertThat(file.current().get("more")).isEqualTo(nested(in, 2));
            }
        }
    }

    private static PersistentJson nested(PersistentCollections in, int levels) {
        return PersistentJson.parse(in, "{\"a\":".repeat(levels) + "0" + "}".repeat(levels));
    }
}
