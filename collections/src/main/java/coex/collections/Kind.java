package coex.collections;

import coex.collections.value.ValueType;

/// What the collections of one type, in one heap and with the same codecs, have in common. There is one
/// of each.
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
}
