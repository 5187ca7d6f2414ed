package coex.collections;

import coex.collections.text.Strings;

import java.nio.charset.StandardCharsets;

/// Strings. The plain form is their UTF-8.
final class TextCodec extends Codec<String> {

    TextCodec() {
        super(String.class);
    }

    @Override
    Object toPlain(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        for (byte each : utf8) {
            if (each == '?') { // stands for itself or for what has no form
                requirePairs(value);
                break;
            }
        }
        return utf8;
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
    Stored bind(PersistentCollections heap) {
        return new StoredText(Strings.of(heap.heap()));
    }
}
