// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.text.Strings;
import coex.gc.mutator.MutatorContext;

/// Strings of one heap.
final class BoundTextCodec extends BoundCodec {

    private final Strings strings;

    BoundTextCodec(Strings strings) {
        super(strings);
        this.strings = strings;
    }

    Strings strings() {
        return strings;
    }

    /// It is sought as it is: [ProbeText].
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
    Object read(MutatorContext mutator, long bits, PersistentCollection source) {
        byte[] utf8 = new byte[strings.byteLength(mutator, bits)];
        strings.copyOut(mutator, bits, 0, utf8, 0, utf8.length);
        return utf8;
    }
}
