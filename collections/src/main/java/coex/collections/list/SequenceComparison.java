// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import coex.collections.value.Hashing;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.ValueType;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Hashes and compares elements. No safepoints but where the caller asks for pauses.
///
/// What compares with pauses serves two ends: `inOrder` it returns less than 0, 0 or greater than
/// 0, as [ValueType#compare] does; else it only says whether all is equal, by 0, which may take
/// less time.
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

    /// Which element of a sequence with more elements than count for its hash is the one of a
    /// number that does: a quarter of those at either end, and the rest evenly between.
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

    /// Compares two lists of the same length; a pause after each chunk.
    static int compareLists(
            ListType type,
            MutatorContext mutator,
            long first,
            long second,
            int length,
            boolean inOrder,
            Pause pause) {
        Elements elements = type.elements();
        int order = 0;
        for (int done = 0; done < length && order == 0; ) {
            int position = type.position(mutator, first, done);
            int other = type.position(mutator, second, done);
            long chunk = type.chunkAt(mutator, first, position);
            long otherChunk = type.chunkAt(mutator, second, other);
            int from = elements.inLeaf(position);
            int otherFrom = elements.inLeaf(other);
            int count = Math.min(elements.perLeaf() - Math.max(from, otherFrom), length - done);
            if (chunk != otherChunk || from != otherFrom) {
                order =
                        compareParts(
                                mutator,
                                type.element(),
                                chunk,
                                ListLayout.FIRST + elements.bytes(from),
                                otherChunk,
                                ListLayout.FIRST + elements.bytes(otherFrom),
                                count,
                                inOrder,
                                pause);
            }
            done += count;
            if (done < length && order == 0) {
                pause.between(mutator);
            }
        }
        return order;
    }

    /// Compares `count` elements that lie in two objects from these offsets on.
    private static int compareParts(
            MutatorContext mutator,
            ValueType element,
            long first,
            long offset,
            long second,
            long otherOffset,
            int count,
            boolean inOrder,
            Pause pause) {
        Elements elements = Elements.of(element.storage());
        long one = mutator.address(first) + offset;
        long two = mutator.address(second) + otherOffset;
        if (byBits(element)) {
            return compareBits(elements, one, two, count);
        }
        int order = 0;
        for (int i = 0; i < count && order == 0; i++) {
            long bits = elements.load(one, i);
            long others = elements.load(two, i);
            order = compare(mutator, element, bits, others, inOrder, pause);
            if (pause == Pause.POLL) {
                one = mutator.address(first) + offset;
                two = mutator.address(second) + otherOffset;
            }
        }
        return order;
    }

    private static int compareBits(Elements elements, long first, long second, int count) {
        long mismatch = Memory.mismatch(first, second, elements.bytes(count));
        if (mismatch < 0) {
            return 0;
        }
        long index = mismatch >> elements.sizeShift();
        return Long.compare(elements.load(first, index), elements.load(second, index));
    }

    private static int compare(
            MutatorContext mutator,
            ValueType element,
            long bits,
            long others,
            boolean inOrder,
            Pause pause) {
        if (bits == others) {
            return 0;
        }
        return inOrder
                ? element.compare(mutator, bits, others, pause)
                : element.equal(mutator, bits, others, pause) ? 0 : 1;
    }

    /// Compares two arrays of the same length.
    static int compareArrays(
            ArrayType type,
            MutatorContext mutator,
            long first,
            long second,
            int length,
            boolean inOrder,
            Pause pause) {
        Elements elements = type.elements();
        boolean byBits = byBits(type.element());
        int step = byBits ? STEP_BYTES >> elements.sizeShift() : STEP_ELEMENTS;
        int order = 0;
        for (int done = 0; done < length && order == 0; ) {
            int count = Math.min(step, length - done);
            order =
                    byBits
                            ? compareBits(
                                    elements,
                                    type.first(mutator, first) + elements.bytes(done),
                                    type.first(mutator, second) + elements.bytes(done),
                                    count)
                            : compareElements(
                                    type, mutator, first, second, done, count, inOrder, pause);
            done += count;
            if (done < length && order == 0) {
                pause.between(mutator);
            }
        }
        return order;
    }

    private static int compareElements(
            ArrayType type,
            MutatorContext mutator,
            long first,
            long second,
            int from,
            int count,
            boolean inOrder,
            Pause pause) {
        int order = 0;
        for (int i = from; i < from + count && order == 0; i++) {
            long one = type.load(type.first(mutator, first), i);
            long other = type.load(type.first(mutator, second), i);
            order = compare(mutator, type.element(), one, other, inOrder, pause);
        }
        return order;
    }
}
