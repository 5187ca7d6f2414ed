// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import static coex.collections.list.ListLayout.END;
import static coex.collections.list.ListLayout.MOST_CHILDREN;
import static coex.collections.list.ListLayout.TAIL;
import static coex.collections.list.ListLayout.handleAt;

import coex.gc.Heap;
import coex.gc.Shape;
import coex.gc.memory.Memory;

/// What a list of references has of a tail that it may share with longer lists: for those who look
/// at objects, not at elements.
public final class SharedTail {

    private SharedTail() {}

    /// The shape of all lists in a heap.
    public static Shape listShape(Heap heap) {
        return ListShapes.of(heap).list();
    }

    /// The last chunk of the list at an address.
    public static long of(long list) {
        return handleAt(list + TAIL);
    }

    /// How many elements at the beginning of that chunk the list has, or leaves out in front.
    public static int elements(long list) {
        return (Memory.getInt(list + END) - 1 & MOST_CHILDREN - 1) + 1;
    }
}
