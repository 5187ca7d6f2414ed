package coex.collections;

import coex.collections.value.ValueType;

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

    /// A collection that keeps a root.
    abstract C wrap(Rooted value);

    /// Makes a value and the collection that keeps it; see [PersistentCollections#make].
    final C make(PersistentCollections.ValueFactory factory) {
        return wrap(heap.make(factory));
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
