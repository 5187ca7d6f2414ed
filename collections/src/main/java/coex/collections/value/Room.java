// SPDX-License-Identifier: Apache-2.0
package coex.collections.value;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ObjectAllocator;

/// Makes room for the objects of one operation before it makes the first of them.
///
/// An operation finds out what it needs, makes room, and builds bottom up with
/// `ObjectAllocator.takeReserved`. Making room is its only safepoint, so no object it builds needs
/// a root meanwhile, and addresses resolved after it stay good until the end. What the operation
/// was given, and still needs, is rooted here, and only when the collector may look.
public final class Room {

    private Room() {}

    /// Makes room for `objects` objects of `bytes` bytes in all, and keeps what the handles name.
    /// Pass 0 for those there are not; never pass bits that are not a handle.
    public static void make(
            MutatorContext mutator, int bytes, int objects, long first, long second, long third) {
        ObjectAllocator allocator = mutator.allocator();
        if (!allocator.isReserved(bytes, objects)) {
            makeSlowly(mutator, bytes, objects, first, second, third);
        }
    }

    private static void makeSlowly(
            MutatorContext mutator, int bytes, int objects, long first, long second, long third) {
        int frame = mutator.root(first, second, third);
        try {
            mutator.allocator().reserve(bytes, objects);
        } finally {
            mutator.popTo(frame);
        }
    }
}
