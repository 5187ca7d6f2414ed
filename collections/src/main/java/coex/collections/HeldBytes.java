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
/// **What is new in a version** is counted by walking it beside an old one. A reference that the
/// old object has too is passed over, and so is all behind it; the others are walked beside those
/// of the old object that the new one lacks. So it takes time for what has changed. All that is in
/// the new version alone is counted: only what the old version has is passed over. An object that
/// moved to another place may be counted although the old version has it.
///
/// For one thread, which has entered the heap.
final class HeldBytes {

    /// How many references are looked at between two safepoints.
    private static final int STEP = 256;

    private static final int FIRST_DEPTH = 64;

    private final MutatorContext mutator;
    private final HandleSet met = new HandleSet();
    private long bytes;

    /// Objects that are not finished: handles, beside which old one each is walked, or 0, and how
    /// many of their references were looked at.
    private int[] objects = new int[FIRST_DEPTH];

    private int[] olds = new int[FIRST_DEPTH];
    private int[] positions = new int[FIRST_DEPTH];
    private int depth;

    /// References of the object that is looked at and of the old one, in this step.
    private final int[] references = new int[STEP];

    private final int[] oldReferences = new int[STEP];

    /// Which of the old references have been found in the new object, or been given to walk beside.
    private final boolean[] taken = new boolean[STEP];

    HeldBytes(MutatorContext mutator) {
        this.mutator = mutator;
    }

    /// The bytes of all objects counted so far.
    long bytes() {
        return bytes;
    }

    /// Counts what a collection leads to and was not met before.
    ///
    /// @param object rooted by the caller, or 0
    /// @param old a collection whose objects need not be counted, rooted by the caller; or 0
    void count(long object, long old) {
        if (object != old) {
            meet((int) object, (int) old);
        }
        while (depth > 0) {
            step(depth - 1);
            mutator.poll();
        }
    }

    private void meet(int object, int old) {
        if (object == 0 || !met.add(Integer.toUnsignedLong(object))) {
            return;
        }
        if (depth == objects.length) {
            objects = Arrays.copyOf(objects, 2 * depth);
            olds = Arrays.copyOf(olds, 2 * depth);
            positions = Arrays.copyOf(positions, 2 * depth);
        }
        objects[depth] = object;
        olds[depth] = old;
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
        int oldCount = 0;
        if (olds[at] != 0) {
            long old = address(olds[at]);
            oldCount = read(old, shape(old), position, oldReferences);
        }
        if (count < STEP) {
            depth--; // the object is finished
        } else {
            positions[at] = position + count;
        }
        meetNew(count, oldCount);
    }

    /// Meets the references that the old object has not.
    private void meetNew(int count, int oldCount) {
        Arrays.fill(taken, 0, oldCount, false);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (!takeEqual(i, references[i], oldCount)) {
                references[kept++] = references[i];
            }
        }
        int left = 0;
        for (int i = 0; i < oldCount; i++) {
            if (!taken[i] && oldReferences[i] != 0) {
                oldReferences[left++] = oldReferences[i];
            }
        }
        Arrays.fill(taken, 0, left, false);
        for (int i = 0; i < kept; i++) {
            if (references[i] != 0) {
                meet(references[i], counterpart(references[i], left));
            }
        }
    }

    /// Whether the old object has a reference too; most are at the same place.
    private boolean takeEqual(int place, int reference, int oldCount) {
        if (place < oldCount && oldReferences[place] == reference) {
            taken[place] = true;
            return true;
        }
        for (int i = 0; i < oldCount; i++) {
            if (oldReferences[i] == reference) {
                taken[i] = true;
                return true;
            }
        }
        return false;
    }

    /// What to walk an object beside: of those that only the old object refers to, the first that
    /// was not given yet and has the same shape; else the last of that shape, as for the halves of
    /// a node that was split; else any; 0 if there is none. Any answer is right; a good one makes
    /// the walk short.
    private int counterpart(int object, int left) {
        Shape shape = shape(address(object));
        int alike = left == 0 ? 0 : oldReferences[0];
        for (int i = 0; i < left; i++) {
            if (shape(address(oldReferences[i])) == shape) {
                alike = oldReferences[i];
                if (!taken[i]) {
                    taken[i] = true;
                    return alike;
                }
            }
        }
        return alike;
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
    private static int read(long address, Shape shape, int from, int[] into) {
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
