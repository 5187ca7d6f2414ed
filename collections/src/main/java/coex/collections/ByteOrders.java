// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.list.ArrayType;
import coex.collections.text.Strings;
import coex.collections.value.Pause;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.util.Arrays;
import java.util.Comparator;

/// The orders of values whose plain form is an array of bytes.
final class ByteOrders {

    /// By bytes, unsigned; what is the beginning of another comes before it. For UTF-8 that is the
    /// order of code points.
    static final Comparator<Object> PLAIN =
            (first, second) -> Arrays.compareUnsigned((byte[]) first, (byte[]) second);

    /// Numbers as `BigInteger.toByteArray` gives them: two's complement, as short as can be.
    static final Comparator<Object> PLAIN_NUMBERS =
            (first, second) -> {
                byte[] one = (byte[]) first;
                byte[] two = (byte[]) second;
                int order = compareSizes(one[0], one.length, two[0], two.length);
                return order != 0 ? order : Arrays.compareUnsigned(one, two);
            };

    /// Bytes that are compared without a pause.
    private static final int STEP_BYTES = 1 << 16;

    private ByteOrders() {}

    /// By sign and length, from which all follows unless both are equal.
    ///
    /// @param first the first byte, which has the sign
    private static int compareSizes(byte first, int length, byte second, int otherLength) {
        if (first < 0 != second < 0) {
            return first < 0 ? -1 : 1;
        }
        int order = Integer.compare(length, otherLength);
        return first < 0 ? -order : order;
    }

    static BoundOrder ofTexts(Strings strings) {
        return new BoundOrder() {
            @Override
            public int compare(MutatorContext mutator, long first, long second, Pause pause) {
                return strings.compare(mutator, first, second, pause);
            }

            @Override
            int compareWith(MutatorContext mutator, Object plain, long bits, Pause pause) {
                byte[] utf8 = (byte[]) plain;
                int length = strings.byteLength(mutator, bits);
                return compareBytes(strings::text, mutator, utf8, bits, length, pause);
            }
        };
    }

    static BoundOrder ofBytes(ArrayType arrays) {
        return new BoundOrder() {
            @Override
            public int compare(MutatorContext mutator, long first, long second, Pause pause) {
                int length = arrays.length(mutator, first);
                int other = arrays.length(mutator, second);
                int both = Math.min(length, other);
                int order = arrays.compareElements(mutator, first, second, both, true, pause);
                return order != 0 ? order : Integer.compare(length, other);
            }

            @Override
            int compareWith(MutatorContext mutator, Object plain, long bits, Pause pause) {
                byte[] bytes = (byte[]) plain;
                int length = arrays.length(mutator, bits);
                return compareBytes(arrays::first, mutator, bytes, bits, length, pause);
            }
        };
    }

    static BoundOrder ofNumbers(ArrayType arrays) {
        BoundOrder bytes = ofBytes(arrays);
        return new BoundOrder() {
            @Override
            public int compare(MutatorContext mutator, long first, long second, Pause pause) {
                int order =
                        compareSizes(
                                Memory.getByte(arrays.first(mutator, first)),
                                arrays.length(mutator, first),
                                Memory.getByte(arrays.first(mutator, second)),
                                arrays.length(mutator, second));
                return order != 0 ? order : bytes.compare(mutator, first, second, pause);
            }

            @Override
            int compareWith(MutatorContext mutator, Object plain, long bits, Pause pause) {
                byte[] one = (byte[]) plain;
                int order =
                        compareSizes(
                                one[0],
                                one.length,
                                Memory.getByte(arrays.first(mutator, bits)),
                                arrays.length(mutator, bits));
                return order != 0 ? order : bytes.compareWith(mutator, plain, bits, pause);
            }
        };
    }

    /// Where the bytes of a value begin.
    private interface FirstByte {
        long of(MutatorContext mutator, long bits);
    }

    /// Looks for the first byte after a pause again.
    private static int compareBytes(
            FirstByte first,
            MutatorContext mutator,
            byte[] bytes,
            long bits,
            int length,
            Pause pause) {
        int both = Math.min(bytes.length, length);
        for (int done = 0; done < both; ) {
            int end = Math.min(both, done + STEP_BYTES);
            int order = compareStep(first.of(mutator, bits), bytes, done, end);
            if (order != 0) {
                return order;
            }
            done = end;
            if (done < both) {
                pause.between(mutator);
            }
        }
        return Integer.compare(bytes.length, length);
    }

    private static int compareStep(long address, byte[] bytes, int from, int to) {
        int at = from;
        if (Memory.NATIVE) {
            while (at + 8 <= to
                    && Memory.getLong(address + at) == (long) ProbeText.WORD.get(bytes, at)) {
                at += 8;
            }
        }
        for (; at < to; at++) {
            int order = Integer.compare(bytes[at] & 0xFF, Memory.getByte(address + at) & 0xFF);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
