package coex.runtime.type;

import coex.collections.json.JsonObjectBuilder;
import coex.collections.json.JsonType;
import coex.collections.value.Hashing;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

import java.util.List;

/// The fields of a struct, variant or tuple: what they have in common.
///
/// @param names of the fields, for texts and json
/// @param jsonNames the names as strings of the program
public record ObjectFields(ObjectLayout layout, List<String> names, List<Long> jsonNames) {

    static ObjectFields of(
            Values values, String shapeName, List<String> names, List<RuntimeType> types) {
        return new ObjectFields(
                ObjectLayout.of(values, shapeName, names, types),
                List.copyOf(names),
                names.stream().map(values::text).toList());
    }

    int count() {
        return layout.types().size();
    }

    RuntimeType type(int field) {
        return layout.types().get(field);
    }

    /// The bits of a field.
    public long get(MutatorContext mutator, long object, int field) {
        return layout.load(mutator.address(object), field);
    }

    /// Of each field as many parts count.
    int hash(MutatorContext mutator, long object, int parts) {
        int hash = layout.shape();
        for (int i = 0; i < count(); i++) {
            hash = Hashing.followedBy(hash, type(i).hash(mutator, get(mutator, object, i), parts));
        }
        return hash;
    }

    boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        for (int i = 0; i < count(); i++) {
            if (!type(i).equal(mutator, get(mutator, first, i), get(mutator, second, i), pause)) {
                return false;
            }
        }
        return true;
    }

    int compare(MutatorContext mutator, long first, long second, Pause pause) {
        int order = 0;
        for (int i = 0; i < count() && order == 0; i++) {
            order =
                    type(i).compare(
                                    mutator,
                                    get(mutator, first, i),
                                    get(mutator, second, i),
                                    pause);
        }
        return order;
    }

    /// Appends the fields, with their names if `isNamed`. The caller keeps the object.
    void write(MutatorContext mutator, long object, TextSink out, boolean isNamed) {
        for (int i = 0; i < count(); i++) {
            out.append(i == 0 ? "" : ", ");
            if (isNamed) {
                out.append(names.get(i)).append(": ");
            }
            type(i).write(mutator, get(mutator, object, i), out, true);
        }
    }

    /// Puts the fields into a json object. The caller keeps the object.
    void putInto(JsonObjectBuilder builder, MutatorContext mutator, long object) {
        for (int i = 0; i < count(); i++) {
            builder.put(jsonNames.get(i), type(i).toJson(mutator, get(mutator, object, i)));
        }
    }

    /// An object of the fields of a json. The caller keeps the json.
    long fromJson(JsonType jsons, MutatorContext mutator, long json) {
        long[] bits = new long[count()];
        try (Kept kept = Kept.slots(mutator, Math.max(1, count()))) {
            for (int i = 0; i < bits.length; i++) {
                bits[i] = type(i).fromJson(mutator, jsons.field(mutator, json, jsonNames.get(i)));
                if (type(i).isReference()) {
                    kept.set(i, bits[i]);
                }
            }
            return make(mutator, bits);
        }
    }

    /// An object with these fields, whose handles the caller keeps. A safepoint.
    public long make(MutatorContext mutator, long[] bits) {
        if (!mutator.allocator().isReserved(layout.bytes(), 1)) {
            mutator.allocator().reserve(layout.bytes(), 1);
        }
        long address = layout.take(mutator);
        for (int i = 0; i < bits.length; i++) {
            layout.store(address, i, bits[i]);
        }
        return mutator.allocator().publish(address, layout.header());
    }
}
