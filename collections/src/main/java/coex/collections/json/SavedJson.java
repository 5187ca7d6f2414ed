// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;

/// Json in saves: the number of its kind ([JsonKind]), and what that has.
///
///     bool    | 0 or 1 |
///     int     | word |                float  | the bits, a word |
///     string  | 0 if it is empty, else 1 | the text |
///     array   | 0 if it is empty, else 1 | the list |
///     object  | number of fields | reference to the name, reference to the value of each |
///
/// Null is no object of the heap. The base of an array's list is that of the base, if that is an
/// array; the base of a field's value is what the base has there.
final class SavedJson {

    private static final JsonKind[] KINDS = JsonKind.values();

    private SavedJson() {}

    static void write(JsonType type, SaveOutput out, long json, long base) throws IOException {
        MutatorContext mutator = out.mutator();
        JsonKind kind = type.kind(mutator, json);
        out.number(kind.ordinal());
        switch (kind) {
            case BOOL -> out.number(JsonType.isTrue(mutator, json) ? 1 : 0);
            case INT, FLOAT -> out.word(JsonType.bitsOf(mutator, json));
            case STRING -> writeText(type, out, type.orEmpty(mutator, json));
            case ARRAY -> {
                long list = type.orEmpty(mutator, json);
                writeElements(type, out, list, elements(type, mutator, base));
            }
            case OBJECT -> writeFields(type, out, json, base);
            case NULL -> throw new IllegalStateException("null is no object");
        }
    }

    // A string or array that is not empty is the text or list itself, and so not referred to

    private static void writeText(JsonType type, SaveOutput out, long text) throws IOException {
        out.number(text == 0 ? 0 : 1);
        if (text != 0) {
            type.strings().write(out, text, 0);
        }
    }

    private static void writeElements(JsonType type, SaveOutput out, long list, long base)
            throws IOException {
        out.number(list == 0 ? 0 : 1);
        if (list != 0) {
            type.lists().write(out, list, base);
        }
    }

    /// The list of an array; 0 for anything else.
    private static long elements(JsonType type, MutatorContext mutator, long json) {
        return type.kind(mutator, json) == JsonKind.ARRAY ? type.orEmpty(mutator, json) : 0;
    }

    private static void writeFields(JsonType type, SaveOutput out, long json, long base)
            throws IOException {
        MutatorContext mutator = out.mutator();
        JsonObjects objects = type.objects();
        out.number(type.length(mutator, json));
        int positions = objects.positions(mutator, mutator.address(json));
        for (int i = 0; i < positions; i++) {
            long value = objects.valueAt(mutator, mutator.address(json), i);
            if (!objects.isHole(value)) {
                long name = objects.nameAt(mutator, mutator.address(json), i);
                out.reference(type.strings(), name, 0);
                out.reference(type, value, type.field(mutator, base, name));
            }
        }
    }

    static long read(JsonType type, SaveInput in, long base) throws IOException {
        MutatorContext mutator = in.mutator();
        return switch (KINDS[in.number("kind of json", 1, KINDS.length - 1)]) {
            case BOOL -> type.ofBoolean(mutator, in.number("bool", 0, 1) == 1);
            case INT -> type.ofLong(mutator, in.word());
            case FLOAT -> type.ofDouble(mutator, Double.longBitsToDouble(in.word()));
            case STRING -> {
                boolean isEmpty = in.number("text", 0, 1) == 0;
                yield type.ofString(mutator, isEmpty ? 0 : type.strings().read(in, 0));
            }
            case ARRAY -> {
                boolean isEmpty = in.number("elements", 0, 1) == 0;
                long before = elements(type, mutator, base);
                yield type.ofList(mutator, isEmpty ? 0 : type.lists().read(in, before));
            }
            case OBJECT -> readFields(type, in, base);
            case NULL -> throw in.refuse("null as an object");
        };
    }

    private static long readFields(JsonType type, SaveInput in, long base) throws IOException {
        MutatorContext mutator = in.mutator();
        int count = in.number("fields of an object", 0, Integer.MAX_VALUE);
        try (JsonObjectBuilder builder = new JsonObjectBuilder(type)) {
            builder.start(mutator);
            for (int i = 0; i < count; i++) {
                long name = in.reference(type.strings(), 0);
                long value;
                try (RootFrame _ = RootFrame.of(mutator, name)) {
                    value = in.reference(type, type.field(mutator, base, name));
                }
                builder.put(name, value); // there was no safepoint since the frame was popped
            }
            return builder.finish();
        }
    }
}
