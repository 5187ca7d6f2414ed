// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import static coex.collections.list.ListLayout.END;
import static coex.collections.list.ListLayout.LEVEL_BITS;
import static coex.collections.list.ListLayout.ROOT;
import static coex.collections.list.ListLayout.SHIFT;
import static coex.collections.list.ListLayout.START;
import static coex.collections.list.ListLayout.TAIL;
import static coex.collections.list.ListLayout.child;
import static coex.collections.list.ListLayout.handleAt;
import static coex.collections.list.ListLayout.index;

import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Finds where two lists may differ: passes the parts of their trees that they share, at the same
/// indexes, without looking at them. Knows no handles between two calls; both lists are rooted by
/// the caller. No safepoints. For one thread at a time.
public final class ListPairWalk {

    private final ListType type;
    private int entered;

    public ListPairWalk(ListType type) {
        this.type = type;
    }

    /// Nodes and chunks of both that were come to so far.
    public int entered() {
        return entered;
    }

    /// The first index from `from` on, below the length of both, at which the lists do not share
    /// what they have; at least that length if there is none.
    public int next(MutatorContext mutator, long first, long second, int from) {
        int common = Math.min(type.length(mutator, first), type.length(mutator, second));
        int at = from;
        while (at < common) {
            int end = sharedUntil(mutator, first, second, at);
            if (end == at) {
                return at;
            }
            at = end;
        }
        return at;
    }

    /// The end of the largest part that both share and that has this index; the index itself if
    /// there is none.
    private int sharedUntil(MutatorContext mutator, long first, long second, int at) {
        int leaf = type.elements().leafShift() - LEVEL_BITS; // as if chunks were nodes
        int position = type.position(mutator, first, at);
        int other = type.position(mutator, second, at);
        long one = top(mutator, first, position);
        long two = top(mutator, second, other);
        int shift = isInTail(mutator, first, position) ? leaf : shift(mutator, one);
        int otherShift = isInTail(mutator, second, other) ? leaf : shift(mutator, two);
        while (one != two || shift != otherShift || !samePlace(position, other, shift)) {
            entered += 2;
            int level = Math.max(shift, otherShift);
            if (level == leaf) {
                return at;
            }
            if (shift == level) {
                one = child(mutator.address(one), index(position, level));
                shift -= LEVEL_BITS;
            }
            if (otherShift == level) {
                two = child(mutator.address(two), index(other, level));
                otherShift -= LEVEL_BITS;
            }
        }
        int rest = SavedLists.capacity(shift + LEVEL_BITS) - inPart(position, shift);
        int end = rest > Integer.MAX_VALUE - at ? Integer.MAX_VALUE : at + rest;
        return shift == leaf
                ? end
                : Math.min(end, Math.min(treeEnd(mutator, first), treeEnd(mutator, second)));
    }

    private long top(MutatorContext mutator, long list, int position) {
        long address = mutator.address(list);
        return handleAt(address + (isInTail(mutator, list, position) ? TAIL : ROOT));
    }

    private boolean isInTail(MutatorContext mutator, long list, int position) {
        return position >= type.tailStart(Memory.getInt(mutator.address(list) + END));
    }

    private static int shift(MutatorContext mutator, long node) {
        return Memory.getInt(mutator.address(node) + SHIFT);
    }

    /// The index after the last element in the tree.
    private int treeEnd(MutatorContext mutator, long list) {
        long address = mutator.address(list);
        return type.tailStart(Memory.getInt(address + END)) - Memory.getInt(address + START);
    }

    private static boolean samePlace(int position, int other, int shift) {
        return inPart(position, shift) == inPart(other, shift);
    }

    private static int inPart(int position, int shift) {
        return position & SavedLists.capacity(shift + LEVEL_BITS) - 1;
    }
}
