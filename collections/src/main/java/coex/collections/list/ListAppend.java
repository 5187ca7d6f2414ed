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
import coex.gc.memory.IntPair;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Appends an element: the statement programs execute most.
///
/// **Shared room.** The tail chunk has room for more elements than its list has, and all versions
/// of the list share it. Appending writes the element into the chunk and makes a new list object of
/// 24 bytes; nothing is copied. Of two versions that grow from the same one only the first can have
/// the place after the last element. The other copies the chunk, and has room of its own from then
/// on.
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
///   whatever it finds in the rest, and copies. A mutator reads what it wrote itself, or what an
///   earlier bearer of its number wrote, which it sees ([MutatorContext#number]). No other is in
///   the race, so no atomic operation is needed
/// - cost: a list that wanders from thread to thread has its tail copied by each that appends
///
/// **Elements.** They are written plainly into a chunk that others are reading.
///
/// - writers: the claimant, each place once, before it publishes the list object that has the
///   place, or gives its own, lengthened list object to anybody
/// - readers: those who hold that list object or a later one
/// - why: it was published with release after the element was written, and they read through it:
///   the list object by its handle, the chunk by the handle in the list object, the element at the
///   chunk's address. Nobody reads a place its own list does not have, even copying stops there, so
///   none was read before
///
/// **Own list objects.** Whoever made a list object and has given it to nobody may lengthen it
/// instead of making another ([#appendToOwn]). Its `end` is then written although it is sealed: the
/// collector reads it only to move it, and no other mutator can before it is given the list, which
/// orders that read after the write as it does for the element. While the collector moves objects
/// another list object is made.
///
/// **The collector** traces a chunk over its whole length: places not taken are 0. References are
/// stored with the barrier, as into any mutable object. An element is kept alive by its chunk even
/// when every list that has it is gone and only shorter versions are left: at most the elements of
/// one chunk for each chunk that is a tail.
final class ListAppend {

    private static final int USED_BITS = 8;
    private static final int MOST_CLAIMANTS = 1 << Integer.SIZE - USED_BITS;
    private static final int LEAST_ROOM = 4;

    private static final int CHUNK_SLOT = 2;

    private ListAppend() {}

    static long append(ListType type, MutatorContext mutator, long list, long bits) {
        if (list != 0) {
            // The look at the room comes last, so that taking it does not look again.
            long address = mutator.address(list);
            int end = IntPair.second(Memory.getLong(address + START));
            long chunk = mutator.address(handleAt(address + TAIL));
            if (isOurs(type.elements(), mutator, chunk, end)
                    && mutator.allocator().isReserved(LIST_BYTES, 1)) {
                return appendInPlace(type, mutator, address, chunk, end, bits);
            }
        }
        return appendWithNewRoom(type, mutator, list, bits);
    }

    /// Like [#append], for a list object that nobody has but the caller: if there is a place in the
    /// tail, the object itself is made to end one later.
    static long appendToOwn(ListType type, MutatorContext mutator, long list, long bits) {
        if (list != 0) {
            long address = mutator.address(list);
            int end = IntPair.second(Memory.getLong(address + START));
            long chunk = mutator.address(handleAt(address + TAIL));
            if (isOurs(type.elements(), mutator, chunk, end) && !mutator.objectsMove()) {
                takePlace(type.elements(), mutator, chunk, end, bits);
                Memory.putInt(address + END, end + 1);
                return list;
            }
        }
        return appendWithNewRoom(type, mutator, list, bits);
    }

    /// Whether the place after the last element of a list that ends at `end` is there, and ours to
    /// take.
    private static boolean isOurs(Elements elements, MutatorContext mutator, long chunk, int end) {
        int used = elements.inLeaf(end - 1) + 1;
        long lengthAndClaim = Memory.getLong(chunk + LENGTH);
        return IntPair.second(lengthAndClaim) == (mutator.number() << USED_BITS | used)
                && IntPair.first(lengthAndClaim) != used;
    }

    /// Takes the place after the last element. From what was reserved.
    private static long appendInPlace(
            ListType type, MutatorContext mutator, long address, long chunk, int end, long bits) {
        takePlace(type.elements(), mutator, chunk, end, bits);
        long made = mutator.allocator().takeReserved(LIST_BYTES);
        Memory.putLong(made + ROOT, Memory.getLong(address + ROOT)); // the tail too
        int start = IntPair.first(Memory.getLong(address + START));
        Memory.putLong(made + START, IntPair.of(start, end + 1));
        return type.publishList(mutator, made);
    }

    /// Puts an element into the place after the last one.
    private static void takePlace(
            Elements elements, MutatorContext mutator, long chunk, int end, long bits) {
        int used = elements.inLeaf(end - 1) + 1;
        Memory.putInt(chunk + CLAIM, mutator.number() << USED_BITS | used + 1);
        if (elements.areReferences()) {
            mutator.storeReference(chunk, chunk + FIRST + 4L * used, bits);
        } else {
            elements.store(chunk + FIRST, used, bits);
        }
    }

    /// There is no room at hand for the list object, or no place in the tail.
    private static long appendWithNewRoom(
            ListType type, MutatorContext mutator, long list, long bits) {
        Elements elements = type.elements();
        Room.make(mutator, LIST_BYTES, 1, list, elements.rootOf(bits), 0);
        if (list != 0) {
            long address = mutator.address(list);
            int end = IntPair.second(Memory.getLong(address + START));
            long chunk = mutator.address(handleAt(address + TAIL));
            if (isOurs(elements, mutator, chunk, end)) {
                return appendInPlace(type, mutator, address, chunk, end, bits);
            }
        }
        return appendWithNewTail(type, mutator, list, bits);
    }

    /// The tail has no room, or it is not ours to use.
    private static long appendWithNewTail(
            ListType type, MutatorContext mutator, long list, long bits) {
        Elements elements = type.elements();
        ListTree tree = type.tree();
        long address = list == 0 ? 0 : mutator.address(list);
        int end = list == 0 ? 0 : Memory.getInt(address + END);
        int used = elements.inLeaf(end);
        boolean full = used == 0 && list != 0;
        int capacity = full ? elements.perLeaf() : capacityFor(elements, used + 1);
        long root = full ? handleAt(address + ROOT) : 0;
        int bytes = LIST_BYTES + (full ? tree.mostBytes(mutator, root) : 0);
        int objects = 1 + (full ? tree.mostObjects(mutator, root) : 0);
        if (end > ListType.MOST_ELEMENTS) {
            throw new IllegalStateException("list too long: end=" + end);
        }
        if (mutator.allocator().isReserved(bytes, objects)
                && mutator.allocator().isReservedMutable(chunkBytes(elements, capacity))) {
            long chunk = newTail(type, mutator, list, used, capacity, bits); // no safepoint
            return withTail(type, mutator, list, chunk);
        }
        int frame = mutator.root(list, elements.rootOf(bits), 0);
        try {
            long chunk = newTail(type, mutator, list, used, capacity, bits);
            mutator.reroot(frame, CHUNK_SLOT, chunk);
            Room.make(mutator, bytes, objects, 0, 0, 0); // what it needs is in the frame
            return withTail(type, mutator, list, chunk);
        } finally {
            mutator.popTo(frame);
        }
    }

    private static int chunkBytes(Elements elements, int capacity) {
        return (int) (FIRST + elements.bytes(capacity) + 7) & -8;
    }

    /// Room doubles from a few elements up, so that short lists are small.
    private static int capacityFor(Elements elements, int count) {
        int least = Math.max(LEAST_ROOM, 8 >>> elements.sizeShift());
        return Math.clamp(Integer.highestOneBit(count - 1 | 1) << 1, least, elements.perLeaf());
    }

    /// A chunk with the first `used` elements of the list's tail and one more. To be treated as a
    /// safepoint.
    private static long newTail(
            ListType type, MutatorContext mutator, long list, int used, int capacity, long bits) {
        Elements elements = type.elements();
        int bytes = chunkBytes(elements, capacity);
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
        return mutator.allocator().publish(chunk, type.tree().tailShape(), ObjectHeader.MUTABLE);
    }

    /// The list with one element more, which is in `chunk`: the chunk after a full tail, which
    /// becomes a leaf as it is, or instead of the tail. From what was reserved.
    private static long withTail(ListType type, MutatorContext mutator, long list, long chunk) {
        if (list == 0) {
            return type.newList(mutator, 0, chunk, 0, 1);
        }
        Elements elements = type.elements();
        long address = mutator.address(list);
        long root = handleAt(address + ROOT);
        int start = Memory.getInt(address + START);
        int end = Memory.getInt(address + END);
        if (elements.inLeaf(end) == 0) {
            long tail = handleAt(address + TAIL);
            int position = end - elements.perLeaf();
            root = type.tree().withSubtree(mutator, root, position, tail, elements.leafShift());
        }
        return type.newList(mutator, root, chunk, start, end + 1);
    }
}
