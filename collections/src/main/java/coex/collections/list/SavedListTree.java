// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import static coex.collections.list.ListLayout.END;
import static coex.collections.list.ListLayout.FIRST;
import static coex.collections.list.ListLayout.LENGTH;
import static coex.collections.list.ListLayout.LEVEL_BITS;
import static coex.collections.list.ListLayout.ROOT;
import static coex.collections.list.ListLayout.TAIL;
import static coex.collections.list.ListLayout.child;
import static coex.collections.list.ListLayout.handleAt;
import static coex.collections.list.ListLayout.index;
import static coex.collections.list.ListLayout.nodeBytes;

import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.save.SavedForm;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;

/// A part of a list's tree in saves, a node or a leaf:
///
///     node   | reference to each child |
///     leaf   | elements                |
///
/// How high the tree is and how many children its nodes have follows from where the list ends.
///
/// @param list the base of the whole list, or 0
/// @param shift of the node; that of leaves is one level below the lowest node's
/// @param position the first of this part
/// @param start of the list: children wholly before it may be missing
/// @param end of the positions in the tree
record SavedListTree(ListType type, long list, int shift, int position, int start, int end)
        implements SavedForm {

    /// Parts that can stand for each other, if they are as long.
    private record Parts(ListType type, int shift) {}

    static SavedListTree root(ListType type, long base, int start, int end) {
        return new SavedListTree(type, base, SavedLists.rootShift(type, end), 0, start, end);
    }

    @Override
    public Object kind() {
        return new Parts(type, shift);
    }

    private boolean isLeaf() {
        return shift < type.elements().leafShift();
    }

    private int children() {
        return children(shift, position);
    }

    private int children(int ofShift, int from) {
        int covered = Math.min(end - from, SavedLists.capacity(ofShift + LEVEL_BITS));
        return (covered - 1 >>> ofShift) + 1;
    }

    private SavedListTree childAt(int index) {
        int from = position + (index << shift);
        return new SavedListTree(type, list, shift - LEVEL_BITS, from, start, end);
    }

    /// Whether all positions of this part are before the start of the list.
    private boolean mayBeMissing() {
        return start >= position && start - position >= SavedLists.capacity(shift + LEVEL_BITS);
    }

    /// The part of the base with the same positions, or 0. A full tail counts as a leaf.
    long base(MutatorContext mutator) {
        if (list == 0) {
            return 0;
        }
        long address = mutator.address(list);
        int baseEnd = Memory.getInt(address + END);
        int tailStart = type.tailStart(baseEnd);
        if (position >= tailStart) {
            boolean isFullTail =
                    isLeaf()
                            && position == tailStart
                            && baseEnd - tailStart == type.elements().perLeaf();
            return isFullTail ? handleAt(address + TAIL) : 0;
        }
        long part = handleAt(address + ROOT);
        int at = SavedLists.rootShift(type, tailStart);
        if (at < shift) {
            return 0;
        }
        while (at > shift && part != 0) {
            part = child(mutator.address(part), index(position, at));
            at -= LEVEL_BITS;
        }
        return part;
    }

    @Override
    public void write(SaveOutput out, long part, long base) throws IOException {
        MutatorContext mutator = out.mutator();
        if (isLeaf()) {
            int count = type.elements().perLeaf();
            SavedLists.writeElements(type, out, part, count, list, position);
            return;
        }
        int count = children();
        int length = Memory.getInt(mutator.address(part) + LENGTH);
        if (length != count) {
            throw new IllegalStateException(
                    "node of a list has children=%d expected=%d".formatted(length, count));
        }
        for (int i = 0; i < count; i++) {
            SavedListTree child = childAt(i);
            out.reference(child, child(mutator.address(part), i), child.base(mutator));
        }
    }

    /// Reads a reference to this part, and checks what it refers to.
    long readFrom(SaveInput in) throws IOException {
        long part = in.reference(this, base(in.mutator()));
        if (part == 0 ? !mayBeMissing() : !fits(in.mutator(), part)) {
            throw in.refuse(
                    "part of a list has not the elements it should: position=%d shift=%d"
                            .formatted(position, shift));
        }
        return part;
    }

    @Override
    public long read(SaveInput in, long base) throws IOException {
        MutatorContext mutator = in.mutator();
        if (isLeaf()) {
            return SavedLists.readChunk(type, in, type.elements().perLeaf(), list, position);
        }
        int count = children();
        try (RootFrame slots = RootFrame.slots(mutator, count)) {
            boolean begun = false;
            for (int i = 0; i < count; i++) {
                long child = childAt(i).readFrom(in);
                if (begun && child == 0) {
                    throw in.refuse("child of a list's node missing: index=" + i);
                }
                begun |= child != 0;
                slots.set(i, child);
            }
            int bytes = nodeBytes(count);
            long node = mutator.allocator().take(bytes, ObjectHeader.SEALED);
            if ((count & 1) != 0) {
                Memory.putInt(node + FIRST + 4L * count, 0); // up to a multiple of eight bytes
            }
            for (int i = 0; i < count; i++) {
                Memory.putInt(node + FIRST + 4L * i, (int) slots.get(i));
            }
            return type.tree().publishNode(mutator, node, shift, count);
        }
    }

    /// Whether a part that was checked for another list, or another end of this one, has just the
    /// positions that this one has.
    ///
    /// All nodes have full children but for the last, and those that are missing come first. So the
    /// ways to the last position and to the first one that counts tell.
    private boolean fits(MutatorContext mutator, long part) {
        long last = part;
        int from = position;
        for (int at = shift; at >= type.elements().leafShift(); at -= LEVEL_BITS) {
            long address = mutator.address(last);
            int count = children(at, from);
            if (Memory.getInt(address + LENGTH) != count) {
                return false;
            }
            last = child(address, count - 1);
            if (last == 0) {
                return false;
            }
            from += count - 1 << at;
        }
        if (Memory.getInt(mutator.address(last) + LENGTH) != type.elements().perLeaf()) {
            return false;
        }
        long first = part;
        int wanted = Math.max(start, position);
        if (mayBeMissing()) {
            return true;
        }
        for (int at = shift; at >= type.elements().leafShift(); at -= LEVEL_BITS) {
            first = child(mutator.address(first), index(wanted, at));
            if (first == 0) {
                return false;
            }
        }
        return true;
    }
}
