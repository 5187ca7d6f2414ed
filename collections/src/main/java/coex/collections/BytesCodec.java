// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.list.ArrayType;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.util.Comparator;

/// Byte arrays, kept as arrays of bytes. The plain form is the array.
final class BytesCodec extends Codec<byte[]> {

    private static final byte[] NONE = {};

    BytesCodec() {
        super(byte[].class);
    }

    /// A copy: a builder keeps plain forms for a while, and the array stays the caller's.
    @Override
    Object toPlain(byte[] value) {
        return value.clone();
    }

    @Override
    byte[] fromPlain(Object plain) {
        return (byte[]) plain;
    }

    @Override
    BoundCodec bind(PersistentCollections heap) {
        ArrayType arrays = ArrayType.of(heap.heap(), Primitive.BYTE);
        return new BoundCodec(arrays) {
            @Override
            long write(MutatorContext mutator, Object plain) {
                byte[] bytes = (byte[]) plain;
                if (bytes.length == 0) {
                    return 0;
                }
                long array = arrays.filled(mutator, bytes.length, 0);
                // Nobody else has the handle yet.
                try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                    slots.set(0, array);
                    for (int done = 0; done < bytes.length; ) {
                        int count = Math.min(Pause.STEP_BYTES, bytes.length - done);
                        Memory.copyIn(bytes, done, arrays.first(mutator, array) + done, count);
                        done += count;
                        mutator.poll();
                    }
                }
                return array;
            }

            @Override
            Object read(MutatorContext mutator, long bits, PersistentCollection source) {
                if (bits == 0) {
                    return NONE;
                }
                byte[] bytes = new byte[arrays.length(mutator, bits)];
                try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                    slots.set(0, bits);
                    for (int done = 0; done < bytes.length; ) {
                        int count = Math.min(Pause.STEP_BYTES, bytes.length - done);
                        Memory.copyOut(arrays.first(mutator, bits) + done, bytes, done, count);
                        done += count;
                        mutator.poll();
                    }
                }
                return bytes;
            }
        };
    }

    @Override
    Comparator<Object> plainOrder() {
        return ByteOrders.PLAIN;
    }

    @Override
    BoundOrder bindOrder(PersistentCollections heap) {
        return ByteOrders.ofBytes(ArrayType.of(heap.heap(), Primitive.BYTE));
    }

    @Override
    boolean hasPrefixes() {
        return true;
    }
}
