// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.text.Strings;
import coex.collections.value.ValueType;

/// The texts of one heap.
final class TextKind extends Kind<PersistentText> {

    private final Strings strings;

    TextKind(PersistentCollections heap) {
        super(heap);
        this.strings = Strings.of(heap.heap());
    }

    Strings strings() {
        return strings;
    }

    @Override
    ValueType type() {
        return strings;
    }

    @Override
    PersistentText wrap(long handle, int cell, PersistentCollection source, long state) {
        return new PersistentText(this, handle, cell, source, state);
    }

    @Override
    String saved() {
        return "text";
    }

    @Override
    public String toString() {
        return "text";
    }
}
