package coex.collections.map;

import coex.collections.value.Hashing;
import coex.gc.mutator.MutatorContext;

/// Compares and hashes whole tries. Equal ones have the same nodes, but for the order of chunks, so
/// they are compared node by node, and what they share is not looked at. No safepoints.
final class TrieEquality {

    private TrieEquality() {}

    static boolean equal(Trie trie, MutatorContext mutator, long first, long second) {
        if (first == second) {
            return true;
        }
        return first != 0
                && second != 0
                && trie.size(mutator, first) == trie.size(mutator, second)
                && equalNodes(trie, mutator, first, second, 0);
    }

    private static boolean equalNodes(
            Trie trie, MutatorContext mutator, long first, long second, int level) {
        if (level == Trie.COLLISIONS) {
            return equalChunks(trie, mutator, first, second);
        }
        long one = mutator.address(first);
        long two = mutator.address(second);
        long bits = Trie.bits(one);
        if (bits != Trie.bits(two)) {
            return false;
        }
        int entries = Trie.count(Trie.entryBits(bits));
        int children = Trie.count(Trie.childBits(bits));
        for (int i = 0; i < entries; i++) {
            long key = trie.key(one, entries, children, i);
            long value = trie.value(one, entries, children, i);
            if (!trie.same(mutator, key, trie.key(two, entries, children, i))
                    || !sameValue(trie, mutator, value, trie.value(two, entries, children, i))) {
                return false;
            }
        }
        for (int i = 0; i < children; i++) {
            long child = Trie.child(one, i);
            long other = Trie.child(two, i);
            if (child != other && !equalNodes(trie, mutator, child, other, level + 1)) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalChunks(Trie trie, MutatorContext mutator, long first, long second) {
        long left = countInChunks(mutator, second);
        for (long chunk = first; chunk != 0; ) {
            long address = mutator.address(chunk);
            long bits = Trie.bits(address);
            int entries = Trie.count(Trie.entryBits(bits));
            int children = Trie.count(Trie.childBits(bits));
            for (int i = 0; i < entries; i++) {
                long found =
                        trie.findInChunks(mutator, second, trie.key(address, entries, children, i));
                long value = trie.value(address, entries, children, i);
                if (found == 0 || !sameValue(trie, mutator, value, trie.valueAt(found))) {
                    return false;
                }
            }
            left -= entries;
            chunk = children == 0 ? 0 : Trie.child(address, 0);
        }
        return left == 0;
    }

    private static long countInChunks(MutatorContext mutator, long first) {
        long count = 0;
        for (long chunk = first; chunk != 0; ) {
            long address = mutator.address(chunk);
            long bits = Trie.bits(address);
            count += Trie.count(Trie.entryBits(bits));
            chunk = Trie.childBits(bits) == 0 ? 0 : Trie.child(address, 0);
        }
        return count;
    }

    private static boolean sameValue(Trie trie, MutatorContext mutator, long one, long two) {
        return one == two || trie.referenceValue() && trie.valueType().equal(mutator, one, two);
    }

    /// The same for the same entries in any order.
    static int hash(Trie trie, MutatorContext mutator, long root) {
        if (root == 0) {
            return 0;
        }
        int sum = sumOfHashes(trie, mutator, root);
        return Hashing.followedBy(sum, (int) trie.size(mutator, root));
    }

    private static int sumOfHashes(Trie trie, MutatorContext mutator, long first) {
        int sum = 0;
        for (long node = first; ; ) {
            long address = mutator.address(node);
            long bits = Trie.bits(address);
            int entries = Trie.count(Trie.entryBits(bits));
            int children = Trie.count(Trie.childBits(bits));
            for (int i = 0; i < entries; i++) {
                int hash = trie.hash(mutator, trie.key(address, entries, children, i));
                if (trie.valueType() != null) {
                    long value = trie.value(address, entries, children, i);
                    hash = Hashing.followedBy(hash, trie.valueType().hash(mutator, value));
                }
                sum += hash;
            }
            for (int i = 0; i < children - 1; i++) {
                sum += sumOfHashes(trie, mutator, Trie.child(address, i));
            }
            if (children == 0) {
                return sum;
            }
            node = Trie.child(address, children - 1); // by a loop: there may be many chunks
        }
    }
}
