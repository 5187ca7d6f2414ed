// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.ValueOrder;
import coex.gc.mutator.MutatorContext;

import java.util.Comparator;
import java.util.Deque;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Values that fit a word. The plain form is the value.
final class ScalarCodec<T> extends Codec<T> {

    private final Class<T> type;
    private final ValueOrder order;
    private final BoundCodec stored;

    ScalarCodec(
            Class<T> type,
            Primitive primitive,
            ValueOrder order,
            ToLongFunction<T> toBits,
            LongFunction<T> ofBits) {
        super(type);
        this.type = type;
        this.order = order;
        this.stored =
                new BoundCodec(primitive) {
                    @Override
                    @SuppressWarnings("unchecked")
                    long write(MutatorContext mutator, Object plain) {
                        return toBits.applyAsLong((T) plain);
                    }

                    @Override
                    Object read(MutatorContext mutator, long bits, PersistentCollection source) {
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

    /// By `compareTo`, with which the order in the heap agrees.
    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    Comparator<Object> plainOrder() {
        return (Comparator) Comparator.naturalOrder();
    }

    @Override
    BoundOrder bindOrder(PersistentCollections heap) {
        return new BoundOrder(order) {
            @Override
            public int compare(MutatorContext mutator, long first, long second, Pause pause) {
                return order.compare(mutator, first, second, pause);
            }

            @Override
            int compareWith(MutatorContext mutator, Object plain, long bits, Pause pause) {
                return order.compare(mutator, stored.write(mutator, plain), bits, pause);
            }
        };
    }

    /// Of an enum the names of its constants, since their ordinals are kept.
    @Override
    String saved(Deque<Codec<?>> inside) {
        if (!type.isEnum()) {
            return type.getTypeName();
        }
        return Stream.of(type.getEnumConstants())
                .map(each -> ((Enum<?>) each).name())
                .collect(Collectors.joining(", ", "enum(", ")"));
    }
}
