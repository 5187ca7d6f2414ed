// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.util.Arrays;

/// Puts the entries of one trie into another, node by node: what only one of them has is shared,
/// and every other node is made once. What both share is not looked at.
///
/// How many entries that makes is the size of the larger one, and what the smaller one has beside:
/// its entries outside shared nodes, less those whose keys the larger one has.
///
/// Takes a few JVM arrays for the time of a union. For one thread, and one union.
final class TrieUnion {

    private static final int PLACES = 32;
    private static final int LEVELS = Trie.COLLISIONS + 1;

    private final Trie trie;
    private final MutatorContext mutator;

    /// The entries of the node being put together at each level. Their objects are kept by the
    /// tries they come from.
    private final long[][] keys = new long[LEVELS][PLACES];

    private final long[][] values = new long[LEVELS][PLACES];

    /// For each level, the children of the node being put together.
    private RootFrame drafts;

    private boolean isFirstSmaller;

    /// Entries of the smaller one in nodes that are not shared.
    private long seen;

    /// Those of them whose keys the larger one has.
    private long common;

    private int entered;

    TrieUnion(Trie trie, MutatorContext mutator) {
        this.trie = trie;
        this.mutator = mutator;
    }

    /// All entries of both; where both have a key, that of `second` counts.
    static long union(Trie trie, MutatorContext mutator, long first, long second) {
        if (first == 0 || second == 0 || first == second) {
            return first == 0 ? second : first;
        }
        return new TrieUnion(trie, mutator).union(first, second);
    }

    /// The same for two that are not the same, and not empty.
    long union(long first, long second) {
        int frame = mutator.root(first, second);
        try (RootFrame slots = RootFrame.slots(mutator, LEVELS * PLACES)) {
            drafts = slots;
            return mergeRoots(first, second);
        } finally {
            mutator.popTo(frame);
        }
    }

    /// Nodes of both that were looked into.
    int entered() {
        return entered;
    }

    private long mergeRoots(long first, long second) {
        long size = trie.size(mutator, first);
        long otherSize = trie.size(mutator, second);
        isFirstSmaller = size < otherSize;
        long merged = merge(first, second, 0);
        if (merged != first && merged != second) {
            long address = mutator.address(merged);
            long count = Math.max(size, otherSize) + seen - common;
            // Not seen by anyone else yet.
            Memory.putLong(trie.countAddress(address, Trie.bits(address)), count);
        }
        return merged;
    }

    /// One of the two nodes if it has all the result has.
    private long merge(long first, long second, int level) {
        mutator.poll(); // where both have the same nothing is made
        if (first == second) {
            return first;
        }
        entered += 2;
        if (level == Trie.COLLISIONS) {
            seen += count(isFirstSmaller ? first : second);
            return mergeCollisions(first, second);
        }
        long bits1 = Trie.bits(mutator.address(first));
        long bits2 = Trie.bits(mutator.address(second));
        int entries1 = Trie.entryBits(bits1);
        int entries2 = Trie.entryBits(bits2);
        int children1 = Trie.childBits(bits1);
        int children2 = Trie.childBits(bits2);
        if (isFirstSmaller) {
            see(first, entries1, children1 & ~children2);
        } else {
            see(second, entries2, children2 & ~children1);
        }
        Draft draft = new Draft(level);
        for (int left = entries1 | entries2 | children1 | children2; left != 0; left &= left - 1) {
            int bit = left & -left;
            boolean entry1 = (entries1 & bit) != 0;
            boolean entry2 = (entries2 & bit) != 0;
            if ((children1 & children2 & bit) != 0) {
                draft.child(bit, merge(child(first, bit), child(second, bit), level + 1));
            } else if (entry1 && entry2) {
                mergeEntries(draft, first, second, bit);
            } else if ((children1 & bit) != 0) {
                long child = child(first, bit);
                draft.child(bit, entry2 ? put(child, level + 1, second, bit, true) : child);
            } else if ((children2 & bit) != 0) {
                long child = child(second, bit);
                draft.child(bit, entry1 ? put(child, level + 1, first, bit, false) : child);
            } else {
                long node = entry1 ? first : second;
                draft.entry(bit, key(node, bit), value(node, bit));
            }
        }
        return draft.isLike(second) ? second : draft.isLike(first) ? first : draft.make();
    }

    /// Counts entries of a node of the smaller one, and what lies below those of its children.
    private void see(long node, int entries, int children) {
        seen += Integer.bitCount(entries);
        for (int left = children; left != 0; left &= left - 1) {
            seen += count(child(node, left & -left));
        }
    }

    private void mergeEntries(Draft draft, long first, long second, int bit) {
        long key1 = key(first, bit);
        long key2 = key(second, bit);
        if (trie.sameInSteps(mutator, key1, key2)) {
            common++;
            draft.entry(bit, key1, value(second, bit));
        } else {
            draft.child(
                    bit, pair(draft.level + 1, key1, value(first, bit), key2, value(second, bit)));
        }
    }

    /// A node for two entries with different keys.
    private long pair(int level, long key1, long value1, long key2, long value2) {
        if (level == Trie.COLLISIONS) {
            return compare(key1, key2) < 0
                    ? collision(key1, value1, key2, value2)
                    : collision(key2, value2, key1, value1);
        }
        int bit1 = Trie.bit(trie.hash(mutator, key1), level);
        int bit2 = Trie.bit(trie.hash(mutator, key2), level);
        Draft draft = new Draft(level);
        if (bit1 == bit2) {
            draft.child(bit1, pair(level + 1, key1, value1, key2, value2));
        } else if (Integer.compareUnsigned(bit1, bit2) < 0) {
            draft.entry(bit1, key1, value1);
            draft.entry(bit2, key2, value2);
        } else {
            draft.entry(bit2, key2, value2);
            draft.entry(bit1, key1, value1);
        }
        return draft.make();
    }

    private long collision(long key1, long value1, long key2, long value2) {
        long[] both = {key1, key2};
        return CollisionBuild.of(trie, mutator, both, new long[] {value1, value2}, 2);
    }

    /// The node with the entry that `from` has at `fromBit`.
    ///
    /// @param wins whether its value counts if the node has the key
    private long put(long node, int level, long from, int fromBit, boolean wins) {
        return put(node, level, key(from, fromBit), value(from, fromBit), wins);
    }

    private long put(long node, int level, long key, long value, boolean wins) {
        entered++;
        if (level == Trie.COLLISIONS) {
            return putCollision(node, key, value, wins);
        }
        int bit = Trie.bit(trie.hash(mutator, key), level);
        long bits = Trie.bits(mutator.address(node));
        int entryBits = Trie.entryBits(bits);
        int childBits = Trie.childBits(bits);
        Draft draft = new Draft(level);
        for (int left = entryBits | childBits | bit; left != 0; left &= left - 1) {
            int at = left & -left;
            if ((childBits & at) != 0) {
                long child = child(node, at);
                draft.child(at, at == bit ? put(child, level + 1, key, value, wins) : child);
            } else if ((entryBits & at) == 0) {
                draft.entry(at, key, value);
            } else if (at != bit) {
                draft.entry(at, key(node, at), value(node, at));
            } else if (trie.sameInSteps(mutator, key(node, at), key)) {
                common++;
                draft.entry(at, key(node, at), wins ? value : value(node, at));
            } else {
                draft.child(at, pair(level + 1, key(node, at), value(node, at), key, value));
            }
        }
        return draft.isLike(node) ? node : draft.make();
    }

    /// The entries of two trees: those of the lower one put into the other, or both gone through
    /// side by side.
    private long mergeCollisions(long first, long second) {
        int height = BTree.height(mutator, first);
        int otherHeight = BTree.height(mutator, second);
        if (height == otherHeight) {
            return mergeSideBySide(first, second);
        }
        boolean wins = height > otherHeight;
        CollisionCursor added = new CollisionCursor(trie);
        added.start(mutator, wins ? second : first);
        long tree = wins ? first : second;
        while (added.next(mutator)) {
            tree = putCollision(tree, added.key(), added.value(), wins);
            drafts.set(Trie.COLLISIONS * PLACES, tree);
        }
        return tree;
    }

    private long putCollision(long tree, long key, long value, boolean wins) {
        try (var update = new CollisionUpdate(trie, mutator, tree, key, value)) {
            long changed = update.put(tree, key, value, wins);
            common += update.hasFound() ? 1 : 0;
            return changed;
        }
    }

    private long mergeSideBySide(long first, long second) {
        CollisionCursor cursor = new CollisionCursor(trie);
        CollisionCursor others = new CollisionCursor(trie);
        cursor.start(mutator, first);
        others.start(mutator, second);
        Listed merged = new Listed();
        boolean isFirst = true; // whether the result is what is in the first
        boolean has = cursor.next(mutator);
        boolean hasOther = others.next(mutator);
        while (has || hasOther) {
            int order = !has ? 1 : !hasOther ? -1 : compare(cursor.key(), others.key());
            merged.add(
                    order <= 0 ? cursor.key() : others.key(),
                    order < 0 ? cursor.value() : others.value());
            isFirst &= order < 0 || order == 0 && cursor.value() == others.value();
            common += order == 0 ? 1 : 0;
            has = order <= 0 ? cursor.next(mutator) : has;
            hasOther = order >= 0 ? others.next(mutator) : hasOther;
        }
        return isFirst
                ? first
                : CollisionBuild.of(trie, mutator, merged.keys, merged.values, merged.count);
    }

    private int compare(long key, long other) {
        mutator.poll();
        return trie.compare(mutator, key, other, Pause.POLL);
    }

    private long count(long node) {
        entered++;
        long bits = Trie.bits(mutator.address(node));
        long sum = Trie.count(Trie.entryBits(bits));
        for (int i = Trie.count(Trie.childBits(bits)) - 1; i >= 0; i--) {
            mutator.poll();
            sum += count(Trie.child(mutator.address(node), i));
        }
        return sum;
    }

    private long child(long node, int bit) {
        long address = mutator.address(node);
        return Trie.child(address, Trie.rank(Trie.childBits(Trie.bits(address)), bit));
    }

    private long key(long node, int bit) {
        long address = mutator.address(node);
        long bits = Trie.bits(address);
        int entryBits = Trie.entryBits(bits);
        int children = Trie.count(Trie.childBits(bits));
        return trie.key(address, Trie.count(entryBits), children, Trie.rank(entryBits, bit));
    }

    private long value(long node, int bit) {
        long address = mutator.address(node);
        long bits = Trie.bits(address);
        int entryBits = Trie.entryBits(bits);
        int children = Trie.count(Trie.childBits(bits));
        return trie.value(address, Trie.count(entryBits), children, Trie.rank(entryBits, bit));
    }

    /// A node being put together, place by place in ascending order.
    private final class Draft {
        private final int level;
        private int entryBits;
        private int childBits;
        private int entries;
        private int children;

        Draft(int level) {
            this.level = level;
        }

        void entry(int bit, long key, long value) {
            keys[level][entries] = key;
            values[level][entries++] = value;
            entryBits |= bit;
        }

        void child(int bit, long handle) {
            drafts.set(slot(children++), handle);
            childBits |= bit;
        }

        private int slot(int child) {
            return level * PLACES + child;
        }

        boolean isLike(long node) {
            long address = mutator.address(node);
            long bits = Trie.bits(address);
            if (Trie.entryBits(bits) != entryBits || Trie.childBits(bits) != childBits) {
                return false;
            }
            for (int i = 0; i < children; i++) {
                if (Trie.child(address, i) != drafts.get(slot(i))) {
                    return false;
                }
            }
            for (int i = 0; i < entries; i++) {
                // The key may be an equal one, which makes no difference.
                if (trie.value(address, entries, children, i) != values[level][i]) {
                    return false;
                }
            }
            return true;
        }

        long make() {
            int bytes = trie.bytes(entries, children, level);
            long target = NodeMemory.take(mutator, bytes, trie.shape(level));
            Trie.putBits(target, entryBits, childBits);
            for (int i = 0; i < children; i++) {
                Memory.putInt(Trie.childAddress(target, i), (int) drafts.get(slot(i)));
            }
            for (int i = 0; i < entries; i++) {
                trie.putEntry(target, entries, children, i, keys[level][i], values[level][i]);
            }
            return NodeMemory.publish(mutator, target, bytes, trie.shape(level));
        }
    }

    /// Entries whose hashes are equal altogether. Their objects are kept by the tries they come
    /// from.
    private static final class Listed {
        private long[] keys = new long[4];
        private long[] values = new long[4];
        private int count;

        void add(long key, long value) {
            if (count == keys.length) {
                keys = Arrays.copyOf(keys, 2 * count);
                values = Arrays.copyOf(values, 2 * count);
            }
            keys[count] = key;
            values[count++] = value;
        }
    }
}
