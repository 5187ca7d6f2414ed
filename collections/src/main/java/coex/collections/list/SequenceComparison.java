package coex.collections.list;

import coex.collections.value.Hashing;
import coex.collections.value.Primitive;
import coex.collections.value.ValueType;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Hashes and compares runs of elements in memory. No safepoints.
final class SequenceComparison {

    private final ValueType element;
    private final Elements elements;

    /// Whether elements are the same exactly if their bits are.
    private final boolean byBits;

    SequenceComparison(ValueType element, Elements elements) {
        this.element = element;
        this.elements = elements;
        this.byBits = element instanceof Primitive;
    }

    /// Takes the hashes of `count` elements into `hash`.
    int hash(MutatorContext mutator, int hash, long first, int count) {
        int result = hash;
        for (int i = 0; i < count; i++) {
            long bits = elements.load(first, i);
            int next = byBits ? Hashing.ofWord(bits) : element.hash(mutator, bits);
            result = Hashing.followedBy(result, next);
        }
        return result;
    }

    /// Whether `count` elements are the same.
    boolean equal(MutatorContext mutator, long first, long second, int count) {
        if (byBits) {
            return equalBytes(first, second, elements.bytes(count));
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

    private static boolean equalBytes(long first, long second, long bytes) {
        long at = 0;
        for (; at + 8 <= bytes; at += 8) {
            if (Memory.getLong(first + at) != Memory.getLong(second + at)) {
                return false;
            }
        }
        for (; at < bytes; at++) {
            if (Memory.getByte(first + at) != Memory.getByte(second + at)) {
                return false;
            }
        }
        return true;
    }
}
