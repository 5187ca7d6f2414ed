// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import coex.collections.value.Pause;
import coex.gc.Shape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Makes arrays.
///
/// A small array is written as a whole and then published. One that has blocks of its own is an
/// object from the start, zeroed, rooted in the frame, and written piece by piece with a safepoint
/// after each, so that no handshake waits for it; it is sealed at the end. The collector may trace
/// it meanwhile, so its references are written one by one, each once and with release, as those of
/// any object under construction.
final class ArrayWriting {

    /// Elements written between two safepoints.
    private static final int STEP = 1 << 15;

    /// The slot of an array that was published before it was written; the two before it keep what
    /// it is made from. Frames are known by their depth: a `RootFrame` that is passed to methods
    /// which the compiler does not inline would be a Java object for each array.
    private static final int RESULT_SLOT = 2;

    private ArrayWriting() {}

    /// An array of `length` elements, the first of them those of `array`, with another one at `at`.
    static long copy(
            ArrayType type, MutatorContext mutator, long array, int length, int at, long bits) {
        int frame = mutator.root(array, type.elements().rootOf(bits), 0);
        try {
            long made = begin(type, mutator, frame, length);
            int before = Math.min(length, type.length(mutator, array));
            // The place of the new element is left out: a reference is written once.
            copyElements(type, mutator, frame, made, 0, array, 0, at);
            copyElements(type, mutator, frame, made, at + 1, array, at + 1, before - at - 1);
            store(type, mutator, frame, made, at, bits);
            return end(type, mutator, frame, made);
        } finally {
            mutator.popTo(frame);
        }
    }

    /// The elements of `array` before `first`, `count` of `source`, those of `array` from `end` on.
    static long replaced(
            ArrayType type,
            MutatorContext mutator,
            long array,
            int first,
            int end,
            long source,
            int count) {
        int after = type.length(mutator, array) - end;
        int length = first + count + after;
        if (length == 0) {
            return 0;
        }
        int frame = mutator.root(array, source, 0);
        try {
            long made = begin(type, mutator, frame, length);
            copyElements(type, mutator, frame, made, 0, array, 0, first);
            copyElements(type, mutator, frame, made, first, source, 0, count);
            copyElements(type, mutator, frame, made, first + count, array, end, after);
            return end(type, mutator, frame, made);
        } finally {
            mutator.popTo(frame);
        }
    }

    static long filled(ArrayType type, MutatorContext mutator, int length, long bits) {
        int frame = mutator.root(type.elements().rootOf(bits), 0, 0);
        try {
            long made = begin(type, mutator, frame, length);
            for (int i = 0; i < length; i++) {
                store(type, mutator, frame, made, i, bits);
                rest(mutator, frame, i);
            }
            return end(type, mutator, frame, made);
        } finally {
            mutator.popTo(frame);
        }
    }

    static long of(ArrayType type, MutatorContext mutator, long[] bits, int from, int count) {
        int frame = mutator.root(0, 0, 0);
        try {
            long made = begin(type, mutator, frame, count);
            for (int i = 0; i < count; i++) {
                store(type, mutator, frame, made, i, bits[from + i]);
                rest(mutator, frame, i);
            }
            return end(type, mutator, frame, made);
        } finally {
            mutator.popTo(frame);
        }
    }

    /// An array of bytes.
    static long ofBytes(ArrayType type, MutatorContext mutator, byte[] bytes) {
        int frame = mutator.root(0, 0, 0);
        try {
            long made = begin(type, mutator, frame, bytes.length);
            for (int done = 0; done < bytes.length; ) {
                int run = Math.min(Pause.STEP_BYTES, bytes.length - done);
                Memory.copyIn(bytes, done, target(type, mutator, frame, made) + done, run);
                done += run;
                if (isPublished(mutator, frame)) {
                    mutator.poll();
                }
            }
            return end(type, mutator, frame, made);
        } finally {
            mutator.popTo(frame);
        }
    }

    static long from(
            ArrayType type, MutatorContext mutator, int length, long keeper, BitsSource source) {
        int frame = mutator.root(keeper, 0, 0);
        try {
            long made = begin(type, mutator, frame, length);
            for (int i = 0; i < length; i++) {
                store(type, mutator, frame, made, i, source.next());
                rest(mutator, frame, i);
            }
            return end(type, mutator, frame, made);
        } finally {
            mutator.popTo(frame);
        }
    }

    static long ofList(ArrayType type, MutatorContext mutator, ListType lists, long list) {
        Elements elements = type.elements();
        int frame = mutator.root(list, 0, 0);
        try {
            int length = ArrayType.requireLength(lists.length(mutator, list));
            long made = begin(type, mutator, frame, length);
            for (int done = 0; done < length; ) {
                int position = lists.position(mutator, list, done);
                int inLeaf = elements.inLeaf(position);
                int run = Math.min(elements.perLeaf() - inLeaf, length - done);
                long chunk = mutator.address(lists.chunkAt(mutator, list, position));
                long source = chunk + ListLayout.FIRST + elements.bytes(inLeaf);
                copyRun(type, mutator, frame, made, done, source, run);
                done += run;
                if (isPublished(mutator, frame)) {
                    mutator.poll();
                }
            }
            return end(type, mutator, frame, made);
        } finally {
            mutator.popTo(frame);
        }
    }

    /// Memory for an array. A safepoint. Its address is only good if it is not published yet.
    private static long begin(ArrayType type, MutatorContext mutator, int frame, int length) {
        long bytes = type.firstOffset() + type.elements().bytes(length) + 7 & -8L;
        if (bytes > mutator.core().blocks().largestShared()) {
            long handle = mutator.allocator().allocateArray(type.arrayShape(), bytes, 0, length);
            mutator.reroot(frame, RESULT_SLOT, handle);
            return 0;
        }
        long made = mutator.allocator().take((int) bytes, ObjectHeader.SEALED);
        Memory.putInt(made + Shape.LENGTH_OFFSET, length);
        return made;
    }

    private static long end(ArrayType type, MutatorContext mutator, int frame, long made) {
        if (!isPublished(mutator, frame)) {
            return mutator.allocator().publish(made, type.arrayShape(), ObjectHeader.SEALED);
        }
        long handle = result(mutator, frame);
        long address = mutator.address(handle);
        Memory.putLongRelease(address, Memory.getLong(address) | ObjectHeader.SEALED);
        return handle;
    }

    private static long result(MutatorContext mutator, int frame) {
        return mutator.rooted(frame, RESULT_SLOT);
    }

    private static boolean isPublished(MutatorContext mutator, int frame) {
        return result(mutator, frame) != 0;
    }

    /// Comes to a safepoint now and then, if nothing is lost by it.
    private static void rest(MutatorContext mutator, int frame, int done) {
        if (done % STEP == STEP - 1 && isPublished(mutator, frame)) {
            mutator.poll();
        }
    }

    /// Where the elements of the array begin that is being made.
    private static long target(ArrayType type, MutatorContext mutator, int frame, long made) {
        long handle = result(mutator, frame);
        return (handle == 0 ? made : mutator.address(handle)) + type.firstOffset();
    }

    private static void store(
            ArrayType type, MutatorContext mutator, int frame, long made, int index, long bits) {
        long first = target(type, mutator, frame, made);
        if (type.elements().areReferences()) {
            Memory.putIntRelease(first + 4L * index, (int) bits);
        } else {
            type.elements().store(first, index, bits);
        }
    }

    /// Copies elements of an array that is rooted.
    private static void copyElements(
            ArrayType type,
            MutatorContext mutator,
            int frame,
            long made,
            int at,
            long array,
            int from,
            int count) {
        for (int done = 0; done < count; ) {
            int run = Math.min(STEP, count - done);
            long source = type.first(mutator, array) + type.elements().bytes(from + done);
            copyRun(type, mutator, frame, made, at + done, source, run);
            done += run;
            if (isPublished(mutator, frame)) {
                mutator.poll();
            }
        }
    }

    private static void copyRun(
            ArrayType type,
            MutatorContext mutator,
            int frame,
            long made,
            int at,
            long source,
            int count) {
        long to = target(type, mutator, frame, made) + type.elements().bytes(at);
        if (type.elements().areReferences() && isPublished(mutator, frame)) {
            for (int i = 0; i < count; i++) {
                Memory.putIntRelease(to + 4L * i, Memory.getInt(source + 4L * i));
            }
        } else {
            Memory.copy(source, to, type.elements().bytes(count));
        }
    }
}
