package coex.runtime.type;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

import java.util.List;

/// `T?`: nil, or a value. Numbers are in boxes, and nil is handle 0; of what may be handle 0
/// itself, nil is an object that is nothing else.
public final class OptionalType extends StructuredType {

    private final RuntimeType value;
    private final long nil;

    /// The box of a number; null where there is none.
    private final ObjectFields box;

    OptionalType(Values values, RuntimeType value) {
        super(values, value.spelling() + "?");
        this.value = value;
        this.nil = isZeroAValue(value) ? values.nil() : 0;
        this.box =
                value.isReference()
                        ? null
                        : ObjectFields.of(values, spelling(), List.of("value"), List.of(value));
    }

    private static boolean isZeroAValue(RuntimeType type) {
        return switch (type) {
            case StringType _,
                    JsonValueType _,
                    SequenceValueType _,
                    SetValueType _,
                    MapValueType _ ->
                    true;
            default -> false;
        };
    }

    public long nil() {
        return nil;
    }

    public RuntimeType value() {
        return value;
    }

    ObjectLayout layout() {
        return box.layout();
    }

    /// A value as an optional. A safepoint; it keeps the value.
    public long wrap(MutatorContext mutator, long bits) {
        return box == null ? bits : box.make(mutator, new long[] {bits});
    }

    /// The value of an optional that is not nil.
    public long unwrap(MutatorContext mutator, long optional) {
        return box == null ? optional : box.get(mutator, optional, 0);
    }

    @Override
    public int hash(MutatorContext mutator, long bits, int parts) {
        return bits == nil ? 1 : value.hash(mutator, unwrap(mutator, bits), parts);
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        if (first == nil || second == nil) {
            return first == second;
        }
        return value.equal(mutator, unwrap(mutator, first), unwrap(mutator, second), pause);
    }

    @Override
    public int compare(MutatorContext mutator, long first, long second, Pause pause) {
        if (first == nil || second == nil) {
            return Boolean.compare(first != nil, second != nil);
        }
        return value.compare(mutator, unwrap(mutator, first), unwrap(mutator, second), pause);
    }

    @Override
    List<RuntimeType> parts() {
        return List.of(value);
    }

    @Override
    boolean holdsNan(NanSearch search, long bits) {
        return bits != nil && value.holdsNan(search, unwrap(search.mutator(), bits));
    }

    @Override
    public void write(MutatorContext mutator, long bits, TextSink out, boolean isPart) {
        if (bits == nil) {
            out.append("nil");
        } else {
            value.write(mutator, unwrap(mutator, bits), out, isPart);
        }
    }

    @Override
    public long toJson(MutatorContext mutator, long bits) {
        return bits == nil ? 0 : value.toJson(mutator, unwrap(mutator, bits));
    }

    @Override
    public long fromJson(MutatorContext mutator, long json) {
        return json == 0 ? nil : wrap(mutator, value.fromJson(mutator, json));
    }
}
