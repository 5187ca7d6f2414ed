package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;

/// Compares whole tries. Equal ones have the same nodes, but for the order of chunks, so
/// they are compared node by node, and what they share is not looked at. No safepoints but where the caller
/// asks for pauses.
final class TrieEquality {

    private TrieEquality() {}

    /// Each node is resolved again where there may have been a pause.
    static boolean equal(Trie trie, MutatorContext mutator, long first, long second, Pause pause) {
        if (first == second) {
            return true;
        }
        return first != 0
                && second != 0
                && trie.size(mutator, first) == trie.size(mutator, second)
                && equalNodes(trie, mutator, first, second, 0, pause);
    }

    private static boolean equalNodes(
            Trie trie, MutatorContext mutator, long first, long second, int level, Pause pause) {
        if (level == Trie.COLLISIONS) {
            return equalChunks(trie, mutator, first, second, pause);
        }
        long bits = Trie.bits(mutator.address(first));
        if (bits != Trie.bits(mutator.address(second))
                || !equalEntries(trie, mutator, first, second, bits, pause)) {
            return false;
        }
        int children = Trie.count(Trie.childBits(bits));
        for (int i = 0; i < children; i++) {
            long child = Trie.child(mutator.address(first), i);
            long other = Trie.child(mutator.address(second), i);
            if (child != other) {
                pause.between(mutator);
                if (!equalNodes(trie, mutator, child, other, level + 1, pause)) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Of nodes with the same bitmaps.
    private static boolean equalEntries(
            Trie trie, MutatorContext mutator, long first, long second, long bits, Pause pause) {
        int entries = Trie.count(Trie.entryBits(bits));
        int children = Trie.count(Trie.childBits(bits));
        for (int i = 0; i < entries; i++) {
            long key = trie.key(mutator.address(first), entries, children, i);
            long other = trie.key(mutator.address(second), entries, children, i);
            if (!sameKey(trie, mutator, key, other, pause)) {
                return false;
            }
            long value = trie.value(mutator.address(first), entries, children, i);
            long otherValue = trie.value(mutator.address(second), entries, children, i);
            if (!sameValue(trie, mutator, value, otherValue, pause)) {
                return false;
            }
        }
        return true;
    }

    /// The entries of chunks are in any order.
    private static boolean equalChunks(
            Trie trie, MutatorContext mutator, long first, long second, Pause pause) {
        long left = countInChunks(mutator, second);
        for (long chunk = first; chunk != 0; chunk = next(mutator, chunk)) {
            int entries = entriesOf(mutator, chunk);
            for (int i = 0; i < entries; i++) {
                if (!isInChunks(trie, mutator, chunk, i, second, pause)) {
                    return false;
                }
            }
            left -= entries;
        }
        return left == 0;
    }

    /// Whether an entry of a chunk is also in one of others.
    private static boolean isInChunks(
            Trie trie, MutatorContext mutator, long chunk, int index, long others, Pause pause) {
        long key = key(trie, mutator, chunk, index);
        for (long other = others; other != 0; other = next(mutator, other)) {
            int entries = entriesOf(mutator, other);
            for (int i = 0; i < entries; i++) {
                if (sameKey(trie, mutator, key(trie, mutator, other, i), key, pause)) {
                    long value = value(trie, mutator, chunk, index);
                    return sameValue(trie, mutator, value, value(trie, mutator, other, i), pause);
                }
            }
            pause.between(mutator);
        }
        return false;
    }

    private static long countInChunks(MutatorContext mutator, long first) {
        long count = 0;
        for (long chunk = first; chunk != 0; chunk = next(mutator, chunk)) {
            count += entriesOf(mutator, chunk);
        }
        return count;
    }

    private static int entriesOf(MutatorContext mutator, long chunk) {
        return Trie.count(Trie.entryBits(Trie.bits(mutator.address(chunk))));
    }

    /// The chunk after one, or 0.
    private static long next(MutatorContext mutator, long chunk) {
        long address = mutator.address(chunk);
        return Trie.childBits(Trie.bits(address)) == 0 ? 0 : Trie.child(address, 0);
    }

    private static long key(Trie trie, MutatorContext mutator, long node, int index) {
        long address = mutator.address(node);
        long bits = Trie.bits(address);
        int entries = Trie.count(Trie.entryBits(bits));
        return trie.key(address, entries, Trie.count(Trie.childBits(bits)), index);
    }

    private static long value(Trie trie, MutatorContext mutator, long node, int index) {
        long address = mutator.address(node);
        long bits = Trie.bits(address);
        int entries = Trie.count(Trie.entryBits(bits));
        return trie.value(address, entries, Trie.count(Trie.childBits(bits)), index);
    }

    private static boolean sameKey(
            Trie trie, MutatorContext mutator, long one, long two, Pause pause) {
        return one == two || !trie.wordKey() && trie.keyType().equal(mutator, one, two, pause);
    }

    private static boolean sameValue(
            Trie trie, MutatorContext mutator, long one, long two, Pause pause) {
        return one == two
                || trie.referenceValue() && trie.valueType().equal(mutator, one, two, pause);
    }
}
