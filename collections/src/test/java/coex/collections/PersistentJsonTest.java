package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.list.TestHeaps;
import coex.gc.Heap;
import coex.gc.Mutator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;

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

    /// Random edits of an array are what the same edits make of a Java list.
    @ParameterizedTest
    @EnumSource
    void elementsAreInsertedAndTakenOut(TestHeaps kind) {
        in(
                kind,
                collections -> {
                    Random random = new Random(5);
                    PersistentJson json = PersistentJson.of(collections, List.of());
                    List<Long> model = new ArrayList<>();
                    for (long i = 0; i < 300; i++) {
                        if (random.nextInt(3) > 0 || model.isEmpty()) {
                            int index = random.nextInt(model.size() + 1);
                            json = json.insert(index, i);
                            model.add(index, i);
                        } else {
                            int index = random.nextInt(model.size());
                            json =
                                    random.nextBoolean()
                                            ? json.without(index)
                                            : json.withoutAt("/" + index);
                            model.remove(index);
                        }
                    }
                    assertThat(json).isEqualTo(PersistentJson.of(collections, model));
                });
    }

    @Test
    void whatAPointerLeadsToIsTakenOut() {
        in(
                TestHeaps.PLAIN,
                collections -> {
                    PersistentJson order = PersistentJson.parse(collections, ORDER);
                    assertThat(order.withoutAt("/items/0/price").at("/items/0").toText())
                            .isEqualTo("{\"name\":\"tea\"}");
                    assertThat(order.withoutAt("/items/0").at("/items").size()).isEqualTo(1);
                    assertThat(order.withoutAt("/a~1b").names()).doesNotContain("a/b");
                    for (String nothing : List.of("/x", "/items/2", "/id/x", "/items/-")) {
                        assertThat(order.withoutAt(nothing)).isEqualTo(order);
                    }
                    assertThatThrownBy(() -> order.withoutAt(""))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageStartingWith("the whole cannot be taken out");
                    assertThatThrownBy(() -> order.withoutAt("x"))
                            .hasMessageStartingWith("not a JSON Pointer");
                    PersistentJson items = order.get("items");
                    assertThatThrownBy(() -> items.without(2))
                            .isInstanceOf(IndexOutOfBoundsException.class);
                    assertThatThrownBy(() -> items.insert(3, 1))
                            .isInstanceOf(IndexOutOfBoundsException.class);
                    assertThatThrownBy(() -> order.insert(0, 1))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("operation=insert(0)");
                });
    }

    /// What comes to the stream, the longest piece of it, and whether the heap can be used there.
    private static final class Pieces extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int longest;
        private Runnable between = () -> {};

        @Override
        public void write(int single) {
            throw new AssertionError("a byte on its own");
        }

        @Override
        public void write(byte[] piece, int from, int count) {
            between.run();
            bytes.write(piece, from, count);
            longest = Math.max(longest, count);
        }
    }

    @ParameterizedTest
    @EnumSource
    void textIsWrittenInPieces(TestHeaps kind) throws IOException {
        try (Heap heap = Heap.open(kind.options());
                Mutator _ = heap.attach()) {
            PersistentCollections collections = PersistentCollections.in(heap);
            String word = "\u20ac\n".repeat(1_000);
            PersistentJson words =
                    PersistentJson.of(
                            collections, IntStream.range(0, 200).mapToObj(i -> word + i).toList());
            PersistentJson json = PersistentJson.of(collections, Map.of("words", words, "n", 1));
            for (int spaces = -1; spaces < 3; spaces += 3) {
                Pieces pieces = new Pieces();
                // The stream may look into the heap, and wait for a collection
                pieces.between = () -> assertThat(words.get(7).asString()).isEqualTo(word + 7);
                if (spaces < 0) {
                    json.writeTo(pieces);
                } else {
                    json.writeTo(pieces, spaces);
                }
                String text = spaces < 0 ? json.toText() : json.toText(spaces);
                assertThat(pieces.bytes.toString(StandardCharsets.UTF_8)).isEqualTo(text);
                assertThat(pieces.longest).isLessThan(pieces.bytes.size() / 2);
            }
        }
    }

    @Test
    void whatAStreamThrowsIsThrownAndTheNextOneIsWrittenFromTheBeginning() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentJson json = numbers(PersistentCollections.in(heap));
            IOException thrown = new IOException("full");
            Pieces full = new Pieces();
            full.between =
                    () -> {
                        throw new UncheckedIOException(thrown);
                    };
            assertThatThrownBy(() -> json.writeTo(full)).isSameAs(thrown);
            Pieces pieces = new Pieces();
            json.writeTo(pieces);
            assertThat(pieces.bytes.toString(StandardCharsets.UTF_8)).isEqualTo(json.toText());
        }
    }

    @Test
    void theDeepestTextCanBeSavedAndWhatIsMadeDeeper() throws IOException {
        for (TestHeaps kind : new TestHeaps[] {TestHeaps.PLAIN, TestHeaps.TINY}) {
            try (Heap heap = Heap.open(kind.options())) {
                PersistentCollections in = PersistentCollections.in(heap);
                Path path = folder.resolve("deep");
                var deepest = PersistentJson.parse(in, "[".repeat(1_000) + "]".repeat(1_000));
                var deeper = layered(nested(in, 1_000), 1_000);
                SavedVersions.save(path, new byte[0], deepest, deeper);
                SavedVersions saved = SavedVersions.restore(path, deepest);
                assertThat(saved.version(0, deepest)).isEqualTo(deepest);
                assertThat(saved.version(1, deepest)).isEqualTo(deeper);
                assertThat(saved.version(1, deepest).toText()).isEqualTo(deeper.toText());
            }
        }
    }

    private static PersistentJson layered(PersistentJson inner, int levels) {
        PersistentJson made = inner;
        PersistentJson none = PersistentJson.of(inner.heap(), List.of());
        for (int i = 0; i < levels; i++) {
            made = none.append(made);
        }
        return made;
    }

    @Test
    void anInterruptedThreadSavesWhatIsDeep() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            var deep = nested(in, 1_000);
            var bytes = new ByteArrayOutputStream();
            Thread.currentThread().interrupt();
            SavedVersions.write(new UninterruptedChannel(bytes), new byte[0], deep);
            assertThat(Thread.interrupted()).isTrue();
            var channel = Channels.newChannel(new ByteArrayInputStream(bytes.toByteArray()));
            assertThat(SavedVersions.read(channel, deep).version(0, deep)).isEqualTo(deep);
        }
    }

    /// What `Channels.newChannel` gives is closed when its thread is interrupted.
    private record UninterruptedChannel(ByteArrayOutputStream bytes)
            implements WritableByteChannel {
        @Override
        public int write(ByteBuffer source) {
            int count = source.remaining();
            byte[] piece = new byte[count];
            source.get(piece);
            bytes.writeBytes(piece);
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    @Test
    void aSaveOfWhatIsDeepWritesOnlyWhatIsNew() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            Path path = folder.resolve("steps");
            var pointer = "/a".repeat(900);
            PersistentJson large = nested(in, 1_000).update(pointer, _ -> numbers(in));
            try (var file = SaveFile.open(path, large)) {
                file.save(large, new byte[0]);
                long before = Files.size(path);
                file.save(large.update(pointer + "/5000", _ -> "new"), new byte[0]);
                assertThat(Files.size(path) - before).isLessThan(before / 2);
            }
            try (var file = SaveFile.open(path, large)) {
                assertThat(file.current()).isEqualTo(large.update(pointer + "/5000", _ -> "new"));
            }
        }
    }

    private static PersistentJson numbers(PersistentCollections in) {
        return PersistentJson.of(in, IntStream.range(0, 10_000).boxed().toList());
    }

    @Test
    void aFileGoesOnWithoutAVersionThatIsNestedTooDeeply() throws IOException {
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            PersistentCollections in = PersistentCollections.in(heap);
            Path path = folder.resolve("deep");
            var none = in.map(Codec.STRING, Codec.json());
            var deep = none.with("deep", nested(in, 140));
            var deeper = deep.with("deeper", layered(nested(in, 1), 100_000));
            try (var file = SaveFile.open(path, none)) {
                file.save(deep, new byte[] {1});
                assertThatThrownBy(() -> file.save(deeper, new byte[] {2}))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("value nested too deeply to be saved: most=100000");
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
