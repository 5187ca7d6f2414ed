// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import static coex.gc.layout.ObjectHeader.HANDLE_MASK;

import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.util.Arrays;

/// Goes through the entries of a map or set, in an order that depends on their hashes.
///
/// A cursor is made once and used for any number of maps, one after the other: going through a map
/// then allocates nothing. It holds bits and handles, no addresses, so it is good across safepoints
/// as long as the map is rooted. Several nodes are read at a time, whose cache misses so overlap.
///
///     for (cursor.start(map); cursor.next(mutator); ) { ... cursor.key() ... cursor.value() ... }
///
/// For one thread at a time.
public final class TrieCursor {

    /// Nodes read at once, if there are so many.
    private static final int BATCH = 16;

    private static final long[] NONE = {};

    private final Trie trie;
    private final long[] addresses = new long[BATCH];

    /// Keys and values of the entries read, in turn.
    private long[] entries = NONE;

    /// Nodes not yet read.
    private long[] pending = new long[1];

    private int pendingCount;

    /// Whether nothing has been read.
    private boolean isFirst;

    /// Twice the entries read, and twice the current one.
    private int filled;

    private int position;

    /// Trees of entries with equal hashes that were met among the nodes read last, and not yet gone
    /// through: those from `nextTree` up to `treeCount`.
    private long[] trees = NONE;

    private int nextTree;
    private int treeCount;

    /// Goes through such trees; null until there is one.
    private CollisionCursor tree;

    private boolean isInTree;

    public TrieCursor(MapType type) {
        this(type.trie());
    }

    public TrieCursor(SetType type) {
        this(type.trie());
    }

    TrieCursor(Trie trie) {
        this.trie = trie;
    }

    /// Turns to the first entry of a map or set: [#next] follows.
    public void start(long root) {
        pendingCount = 0;
        filled = 0;
        position = -2;
        isFirst = true;
        nextTree = 0;
        treeCount = 0;
        isInTree = false;
        if (root != 0) {
            pending[pendingCount++] = root;
        }
    }

    /// Goes to the next entry; false if there is none. No safepoint.
    public boolean next(MutatorContext mutator) {
        position += 2;
        return position < filled || refill(mutator);
    }

    /// The key of the entry, or the element of the set.
    public long key() {
        return entries[position];
    }

    /// The value of the entry; 0 in a set.
    public long value() {
        return entries[position + 1];
    }

    /// Reads the next nodes, until there are entries; all of them, if they are few.
    private boolean refill(MutatorContext mutator) {
        position = 0;
        filled = 0;
        if (isFirst && pendingCount > 0) {
            isFirst = false;
            begin(mutator, pending[0]);
        }
        while (filled == 0 && (pendingCount > 0 || nextTree < treeCount || isInTree)) {
            if (isInTree || nextTree < treeCount) {
                readTree(mutator);
            } else {
                readMany(mutator);
            }
        }
        return filled > 0;
    }

    /// Reads on in a tree of entries with equal hashes, or in the next one.
    private void readTree(MutatorContext mutator) {
        if (!isInTree) {
            startTree(mutator, trees[nextTree++]);
        }
        isInTree = true;
        while (filled < entries.length && isInTree) {
            isInTree = tree.next(mutator);
            if (isInTree) {
                readTreeEntry();
            }
        }
    }

    private void startTree(MutatorContext mutator, long top) {
        if (tree == null) {
            tree = new CollisionCursor(trie);
        }
        tree.start(mutator, top);
    }

    private void readTreeEntry() {
        entries[filled] = tree.key();
        entries[filled + 1] = tree.value();
        filled += 2;
    }

    private void begin(MutatorContext mutator, long root) {
        long size = trie.size(mutator, root);
        boolean isSmall = size <= TrieWalk.MOST_ENTRIES;
        int most = isSmall ? (int) size : BATCH * Trie.MOST_ENTRIES;
        if (entries.length < 2 * most) {
            entries = new long[2 * most];
        }
        if (isSmall) {
            pendingCount = 0;
            readAll(mutator, root);
        }
    }

    /// In the order of [TrieWalk].
    private void readAll(MutatorContext mutator, long node) {
        long address = mutator.address(node);
        long bits = Trie.bits(address);
        int children = Trie.count(Trie.childBits(bits));
        if (CollisionTree.isInner(bits)) {
            for (startTree(mutator, node); tree.next(mutator); ) {
                readTreeEntry();
            }
            return;
        }
        readEntries(address, Trie.count(Trie.entryBits(bits)), children);
        for (int i = 0; i < children; i++) {
            readAll(mutator, Trie.child(address, i));
        }
    }

    private void addTree(long top) {
        if (nextTree == treeCount) {
            nextTree = 0;
            treeCount = 0;
        }
        if (treeCount == trees.length) {
            trees = Arrays.copyOf(trees, BATCH);
        }
        trees[treeCount++] = top;
    }

    /// First all slots, then all bitmaps, then the contents: loads that do not depend on each other
    /// overlap.
    private void readMany(MutatorContext mutator) {
        int count = Math.min(BATCH, pendingCount);
        pendingCount -= count;
        for (int i = 0; i < count; i++) {
            addresses[i] = mutator.address(pending[pendingCount + i]);
        }
        int children = 0;
        for (int i = 0; i < count; i++) {
            long bits = Trie.bits(addresses[i]);
            children += Trie.count(Trie.childBits(bits));
            if (CollisionTree.isInner(bits)) {
                addTree(pending[pendingCount + i]);
                addresses[i] = 0;
            }
        }
        if (pendingCount + children > pending.length) {
            pending = Arrays.copyOf(pending, 2 * pending.length + children);
        }
        for (int i = 0; i < count; i++) {
            if (addresses[i] != 0) {
                read(addresses[i]);
            }
        }
    }

    private void read(long address) {
        long bits = Trie.bits(address);
        int children = Trie.count(Trie.childBits(bits));
        readEntries(address, Trie.count(Trie.entryBits(bits)), children);
        int last = pendingCount;
        for (int i = 0; i < children; i++) {
            pending[last + i] = Trie.child(address, i);
        }
        pendingCount = last + children;
    }

    /// Each of the loops has one kind of load, which is decided before it.
    private void readEntries(long address, int count, int children) {
        if (trie.wordKey() && trie.wordValue()) {
            readWords(address + trie.firstWord(count, children), 0, 1, 2 * count);
        } else {
            long keys = trie.keyAddress(address, count, children, 0);
            long values = trie.valueAddress(address, count, children, 0);
            if (trie.wordKey()) {
                readWords(keys, 0, 2, count);
            } else {
                readReferences(keys, 0, count);
            }
            if (trie.wordValue()) {
                readWords(values, 1, 2, count);
            } else if (trie.referenceValue()) {
                readReferences(values, 1, count);
            }
        }
        filled += 2 * count;
    }

    /// Words that lie side by side, to every `step`-th place from `filled + offset`.
    private void readWords(long address, int offset, int step, int count) {
        long first = Memory.known(address);
        int at = filled + offset;
        for (int i = 0; i < count; i++) {
            entries[at + step * i] = Memory.getLong(first + 8L * i);
        }
    }

    private void readReferences(long address, int offset, int count) {
        long first = Memory.known(address);
        int at = filled + offset;
        int stride = 4 * trie.references();
        for (int i = 0; i < count; i++) {
            entries[at + 2 * i] = Memory.getInt(first + (long) stride * i) & HANDLE_MASK;
        }
    }
}
