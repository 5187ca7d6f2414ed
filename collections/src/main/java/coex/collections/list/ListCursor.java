// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import static coex.collections.list.ListLayout.END;
import static coex.collections.list.ListLayout.FIRST;
import static coex.collections.list.ListLayout.LEVEL_BITS;
import static coex.collections.list.ListLayout.ROOT;
import static coex.collections.list.ListLayout.START;
import static coex.collections.list.ListLayout.TAIL;
import static coex.collections.list.ListLayout.child;
import static coex.collections.list.ListLayout.handleAt;
import static coex.collections.list.ListLayout.index;

import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Goes through a list, element by element or chunk by chunk.
///
/// A cursor is made once and used for any number of lists, one after the other: going through a
/// list then allocates nothing. It holds handles, no addresses, so it is good across safepoints as
/// long as the list is rooted.
///
///     for (cursor.start(mutator, list); cursor.next(mutator); ) { ... cursor.bits() ... }
///
///     for (cursor.start(mutator, list); cursor.nextChunk(mutator); ) {
///         long first = cursor.address(mutator);          // good until the next safepoint
///         for (int i = 0; i < cursor.count(); i++) { ... type.load(first, i) ... }
///     }
///
/// For one thread at a time.
public final class ListCursor {

    private final ListType type;
    private final Elements elements;
    private final ListTree tree;
    private final int nodeShift;

    private long root;
    private long tail;
    private int tailStart;

    /// Where the elements end.
    private int end;

    /// The positions of the present chunk's elements; the next one's begin where they end.
    private int chunkStart;

    private int chunkEnd;
    private long chunk;

    /// The elements of the present chunk, while going from one to the next: `read` of them, of
    /// which the present one is number `at`.
    private long[] buffer;

    private int read;
    private int at;

    /// The lowest node above the chunk, and which it is of those, by its positions' upper bits; -1
    /// for none.
    private long node;

    private int nodeNumber;

    public ListCursor(ListType type) {
        this.type = type;
        this.elements = type.elements();
        this.tree = type.tree();
        this.nodeShift = elements.leafShift() + LEVEL_BITS;
    }

    /// Turns to the first element of a list: [#next] or [#nextChunk] follows. No safepoint.
    public void start(MutatorContext mutator, long list) {
        nodeNumber = -1;
        end = 0;
        chunkEnd = 0;
        read = 0;
        at = -1;
        if (list != 0) {
            long address = mutator.address(list);
            root = handleAt(address + ROOT);
            tail = handleAt(address + TAIL);
            end = Memory.getInt(address + END);
            tailStart = type.tailStart(end);
            chunkEnd = Memory.getInt(address + START);
        }
    }

    /// Goes to the next element; false if there is none. No safepoint.
    public boolean next(MutatorContext mutator) {
        return ++at < read || readNextChunk(mutator);
    }

    /// The element that [#next] went to.
    public long bits() {
        return buffer[at];
    }

    private boolean readNextChunk(MutatorContext mutator) {
        if (!nextChunk(mutator)) {
            at = read; // again: there is none
            return false;
        }
        if (buffer == null) { // going chunk by chunk needs none
            buffer = new long[elements.perLeaf()];
        }
        elements.read(address(mutator), buffer, count());
        read = count();
        at = 0;
        return true;
    }

    /// Goes to the next chunk; false if there is none. No safepoint.
    public boolean nextChunk(MutatorContext mutator) {
        int position = chunkEnd;
        chunkStart = position;
        if (position >= end) {
            return false;
        }
        if (position >= tailStart) {
            chunk = tail;
            chunkEnd = end;
            return true;
        }
        if (position >>> nodeShift != nodeNumber) {
            nodeNumber = position >>> nodeShift;
            node = tree.lowestNodeAt(mutator, root, position);
        }
        chunk = child(mutator.address(node), index(position, elements.leafShift()));
        chunkEnd = position - elements.inLeaf(position) + elements.perLeaf();
        return true;
    }

    /// Where the elements of the chunk begin; good until the next safepoint.
    public long address(MutatorContext mutator) {
        return mutator.address(chunk) + FIRST + elements.bytes(elements.inLeaf(chunkStart));
    }

    /// How many elements the chunk has.
    public int count() {
        return chunkEnd - chunkStart;
    }
}
