// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import static coex.collections.list.ListLayout.CLAIM;
import static coex.collections.list.ListLayout.END;
import static coex.collections.list.ListLayout.FIRST;
import static coex.collections.list.ListLayout.LENGTH;
import static coex.collections.list.ListLayout.LIST_BYTES;
import static coex.collections.list.ListLayout.ROOT;
import static coex.collections.list.ListLayout.START;
import static coex.collections.list.ListLayout.TAIL;
import static coex.collections.list.ListLayout.handleAt;

import coex.collections.value.Room;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Slices of lists, and lists with slices replaced.
///
/// A slice is a list that starts or ends somewhere else in the same vector. While it begins and
/// ends in the same chunks it shares everything and costs a list object. Where it leaves chunks
/// out, the nodes above its first and its last chunk are copied without the rest, so that it keeps
/// nothing else alive: a list that is used as a queue or a stack stays as small as its contents.
/// Positions are counted anew when the tree becomes lower, so they do not run away either.
final class ListSlicing {

    private ListSlicing() {}

    /// The elements from `first` up to `end`, which are within the list.
    static long between(ListType type, MutatorContext mutator, long list, int first, int end) {
        if (first >= end) {
            return 0;
        }
        int length = type.length(mutator, list);
        long shorter = end == length ? list : takeFirst(type, mutator, list, end);
        return first == 0 ? shorter : dropFirst(type, mutator, shorter, first);
    }

    private static void makeRoom(
            ListType type, MutatorContext mutator, long list, boolean forTree) {
        long root = handleAt(mutator.address(list) + ROOT);
        int bytes = forTree && root != 0 ? type.tree().mostBytes(mutator, root) : 0;
        int objects = forTree && root != 0 ? type.tree().mostObjects(mutator, root) : 0;
        Room.make(mutator, LIST_BYTES + bytes, 1 + objects, list, 0, 0);
    }

    private static long takeFirst(ListType type, MutatorContext mutator, long list, int count) {
        long address = mutator.address(list);
        int start = Memory.getInt(address + START);
        int end = start + count;
        int tailStart = type.tailStart(end);
        boolean sameTail = tailStart == type.tailStart(Memory.getInt(address + END));
        makeRoom(type, mutator, list, !sameTail);
        address = mutator.address(list);
        long root = handleAt(address + ROOT);
        if (sameTail) {
            return type.newList(mutator, root, handleAt(address + TAIL), start, end);
        }
        long tail = type.tree().leafAt(mutator, root, tailStart);
        if (start >= tailStart) {
            return type.newList(mutator, 0, tail, start - tailStart, end - tailStart);
        }
        return type.newList(
                mutator, type.tree().cutRight(mutator, root, tailStart), tail, start, end);
    }

    private static long dropFirst(ListType type, MutatorContext mutator, long list, int count) {
        long address = mutator.address(list);
        int start = Memory.getInt(address + START) + count;
        int end = Memory.getInt(address + END);
        int tailStart = type.tailStart(end);
        int before = start - count >>> type.elements().leafShift();
        boolean cut = start < tailStart && start >>> type.elements().leafShift() != before;
        makeRoom(type, mutator, list, cut);
        address = mutator.address(list);
        long root = handleAt(address + ROOT);
        long tail = handleAt(address + TAIL);
        if (start >= tailStart) {
            return type.newList(mutator, 0, tail, start - tailStart, end - tailStart);
        }
        if (!cut) {
            return type.newList(mutator, root, tail, start, end);
        }
        int dropped = type.tree().dropsWhenCutLeft(mutator, root, start, tailStart);
        long rest = type.tree().cutLeft(mutator, root, start, tailStart);
        return type.newList(mutator, rest, tail, start - dropped, end - dropped);
    }

    /// The list with its elements from `first` up to `end` replaced by as many of `source`, or by
    /// all of `source` if those are fewer.
    static long replaced(
            ListType type, MutatorContext mutator, long list, int first, int end, long source) {
        int length = type.length(mutator, list);
        int count = Math.min(end - first, type.length(mutator, source));
        if (count == end - first) {
            return overwritten(type, mutator, list, first, source, count);
        }
        if (count == 0 && first == 0) {
            return between(type, mutator, list, end, length);
        }
        int frame = mutator.root(list, source);
        try (ListBuilder builder = type.builder()) {
            builder.start(mutator, between(type, mutator, list, 0, first));
            builder.addRange(source, 0, count);
            builder.addRange(list, end, length - end);
            return builder.finish();
        } finally {
            mutator.popTo(frame);
        }
    }

    /// The list with some elements of another after it.
    static long withRange(
            ListType type, MutatorContext mutator, long list, long source, int from, int count) {
        int frame = mutator.root(list, source);
        try (ListBuilder builder = type.builder()) {
            builder.start(mutator, list);
            builder.addRange(source, from, count);
            return builder.finish();
        } finally {
            mutator.popTo(frame);
        }
    }

    /// The list with `count` elements from `index` on replaced by the first of `source`, chunk by
    /// chunk.
    private static long overwritten(
            ListType type, MutatorContext mutator, long list, int index, long source, int count) {
        long result = list;
        int frame = mutator.root(list, source);
        try {
            for (int done = 0; done < count; ) {
                mutator.reroot(frame, 0, result);
                int position = type.position(mutator, result, index + done);
                int inLeaf = type.elements().inLeaf(position);
                int run = Math.min(type.elements().perLeaf() - inLeaf, count - done);
                result = withRun(type, mutator, result, position, source, done, run);
                done += run;
            }
        } finally {
            mutator.popTo(frame);
        }
        return result;
    }

    /// Replaces elements that lie in one chunk. List and source are rooted.
    private static long withRun(
            ListType type,
            MutatorContext mutator,
            long list,
            int position,
            long source,
            int from,
            int run) {
        int leafBytes = (int) (FIRST + type.elements().bytes(type.elements().perLeaf()));
        long root = handleAt(mutator.address(list) + ROOT);
        int bytes = LIST_BYTES + leafBytes + type.tree().mostBytes(mutator, root);
        Room.make(mutator, bytes, 2 + type.tree().mostObjects(mutator, root), 0, 0, 0);
        long address = mutator.address(list);
        int end = Memory.getInt(address + END);
        int start = Memory.getInt(address + START);
        boolean inTail = position >= type.tailStart(end);
        int count = inTail ? type.elements().inLeaf(end - 1) + 1 : type.elements().perLeaf();
        long old = mutator.address(type.chunkAt(mutator, list, position));
        long leaf =
                mutator.allocator()
                        .takeReserved((int) (FIRST + type.elements().bytes(count) + 7) & -8);
        type.elements().copy(old + FIRST, leaf + FIRST, count);
        long target = leaf + FIRST + type.elements().bytes(type.elements().inLeaf(position));
        type.copyElements(mutator, source, from, target, run);
        Memory.putInt(leaf + LENGTH, count);
        Memory.putInt(leaf + CLAIM, 0);
        long changed =
                mutator.allocator().publish(leaf, type.tree().leafShape(), ObjectHeader.SEALED);
        if (inTail) {
            return type.newList(mutator, root, changed, start, end);
        }
        long newRoot = type.tree().withLeaf(mutator, root, position, changed);
        return type.newList(mutator, newRoot, handleAt(address + TAIL), start, end);
    }
}
