package coex.runtime.type;

import coex.collections.value.Pause;
import coex.gc.Kind;
import coex.gc.mutator.MutatorContext;

/// Types whose values are objects with fields of other types: optionals, tuples, structs and enums.
abstract class StructuredType extends RuntimeType {

    StructuredType(Values values, String spelling) {
        super(values, spelling);
    }

    @Override
    public final Kind kind() {
        return Kind.REFERENCE;
    }

    @Override
    public final int hash(MutatorContext mutator, long bits) {
        return hash(mutator, bits, HASHED_PARTS);
    }

    @Override
    public abstract int hash(MutatorContext mutator, long bits, int parts);

    @Override
    public final boolean equal(MutatorContext mutator, long first, long second) {
        return equal(mutator, first, second, Pause.NONE);
    }

    @Override
    public abstract boolean equal(MutatorContext mutator, long first, long second, Pause pause);
}
