// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.save.HandleSet;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.heap.HeapCore;
import coex.gc.layout.NodeForm;
import coex.gc.layout.NodeShape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.util.Arrays;

/// Counts the bytes of the objects that collections lead to, each object once.
///
/// The walk has a stack of its own, so depth costs no stack of the thread's. Each step looks at a
/// bounded number of references of one object, and between two steps is a safepoint: the collector
/// waits for one step at most. Nothing but handles is kept over a safepoint; the caller has roots
/// for the collections, and what they lead to stays, since references in them are written once.
///
/// For one thread, which has entered the heap.
final class HeldBytes {

    /// How many references are looked at between two safepoints.
    static final int STEP = 256;

    private static final int FIRST_DEPTH = 64;

    private final MutatorContext mutator;
    private final HandleSet met = new HandleSet();
    private long bytes;
    private boolean isShared;

    /// Objects that are not finished: handles, and how many of their references were looked at.
    private int[] objects = new int[FIRST_DEPTH];

    private int[] positions = new int[FIRST_DEPTH];
    private int depth;

    /// References of the object that is looked at, in this step.
    private final int[] references = new int[STEP];

    HeldBytes(MutatorContext mutator) {
        this.mutator = mutator;
    }

    /// The bytes of all objects counted so far.
    long bytes() {
        return bytes;
    }

    /// Whether something is referred to twice.
    boolean isShared() {
        return isShared;
    }

    /// Counts what a collection leads to and was not met before.
    ///
    /// @param object rooted by the caller, or 0
    void count(long object) {
        meet((int) object);
        while (depth > 0) {
            step(depth - 1);
            mutator.poll();
        }
    }

    private void meet(int object) {
        if (object == 0) {
            return;
        }
        if (!met.add(Integer.toUnsignedLong(object))) {
            isShared = true;
            return;
        }
        if (depth == objects.length) {
            objects = Arrays.copyOf(objects, 2 * depth);
            positions = Arrays.copyOf(positions, 2 * depth);
        }
        objects[depth] = object;
        positions[depth++] = 0;
    }

    /// Looks at the next references of an object, which is the last one. No safepoint.
    private void step(int at) {
        long address = address(objects[at]);
        Shape shape = shape(address);
        int position = positions[at];
        if (position == 0) {
            bytes += HeapCore.bytesAt(address, shape);
        }
        int count = read(address, shape, position, references);
        if (count < STEP) {
            depth--; // the object is finished
        } else {
            positions[at] = position + count;
        }
        for (int i = 0; i < count; i++) {
            meet(references[i]);
        }
    }

    private long address(int handle) {
        return mutator.address(Integer.toUnsignedLong(handle));
    }

    private Shape shape(long address) {
        return mutator.core().shapes().find(ObjectHeader.shape(Memory.getLong(address)));
    }

    /// Reads references of an object from the given one on, at most a step's. How many.
    ///
    /// The last chunk of a list may be written meanwhile, behind the elements of this version. It
    /// is read with acquire, as mutable objects are, so that the object behind a new reference is
    /// seen.
    static int read(long address, Shape shape, int from, int[] into) {
        int first = Shape.HEADER_BYTES;
        int all = shape.referenceCount();
        if (shape.elementKind() == Kind.REFERENCE) {
            first = shape.fixedBytes();
            all = Memory.getInt(address + Shape.LENGTH_OFFSET);
        } else if (shape instanceof NodeShape node) {
            first = NodeForm.FIRST_REFERENCE;
            all =
                    node.form()
                            .referenceCount(
                                    bitsAt(address + NodeForm.ENTRY_BITS_OFFSET),
                                    bitsAt(address + NodeForm.CHILD_BITS_OFFSET));
        }
        int count = Math.clamp(all - from, 0, STEP);
        for (int i = 0; i < count; i++) {
            into[i] = Memory.getIntAcquire(address + first + 4L * (from + i));
        }
        return count;
    }

    private static int bitsAt(long address) {
        return Integer.bitCount(Memory.getInt(address));
    }
}
