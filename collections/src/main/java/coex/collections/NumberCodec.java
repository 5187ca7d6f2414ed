// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.list.ArrayType;
import coex.collections.value.Primitive;

import java.math.BigInteger;
import java.util.Comparator;

/// Integers of any size. The plain form is the array of their bytes.
final class NumberCodec extends Codec<BigInteger> {

    NumberCodec() {
        super("big integer");
    }

    @Override
    Object toPlain(BigInteger value) {
        return value.toByteArray();
    }

    @Override
    BigInteger fromPlain(Object plain) {
        return new BigInteger((byte[]) plain);
    }

    @Override
    BoundCodec bind(PersistentCollections heap) {
        return heap.bound(Codec.BYTES);
    }

    @Override
    Comparator<Object> plainOrder() {
        return ByteOrders.PLAIN_NUMBERS;
    }

    @Override
    BoundOrder bindOrder(PersistentCollections heap) {
        return ByteOrders.ofNumbers(ArrayType.of(heap.heap(), Primitive.BYTE));
    }
}
