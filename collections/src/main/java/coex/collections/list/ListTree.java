// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import static coex.collections.list.ListLayout.FIRST;
import static coex.collections.list.ListLayout.LENGTH;
import static coex.collections.list.ListLayout.LEVEL_BITS;
import static coex.collections.list.ListLayout.MOST_NODE_BYTES;
import static coex.collections.list.ListLayout.SHIFT;
import static coex.collections.list.ListLayout.child;
import static coex.collections.list.ListLayout.index;
import static coex.collections.list.ListLayout.nodeBytes;

import coex.gc.layout.ObjectHeader;
import coex.gc.memory.IntPair;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ObjectAllocator;

/// The tree of a list: finding a leaf, and new trees that share what they can with an old one.
///
/// Methods that make nodes take them from what the caller has reserved: [#mostBytes] bytes and
/// [#mostObjects] objects. They are no safepoints and work with addresses throughout. Each follows
/// one path from the root and copies the nodes on it.
///
/// @param listShape the shape of a list object
/// @param leafShape the shape of a chunk that does not change
/// @param tailShape the shape of a chunk with room for more
public record ListTree(
        Elements elements, int listShape, int nodeShape, int leafShape, int tailShape) {

    private int leafShift() {
        return elements.leafShift();
    }

    static int shift(MutatorContext mutator, long root) {
        return Memory.getInt(mutator.address(root) + SHIFT);
    }

    /// How many levels of nodes are above `end` positions in leaves, at least one: a tree is never
    /// higher than it has to be.
    int levels(int end) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(end - 1);
        return Math.max(1, (bits - leafShift() + LEVEL_BITS - 1) / LEVEL_BITS);
    }

    /// The most bytes of the nodes that one operation on a tree makes.
    int mostBytes(MutatorContext mutator, long root) {
        return mostObjects(mutator, root) * MOST_NODE_BYTES;
    }

    /// One for each level, and one above.
    int mostObjects(MutatorContext mutator, long root) {
        return root == 0 ? 1 : (shift(mutator, root) - leafShift()) / LEVEL_BITS + 2;
    }

    /// The leaf that holds a position. Every node says its own shift: a loop that counted down
    /// would be unrolled, to no use.
    long leafAt(MutatorContext mutator, long root, int position) {
        long child = root;
        int shift;
        do {
            long node = mutator.address(child);
            shift = Memory.getInt(node + SHIFT);
            child = child(node, index(position, shift));
        } while (shift > leafShift());
        return child;
    }

    /// The lowest node above a position.
    long lowestNodeAt(MutatorContext mutator, long root, int position) {
        long handle = root;
        long node = mutator.address(handle);
        for (int shift = Memory.getInt(node + SHIFT); shift > leafShift(); shift -= LEVEL_BITS) {
            handle = child(node, index(position, shift));
            node = mutator.address(handle);
        }
        return handle;
    }

    // Changing an element

    /// The tree with another leaf at a position.
    long withLeaf(MutatorContext mutator, long root, int position, long leaf) {
        int depth = descend(mutator, root, position);
        return ascend(mutator, depth, position, leaf);
    }

    /// The tree with another element at a position. The leaf, which is the most likely not to be in
    /// a cache, is copied last: the processor waits for it while it copies the nodes, and goes on
    /// to what comes after.
    long withElement(MutatorContext mutator, long root, int position, long bits) {
        int depth = descend(mutator, root, position);
        long[] path = mutator.scratch();
        long leaf = mutator.address(child(path[depth - 1], index(position, leafShift())));
        ObjectAllocator allocator = mutator.allocator();
        for (int i = 0; i < depth; i++) {
            path[i] = copyOfNode(allocator, path[i]);
        }
        long changed =
                copyOfLeaf(mutator, leaf, elements.perLeaf(), elements.inLeaf(position), bits);
        int shift = leafShift();
        for (int i = depth - 1; i >= 0; i--) {
            Memory.putInt(path[i] + FIRST + 4L * index(position, shift), (int) changed);
            changed = allocator.publishReserved(path[i], nodeShape, ObjectHeader.SEALED);
            shift += LEVEL_BITS;
        }
        return changed;
    }

    /// What is to be a copy of a node, not yet published.
    private static long copyOfNode(ObjectAllocator allocator, long node) {
        long lengthAndShift = Memory.getLong(node + LENGTH);
        int bytes = nodeBytes(IntPair.first(lengthAndShift));
        long copy = allocator.takeReservedMemory(bytes);
        Memory.copy(node + FIRST, copy + FIRST, bytes - FIRST);
        Memory.putLong(copy + LENGTH, lengthAndShift);
        return copy;
    }

    /// Leaves the addresses of the nodes above a position, the root first, in the mutator's scratch
    /// words. Their number.
    private int descend(MutatorContext mutator, long root, int position) {
        long[] path = mutator.scratch();
        long node = mutator.address(root);
        int shift = Memory.getInt(node + SHIFT);
        int depth = 0;
        path[depth++] = node;
        while (shift > leafShift()) {
            node = mutator.address(child(node, index(position, shift)));
            path[depth++] = node;
            shift -= LEVEL_BITS;
        }
        return depth;
    }

    /// Copies the nodes that [#descend] left, with another leaf or node at the position, from
    /// below.
    private long ascend(MutatorContext mutator, int depth, int position, long leaf) {
        long[] path = mutator.scratch();
        long changed = leaf;
        int shift = leafShift();
        for (int i = depth - 1; i >= 0; i--) {
            long node = path[i];
            int length = Memory.getInt(node + LENGTH);
            changed = copyWith(mutator, node, shift, length, index(position, shift), changed);
            shift += LEVEL_BITS;
        }
        return changed;
    }

    /// A copy of a leaf's first `count` elements, of which one is another.
    long copyOfLeaf(MutatorContext mutator, long leaf, int count, int index, long bits) {
        int bytes = (int) (FIRST + elements.bytes(count) + 7) & -8;
        long copy = mutator.allocator().takeReserved(bytes);
        elements.copy(leaf + FIRST, copy + FIRST, count);
        elements.store(copy + FIRST, index, bits);
        Memory.putLong(copy + LENGTH, IntPair.of(count, 0)); // and no claim
        return mutator.allocator().publish(copy, leafShape, ObjectHeader.SEALED);
    }

    // Growing

    /// The tree, whose positions end at `position`, with a subtree added there.
    ///
    /// @param capacityShift the logarithm of the positions a full subtree of this height has: that
    ///     of a leaf, or that of a lowest node
    long withSubtree(
            MutatorContext mutator, long root, int position, long subtree, int capacityShift) {
        if (root == 0) {
            return capacityShift == leafShift() ? newNode(mutator, leafShift(), subtree) : subtree;
        }
        long node = mutator.address(root);
        int shift = Memory.getInt(node + SHIFT);
        if ((long) position == 1L << shift + LEVEL_BITS) {
            long path = raise(mutator, subtree, capacityShift, shift + LEVEL_BITS);
            return newNode(mutator, shift + LEVEL_BITS, root, path);
        }
        return withSubtreeBelow(mutator, node, shift, position, subtree, capacityShift);
    }

    private long withSubtreeBelow(
            MutatorContext mutator,
            long node,
            int shift,
            int position,
            long subtree,
            int capacityShift) {
        int index = index(position, shift);
        int length = Memory.getInt(node + LENGTH);
        if (index == length) {
            long path = raise(mutator, subtree, capacityShift, shift);
            return copyWith(mutator, node, shift, length + 1, index, path);
        }
        long changed =
                withSubtreeBelow(
                        mutator,
                        mutator.address(child(node, index)),
                        shift - LEVEL_BITS,
                        position,
                        subtree,
                        capacityShift);
        return copyWith(mutator, node, shift, length, index, changed);
    }

    /// Puts nodes with one child each above a subtree until it fits a node with shift `to`.
    private long raise(MutatorContext mutator, long subtree, int from, int to) {
        long raised = subtree;
        for (int shift = from; shift < to; shift += LEVEL_BITS) {
            raised = newNode(mutator, shift, raised);
        }
        return raised;
    }

    // Cutting

    /// The tree with the leaves before `end`, which is not 0, and as low as it can be. Positions
    /// stay.
    long cutRight(MutatorContext mutator, long root, int end) {
        long node = mutator.address(root);
        int shift = Memory.getInt(node + SHIFT);
        long top = root;
        while (shift > leafShift() && end - 1 >>> shift == 0) {
            top = child(node, 0);
            node = mutator.address(top);
            shift -= LEVEL_BITS;
        }
        return cutRightBelow(mutator, top, shift, end - 1);
    }

    private long cutRightBelow(MutatorContext mutator, long handle, int shift, int last) {
        long node = mutator.address(handle);
        int index = index(last, shift);
        long before = child(node, index);
        long after =
                shift == leafShift()
                        ? before
                        : cutRightBelow(mutator, before, shift - LEVEL_BITS, last);
        if (after == before && Memory.getInt(node + LENGTH) == index + 1) {
            return handle;
        }
        return copyWith(mutator, node, shift, index + 1, index, after);
    }

    /// How many positions vanish if only those from `first` up to `end` are needed of a tree: it
    /// can then be made lower. [#cutLeft] does it.
    int dropsWhenCutLeft(MutatorContext mutator, long root, int first, int end) {
        int dropped = 0;
        int shift = shift(mutator, root);
        while (shift > leafShift() && first - dropped >>> shift == end - 1 - dropped >>> shift) {
            dropped += index(first, shift) << shift;
            shift -= LEVEL_BITS;
        }
        return dropped;
    }

    /// The tree with the leaves from that of `first` on, as low as it can be; its positions end at
    /// `end`. Positions become smaller by [#dropsWhenCutLeft].
    long cutLeft(MutatorContext mutator, long root, int first, int end) {
        long node = mutator.address(root);
        int shift = Memory.getInt(node + SHIFT);
        long top = root;
        int dropped = 0;
        while (shift > leafShift() && first - dropped >>> shift == end - 1 - dropped >>> shift) {
            dropped += index(first, shift) << shift;
            top = child(node, index(first, shift));
            node = mutator.address(top);
            shift -= LEVEL_BITS;
        }
        return cutLeftBelow(mutator, top, shift, first);
    }

    private long cutLeftBelow(MutatorContext mutator, long handle, int shift, int first) {
        long node = mutator.address(handle);
        int index = index(first, shift);
        long before = child(node, index);
        long after =
                shift == leafShift()
                        ? before
                        : cutLeftBelow(mutator, before, shift - LEVEL_BITS, first);
        if (after == before && (index == 0 || child(node, index - 1) == 0)) {
            return handle;
        }
        int length = Memory.getInt(node + LENGTH);
        ObjectAllocator allocator = mutator.allocator();
        long copy = allocator.takeReserved(nodeBytes(length));
        for (int i = 0; i < length; i++) {
            Memory.putInt(copy + FIRST + 4L * i, i < index ? 0 : (int) child(node, i));
        }
        Memory.putInt(copy + FIRST + 4L * index, (int) after);
        return publishNode(mutator, copy, shift, length);
    }

    // Nodes

    /// A copy of the first `length` children of a node, of which one is another. One child more
    /// than the node has is right if that is the other one.
    private long copyWith(
            MutatorContext mutator, long node, int shift, int length, int index, long other) {
        int bytes = nodeBytes(length);
        long copy = mutator.allocator().takeReserved(bytes);
        // Whole words, padding included, and no more than either node has.
        int common = Math.min(bytes, nodeBytes(Memory.getInt(node + LENGTH)));
        Memory.copy(node + FIRST, copy + FIRST, common - FIRST);
        Memory.putInt(copy + FIRST + 4L * index, (int) other);
        return publishNode(mutator, copy, shift, length);
    }

    private long newNode(MutatorContext mutator, int shift, long only) {
        long node = mutator.allocator().takeReserved(nodeBytes(1));
        Memory.putInt(node + FIRST, (int) only);
        return publishNode(mutator, node, shift, 1);
    }

    private long newNode(MutatorContext mutator, int shift, long first, long second) {
        long node = mutator.allocator().takeReserved(nodeBytes(2));
        Memory.putInt(node + FIRST, (int) first);
        Memory.putInt(node + FIRST + 4, (int) second);
        return publishNode(mutator, node, shift, 2);
    }

    /// Makes what was written at `address`, children only, a node.
    long publishNode(MutatorContext mutator, long address, int shift, int length) {
        Memory.putLong(address + LENGTH, IntPair.of(length, shift));
        return mutator.allocator().publish(address, nodeShape, ObjectHeader.SEALED);
    }
}
