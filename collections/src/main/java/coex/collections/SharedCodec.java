// SPDX-License-Identifier: Apache-2.0
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
        return new Bound<>(kindIn.apply(heap));
    }

    /// Collections of one heap.
    static final class Bound<C extends PersistentCollection> extends BoundCodec {

        private final Kind<C> kind;

        Bound(Kind<C> kind) {
            super(kind.type());
            this.kind = kind;
        }

        Kind<C> kind() {
            return kind;
        }

        @Override
        long write(MutatorContext mutator, Object plain) {
            PersistentCollection collection = (PersistentCollection) plain;
            kind.requireSame(collection, "collection");
            return collection.handle("put into a collection");
        }

        @Override
        Object read(MutatorContext mutator, long bits, PersistentCollection source) {
            return source.found(kind, bits);
        }
    }
}
