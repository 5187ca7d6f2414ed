// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.Hashing;
import coex.gc.mutator.MutatorContext;

/// Hashes whole tries. The same for the same entries, in whatever order they were put in. No
/// safepoints, so of a large trie not all entries count: equal ones have the same nodes above
/// collision trees, and those are taken that a number of fixed ways down from the root lead to.
final class TrieHash {

    /// For each way so many parts count.
    private static final int PARTS_OF_WAY = 16;

    private TrieHash() {}

    /// @param parts how many parts count, at most, or not many more
    static int of(Trie trie, MutatorContext mutator, long root, int parts) {
        if (root == 0) {
            return 0;
        }
        long size = trie.size(mutator, root);
        int hash =
                size <= parts
                        ? sum(trie, mutator, root, (int) (parts / size))
                        : sampled(trie, mutator, root, Math.max(1, parts / PARTS_OF_WAY));
        return Hashing.followedBy(hash, (int) size);
    }

    /// The sum over all entries.
    private static int sum(Trie trie, MutatorContext mutator, long node, int parts) {
        long address = mutator.address(node);
        int sum = sumOfEntries(trie, mutator, address, parts);
        int children = Trie.count(Trie.childBits(Trie.bits(address)));
        for (int i = 0; i < children; i++) {
            sum += sum(trie, mutator, Trie.child(address, i), parts);
        }
        return sum;
    }

    private static int sumOfEntries(Trie trie, MutatorContext mutator, long address, int parts) {
        int sum = 0;
        long bits = Trie.bits(address);
        int entries = Trie.count(Trie.entryBits(bits));
        int children = Trie.count(Trie.childBits(bits));
        for (int i = 0; i < entries; i++) {
            long key = trie.key(address, entries, children, i);
            int hash =
                    trie.keyType() == null
                            ? Hashing.ofWord(key)
                            : trie.keyType().hash(mutator, key, parts);
            if (trie.valueType() != null) {
                long value = trie.value(address, entries, children, i);
                hash = Hashing.followedBy(hash, trie.valueType().hash(mutator, value, parts));
            }
            sum += hash;
        }
        return sum;
    }

    /// Goes down that many ways, each to a node without children, and takes in the nodes on it.
    /// Those of collision trees do not count: of two equal tries they may be different.
    private static int sampled(Trie trie, MutatorContext mutator, long root, int ways) {
        int hash = 0;
        for (int way = 0; way < ways; way++) {
            int turns = Hashing.ofWord(way);
            long node = root;
            for (int level = 0; level < Trie.COLLISIONS; level++) {
                long address = mutator.address(node);
                long bits = Trie.bits(address);
                int children = Trie.count(Trie.childBits(bits));
                if (children == 0) {
                    int sum = sumOfEntries(trie, mutator, address, 1);
                    hash = Hashing.followedBy(hash, sum);
                    break;
                }
                hash = Hashing.followedBy(hash, Hashing.ofWord(bits));
                int digit = turns >>> 32 - Trie.DIGIT_BITS;
                node = Trie.child(address, digit * children >>> Trie.DIGIT_BITS);
                turns <<= Trie.DIGIT_BITS;
            }
        }
        return hash;
    }
}
