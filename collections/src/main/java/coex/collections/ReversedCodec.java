// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

import java.util.Comparator;

/// A codec with the opposite order.
final class ReversedCodec<T> extends Codec<T> {

    private final Codec<T> base;

    ReversedCodec(Codec<T> base) {
        super("reversed", base);
        this.base = base;
    }

    @Override
    Object toPlain(T value) {
        return base.toPlain(value);
    }

    @Override
    T fromPlain(Object plain) {
        return base.fromPlain(plain);
    }

    @Override
    BoundCodec bind(PersistentCollections heap) {
        return heap.bound(base);
    }

    @Override
    Comparator<Object> plainOrder() {
        return base.plainOrder().reversed();
    }

    @Override
    BoundOrder bindOrder(PersistentCollections heap) {
        BoundOrder order = base.bindOrder(heap);
        return new BoundOrder() {
            @Override
            public int compare(MutatorContext mutator, long first, long second, Pause pause) {
                return order.compare(mutator, second, first, pause);
            }

            @Override
            int compareWith(MutatorContext mutator, Object plain, long bits, Pause pause) {
                return -Integer.signum(order.compareWith(mutator, plain, bits, pause));
            }
        };
    }

    @Override
    boolean hasPrefixes() {
        return base.hasPrefixes();
    }

    @Override
    boolean isPlainCanonical() {
        return base.isPlainCanonical();
    }
}
