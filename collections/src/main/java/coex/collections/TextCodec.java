// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.text.Strings;
import coex.collections.text.WordBytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/// Strings. The plain form is their UTF-8.
final class TextCodec extends Codec<String> {

    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    TextCodec() {
        super(String.class);
    }

    @Override
    Object toPlain(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        if (hasQuestionMark(utf8)) { // stands for itself or for what has no form
            requirePairs(value);
        }
        return utf8;
    }

    private static boolean hasQuestionMark(byte[] utf8) {
        int at = 0;
        for (; at + 8 <= utf8.length; at += 8) {
            long word = (long) WORD.get(utf8, at) ^ WordBytes.all('?');
            if ((WordBytes.below(word, 1) & WordBytes.HIGH_BITS) != 0) {
                return true;
            }
        }
        for (; at < utf8.length; at++) {
            if (utf8[at] == '?') {
                return true;
            }
        }
        return false;
    }

    private static void requirePairs(String value) {
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            if (Character.isSurrogate(each)) {
                if (Character.isLowSurrogate(each)
                        || i + 1 == value.length()
                        || !Character.isLowSurrogate(value.charAt(i + 1))) {
                    throw new IllegalArgumentException(
                            "string with a lone surrogate: index=%d unit=%04x length=%d"
                                    .formatted(i, (int) each, value.length()));
                }
                i++;
            }
        }
    }

    @Override
    String fromPlain(Object plain) {
        return new String((byte[]) plain, StandardCharsets.UTF_8);
    }

    @Override
    BoundCodec bind(PersistentCollections heap) {
        return new BoundTextCodec(Strings.of(heap.heap()));
    }

    @Override
    Comparator<Object> plainOrder() {
        return ByteOrders.PLAIN;
    }

    @Override
    BoundOrder bindOrder(PersistentCollections heap) {
        return ByteOrders.ofTexts(Strings.of(heap.heap()));
    }

    @Override
    boolean hasPrefixes() {
        return true;
    }
}
