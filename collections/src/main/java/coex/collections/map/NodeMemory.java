// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ObjectAllocator;

/// Memory for nodes that are taken one at a time, of any size.
public final class NodeMemory {

    private NodeMemory() {}

    /// Memory for one node, for which no room was made; a safepoint. [#publish] must follow, with
    /// none between.
    public static long take(MutatorContext mutator, int bytes, int shape) {
        ObjectAllocator allocator = mutator.allocator();
        if (bytes <= allocator.largestShared()) {
            return allocator.take(bytes, ObjectHeader.SEALED);
        }
        // An object already, whose bitmaps are empty until it is written.
        return mutator.address(allocator.allocate(shape, bytes, ObjectHeader.SEALED));
    }

    /// Makes what was written at `address`, of so many bytes, a node.
    public static long publish(MutatorContext mutator, long address, int bytes, int shape) {
        return bytes <= mutator.allocator().largestShared()
                ? mutator.allocator().publish(address, shape, ObjectHeader.SEALED)
                : ObjectHeader.handle(Memory.getLong(address));
    }
}
