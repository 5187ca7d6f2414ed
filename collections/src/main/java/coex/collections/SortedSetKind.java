// SPDX-License-Identifier: Apache-2.0
package coex.collections;

/// Sorted sets with a certain codec in one heap.
final class SortedSetKind<E> extends SortedKind<PersistentSortedSet<E>, E> {

    SortedSetKind(PersistentCollections heap, Codec<E> codec) {
        super(heap, codec, null);
    }

    @Override
    PersistentSortedSet<E> wrap(long handle, int cell, PersistentCollection source, long state) {
        return new PersistentSortedSet<>(this, handle, cell, source, state);
    }

    @Override
    String saved() {
        return "sorted set(" + keyCodec().saved() + ")";
    }

    @Override
    public String toString() {
        return "sorted set(" + keyCodec() + ")";
    }
}
