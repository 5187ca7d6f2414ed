package coex.collections.map;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// What must hold of the nodes of a trie, checked one by one.
final class TrieChecks {

    private TrieChecks() {}

    static void assertInvariants(Trie trie, MutatorContext mutator, long root) {
        if (root != 0) {
            assertThat(entriesBelow(trie, mutator, root, 0, 0))
                    .as("entries counted and the root's count")
                    .isEqualTo(trie.size(mutator, root));
        }
    }

    private static long entriesBelow(
            Trie trie, MutatorContext mutator, long node, int level, int prefix) {
        long address = mutator.address(node);
        long bits = Trie.bits(address);
        int entryBits = Trie.entryBits(bits);
        int childBits = Trie.childBits(bits);
        int entries = Integer.bitCount(entryBits);
        int children = Integer.bitCount(childBits);
        long header = Memory.getLong(address);
        assertThat(ObjectHeader.shape(header))
                .isEqualTo(level == 0 ? trie.rootShape() : trie.nodeShape());
        assertThat(header & ObjectHeader.SEALED).isNotZero();
        if (level == Trie.COLLISIONS) {
            return entriesInChunks(trie, mutator, node, prefix);
        }
        assertThat(entryBits & childBits).as("places that hold both").isZero();
        int shift = 32 - Trie.DIGIT_BITS * (level + 1);
        long sum = entries;
        for (int place = 0; place < 32; place++) {
            int bit = 1 << place;
            int longer = shift >= 0 ? prefix | place << shift : prefix | place >>> -shift;
            if ((entryBits & bit) != 0) {
                long key = trie.key(address, entries, children, Trie.rank(entryBits, bit));
                assertThat(startsWith(trie.hash(mutator, key), longer, shift)).isTrue();
            }
            if ((childBits & bit) != 0) {
                long child = Trie.child(address, Trie.rank(childBits, bit));
                long below = entriesBelow(trie, mutator, child, level + 1, longer);
                assertThat(below).as("entries below a child").isGreaterThanOrEqualTo(2);
                sum += below;
            }
        }
        return sum;
    }

    private static boolean startsWith(int hash, int prefix, int shift) {
        return shift <= 0 ? hash == prefix : hash >>> shift == prefix >>> shift;
    }

    private static long entriesInChunks(Trie trie, MutatorContext mutator, long first, int hash) {
        long sum = 0;
        for (long chunk = first; chunk != 0; ) {
            long address = mutator.address(chunk);
            long bits = Trie.bits(address);
            int entries = Integer.bitCount(Trie.entryBits(bits));
            int children = Integer.bitCount(Trie.childBits(bits));
            assertThat(Trie.entryBits(bits))
                    .as("the lowest bits")
                    .isEqualTo(entries == 32 ? -1 : (1 << entries) - 1);
            assertThat(Trie.childBits(bits)).isBetween(0, 1);
            assertThat(entries).isPositive();
            if (chunk != first) {
                assertThat(entries).as("entries of a later chunk").isEqualTo(32);
            }
            for (int i = 0; i < entries; i++) {
                long key = trie.key(address, entries, children, i);
                assertThat(trie.hash(mutator, key)).isEqualTo(hash);
            }
            sum += entries;
            chunk = children == 0 ? 0 : Trie.child(address, 0);
        }
        return sum;
    }
}
