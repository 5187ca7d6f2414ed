// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.layout.NodeForm;
import coex.gc.memory.Memory;

/// Copies the contents of a node into one that differs by an entry, a child or both.
public final class NodeCopy {

    private NodeCopy() {}

    /// Copies children and entries, but not bitmaps and counts, from the node at `old` to `target`.
    ///
    /// @param entryChange 1 to leave a gap for an entry at `entryIndex`, -1 to leave the entry
    ///     there out, 0 to copy all
    /// @param childChange the same for children
    public static void edit(
            Trie trie,
            long old,
            int entries,
            int children,
            long target,
            int entryIndex,
            int entryChange,
            int childIndex,
            int childChange) {
        copy(
                old + NodeForm.FIRST_REFERENCE,
                target + NodeForm.FIRST_REFERENCE,
                children,
                4,
                childIndex,
                childChange);
        int newChildren = children + childChange;
        if (trie.references() > 0) {
            copy(
                    Trie.childAddress(old, children),
                    Trie.childAddress(target, newChildren),
                    entries,
                    4 * trie.references(),
                    entryIndex,
                    entryChange);
        }
        if (trie.words() > 0) {
            copy(
                    old + trie.firstWord(entries, children),
                    target + trie.firstWord(entries + entryChange, newChildren),
                    entries,
                    8 * trie.words(),
                    entryIndex,
                    entryChange);
        }
    }

    private static void copy(long from, long to, int count, int size, int index, int change) {
        int before = size * index;
        int after = size * count;
        if (change == 0) {
            Memory.copy(from, to, after);
        } else if (change > 0) {
            Memory.copy(from, to, before);
            Memory.copy(from + before, to + before + size, after - before);
        } else {
            Memory.copy(from, to, before);
            Memory.copy(from + before + size, to + before, after - before - size);
        }
    }
}
