package coex.collections.map;

import coex.gc.mutator.MutatorContext;

/// Removes a key: copies the nodes on the way to it, and draws a lone entry up.
final class TrieRemoval {

    private TrieRemoval() {}

    /// The trie without `key`; `root` itself if that is not there.
    static long remove(Trie trie, MutatorContext mutator, long root, long key) {
        if (root == 0) {
            return 0;
        }
        long result = tryRemove(trie, mutator, root, key, TrieRoom.UNCHECKED);
        return result != TrieRoom.NO_ROOM ? result : removeInRoom(trie, mutator, root, key);
    }

    private static long removeInRoom(Trie trie, MutatorContext mutator, long root, long key) {
        int mode = TrieRoom.make(mutator, root, trie.wordKey() ? 0 : key, 0);
        try {
            return tryRemove(trie, mutator, root, key, mode);
        } finally {
            TrieRoom.end(mutator, mode);
        }
    }

    private static long tryRemove(
            Trie trie, MutatorContext mutator, long root, long key, int mode) {
        int hash = trie.hash(mutator, key);
        int level = TriePath.descend(trie, mutator, root, hash);
        if (level == Trie.COLLISIONS) {
            return CollisionUpdate.remove(trie, mutator, root, hash, key);
        }
        long address = TriePath.node(mutator, root, hash, level, TrieRoom.RESERVED);
        long bits = Trie.bits(address);
        int entryBits = Trie.entryBits(bits);
        int bit = Trie.bit(hash, level);
        if ((entryBits & bit) == 0) {
            return root;
        }
        int entries = Trie.count(entryBits);
        int children = Trie.count(Trie.childBits(bits));
        int index = Trie.rank(entryBits, bit);
        if (!trie.same(mutator, trie.key(address, entries, children, index), key)) {
            return root;
        }
        if (level == 0 && entries == 1 && children == 0) {
            return 0;
        }
        int needed = TriePath.bytesOfAll(mutator) + TrieRoom.ENTRY_BYTES;
        int largest = TriePath.bytesOfLargest(mutator) + TrieRoom.ENTRY_BYTES;
        if (!TrieRoom.suffices(mutator, mode, needed, largest, level + 1)) {
            return TrieRoom.NO_ROOM;
        }
        if (level > 0 && entries == 2 && children == 0) {
            long otherKey = trie.key(address, 2, 0, 1 - index);
            long otherValue = trie.value(address, 2, 0, 1 - index);
            return TriePath.inline(
                    trie, mutator, root, hash, level - 1, otherKey, otherValue, -1, mode);
        }
        return shrink(trie, mutator, root, hash, level, mode);
    }

    private static long shrink(
            Trie trie, MutatorContext mutator, long root, int hash, int level, int mode) {
        long bits = Trie.bits(TriePath.node(mutator, root, hash, level, mode));
        int entryBits = Trie.entryBits(bits);
        int childBits = Trie.childBits(bits);
        int entries = Trie.count(entryBits);
        int children = Trie.count(childBits);
        int bytes = trie.bytes(entries - 1, children, level);
        long target = TrieRoom.take(mutator, bytes, trie.shape(level), mode);
        long old = TriePath.node(mutator, root, hash, level, mode);
        int bit = Trie.bit(hash, level);
        NodeCopy.edit(trie, old, entries, children, target, Trie.rank(entryBits, bit), -1, 0, 0);
        Trie.putBits(target, entryBits ^ bit, childBits);
        return TriePath.finish(trie, mutator, root, hash, level, target, bytes, -1, mode);
    }
}
