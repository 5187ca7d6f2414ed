package coex.runtime.type;

import coex.collections.json.JsonObjectBuilder;
import coex.collections.json.JsonType;
import coex.collections.value.FieldValues;
import coex.collections.value.Pause;
import coex.collections.value.ValueType;
import coex.gc.Kind;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.util.List;

/// The fields of a struct, variant or tuple: what they have in common.
///
/// @param fields the same fields as values
/// @param names of the fields, for texts and json
/// @param jsonNames the names as strings of the program
/// @param nesting how many fields can hold objects with fields of their own
record ObjectFields(
        ObjectLayout layout,
        FieldValues fields,
        List<String> names,
        List<Long> jsonNames,
        int nesting) {

    static ObjectFields of(
            Values values, String shapeName, List<String> names, List<RuntimeType> types) {
        return of(
                ObjectLayout.of(values, shapeName, names, types),
                List.copyOf(names),
                names.stream().map(values::text).toList());
    }

    /// Fields that have no names.
    static ObjectFields of(ObjectLayout layout) {
        return of(layout, List.of(), List.of());
    }

    private static ObjectFields of(ObjectLayout layout, List<String> names, List<Long> jsonNames) {
        List<Kind> kinds = layout.types().stream().map(RuntimeType::kind).toList();
        List<ValueType> types = layout.types().stream().map(RuntimeType::element).toList();
        var fields = new FieldValues(types, kinds, layout.offsets());
        int nesting = (int) layout.types().stream().filter(ObjectFields::nests).count();
        return new ObjectFields(layout, fields, names, jsonNames, nesting);
    }

    int count() {
        return fields.count();
    }

    RuntimeType type(int field) {
        return layout.types().get(field);
    }

    /// The bits of a field.
    long get(MutatorContext mutator, long object, int field) {
        return fields.get(mutator, object, field);
    }

    /// What an object itself takes of the parts that count.
    private static final int PARTS_OF_AN_OBJECT = 32;

    /// The fields that can hold objects share the parts, so that an object is done after as many,
    /// however often it leads to the same other ones; and each level takes some, so that a long
    /// chain needs no deep stack.
    int hash(MutatorContext mutator, long object, int parts) {
        int each = nesting == 0 ? parts : (parts - PARTS_OF_AN_OBJECT) / nesting;
        return fields.hash(mutator, object, layout.shape(), each);
    }

    private static boolean nests(RuntimeType type) {
        return type.isReference() && !(type instanceof StringType);
    }

    boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        return fields.equal(mutator, first, second, pause);
    }

    int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return fields.compare(mutator, first, second, pause);
    }

    /// Whether there is a NaN in a field of an object.
    boolean holdNan(NanSearch search, long object) {
        for (int i = 0; i < count(); i++) {
            if (type(i).mayHoldNan()
                    && type(i).holdsNan(search, get(search.mutator(), object, i))) {
                return true;
            }
        }
        return false;
    }

    /// Appends the fields, with their names if `isNamed`. The caller keeps the object.
    void write(MutatorContext mutator, long object, TextSink out, boolean isNamed) {
        for (int i = 0; i < count(); i++) {
            begin(i, out, isNamed);
            type(i).write(mutator, get(mutator, object, i), out, true);
        }
    }

    /// Appends what comes before a field: a comma, and its name if `isNamed`.
    void begin(int field, TextSink out, boolean isNamed) {
        out.append(field == 0 ? "" : ", ");
        if (isNamed) {
            out.append(names.get(field)).append(": ");
        }
    }

    /// The name of a field as a string of the program.
    long jsonName(int field) {
        return jsonNames.get(field);
    }

    /// Puts the fields into a json object. The caller keeps the object.
    void putInto(JsonObjectBuilder builder, MutatorContext mutator, long object) {
        for (int i = 0; i < count(); i++) {
            builder.put(jsonName(i), type(i).toJson(mutator, get(mutator, object, i)));
        }
    }

    /// An object of the fields of a json. The caller keeps the json.
    long fromJson(JsonType jsons, MutatorContext mutator, long json) {
        long[] bits = new long[count()];
        try (RootFrame kept = RootFrame.slots(mutator, Math.max(1, count()))) {
            for (int i = 0; i < bits.length; i++) {
                String name = names.get(i);
                long part = jsons.field(mutator, json, jsonNames.get(i));
                bits[i] = type(i).partFromJson(mutator, part, () -> "." + name);
                if (type(i).isReference()) {
                    kept.set(i, bits[i]);
                }
            }
            return make(mutator, bits);
        }
    }

    /// An object with these fields, whose handles the caller keeps. A safepoint.
    long make(MutatorContext mutator, long[] bits) {
        if (!mutator.allocator().isReserved(layout.bytes(), 1)) {
            mutator.allocator().reserve(layout.bytes(), 1);
        }
        long address = layout.take(mutator);
        for (int i = 0; i < bits.length; i++) {
            fields.put(address, i, bits[i]);
        }
        return mutator.allocator().publish(address, layout.header());
    }
}
