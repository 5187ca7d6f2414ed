package coex.collections.list;

import coex.collections.value.Hashing;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.ValueType;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Hashes and compares elements. No safepoints but where the caller asks for pauses.
final class SequenceComparison {

    private SequenceComparison() {}

    /// As many elements that are the same if their bits are need no pause.
    private static final int BRIEF = 1024;

    /// Bytes of an array that are compared without a pause.
    private static final int STEP_BYTES = 1 << 16;

    /// Elements of an array, each a value with pauses of its own, that are compared without one.
    private static final int STEP_ELEMENTS = 32;

    /// Whether so many elements are compared in so little time that there is no need for pauses.
    static boolean isBrief(ValueType element, int length) {
        return byBits(element) && length <= BRIEF;
    }

    /// Whether elements are the same exactly if their bits are.
    private static boolean byBits(ValueType element) {
        return element instanceof Primitive;
    }

    /// Takes the hashes of `count` elements into `hash`, each of at most so many parts.
    static int hash(
            MutatorContext mutator, ValueType element, int hash, long first, int count, int parts) {
        Elements elements = Elements.of(element.storage());
        boolean byBits = byBits(element);
        int result = hash;
        for (int i = 0; i < count; i++) {
            long bits = elements.load(first, i);
            int next = byBits ? Hashing.ofWord(bits) : element.hash(mutator, bits, parts);
            result = Hashing.followedBy(result, next);
        }
        return result;
    }

    /// Which element of a sequence with more elements than count for its hash is the one of a number that
    /// does: a quarter of those at either end, and the rest evenly between.
    static int sample(int length, int parts, int number) {
        int end = parts / 4;
        if (number < end) {
            return number;
        }
        if (number >= parts - end) {
            return length - (parts - number);
        }
        return end + (int) ((length - 2L * end) * (number - end) / (parts - 2 * end));
    }

    /// Takes the hash of one element into `hash`.
    static int hash(MutatorContext mutator, ValueType element, int hash, long bits) {
        int next = byBits(element) ? Hashing.ofWord(bits) : element.hash(mutator, bits, 1);
        return Hashing.followedBy(hash, next);
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

    // With pauses. Everything is resolved again after one

    /// Whether two lists of the same length are the same; a pause after each chunk.
    static boolean equalLists(
            ListType type,
            MutatorContext mutator,
            long first,
            long second,
            int length,
            Pause pause) {
        Elements elements = type.elements();
        for (int done = 0; done < length; ) {
            int position = type.position(mutator, first, done);
            int other = type.position(mutator, second, done);
            long chunk = type.chunkAt(mutator, first, position);
            long otherChunk = type.chunkAt(mutator, second, other);
            int from = elements.inLeaf(position);
            int otherFrom = elements.inLeaf(other);
            int count = Math.min(elements.perLeaf() - Math.max(from, otherFrom), length - done);
            boolean shared = chunk == otherChunk && from == otherFrom;
            if (!shared
                    && !equalParts(
                            mutator,
                            type.element(),
                            chunk,
                            ListLayout.FIRST + elements.bytes(from),
                            otherChunk,
                            ListLayout.FIRST + elements.bytes(otherFrom),
                            count,
                            pause)) {
                return false;
            }
            done += count;
            if (done < length) {
                pause.between(mutator);
            }
        }
        return true;
    }

    /// Whether `count` elements are the same that lie in two objects from these offsets on.
    private static boolean equalParts(
            MutatorContext mutator,
            ValueType element,
            long first,
            long offset,
            long second,
            long otherOffset,
            int count,
            Pause pause) {
        if (byBits(element)) {
            return equal(
                    mutator,
                    element,
                    mutator.address(first) + offset,
                    mutator.address(second) + otherOffset,
                    count);
        }
        Elements elements = Elements.of(element.storage());
        long one = mutator.address(first) + offset;
        long two = mutator.address(second) + otherOffset;
        for (int i = 0; i < count; i++) {
            long bits = elements.load(one, i);
            long others = elements.load(two, i);
            if (bits != others && !element.equal(mutator, bits, others, pause)) {
                return false;
            }
            if (pause == Pause.POLL) {
                one = mutator.address(first) + offset;
                two = mutator.address(second) + otherOffset;
            }
        }
        return true;
    }

    /// Whether two arrays of the same length are the same.
    static boolean equalArrays(
            ArrayType type,
            MutatorContext mutator,
            long first,
            long second,
            int length,
            Pause pause) {
        boolean byBits = byBits(type.element());
        int step = byBits ? STEP_BYTES >> type.elements().sizeShift() : STEP_ELEMENTS;
        for (int done = 0; done < length; ) {
            int count = Math.min(step, length - done);
            boolean equal =
                    byBits
                            ? equal(
                                    mutator,
                                    type.element(),
                                    type.first(mutator, first) + type.elements().bytes(done),
                                    type.first(mutator, second) + type.elements().bytes(done),
                                    count)
                            : equalElements(type, mutator, first, second, done, count, pause);
            if (!equal) {
                return false;
            }
            done += count;
            if (done < length) {
                pause.between(mutator);
            }
        }
        return true;
    }

    private static boolean equalElements(
            ArrayType type,
            MutatorContext mutator,
            long first,
            long second,
            int from,
            int count,
            Pause pause) {
        for (int i = from; i < from + count; i++) {
            long one = type.load(type.first(mutator, first), i);
            long other = type.load(type.first(mutator, second), i);
            if (one != other && !type.element().equal(mutator, one, other, pause)) {
                return false;
            }
        }
        return true;
    }
}
