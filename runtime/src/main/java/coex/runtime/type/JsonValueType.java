package coex.runtime.type;

import coex.collections.value.Pause;
import coex.collections.value.ValueType;
import coex.gc.Kind;
import coex.gc.mutator.MutatorContext;

/// `json`.
final class JsonValueType extends RuntimeType {

    JsonValueType(Values values) {
        super(values, "json");
    }

    @Override
    public Kind kind() {
        return Kind.REFERENCE;
    }

    @Override
    public ValueType element() {
        return values().json();
    }

    @Override
    public int hash(MutatorContext mutator, long bits) {
        return values().json().hash(mutator, bits);
    }

    @Override
    public int hash(MutatorContext mutator, long bits, int parts) {
        return values().json().hash(mutator, bits, parts);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        return values().json().equal(mutator, first, second);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        return values().json().equal(mutator, first, second, pause);
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return values().json().compare(mutator, first, second, pause);
    }

    @Override
    public void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        var writer = values().takeWriter();
        int count = writer.write(mutator, bits);
        out.append(mutator, writer.bytes(), count);
        values().giveBack(writer);
    }

    @Override
    public long toJson(MutatorContext mutator, long bits) {
        return bits;
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        return json;
    }
}
