// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import static coex.gc.layout.ObjectHeader.HANDLE_MASK;

import coex.gc.memory.Memory;

/// Where things lie in the objects of a list.
///
///     list    | header 8 | root 4 | tail 4 | start 4 | end 4 |
///     node    | header 8 | length 4 | shift 4 | children 4 each, at most 32 |
///     chunk   | header 8 | length 4 | claim 4 | elements |
///
/// A list is the positions from `start` to `end` of a vector. Its last positions, those from
/// `tailStart(end)`, are in the chunk `tail`; there is always at least one of them. All before are
/// in the tree under `root`, which is 0 exactly if `tailStart(end)` is.
///
/// A node's child number i holds the positions whose bits from `shift` up, as far as the node goes,
/// are i. All children of a node are full but the last, whose positions end at the tail. Children
/// wholly before `start` may be 0. The lowest nodes' children are full chunks, *leaves*.
///
/// A chunk's `claim` says who may fill the room at its end: see [ListAppend].
final class ListLayout {

    static final long ROOT = 8;
    static final long TAIL = 12;
    static final long START = 16;
    static final long END = 20;
    static final int LIST_BYTES = 24;

    static final long LENGTH = 8;
    static final long SHIFT = 12;
    static final long CLAIM = 12;

    /// Where the children of a node begin, and the elements of a chunk.
    static final long FIRST = 16;

    static final int LEVEL_BITS = 5;
    static final int MOST_CHILDREN = 1 << LEVEL_BITS;
    static final int MOST_NODE_BYTES = nodeBytes(MOST_CHILDREN);

    private ListLayout() {}

    static int nodeBytes(int children) {
        return ((int) FIRST + 4 * children + 7) & -8;
    }

    static long handleAt(long address) {
        return Memory.getInt(address) & HANDLE_MASK;
    }

    static int index(int position, int shift) {
        return (position >>> shift) & (MOST_CHILDREN - 1);
    }

    static long child(long node, int index) {
        return handleAt(node + FIRST + 4L * index);
    }
}
