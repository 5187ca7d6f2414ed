package coex.collections;

import java.util.function.Function;

/// Values that another codec's values stand in for. The plain form is that of the stand-in.
final class MappedCodec<T, B> extends Codec<T> {

    private final Codec<B> base;
    private final Function<? super T, ? extends B> to;
    private final Function<? super B, ? extends T> from;

    /// A codec that is equal only to itself.
    MappedCodec(
            Codec<B> base,
            Function<? super T, ? extends B> to,
            Function<? super B, ? extends T> from) {
        this(base, to, from, "mapped", base, new Identity());
    }

    MappedCodec(
            Codec<B> base,
            Function<? super T, ? extends B> to,
            Function<? super B, ? extends T> from,
            Object... parts) {
        super(parts);
        this.base = base;
        this.to = to;
        this.from = from;
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
}
