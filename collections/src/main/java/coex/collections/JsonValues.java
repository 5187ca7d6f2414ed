// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.json.JsonObjectBuilder;
import coex.collections.json.JsonParser;
import coex.collections.json.JsonSyntaxException;
import coex.collections.json.JsonType;
import coex.collections.json.JsonWriter;
import coex.collections.list.ListBuilder;
import coex.collections.value.ObjectPool;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/// Json of one heap: what [PersistentJson] does inside it.
///
/// Values have a plain form outside: null, `Boolean`, `Long`, `Double`, the UTF-8 of a string,
/// [PersistentJson], an array of plain forms, or [Fields].
final class JsonValues extends Kind<PersistentJson> {

    /// How deeply plain forms may be nested; as for texts.
    private static final int DEEPEST = JsonParser.DEEPEST;

    /// The plain form of an object: names in UTF-8 and values in turn.
    private record Fields(Object[] namesAndValues) {}

    private final JsonType type;
    private final ObjectPool<JsonParser> parsers = new ObjectPool<>();
    private final ObjectPool<JsonWriter> writers = new ObjectPool<>();

    JsonValues(PersistentCollections heap) {
        super(heap);
        this.type = JsonType.of(heap.heap());
    }

    JsonType json() {
        return type;
    }

    @Override
    ValueType type() {
        return type;
    }

    @Override
    PersistentJson wrap(long handle, int cell, PersistentCollection source, long state) {
        return new PersistentJson(this, handle, cell, source, state);
    }

    @Override
    String saved() {
        return "json";
    }

    @Override
    public String toString() {
        return "json";
    }

    // Text

    PersistentJson parse(byte[] utf8) {
        JsonParser spare = parsers.take();
        JsonParser parser = spare == null ? new JsonParser(type) : spare;
        try {
            return make(mutator -> parser.parse(mutator, utf8));
        } catch (JsonSyntaxException e) {
            throw new JsonTextException(e, JsonPath.at(utf8, e.line(), e.column()));
        } finally {
            parsers.giveBack(parser);
        }
    }

    /// The text in UTF-8.
    ///
    /// @param spaces for each level; below 0 for one line
    byte[] text(PersistentJson json, int spaces) {
        JsonWriter spare = writers.take();
        JsonWriter writer = spare == null ? new JsonWriter(type, true) : spare;
        MutatorContext mutator = heap().enter();
        try {
            long handle = json.handle("write");
            int bytes =
                    spaces < 0
                            ? writer.write(mutator, handle)
                            : writer.write(mutator, handle, spaces);
            return Arrays.copyOf(writer.bytes(), bytes);
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(json);
            writers.giveBack(writer);
        }
    }

    /// Hands the text in UTF-8 on, piece by piece. The target runs in a safe region, and in one of
    /// its own if the calling thread is attached.
    ///
    /// @param spaces as for [#text]
    void text(PersistentJson json, int spaces, JsonWriter.Target target) throws IOException {
        JsonWriter spare = writers.take();
        JsonWriter writer = spare == null ? new JsonWriter(type, true) : spare;
        try (var _ = heap().safeRegion()) {
            MutatorContext mutator = heap().enter();
            try {
                writer.writeTo(mutator, json.handle("write"), spaces, target);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            } finally {
                heap().leave(mutator);
                Reference.reachabilityFence(json);
            }
        } finally {
            writers.giveBack(writer);
        }
    }

    // Values

    /// The plain form of a Java value.
    static Object plain(Object value) {
        return plain(value, 0);
    }

    private static Object plain(Object value, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("value nested too deeply: most=" + DEEPEST);
        }
        return switch (value) {
            case null -> null;
            case Boolean _, PersistentJson _ -> value;
            case Byte _, Short _, Integer _, Long _ -> ((Number) value).longValue();
            case Float _, Double _ -> plainFloat(((Number) value).doubleValue());
            case String text -> Codec.STRING.toPlain(text);
            case Collection<?> elements ->
                    elements.stream().map(each -> plain(each, depth + 1)).toArray();
            case Map<?, ?> fields -> plainFields(fields, depth);
            default ->
                    throw new IllegalArgumentException(
                            "no json for a value: type=%s; json has null, Boolean, whole numbers up"
                                            .formatted(value.getClass().getTypeName())
                                    + " to long, double, String, Collection, Map and"
                                    + " PersistentJson");
        };
    }

    private static Object plainFloat(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("json has no such number: value=" + value);
        }
        return value;
    }

    private static Object plainFields(Map<?, ?> fields, int depth) {
        Object[] plain = new Object[2 * fields.size()];
        int at = 0;
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            if (!(field.getKey() instanceof String name)) {
                throw new IllegalArgumentException("name of a field is not a string: " + field);
            }
            plain[at++] = Codec.STRING.toPlain(name);
            plain[at++] = plain(field.getValue(), depth + 1);
        }
        return new Fields(plain);
    }

    /// Makes a value of a plain form. A safepoint; the caller roots the result.
    long write(MutatorContext mutator, Object plain) {
        return switch (plain) {
            case null -> 0;
            case Boolean value -> type.ofBoolean(mutator, value);
            case Long value -> type.ofLong(mutator, value);
            case Double value -> type.ofDouble(mutator, value);
            case byte[] utf8 -> type.ofString(mutator, name(mutator, utf8));
            case PersistentJson json -> {
                requireSame(json, "json");
                yield json.handle("put into json");
            }
            case Object[] elements -> {
                try (ListBuilder builder = new ListBuilder(type.lists())) {
                    builder.start(mutator);
                    for (Object each : elements) {
                        builder.add(write(mutator, each));
                    }
                    yield type.ofList(mutator, builder.finish());
                }
            }
            case Fields fields -> writeFields(mutator, fields.namesAndValues());
            default -> throw new IllegalStateException("not a plain form: " + plain.getClass());
        };
    }

    private long writeFields(MutatorContext mutator, Object[] plain) {
        try (JsonObjectBuilder builder = new JsonObjectBuilder(type)) {
            builder.start(mutator);
            for (int i = 0; i < plain.length; i += 2) {
                long name = name(mutator, (byte[]) plain[i]);
                long value;
                try (RootFrame _ = RootFrame.of(mutator, name)) {
                    value = write(mutator, plain[i + 1]);
                }
                builder.put(name, value); // no safepoint since the frame was popped
            }
            return builder.finish();
        }
    }

    /// A text in the heap. A safepoint.
    long name(MutatorContext mutator, byte[] utf8) {
        return type.strings().of(mutator, utf8, 0, utf8.length);
    }
}
