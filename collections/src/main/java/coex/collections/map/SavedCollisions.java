// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.save.RestoredObjects;
import coex.collections.save.SaveInput;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;
import java.util.Arrays;

/// The entries at the end of a hash in saves, and counting what lies below a node.
///
/// @param top of the tree that was made; not rooted
record SavedCollisions(long top, int count) {

    private static final int FIRST_ENTRIES = 64;

    /// Makes the tree of the entries whose hashes are `hash`.
    static SavedCollisions read(Trie trie, SaveInput in, int hash) throws IOException {
        int count = in.number("keys with equal hashes", 2, Integer.MAX_VALUE);
        MutatorContext mutator = in.mutator();
        long[] keys = new long[Math.min(count, FIRST_ENTRIES)];
        long[] values = new long[keys.length];
        try (RootFrame slots = RootFrame.slots(mutator, 1)) {
            RestoredObjects kept = in.kept(slots, 0);
            for (int i = 0; i < count; i++) {
                if (i == keys.length) {
                    keys = Arrays.copyOf(keys, (int) Math.min(count, 2L * i));
                    values = Arrays.copyOf(values, keys.length);
                }
                keys[i] = SavedTrieNode.readKey(trie, in, 0);
                if (!trie.wordKey()) {
                    kept.add(keys[i]);
                }
                if (trie.hash(mutator, keys[i]) != hash
                        || i > 0 && trie.compare(mutator, keys[i - 1], keys[i], Pause.POLL) >= 0) {
                    throw in.refuse("keys with equal hashes: number=%d out of order".formatted(i));
                }
                values[i] = SavedTrieNode.readValue(trie, in, 0);
                if (trie.referenceValue()) {
                    kept.add(values[i]);
                }
            }
            long top = CollisionBuild.of(trie, mutator, keys, values, count);
            return new SavedCollisions(top, count);
        }
    }

    /// The number of entries in a tree of equal hashes.
    static int count(Trie trie, MutatorContext mutator, long top) {
        if (top == 0) {
            return 0;
        }
        int count = BTree.entries(mutator, top);
        if (!BTree.isLeaf(mutator, top)) {
            for (int i = BTree.entries(mutator, top); i >= 0; i--) {
                count += count(trie, mutator, BTree.child(mutator, top, i));
            }
        }
        return count;
    }

    /// The number of entries below a node that is rooted, at a level. A safepoint.
    static long below(Trie trie, MutatorContext mutator, long node, int level) {
        if (node == 0 || level == Trie.COLLISIONS) {
            return count(trie, mutator, node);
        }
        mutator.poll();
        long bits = Trie.bits(mutator.address(node));
        long entries = Trie.count(Trie.entryBits(bits));
        int children = Trie.count(Trie.childBits(bits));
        for (int i = 0; i < children; i++) {
            long child = Trie.child(mutator.address(node), i);
            entries += below(trie, mutator, child, level + 1);
        }
        return entries;
    }
}
