package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Sets the value of a key: copies the nodes on the way to it.
final class TrieInsertion {

    private TrieInsertion() {}

    /// The trie with `value` for `key`; `root` itself if it holds just that.
    static long set(Trie trie, MutatorContext mutator, long root, long key, long value) {
        long result = trySet(trie, mutator, root, key, value, TrieRoom.UNCHECKED);
        return result != TrieRoom.NO_ROOM ? result : setInRoom(trie, mutator, root, key, value);
    }

    private static long setInRoom(
            Trie trie, MutatorContext mutator, long root, long key, long value) {
        int mode =
                TrieRoom.make(
                        mutator, root, trie.wordKey() ? 0 : key, trie.referenceValue() ? value : 0);
        try {
            return trySet(trie, mutator, root, key, value, mode);
        } finally {
            TrieRoom.end(mutator, mode);
        }
    }

    private static long trySet(
            Trie trie, MutatorContext mutator, long root, long key, long value, int mode) {
        int hash = trie.hash(mutator, key);
        if (root == 0) {
            return single(trie, mutator, hash, key, value, mode);
        }
        int level = TriePath.descend(trie, mutator, root, hash);
        if (level == Trie.COLLISIONS) {
            return CollisionUpdate.set(trie, mutator, root, hash, key, value);
        }
        long address = TriePath.node(mutator, root, hash, level, TrieRoom.RESERVED);
        long bits = Trie.bits(address);
        int entryBits = Trie.entryBits(bits);
        int bit = Trie.bit(hash, level);
        if ((entryBits & bit) == 0) {
            return insert(trie, mutator, root, hash, level, key, value, mode);
        }
        int entries = Trie.count(entryBits);
        int children = Trie.count(Trie.childBits(bits));
        int index = Trie.rank(entryBits, bit);
        long oldKey = trie.key(address, entries, children, index);
        long valueAddress = trie.valueAddress(address, entries, children, index);
        long oldValue = trie.valueAt(valueAddress);
        if (!trie.same(mutator, oldKey, key)) {
            return split(trie, mutator, root, hash, level, oldKey, oldValue, key, value, mode);
        }
        if (oldValue == value) {
            return root;
        }
        int offset = (int) (valueAddress - address);
        return replaceValue(trie, mutator, root, hash, level, offset, value, mode);
    }

    private static long single(
            Trie trie, MutatorContext mutator, int hash, long key, long value, int mode) {
        int bytes = trie.bytes(1, 0, 0);
        if (!TrieRoom.suffices(mutator, mode, bytes, bytes, 1)) {
            return TrieRoom.NO_ROOM;
        }
        long target = TrieRoom.take(mutator, bytes, trie.rootShape(), mode);
        Trie.putBits(target, Trie.bit(hash, 0), 0);
        trie.putEntry(target, 1, 0, 0, key, value);
        Memory.putLong(target + bytes - 8, 1);
        return TrieRoom.publish(mutator, target, trie.rootShape(), mode);
    }

    private static long replaceValue(
            Trie trie,
            MutatorContext mutator,
            long root,
            int hash,
            int level,
            int offset,
            long value,
            int mode) {
        int needed = TriePath.bytesOfAll(mutator);
        int largest = TriePath.bytesOfLargest(mutator);
        if (!TrieRoom.suffices(mutator, mode, needed, largest, level + 1)) {
            return TrieRoom.NO_ROOM;
        }
        int bytes = TriePath.bytes(mutator, level);
        long target = TrieRoom.take(mutator, bytes, trie.shape(level), mode);
        long old = TriePath.node(mutator, root, hash, level, mode);
        Memory.copy(old + 8, target + 8, bytes - 8);
        trie.putValue(target + offset, value);
        return TriePath.finish(trie, mutator, root, hash, level, target, bytes, 0, mode);
    }

    private static long insert(
            Trie trie,
            MutatorContext mutator,
            long root,
            int hash,
            int level,
            long key,
            long value,
            int mode) {
        int needed = TriePath.bytesOfAll(mutator) + TrieRoom.ENTRY_BYTES;
        int largest = TriePath.bytesOfLargest(mutator) + TrieRoom.ENTRY_BYTES;
        if (!TrieRoom.suffices(mutator, mode, needed, largest, level + 1)) {
            return TrieRoom.NO_ROOM;
        }
        long bits = Trie.bits(TriePath.node(mutator, root, hash, level, mode));
        int entryBits = Trie.entryBits(bits);
        int childBits = Trie.childBits(bits);
        int entries = Trie.count(entryBits);
        int children = Trie.count(childBits);
        int bytes = trie.bytes(entries + 1, children, level);
        long target = TrieRoom.take(mutator, bytes, trie.shape(level), mode);
        long old = TriePath.node(mutator, root, hash, level, mode);
        int bit = Trie.bit(hash, level);
        int index = Trie.rank(entryBits, bit);
        NodeCopy.edit(trie, old, entries, children, target, index, 1, 0, 0);
        trie.putEntry(target, entries + 1, children, index, key, value);
        Trie.putBits(target, entryBits | bit, childBits);
        return TriePath.finish(trie, mutator, root, hash, level, target, bytes, 1, mode);
    }

    /// Puts the entry that is in the way and the new one into a node of their own.
    private static long split(
            Trie trie,
            MutatorContext mutator,
            long root,
            int hash,
            int level,
            long oldKey,
            long oldValue,
            long key,
            long value,
            int mode) {
        int oldHash = trie.hash(mutator, oldKey);
        int parting = level + 1;
        while (parting < Trie.COLLISIONS && Trie.bit(oldHash, parting) == Trie.bit(hash, parting)) {
            parting++;
        }
        int links = parting - level - 1;
        int needed =
                TriePath.bytesOfAll(mutator)
                        + 8 // a child more, and its padding
                        + trie.bytes(2, 0)
                        + links * trie.bytes(0, 1);
        int largest = Math.max(TriePath.bytesOfLargest(mutator) + 8, trie.bytes(2, 0));
        if (!TrieRoom.suffices(mutator, mode, needed, largest, level + links + 2)) {
            return TrieRoom.NO_ROOM;
        }
        long child =
                pair(trie, mutator, parting, oldHash, oldKey, oldValue, hash, key, value, mode);
        for (int i = parting - 1; i > level; i--) {
            int bytes = trie.bytes(0, 1);
            long target = TrieRoom.take(mutator, bytes, trie.nodeShape(), mode);
            Trie.putBits(target, 0, Trie.bit(hash, i));
            Memory.putInt(Trie.childAddress(target, 0), (int) child);
            child = TrieRoom.publish(mutator, target, trie.nodeShape(), mode);
        }
        return pushDown(trie, mutator, root, hash, level, child, mode);
    }

    /// A node of two entries whose hashes part at `level`, or not at all.
    private static long pair(
            Trie trie,
            MutatorContext mutator,
            int level,
            int hash1,
            long key1,
            long value1,
            int hash2,
            long key2,
            long value2,
            int mode) {
        long target = TrieRoom.take(mutator, trie.bytes(2, 0), trie.nodeShape(), mode);
        int bit1;
        int bit2;
        if (level < Trie.COLLISIONS) {
            bit1 = Trie.bit(hash1, level);
            bit2 = Trie.bit(hash2, level);
        } else {
            bit1 = trie.compare(mutator, key1, key2, Pause.NONE) < 0 ? 1 : 2;
            bit2 = 3 - bit1;
        }
        int index1 = Integer.compareUnsigned(bit1, bit2) < 0 ? 0 : 1;
        Trie.putBits(target, bit1 | bit2, 0);
        trie.putEntry(target, 2, 0, index1, key1, value1);
        trie.putEntry(target, 2, 0, 1 - index1, key2, value2);
        return TrieRoom.publish(mutator, target, trie.nodeShape(), mode);
    }

    /// Copies the node at `level` with a child in the place of an entry, and all above it.
    private static long pushDown(
            Trie trie,
            MutatorContext mutator,
            long root,
            int hash,
            int level,
            long child,
            int mode) {
        long bits = Trie.bits(TriePath.node(mutator, root, hash, level, mode));
        int entryBits = Trie.entryBits(bits);
        int childBits = Trie.childBits(bits);
        int entries = Trie.count(entryBits);
        int children = Trie.count(childBits);
        int bytes = trie.bytes(entries - 1, children + 1, level);
        long target = TrieRoom.take(mutator, bytes, trie.shape(level), mode);
        long old = TriePath.node(mutator, root, hash, level, mode);
        int bit = Trie.bit(hash, level);
        int entryIndex = Trie.rank(entryBits, bit);
        int childIndex = Trie.rank(childBits, bit);
        NodeCopy.edit(trie, old, entries, children, target, entryIndex, -1, childIndex, 1);
        Memory.putInt(Trie.childAddress(target, childIndex), (int) child);
        Trie.putBits(target, entryBits ^ bit, childBits | bit);
        return TriePath.finish(trie, mutator, root, hash, level, target, bytes, 1, mode);
    }
}
