package coex.runtime.type;

import coex.collections.value.Pause;
import coex.collections.value.ValueType;
import coex.gc.Kind;
import coex.gc.mutator.MutatorContext;

/// Types whose values are those of a type of the collections: strings, json, lists, arrays, maps,
/// sets.
abstract class DelegatingType extends RuntimeType {

    private final ValueType element;

    DelegatingType(Values values, String spelling, ValueType element) {
        super(values, spelling);
        this.element = element;
    }

    @Override
    public final Kind kind() {
        return Kind.REFERENCE;
    }

    @Override
    public final ValueType element() {
        return element;
    }

    @Override
    public final int hash(MutatorContext mutator, long bits) {
        return element.hash(mutator, bits);
    }

    @Override
    public final int hash(MutatorContext mutator, long bits, int parts) {
        return element.hash(mutator, bits, parts);
    }

    @Override
    public final boolean equal(MutatorContext mutator, long first, long second) {
        return element.equal(mutator, first, second);
    }

    @Override
    public final boolean equal(MutatorContext mutator, long first, long second, Pause pause) {
        return element.equal(mutator, first, second, pause);
    }

    @Override
    public final int compare(MutatorContext mutator, long first, long second, Pause pause) {
        return element.compare(mutator, first, second, pause);
    }
}
