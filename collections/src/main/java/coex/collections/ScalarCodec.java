package coex.collections;

import coex.collections.value.Primitive;
import coex.gc.mutator.MutatorContext;

import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/// Values that fit a word. The plain form is the value.
final class ScalarCodec<T> extends Codec<T> {

    private final Class<T> type;
    private final BoundCodec stored;

    ScalarCodec(
            Class<T> type, Primitive primitive, ToLongFunction<T> toBits, LongFunction<T> ofBits) {
        super(type);
        this.type = type;
        this.stored =
                new BoundCodec(primitive) {
                    @Override
                    @SuppressWarnings("unchecked")
                    long write(MutatorContext mutator, Object plain) {
                        return toBits.applyAsLong((T) plain);
                    }

                    @Override
                    Object read(MutatorContext mutator, long bits) {
                        return ofBits.apply(bits);
                    }
                };
    }

    @Override
    Object toPlain(T value) {
        return type.cast(value);
    }

    @Override
    @SuppressWarnings("unchecked")
    T fromPlain(Object plain) {
        return (T) plain;
    }

    @Override
    BoundCodec bind(PersistentCollections heap) {
        return stored;
    }
}
