package coex.runtime.type;

import coex.collections.json.JsonKind;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Kind;
import coex.gc.mutator.MutatorContext;

/// `bool`.
final class BoolType extends RuntimeType {

    BoolType(Values values) {
        super(values, "bool");
    }

    @Override
    public Kind kind() {
        return Kind.BOOLEAN;
    }

    @Override
    public ValueType element() {
        return Primitive.BOOLEAN;
    }

    @Override
    public int estimatedBytes() {
        return 1;
    }

    @Override
    public Storage storage() {
        return Storage.BYTE;
    }

    @Override
    public int hash(MutatorContext mutator, long bits) {
        return Primitive.BOOLEAN.hash(mutator, bits);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        return first == second;
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return Long.compare(first, second);
    }

    @Override
    public void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        out.append(bits != 0 ? "true" : "false");
    }

    @Override
    public long toJson(MutatorContext mutator, long bits) {
        return values().json().ofBoolean(mutator, bits != 0);
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        if (values().json().kind(mutator, json) != JsonKind.BOOL) {
            throw cannotBe(mutator, json);
        }
        return values().json().toBoolean(mutator, json) ? 1 : 0;
    }
}
