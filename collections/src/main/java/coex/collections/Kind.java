// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.value.ValueType;
import coex.gc.mutator.MutatorContext;

import java.util.Objects;

/// What the collections of one type, in one heap and with the same codecs, have in common. There is
/// one of each.
abstract class Kind<C extends PersistentCollection> {

    private final PersistentCollections heap;

    Kind(PersistentCollections heap) {
        this.heap = heap;
    }

    final PersistentCollections heap() {
        return heap;
    }

    /// The type of the collections as values.
    abstract ValueType type();

    /// A collection; see the constructor of [PersistentCollection].
    abstract C wrap(long handle, int cell, PersistentCollection source, long state);

    /// What a save says of such a collection; see [Codec#saved].
    abstract String saved();

    /// An empty collection, which needs no root.
    final C empty() {
        return wrap(0, PersistentCollection.NO_CELL, null, PersistentCollection.OPEN);
    }

    /// Makes a value and the collection that keeps it; see [PersistentCollections#make].
    final C make(PersistentCollections.ValueFactory factory) {
        return heap.make(this, factory);
    }

    /// The bytes of what was made when `part` was taken out of `whole`, in time for that; -1 if it
    /// is not a part, or collections of this kind cannot tell. The caller has entered the heap and
    /// rooted both.
    long bytesMadeByCut(MutatorContext mutator, long part, long whole) {
        return -1;
    }

    /// Refuses a collection that cannot be put together with those of this kind.
    final void requireSame(PersistentCollection other, String what) {
        Objects.requireNonNull(other, what + " missing");
        if (other.kind() != this) {
            throw new IllegalArgumentException(
                    "%s of another heap or with other codecs: wanted=%s heap=%s given=%s heap=%s"
                            .formatted(
                                    what,
                                    this,
                                    heap().heap().options().name(),
                                    other.kind(),
                                    other.heap().heap().options().name()));
        }
    }
}
