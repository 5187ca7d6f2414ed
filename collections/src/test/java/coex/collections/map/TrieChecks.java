package coex.collections.map;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.value.Pause;
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
            return new Collisions(trie, mutator, prefix).check(node);
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

    /// The keys of a collision tree in their order.
    private static final class Collisions {
        private final Trie trie;
        private final MutatorContext mutator;
        private final int hash;
        private long last;
        private long count;
        private int height = -1;

        Collisions(Trie trie, MutatorContext mutator, int hash) {
            this.trie = trie;
            this.mutator = mutator;
            this.hash = hash;
        }

        long check(long top) {
            check(top, 0);
            assertThat(count).isGreaterThanOrEqualTo(2);
            assertThat(BTree.isLeaf(mutator, top))
                    .as("a leaf of %d entries", count)
                    .isEqualTo(count <= BTree.MOST);
            return count;
        }

        private void check(long node, int depth) {
            long address = mutator.address(node);
            assertThat(ObjectHeader.shape(Memory.getLong(address))).isEqualTo(trie.nodeShape());
            long bits = Trie.bits(address);
            int entries = Integer.bitCount(Trie.entryBits(bits));
            int children = Integer.bitCount(Trie.childBits(bits));
            assertThat(Trie.entryBits(bits)).isEqualTo((int) ((1L << entries) - 1));
            assertThat(Trie.childBits(bits)).isEqualTo((int) ((1L << children) - 1));
            assertThat(children).isIn(0, entries + 1);
            assertThat(CollisionTree.isInner(bits)).isEqualTo(children > 0);
            assertThat(entries).isBetween(depth == 0 ? 1 : 15, 31);
            if (children == 0) {
                height = height < 0 ? depth : height;
                assertThat(depth).as("depth of a leaf").isEqualTo(height);
            }
            for (int i = 0; i < Math.max(entries, children); i++) {
                if (children > 0) {
                    check(Trie.child(address, i), depth + 1);
                }
                if (i < entries) {
                    checkKey(trie.key(address, entries, children, i));
                }
            }
        }

        private void checkKey(long key) {
            assertThat(trie.hash(mutator, key)).isEqualTo(hash);
            if (count++ > 0) {
                assertThat(trie.compare(mutator, last, key, Pause.NONE)).isNegative();
            }
            last = key;
        }
    }
}
