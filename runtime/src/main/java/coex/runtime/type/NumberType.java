package coex.runtime.type;

import coex.collections.json.JsonKind;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Kind;
import coex.gc.mutator.MutatorContext;

/// `int`, `byte`, `char` and `posix`: whole numbers.
final class NumberType extends RuntimeType {

    private final Kind kind;
    private final Primitive element;
    private final long least;
    private final long most;

    private NumberType(
            Values values, String spelling, Kind kind, Primitive element, long least, long most) {
        super(values, spelling);
        this.kind = kind;
        this.element = element;
        this.least = least;
        this.most = most;
    }

    /// `int`, and `posix`, which is the number of a descriptor.
    static NumberType ofInts(Values values, String spelling) {
        return new NumberType(
                values, spelling, Kind.LONG, Primitive.LONG, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    static NumberType ofBytes(Values values) {
        return new NumberType(values, "byte", Kind.BYTE, Primitive.BYTE, 0, 255);
    }

    static NumberType ofChars(Values values) {
        return new NumberType(
                values, "char", Kind.INT, Primitive.LONG, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public ValueType element() {
        return element;
    }

    @Override
    public int estimatedBytes() {
        return kind.bytes();
    }

    @Override
    public Storage storage() {
        return element.storage();
    }

    @Override
    public int hash(MutatorContext mutator, long bits) {
        return element.hash(mutator, bits);
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
        out.append(bits);
    }

    @Override
    public long toJson(MutatorContext mutator, long bits) {
        return values().json().ofLong(mutator, bits);
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        if (values().json().kind(mutator, json) != JsonKind.INT) {
            throw cannotBe(mutator, json);
        }
        long value = values().json().toLong(mutator, json);
        if (value < least || value > most) {
            throw cannotBe(mutator, json);
        }
        return value;
    }
}
