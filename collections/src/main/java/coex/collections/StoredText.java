package coex.collections;

import coex.collections.text.Strings;
import coex.gc.mutator.MutatorContext;

/// Strings of one heap.
final class StoredText extends Stored {

    private final Strings strings;

    StoredText(Strings strings) {
        super(strings);
        this.strings = strings;
    }

    Strings strings() {
        return strings;
    }

    /// It is sought as it is: [SoughtText].
    @Override
    boolean needsRoomToLookUp() {
        return false;
    }

    @Override
    long write(MutatorContext mutator, Object plain) {
        byte[] utf8 = (byte[]) plain;
        return strings.of(mutator, utf8, 0, utf8.length);
    }

    @Override
    Object read(MutatorContext mutator, long bits) {
        byte[] utf8 = new byte[strings.byteLength(mutator, bits)];
        strings.copyOut(mutator, bits, 0, utf8, 0, utf8.length);
        return utf8;
    }
}
