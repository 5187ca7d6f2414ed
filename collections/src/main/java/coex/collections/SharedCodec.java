package coex.collections;

import coex.gc.mutator.MutatorContext;

import java.util.function.Function;

/// Persistent collections inside other collections. The plain form is the collection.
final class SharedCodec<C extends PersistentCollection> extends Codec<C> {

    private final Class<?> type;
    private final Function<PersistentCollections, ? extends Kind<C>> kindIn;

    SharedCodec(
            Class<?> type,
            Function<PersistentCollections, ? extends Kind<C>> kindIn,
            Object... parts) {
        super(parts);
        this.type = type;
        this.kindIn = kindIn;
    }

    @Override
    Object toPlain(C value) {
        return type.cast(value);
    }

    @Override
    @SuppressWarnings("unchecked")
    C fromPlain(Object plain) {
        return (C) plain;
    }

    @Override
    BoundCodec bind(PersistentCollections heap) {
        Kind<C> kind = kindIn.apply(heap);
        return new BoundCodec(kind.type()) {
            @Override
            long write(MutatorContext mutator, Object plain) {
                PersistentCollection collection = (PersistentCollection) plain;
                kind.requireSame(collection, "collection");
                return collection.handle("put into a collection");
            }

            @Override
            Object read(MutatorContext mutator, long bits) {
                return kind.wrap(heap.root(mutator, bits));
            }
        };
    }
}
