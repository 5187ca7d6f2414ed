// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.layout.NodeForm;
import coex.gc.memory.Memory;

/// Copies the contents of a node into one that differs by an entry, a child or both: children and
/// entries, but not bitmaps and counts, from the node at `old` to `target`.
public final class NodeCopy {

    private NodeCopy() {}

    /// Leaves a gap for an entry.
    public static void insertEntry(
            Trie trie, long old, int entries, int children, long target, int index) {
        copyChildren(old, children, target, 0, 0);
        copyEntries(trie, old, entries, children, target, children, index, 1);
    }

    /// Leaves an entry out.
    public static void removeEntry(
            Trie trie, long old, int entries, int children, long target, int index) {
        copyChildren(old, children, target, 0, 0);
        copyEntries(trie, old, entries, children, target, children, index, -1);
    }

    /// Leaves an entry out, and a gap for a child.
    static void entryToChild(
            Trie trie,
            long old,
            int entries,
            int children,
            long target,
            int entryIndex,
            int childIndex) {
        copyChildren(old, children, target, childIndex, 1);
        copyEntries(trie, old, entries, children, target, children + 1, entryIndex, -1);
    }

    /// Leaves a child out, and a gap for an entry.
    static void childToEntry(
            Trie trie,
            long old,
            int entries,
            int children,
            long target,
            int childIndex,
            int entryIndex) {
        copyChildren(old, children, target, childIndex, -1);
        copyEntries(trie, old, entries, children, target, children - 1, entryIndex, 1);
    }

    private static void copyChildren(long old, int children, long target, int index, int change) {
        copy(
                old + NodeForm.FIRST_REFERENCE,
                target + NodeForm.FIRST_REFERENCE,
                children,
                4,
                index,
                change);
    }

    private static void copyEntries(
            Trie trie,
            long old,
            int entries,
            int children,
            long target,
            int newChildren,
            int index,
            int change) {
        if (trie.references() > 0) {
            copy(
                    Trie.childAddress(old, children),
                    Trie.childAddress(target, newChildren),
                    entries,
                    4 * trie.references(),
                    index,
                    change);
        }
        if (trie.words() > 0) {
            copy(
                    old + trie.firstWord(entries, children),
                    target + trie.firstWord(entries + change, newChildren),
                    entries,
                    8 * trie.words(),
                    index,
                    change);
        }
    }

    /// @param change 1 to leave a gap at `index`, -1 to leave out what is there, 0 to copy all
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
