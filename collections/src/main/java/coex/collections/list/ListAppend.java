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

/// Appends an element: the statement programs execute most.
///
/// **Shared room.** The tail chunk has room for more elements than its list has, and all versions
/// of the list share it. Appending writes the element into the chunk and makes a new list object of
/// 24 bytes; nothing is copied. Of two versions that grow from the same one only the first can have
/// the place after the last element. The other copies the chunk, and has room of its own from then on.
///
/// **Claims.** A chunk's `claim` word holds the number of the one mutator that may use its room,
/// and how many places are taken:
///
///      31              8 7         0
///     +-----------------+-----------+
///     | mutator         | used      |        0: nobody may
///     +-----------------+-----------+
///
/// If it is exactly (my number, the elements my list has in the chunk), the next place is free and
/// mine to take.
///
/// - writers: the mutator with that number, plainly
/// - readers: any mutator that appends to a list with this chunk, plainly
/// - why: the mutator's part never changes, so another mutator finds a number that is not its own,
///   whatever it finds in the rest, and copies. A mutator reads what it wrote itself, or what an earlier
///   bearer of its number wrote, which it sees ([MutatorContext#number]). No other is in the race, so no
///   atomic operation is needed
/// - cost: a list that wanders from thread to thread has its tail copied by each that appends
///
/// **Elements.** They are written plainly into a chunk that others are reading.
///
/// - writers: the claimant, each place once, before it publishes the list object that has the place
/// - readers: those who hold that list object or a later one
/// - why: they resolved its handle with acquire, and it was published with release after the element was
///   written. Nobody reads a place its own list does not have; even copying stops there
///
/// **The collector** traces a chunk over its whole length: places not taken are 0. References are stored with
/// the barrier, as into any mutable object. An element is kept alive by its chunk even when every list that
/// has it is gone and only shorter versions are left: at most the elements of one chunk for each chunk that is
/// a tail.
final class ListAppend {

    private static final int USED_BITS = 8;
    private static final int MOST_CLAIMANTS = 1 << Integer.SIZE - USED_BITS;
    private static final int LEAST_ROOM = 4;

    private static final int LIST_SLOT = 0;
    private static final int ELEMENT_SLOT = 1;
    private static final int CHUNK_SLOT = 2;

    private final ListType type;
    private final Elements elements;
    private final int tailShape;

    ListAppend(ListType type, Elements elements, int tailShape) {
        this.type = type;
        this.elements = elements;
        this.tailShape = tailShape;
    }

    long append(MutatorContext mutator, long list, long bits) {
        Room.make(mutator, LIST_BYTES, 1, list, elements.rootOf(bits), 0);
        if (list == 0) {
            return appendWithNewTail(mutator, 0, bits);
        }
        long address = mutator.address(list);
        int end = Memory.getInt(address + END);
        int used = elements.inLeaf(end - 1) + 1;
        long tail = handleAt(address + TAIL);
        long chunk = mutator.address(tail);
        if (Memory.getInt(chunk + CLAIM) != (mutator.number() << USED_BITS | used)
                || Memory.getInt(chunk + LENGTH) == used) {
            return appendWithNewTail(mutator, list, bits);
        }
        Memory.putInt(chunk + CLAIM, mutator.number() << USED_BITS | used + 1);
        if (elements.areReferences()) {
            mutator.storeReference(chunk + FIRST + 4L * used, bits);
        } else {
            elements.store(chunk + FIRST, used, bits);
        }
        long root = handleAt(address + ROOT);
        return type.newList(mutator, root, tail, Memory.getInt(address + START), end + 1);
    }

    /// The tail has no room, or it is not ours to use.
    private long appendWithNewTail(MutatorContext mutator, long list, long bits) {
        int frame = mutator.stack().push(3, mutator);
        int base = mutator.stack().base(frame);
        mutator.stack().setTop(base + LIST_SLOT, list);
        mutator.stack().setTop(base + ELEMENT_SLOT, elements.rootOf(bits));
        try {
            int end = list == 0 ? 0 : Memory.getInt(mutator.address(list) + END);
            int used = elements.inLeaf(end);
            long chunk = newTail(mutator, list, used, bits);
            mutator.stack().setTop(base + CHUNK_SLOT, chunk);
            return used == 0 && end != 0
                    ? withTailInTree(mutator, list, chunk)
                    : withOtherTail(mutator, list, chunk);
        } finally {
            mutator.popTo(frame);
        }
    }

    /// A chunk with the first `used` elements of the list's tail and one more. A safepoint.
    private long newTail(MutatorContext mutator, long list, int used, long bits) {
        int capacity = used == 0 && list != 0 ? elements.perLeaf() : capacityFor(used + 1);
        int bytes = (int) (FIRST + elements.bytes(capacity) + 7) & -8;
        long chunk = mutator.allocator().take(bytes, ObjectHeader.MUTABLE);
        if (used > 0) {
            long tail = mutator.address(handleAt(mutator.address(list) + TAIL));
            elements.copy(tail + FIRST, chunk + FIRST, used);
        }
        elements.store(chunk + FIRST, used, bits);
        elements.zeroAfter(chunk + FIRST, used + 1, chunk + bytes);
        Memory.putInt(chunk + LENGTH, capacity);
        int number = mutator.number();
        Memory.putInt(chunk + CLAIM, number < MOST_CLAIMANTS ? number << USED_BITS | used + 1 : 0);
        return mutator.allocator().publish(chunk, tailShape, ObjectHeader.MUTABLE);
    }

    /// Room doubles from a few elements up, so that short lists are small.
    private int capacityFor(int count) {
        int least = Math.max(LEAST_ROOM, 8 >>> elements.sizeShift());
        return Math.clamp(Integer.highestOneBit(count - 1 | 1) << 1, least, elements.perLeaf());
    }

    private long withOtherTail(MutatorContext mutator, long list, long chunk) {
        Room.make(mutator, LIST_BYTES, 1, 0, 0, 0); // what it needs is in the frame
        if (list == 0) {
            return type.newList(mutator, 0, chunk, 0, 1);
        }
        long address = mutator.address(list);
        return type.newList(
                mutator,
                handleAt(address + ROOT),
                chunk,
                Memory.getInt(address + START),
                Memory.getInt(address + END) + 1);
    }

    /// The full tail becomes a leaf as it is.
    private long withTailInTree(MutatorContext mutator, long list, long chunk) {
        ListTree tree = type.tree();
        long root = handleAt(mutator.address(list) + ROOT);
        int bytes = LIST_BYTES + tree.mostBytes(mutator, root);
        Room.make(mutator, bytes, 1 + tree.mostObjects(mutator, root), 0, 0, 0);
        long address = mutator.address(list);
        int end = Memory.getInt(address + END);
        if (end > ListType.MOST_ELEMENTS) {
            throw new IllegalStateException(
                    "list too long: length=" + type.length(mutator, list) + " end=" + end);
        }
        long tail = handleAt(address + TAIL);
        int position = end - elements.perLeaf();
        long grown = tree.withSubtree(mutator, root, position, tail, elements.leafShift());
        return type.newList(mutator, grown, chunk, Memory.getInt(address + START), end + 1);
    }
}
