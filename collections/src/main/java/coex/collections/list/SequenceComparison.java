package coex.collections.list;

import coex.collections.value.Hashing;
import coex.collections.value.Primitive;
import coex.collections.value.ValueType;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Hashes and compares runs of elements in memory. No safepoints.
final class SequenceComparison {

    private SequenceComparison() {}

    /// Whether elements are the same exactly if their bits are.
    private static boolean byBits(ValueType element) {
        return element instanceof Primitive;
    }

    /// Takes the hashes of `count` elements into `hash`.
    static int hash(MutatorContext mutator, ValueType element, int hash, long first, int count) {
        Elements elements = Elements.of(element.storage());
        boolean byBits = byBits(element);
        int result = hash;
        for (int i = 0; i < count; i++) {
            long bits = elements.load(first, i);
            int next = byBits ? Hashing.ofWord(bits) : element.hash(mutator, bits);
            result = Hashing.followedBy(result, next);
        }
        return result;
    }

    /// Whether `count` elements are the same.
    static boolean equal(
            MutatorContext mutator, ValueType element, long first, long second, int count) {
        Elements elements = Elements.of(element.storage());
        if (byBits(element)) {
            return Memory.mismatch(first, second, elements.bytes(count)) < 0;
        }
        for (int i = 0; i < count; i++) {
            long one = elements.load(first, i);
            long other = elements.load(second, i);
            if (one != other && !element.equal(mutator, one, other)) {
                return false;
            }
        }
        return true;
    }
}
