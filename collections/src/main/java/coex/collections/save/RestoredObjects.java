// SPDX-License-Identifier: Apache-2.0
package coex.collections.save;

import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// Any number of objects that are kept alive while something is restored: a growing array in the
/// heap, which is in a slot of the caller's frame. For one thread.
public final class RestoredObjects {

    /// Objects copied between two safepoints.
    private static final int STEP = 4096;

    private static final int FIRST_ROOM = 64;

    /// The shape of the array, once for each heap.
    private record Table(Shape shape) {
        static Table of(Heap heap) {
            return ConcurrentHeap.of(heap)
                    .extension(
                            Table.class,
                            () ->
                                    new Table(
                                            heap.shape("coex.Restored")
                                                    .arrayOf(Kind.REFERENCE)
                                                    .mutable()
                                                    .build()));
        }
    }

    private final Shape shape;
    private final MutatorContext mutator;
    private final RootFrame frame;
    private final int slot;
    private int count;
    private int room;

    RestoredObjects(Heap heap, MutatorContext mutator, RootFrame frame, int slot) {
        this.shape = Table.of(heap).shape();
        this.mutator = mutator;
        this.frame = frame;
        this.slot = slot;
    }

    public int count() {
        return count;
    }

    /// The array, as something that keeps all of them.
    public long keeper() {
        return frame.get(slot);
    }

    /// Keeps an object, or 0. A safepoint.
    public void add(long object) {
        if (count == room) {
            try (RootFrame _ = RootFrame.of(mutator, object)) {
                grow();
            }
        }
        long array = mutator.address(keeper());
        mutator.storeReference(array, array + offset(count), object);
        count++;
    }

    public long get(int index) {
        return Integer.toUnsignedLong(Memory.getInt(mutator.address(keeper()) + offset(index)));
    }

    private long offset(int index) {
        return shape.fixedBytes() + 4L * index;
    }

    private void grow() {
        int more = Math.max(FIRST_ROOM, Math.addExact(room, room));
        long bytes = shape.fixedBytes() + 4L * more + 7 & -8L;
        long grown =
                mutator.allocator().allocateArray(shape.id(), bytes, ObjectHeader.MUTABLE, more);
        try (RootFrame _ = RootFrame.of(mutator, grown)) {
            for (int i = 0; i < count; i++) {
                long object = get(i);
                long array = mutator.address(grown);
                mutator.storeReference(array, array + offset(i), object);
                if (i % STEP == STEP - 1) {
                    mutator.poll();
                }
            }
            frame.set(slot, grown);
        }
        room = more;
    }
}
