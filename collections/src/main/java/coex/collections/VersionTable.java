// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.Arrays;
import java.util.function.Consumer;

/// The [VersionRoot] of each version that has a root, by the root's cell: what keeps them reachable
/// until their versions are dropped.
///
/// An element belongs to whoever has the cell, and is read and written plainly: the maker of the
/// version, then the one who empties the root. A cell goes from one to the next by a `RootStripe`
/// or the lock of `GlobalRoots`, and the element with it. So there is no lock, and no list to be
/// put into and taken out of.
final class VersionTable {

    private static final int CHUNK_BITS = 12;
    private static final int CHUNK = 1 << CHUNK_BITS;

    /// - writers: whoever needs more, under this object's monitor; a chunk stays where it is
    /// - readers: any thread, without it
    /// - ordering: volatile; a chunk is there before it is published
    private volatile VersionRoot[][] chunks = {};

    /// For the owner of `cell`.
    void put(int cell, VersionRoot root) {
        VersionRoot[][] all = chunks;
        int chunk = cell >>> CHUNK_BITS;
        if (chunk >= all.length) {
            all = grow(chunk);
        }
        all[chunk][cell & CHUNK - 1] = root;
    }

    /// Makes sure that [#put] finds room, also if the JVM is out of memory then.
    private synchronized VersionRoot[][] grow(int chunk) {
        VersionRoot[][] all = chunks;
        if (chunk >= all.length) {
            int old = all.length;
            all = Arrays.copyOf(all, chunk + 1);
            for (int i = old; i < all.length; i++) {
                all[i] = new VersionRoot[CHUNK];
            }
            chunks = all;
        }
        return all;
    }

    /// For the owner of `cell`, who empties it.
    void remove(int cell) {
        chunks[cell >>> CHUNK_BITS][cell & CHUNK - 1] = null;
    }

    /// Whether a root from the queue is still to be emptied, so that the caller owns its cell.
    boolean contains(VersionRoot root) {
        VersionRoot[][] all = chunks;
        int cell = root.cell();
        return all[cell >>> CHUNK_BITS][cell & CHUNK - 1] == root;
    }

    /// Calls `action` with all that are there, more or less: others come and go meanwhile.
    void forEach(Consumer<VersionRoot> action) {
        for (VersionRoot[] chunk : chunks) {
            for (VersionRoot each : chunk) {
                if (each != null) {
                    action.accept(each);
                }
            }
        }
    }
}
