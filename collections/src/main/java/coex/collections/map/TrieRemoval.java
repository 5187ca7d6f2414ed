// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// Removes a key: copies the nodes on the way to it, and draws a lone entry up.
final class TrieRemoval {

    private TrieRemoval() {}

    /// The trie without `key`; `root` itself if that is not there.
    static long remove(Trie trie, MutatorContext mutator, long root, long key) {
        if (root == 0) {
            return 0;
        }
        TrieUpdate update = TrieUpdate.begin(mutator, root, key, 0);
        long result = tryRemove(trie, update);
        return result != TrieUpdate.NO_ROOM ? result : removeInRoom(trie, update);
    }

    private static long removeInRoom(Trie trie, TrieUpdate update) {
        try (RootFrame _ = update.makeRoom(trie)) {
            return tryRemove(trie, update);
        }
    }

    private static long tryRemove(Trie trie, TrieUpdate update) {
        update.findHash(trie);
        update.descend(trie);
        int level = update.level();
        if (level == Trie.COLLISIONS) {
            return CollisionUpdate.remove(trie, update);
        }
        long address = update.node(level);
        long bits = Trie.bits(address);
        int entryBits = Trie.entryBits(bits);
        int bit = update.bit(level);
        if ((entryBits & bit) == 0) {
            return update.root();
        }
        int entries = Trie.count(entryBits);
        int children = Trie.count(Trie.childBits(bits));
        int index = Trie.rank(entryBits, bit);
        long found = trie.key(address, entries, children, index);
        if (!trie.same(update.mutator(), found, update.key())) {
            return update.root();
        }
        if (level == 0 && entries == 1 && children == 0) {
            return 0;
        }
        int needed = update.bytesOfAll() + TrieUpdate.ENTRY_BYTES;
        int largest = update.bytesOfLargest() + TrieUpdate.ENTRY_BYTES;
        if (!update.suffices(needed, largest, level + 1)) {
            return TrieUpdate.NO_ROOM;
        }
        if (level > 0 && entries == 2 && children == 0) {
            long otherKey = trie.key(address, 2, 0, 1 - index);
            long otherValue = trie.value(address, 2, 0, 1 - index);
            return update.inline(trie, level - 1, otherKey, otherValue);
        }
        return shrink(trie, update);
    }

    private static long shrink(Trie trie, TrieUpdate update) {
        int level = update.level();
        long bits = Trie.bits(update.node(level));
        int entryBits = Trie.entryBits(bits);
        int childBits = Trie.childBits(bits);
        int entries = Trie.count(entryBits);
        int children = Trie.count(childBits);
        int bytes = trie.bytes(entries - 1, children, level);
        long target = update.take(bytes, trie.shape(level));
        int bit = update.bit(level);
        int index = Trie.rank(entryBits, bit);
        NodeCopy.removeEntry(trie, update.node(level), entries, children, target, index);
        Trie.putBits(target, entryBits ^ bit, childBits);
        return update.finish(trie, level, target, bytes, -1);
    }
}
