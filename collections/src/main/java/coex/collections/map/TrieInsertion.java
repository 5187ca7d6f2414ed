// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// Sets the value of a key: copies the nodes on the way to it.
final class TrieInsertion {

    private TrieInsertion() {}

    /// The trie with `value` for `key`; `root` itself if it holds just that.
    static long set(Trie trie, MutatorContext mutator, long root, long key, long value) {
        TrieUpdate update = TrieUpdate.begin(mutator, root, key, value);
        long result = trySet(trie, update);
        return result != TrieUpdate.NO_ROOM ? result : setInRoom(trie, update);
    }

    private static long setInRoom(Trie trie, TrieUpdate update) {
        try (RootFrame _ = update.makeRoom(trie)) {
            return trySet(trie, update);
        }
    }

    private static long trySet(Trie trie, TrieUpdate update) {
        update.findHash(trie);
        if (update.root() == 0) {
            return single(trie, update);
        }
        update.descend(trie);
        int level = update.level();
        if (level == Trie.COLLISIONS) {
            return CollisionUpdate.set(trie, update);
        }
        long address = update.node(level);
        long bits = Trie.bits(address);
        int entryBits = Trie.entryBits(bits);
        int bit = update.bit(level);
        if ((entryBits & bit) == 0) {
            return insert(trie, update);
        }
        int entries = Trie.count(entryBits);
        int children = Trie.count(Trie.childBits(bits));
        int index = Trie.rank(entryBits, bit);
        long oldKey = trie.key(address, entries, children, index);
        long valueAddress = trie.valueAddress(address, entries, children, index);
        long oldValue = trie.valueAt(valueAddress);
        if (!trie.same(update.mutator(), oldKey, update.key())) {
            return split(trie, update, oldKey, oldValue);
        }
        return oldValue == update.value()
                ? update.root()
                : replaceValue(trie, update, (int) (valueAddress - address));
    }

    private static long single(Trie trie, TrieUpdate update) {
        int bytes = trie.bytes(1, 0, 0);
        if (!update.suffices(bytes, bytes, 1)) {
            return TrieUpdate.NO_ROOM;
        }
        long target = update.take(bytes, trie.rootShape());
        Trie.putBits(target, update.bit(0), 0);
        trie.putEntry(target, 1, 0, 0, update.key(), update.value());
        Memory.putLong(target + bytes - 8, 1);
        return update.publish(target, bytes, trie.rootShape());
    }

    private static long replaceValue(Trie trie, TrieUpdate update, int offset) {
        int level = update.level();
        if (!update.suffices(update.bytesOfAll(), update.bytesOfLargest(), level + 1)) {
            return TrieUpdate.NO_ROOM;
        }
        int bytes = update.bytes(level);
        long target = update.take(bytes, trie.shape(level));
        Memory.copy(update.node(level) + 8, target + 8, bytes - 8);
        trie.putValue(target + offset, update.value());
        return update.finish(trie, level, target, bytes, 0);
    }

    private static long insert(Trie trie, TrieUpdate update) {
        int level = update.level();
        int needed = update.bytesOfAll() + TrieUpdate.ENTRY_BYTES;
        int largest = update.bytesOfLargest() + TrieUpdate.ENTRY_BYTES;
        if (!update.suffices(needed, largest, level + 1)) {
            return TrieUpdate.NO_ROOM;
        }
        long bits = Trie.bits(update.node(level));
        int entryBits = Trie.entryBits(bits);
        int childBits = Trie.childBits(bits);
        int entries = Trie.count(entryBits);
        int children = Trie.count(childBits);
        int bytes = trie.bytes(entries + 1, children, level);
        long target = update.take(bytes, trie.shape(level));
        int bit = update.bit(level);
        int index = Trie.rank(entryBits, bit);
        NodeCopy.insertEntry(trie, update.node(level), entries, children, target, index);
        trie.putEntry(target, entries + 1, children, index, update.key(), update.value());
        Trie.putBits(target, entryBits | bit, childBits);
        return update.finish(trie, level, target, bytes, 1);
    }

    /// Puts the entry that is in the way and the new one into a node of their own.
    private static long split(Trie trie, TrieUpdate update, long oldKey, long oldValue) {
        int level = update.level();
        int oldHash = trie.hash(update.mutator(), oldKey);
        int parting = level + 1;
        while (parting < Trie.COLLISIONS && Trie.bit(oldHash, parting) == update.bit(parting)) {
            parting++;
        }
        int links = parting - level - 1;
        int needed =
                update.bytesOfAll()
                        + 8 // a child more, and its padding
                        + trie.bytes(2, 0)
                        + links * trie.bytes(0, 1);
        int largest = Math.max(update.bytesOfLargest() + 8, trie.bytes(2, 0));
        if (!update.suffices(needed, largest, level + links + 2)) {
            return TrieUpdate.NO_ROOM;
        }
        long child = pair(trie, update, parting, oldHash, oldKey, oldValue);
        for (int i = parting - 1; i > level; i--) {
            int bytes = trie.bytes(0, 1);
            long target = update.take(bytes, trie.nodeShape());
            Trie.putBits(target, 0, update.bit(i));
            Memory.putInt(Trie.childAddress(target, 0), (int) child);
            child = update.publish(target, bytes, trie.nodeShape());
        }
        return pushDown(trie, update, child);
    }

    /// A node of the old entry and the new one, whose hashes part at a level, or not at all.
    private static long pair(
            Trie trie, TrieUpdate update, int at, int oldHash, long oldKey, long oldValue) {
        int bytes = trie.bytes(2, 0);
        long target = update.take(bytes, trie.nodeShape());
        int oldBit;
        int newBit;
        if (at < Trie.COLLISIONS) {
            oldBit = Trie.bit(oldHash, at);
            newBit = update.bit(at);
        } else {
            boolean oldIsFirst =
                    trie.compare(update.mutator(), oldKey, update.key(), Pause.NONE) < 0;
            oldBit = oldIsFirst ? 1 : 2;
            newBit = 3 - oldBit;
        }
        int oldIndex = Integer.compareUnsigned(oldBit, newBit) < 0 ? 0 : 1;
        Trie.putBits(target, oldBit | newBit, 0);
        trie.putEntry(target, 2, 0, oldIndex, oldKey, oldValue);
        trie.putEntry(target, 2, 0, 1 - oldIndex, update.key(), update.value());
        return update.publish(target, bytes, trie.nodeShape());
    }

    /// Copies the node reached with a child in the place of an entry, and all above it.
    private static long pushDown(Trie trie, TrieUpdate update, long child) {
        int level = update.level();
        long bits = Trie.bits(update.node(level));
        int entryBits = Trie.entryBits(bits);
        int childBits = Trie.childBits(bits);
        int entries = Trie.count(entryBits);
        int children = Trie.count(childBits);
        int bytes = trie.bytes(entries - 1, children + 1, level);
        long target = update.take(bytes, trie.shape(level));
        int bit = update.bit(level);
        int index = Trie.rank(entryBits, bit);
        int childIndex = Trie.rank(childBits, bit);
        NodeCopy.entryToChild(
                trie, update.node(level), entries, children, target, index, childIndex);
        Memory.putInt(Trie.childAddress(target, childIndex), (int) child);
        Trie.putBits(target, entryBits ^ bit, childBits | bit);
        return update.finish(trie, level, target, bytes, 1);
    }
}
