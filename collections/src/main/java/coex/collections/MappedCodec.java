// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.Comparator;
import java.util.Deque;
import java.util.function.Function;
import java.util.stream.Stream;

/// Values that another codec's values stand in for. The plain form is that of the stand-in.
final class MappedCodec<T, B> extends Codec<T> {

    private final Codec<B> base;
    private final Function<? super T, ? extends B> to;
    private final Function<? super B, ? extends T> from;

    /// Whether the order of the stand-ins is that of the values.
    private final boolean isOrdered;

    /// Null for one that the embedder has made.
    private final String name;

    /// A codec that is equal only to itself.
    MappedCodec(
            Codec<B> base,
            Function<? super T, ? extends B> to,
            Function<? super B, ? extends T> from) {
        super("mapped", base, new Identity());
        this.base = base;
        this.to = to;
        this.from = from;
        this.isOrdered = true;
        this.name = null;
    }

    MappedCodec(
            Codec<B> base,
            Function<? super T, ? extends B> to,
            Function<? super B, ? extends T> from,
            boolean isOrdered,
            String name,
            Object... parts) {
        super(Stream.concat(Stream.of(name), Stream.of(parts)).toArray());
        this.base = base;
        this.to = to;
        this.from = from;
        this.isOrdered = isOrdered;
        this.name = name;
    }

    private static final class Identity {
        @Override
        public String toString() {
            return "#" + Integer.toHexString(hashCode());
        }
    }

    @Override
    Object toPlain(T value) {
        return base.toPlain(to.apply(value), "what stands in for a value");
    }

    @Override
    T fromPlain(Object plain) {
        T value = from.apply(base.fromPlain(plain));
        if (value == null) {
            throw new NullPointerException("value made of its stand-in is null: codec=" + this);
        }
        return value;
    }

    @Override
    BoundCodec bind(PersistentCollections heap) {
        return heap.bound(base);
    }

    @Override
    Comparator<Object> plainOrder() {
        return isOrdered ? base.plainOrder() : null;
    }

    @Override
    BoundOrder bindOrder(PersistentCollections heap) {
        return base.bindOrder(heap);
    }

    @Override
    boolean hasPrefixes() {
        return isOrdered && base.hasPrefixes();
    }

    @Override
    boolean isPlainCanonical() {
        return base.isPlainCanonical();
    }

    @Override
    String saved(Deque<Codec<?>> inside) {
        return (name == null ? "mapped" : name) + "(" + base.saved(inside) + ")";
    }
}
