// SPDX-License-Identifier: Apache-2.0
package coex.collections;

/// Sorted maps with certain codecs in one heap.
final class SortedMapKind<K, V> extends SortedKind<PersistentSortedMap<K, V>, K> {

    private final Codec<V> valueCodec;

    SortedMapKind(PersistentCollections heap, Codec<K> keyCodec, Codec<V> valueCodec) {
        super(heap, keyCodec, valueCodec);
        this.valueCodec = valueCodec;
    }

    Codec<V> valueCodec() {
        return valueCodec;
    }

    /// The value of a plain form, or null for null.
    V valueOf(Object plain) {
        return plain == null ? null : valueCodec.fromPlain(plain);
    }

    @Override
    PersistentSortedMap<K, V> wrap(long handle, int cell, PersistentCollection source, long state) {
        return new PersistentSortedMap<>(this, handle, cell, source, state);
    }

    @Override
    String saved() {
        return "sorted map(" + keyCodec().saved() + ", " + valueCodec.saved() + ")";
    }

    @Override
    public String toString() {
        return "sorted map(" + keyCodec() + ", " + valueCodec + ")";
    }
}
