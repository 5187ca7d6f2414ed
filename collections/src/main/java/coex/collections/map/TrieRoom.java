package coex.collections.map;

import coex.gc.layout.ObjectHeader;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ObjectAllocator;

/// Memory for the nodes of one update.
///
/// An update is tried in a *mode*. First [#UNCHECKED]: it looks, knows what it needs, and gives up
/// with [#NO_ROOM] unless that is at hand. Then room is made, with a safepoint, and it is tried again
/// in mode [#RESERVED], which cannot fail. Only with blocks too small for an update, which tests
/// have, and among entries with equal hashes, does it take its nodes one at a time: then the mode is the first slot of a frame that
/// keeps what it works with, and every [#take] is a safepoint.
final class TrieRoom {

    static final int UNCHECKED = -2;
    static final int RESERVED = -1;

    /// The result of a try that found no room; no handle.
    static final long NO_ROOM = -1;

    /// More than any entry adds to a node, padding included.
    static final int ENTRY_BYTES = 24;

    private static final int MOST_RESERVED = 64;

    /// The slots of a frame that a mode is the first slot of: trie, key, value, and the newest node.
    static final int SLOTS = 4;

    private static final int NEWEST_SLOT = 3;
    private static final int TAKEN_LARGE = MutatorContext.SCRATCH_WORDS - 4;
    private static final int LARGEST_BYTES = MutatorContext.SCRATCH_WORDS - 3;
    private static final int NEEDED_BYTES = MutatorContext.SCRATCH_WORDS - 2;
    private static final int NEEDED_OBJECTS = MutatorContext.SCRATCH_WORDS - 1;

    private TrieRoom() {}

    /// Whether a try in this mode can go on. Notes the need if not.
    ///
    /// @param bytes of all nodes
    /// @param largest at least the bytes of any of them
    static boolean suffices(MutatorContext mutator, int mode, int bytes, int largest, int objects) {
        if (mode != UNCHECKED || mutator.allocator().isReserved(bytes, largest, objects)) {
            return true;
        }
        mutator.scratch()[LARGEST_BYTES] = largest;
        mutator.scratch()[NEEDED_BYTES] = bytes;
        mutator.scratch()[NEEDED_OBJECTS] = objects;
        return false;
    }

    /// Makes the room that the last try noted. The arguments are handles or 0. Returns the mode to go
    /// on in; if it is not [#RESERVED], [#end] must follow.
    static int make(MutatorContext mutator, long root, long key, long value) {
        int bytes = (int) mutator.scratch()[NEEDED_BYTES];
        int largest = (int) mutator.scratch()[LARGEST_BYTES];
        int objects = (int) mutator.scratch()[NEEDED_OBJECTS];
        int frame = mutator.stack().push(SLOTS);
        int base = mutator.stack().base(frame);
        mutator.stack().setTop(base, root);
        mutator.stack().setTop(base + 1, key);
        mutator.stack().setTop(base + 2, value);
        if (bytes > mutator.core().blocks().largestShared() || objects > MOST_RESERVED) {
            return base;
        }
        try {
            mutator.allocator().reserve(bytes, largest, objects);
        } finally {
            mutator.popTo(frame);
        }
        return RESERVED;
    }

    /// Drops the frame that [#make] has left.
    static void end(MutatorContext mutator, int mode) {
        if (mode >= 0) {
            mutator.popTo(mutator.stack().depth() - 1);
        }
    }

    /// Memory for a node, to be written and given to [#publish] with no safepoint between.
    static long take(MutatorContext mutator, int bytes, int shape, int mode) {
        return mode < 0
                ? mutator.allocator().takeReserved(bytes)
                : takeAlone(mutator, bytes, shape);
    }

    /// Makes what was written at `address` a node.
    static long publish(MutatorContext mutator, long address, int shape, int mode) {
        if (mode < 0) {
            return mutator.allocator().publish(address, shape, ObjectHeader.SEALED);
        }
        long handle = publishAlone(mutator, address, shape);
        mutator.stack().setTop(mode + NEWEST_SLOT, handle);
        return handle;
    }

    /// Memory for one node, for which no room was made; a safepoint. [#publishAlone] must follow.
    static long takeAlone(MutatorContext mutator, int bytes, int shape) {
        ObjectAllocator allocator = mutator.allocator();
        if (bytes <= mutator.core().blocks().largestShared()) {
            mutator.scratch()[TAKEN_LARGE] = 0;
            return allocator.take(bytes, ObjectHeader.SEALED);
        }
        // An object already, whose bitmaps are empty until it is written.
        long handle = allocator.allocate(shape, bytes, ObjectHeader.SEALED);
        mutator.scratch()[TAKEN_LARGE] = handle;
        return mutator.address(handle);
    }

    static long publishAlone(MutatorContext mutator, long address, int shape) {
        long large = mutator.scratch()[TAKEN_LARGE];
        return large != 0
                ? large
                : mutator.allocator().publish(address, shape, ObjectHeader.SEALED);
    }
}
