// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// A codec for one heap: how its plain values are kept there.
///
/// Runs inside the heap, between entering and leaving it: it waits for nobody, and runs no code of
/// the embedder's.
abstract class BoundCodec {

    private final ValueType type;
    private final boolean reference;

    BoundCodec(ValueType type) {
        this.type = type;
        this.reference = type.storage() == Storage.REFERENCE;
    }

    final ValueType type() {
        return type;
    }

    /// Whether values are objects, so that [#write] is a safepoint and its result wants a root.
    final boolean isReference() {
        return reference;
    }

    /// Whether a value must be written to the heap in order to be looked for.
    boolean needsRoomToLookUp() {
        return reference;
    }

    /// The bits of a value. If they are a handle the caller roots it before its next safepoint.
    abstract long write(MutatorContext mutator, Object plain);

    /// Keeps bits that were written in a slot of `roots`, if they are a handle. Returns the bits.
    final long keptIn(RootFrame roots, int slot, long bits) {
        if (reference) {
            roots.set(slot, bits);
        }
        return bits;
    }

    /// A value as a plain form. Comes to safepoints if the value is large, and then keeps it; the
    /// caller keeps whatever else it needs.
    ///
    /// @param source the collection that is read from, which is open: a collection that is found
    ///     lives as long as that does
    abstract Object read(MutatorContext mutator, long bits, PersistentCollection source);
}
