package coex.collections.map;

import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// The way from a root down to the node that an update changes, and the way back up, on which every
/// node is copied.
///
/// Addresses and sizes of the nodes passed lie in the mutator's scratch words, two for each level. An
/// address counts only until the next safepoint: in a mode with safepoints ([TrieRoom]) nodes are
/// looked for again.
final class TriePath {

    private static final int COLLISIONS = 2 * Trie.COLLISIONS;
    private static final int SUM = COLLISIONS + 1;
    private static final int LARGEST = COLLISIONS + 2;

    private TriePath() {}

    /// Goes down as far as `hash` leads through children. Returns the level reached. If that is
    /// `Trie.COLLISIONS`, [#collisions] is the handle of the tree there.
    static int descend(Trie trie, MutatorContext mutator, long root, int hash) {
        long[] path = mutator.scratch();
        int extra = 8;
        int sum = 0;
        int largest = 0;
        int rest = hash;
        long node = root;
        for (int level = 0; level < Trie.COLLISIONS; level++) {
            long address = mutator.address(node);
            long bits = Trie.bits(address);
            int childBits = Trie.childBits(bits);
            int entries = Trie.count(Trie.entryBits(bits));
            path[2 * level] = address;
            int bytes = trie.bytes(entries, Trie.count(childBits)) + extra;
            path[2 * level + 1] = bytes;
            sum += bytes;
            largest = Math.max(largest, bytes);
            int bit = Trie.bit(rest, 0);
            if ((childBits & bit) == 0) {
                path[SUM] = sum;
                path[LARGEST] = largest;
                return level;
            }
            node = Trie.child(address, Trie.rank(childBits, bit));
            rest <<= Trie.DIGIT_BITS;
            extra = 0;
        }
        path[COLLISIONS] = node;
        path[SUM] = sum;
        path[LARGEST] = largest;
        return Trie.COLLISIONS;
    }

    static long collisions(MutatorContext mutator) {
        return mutator.scratch()[COLLISIONS];
    }

    /// Bytes of the node passed at a level.
    static int bytes(MutatorContext mutator, int level) {
        return (int) mutator.scratch()[2 * level + 1];
    }

    /// Bytes of all nodes passed.
    static int bytesOfAll(MutatorContext mutator) {
        return (int) mutator.scratch()[SUM];
    }

    /// Bytes of the largest node passed.
    static int bytesOfLargest(MutatorContext mutator) {
        return (int) mutator.scratch()[LARGEST];
    }

    /// The address of the node passed at a level.
    static long node(MutatorContext mutator, long root, int hash, int level, int mode) {
        return mode < 0 ? mutator.scratch()[2 * level] : nodeAgain(mutator, root, hash, level);
    }

    private static long nodeAgain(MutatorContext mutator, long root, int hash, int level) {
        long address = mutator.address(root);
        for (int i = 0; i < level; i++) {
            int childBits = Trie.childBits(Trie.bits(address));
            int index = Trie.rank(childBits, Trie.bit(hash, i));
            address = mutator.address(Trie.child(address, index));
        }
        return address;
    }

    /// Puts a node that is written up to its count, at `target`, in the place of the one at `level`.
    /// Returns the new root.
    static long finish(
            Trie trie,
            MutatorContext mutator,
            long root,
            int hash,
            int level,
            long target,
            int targetBytes,
            int countChange,
            int mode) {
        if (level > 0) {
            long child = TrieRoom.publish(mutator, target, trie.nodeShape(), mode);
            return replaceChild(trie, mutator, root, hash, level - 1, child, countChange, mode);
        }
        long oldRoot = node(mutator, root, hash, 0, mode);
        long count = Memory.getLong(oldRoot + bytes(mutator, 0) - 8) + countChange;
        Memory.putLong(target + targetBytes - 8, count);
        return TrieRoom.publish(mutator, target, trie.rootShape(), mode);
    }

    /// Copies the node at `level`, with `newChild` for the child on the path, and all above it.
    /// Returns the new root.
    static long replaceChild(
            Trie trie,
            MutatorContext mutator,
            long root,
            int hash,
            int level,
            long newChild,
            int countChange,
            int mode) {
        long child = newChild;
        for (int i = level; ; i--) {
            int bytes = bytes(mutator, i);
            long target = TrieRoom.take(mutator, bytes, trie.shape(i), mode);
            long old = node(mutator, root, hash, i, mode);
            Memory.copy(old + 8, target + 8, bytes - 8);
            int index = Trie.rank(Trie.childBits(Trie.bits(old)), Trie.bit(hash, i));
            Memory.putInt(Trie.childAddress(target, index), (int) child);
            if (i == 0) {
                long count = Memory.getLong(old + bytes - 8) + countChange;
                Memory.putLong(target + bytes - 8, count);
                return TrieRoom.publish(mutator, target, trie.rootShape(), mode);
            }
            child = TrieRoom.publish(mutator, target, trie.nodeShape(), mode);
        }
    }

    /// Puts a single entry in the place of the child below the node at `level`, higher up if that
    /// node has nothing else. Returns the new root.
    static long inline(
            Trie trie,
            MutatorContext mutator,
            long root,
            int hash,
            int level,
            long key,
            long value,
            int countChange,
            int mode) {
        int into = level;
        long bits = Trie.bits(node(mutator, root, hash, into, mode));
        while (into > 0 && Trie.entryBits(bits) == 0 && Trie.count(Trie.childBits(bits)) == 1) {
            bits = Trie.bits(node(mutator, root, hash, --into, mode));
        }
        int entryBits = Trie.entryBits(bits);
        int childBits = Trie.childBits(bits);
        int bit = Trie.bit(hash, into);
        int entries = Trie.count(entryBits);
        int children = Trie.count(childBits);
        int bytes = trie.bytes(entries + 1, children - 1, into);
        long target = TrieRoom.take(mutator, bytes, trie.shape(into), mode);
        long old = node(mutator, root, hash, into, mode);
        int index = Trie.rank(entryBits, bit);
        NodeCopy.edit(
                trie, old, entries, children, target, index, 1, Trie.rank(childBits, bit), -1);
        trie.putEntry(target, entries + 1, children - 1, index, key, value);
        Trie.putBits(target, entryBits | bit, childBits ^ bit);
        return finish(trie, mutator, root, hash, into, target, bytes, countChange, mode);
    }
}
