// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import static coex.collections.list.ListLayout.CLAIM;
import static coex.collections.list.ListLayout.END;
import static coex.collections.list.ListLayout.FIRST;
import static coex.collections.list.ListLayout.LENGTH;
import static coex.collections.list.ListLayout.LEVEL_BITS;
import static coex.collections.list.ListLayout.LIST_BYTES;
import static coex.collections.list.ListLayout.ROOT;
import static coex.collections.list.ListLayout.START;
import static coex.collections.list.ListLayout.TAIL;
import static coex.collections.list.ListLayout.handleAt;

import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.value.Primitive;
import coex.collections.value.Room;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;

/// Lists in saves.
///
///     list   | start | end | reference to the root, if there is a tree | elements of the tail |
///
/// The tree is that of [SavedListTree]. The tail is written with each list, and only as far as the
/// list goes: others may share its object and have more elements in it.
///
/// Elements that are words have eight bytes each, bytes one. The base of an element that is an
/// object, and of a part of the tree, is what has the same position in the list's base. Where
/// slicing has given elements other positions nothing is found there, and all is written again.
final class SavedLists {

    private SavedLists() {}

    static void write(ListType type, SaveOutput out, long list, long base) throws IOException {
        MutatorContext mutator = out.mutator();
        long address = mutator.address(list);
        int start = Memory.getInt(address + START);
        int end = Memory.getInt(address + END);
        long root = handleAt(address + ROOT);
        long tail = handleAt(address + TAIL);
        int tailStart = type.tailStart(end);
        out.number(start);
        out.number(end);
        if (tailStart > 0) {
            SavedListTree tree = SavedListTree.root(type, base, start, tailStart);
            out.reference(tree, root, tree.base(mutator));
        }
        writeElements(type, out, tail, end - tailStart, base, tailStart);
    }

    /// Writes elements of a chunk whose first has `position`.
    static void writeElements(
            ListType type, SaveOutput out, long chunk, int count, long base, int position)
            throws IOException {
        MutatorContext mutator = out.mutator();
        Elements elements = type.elements();
        switch (elements.storage()) {
            case BYTE -> out.memory(user -> user.address(chunk) + FIRST, count);
            case WORD -> {
                for (int i = 0; i < count; i++) {
                    out.word(elements.load(mutator.address(chunk) + FIRST, i));
                }
            }
            case REFERENCE -> {
                for (int i = 0; i < count; i++) {
                    long bits = elements.load(mutator.address(chunk) + FIRST, i);
                    out.value(type.element(), bits, element(type, mutator, base, position + i));
                }
            }
        }
    }

    /// The element of a list at a position, or 0 if it has none there.
    private static long element(ListType type, MutatorContext mutator, long list, int position) {
        if (list == 0) {
            return 0;
        }
        long address = mutator.address(list);
        if (position < Memory.getInt(address + START) || position >= Memory.getInt(address + END)) {
            return 0;
        }
        long chunk = type.chunkAt(mutator, list, position);
        int place = type.elements().inLeaf(position);
        return type.elements().load(mutator.address(chunk) + FIRST, place);
    }

    static long read(ListType type, SaveInput in, long base) throws IOException {
        MutatorContext mutator = in.mutator();
        int start = in.number("start of a list", 0, ListType.MOST_ELEMENTS - 1);
        int end = in.number("end of a list", start + 1, ListType.MOST_ELEMENTS);
        int tailStart = type.tailStart(end);
        if (tailStart > 0 && start >= tailStart) {
            throw in.refuse(
                    "tree before the start of a list: expected=start below %d found=%d"
                            .formatted(tailStart, start));
        }
        try (RootFrame slots = RootFrame.slots(mutator, 2)) {
            if (tailStart > 0) {
                SavedListTree tree = SavedListTree.root(type, base, start, tailStart);
                slots.set(0, tree.readFrom(in));
            }
            slots.set(1, readChunk(type, in, end - tailStart, base, tailStart));
            Room.make(mutator, LIST_BYTES, 1, 0, 0, 0);
            return type.newList(mutator, slots.get(0), slots.get(1), start, end);
        }
    }

    /// Makes a chunk of elements whose first has `position`.
    static long readChunk(ListType type, SaveInput in, int count, long base, int position)
            throws IOException {
        MutatorContext mutator = in.mutator();
        Elements elements = type.elements();
        boolean objects = elements.areReferences();
        long[] bits = new long[count];
        try (RootFrame slots = RootFrame.slots(mutator, objects ? count : 0)) {
            switch (elements.storage()) {
                case BYTE -> readBytes(type, in, bits);
                case WORD -> {
                    for (int i = 0; i < count; i++) {
                        bits[i] = in.word();
                    }
                }
                case REFERENCE -> {
                    for (int i = 0; i < count; i++) {
                        long before = element(type, mutator, base, position + i);
                        bits[i] = in.value(type.element(), before);
                        slots.set(i, bits[i]);
                    }
                }
            }
            int bytes = (int) (FIRST + elements.bytes(count) + 7) & -8;
            long chunk = mutator.allocator().take(bytes, ObjectHeader.SEALED);
            for (int i = 0; i < count; i++) {
                elements.store(chunk + FIRST, i, bits[i]);
            }
            Memory.putInt(chunk + LENGTH, count);
            Memory.putInt(chunk + CLAIM, 0);
            return mutator.allocator().publish(chunk, type.tree().leafShape(), ObjectHeader.SEALED);
        }
    }

    private static void readBytes(ListType type, SaveInput in, long[] bits) throws IOException {
        byte[] bytes = in.bytes(bits.length);
        for (int i = 0; i < bytes.length; i++) {
            bits[i] = bytes[i] & 0xFF;
            if (type.element() == Primitive.BOOLEAN) {
                SavedArrays.requireBoolean(in, bits[i]);
            }
        }
    }

    /// How many positions a child of a node with this shift has.
    static int capacity(int shift) {
        return shift >= Integer.SIZE - 1 ? Integer.MAX_VALUE : 1 << shift;
    }

    /// The shift of a root above so many positions.
    static int rootShift(ListType type, int positions) {
        return type.elements().leafShift() + LEVEL_BITS * (type.tree().levels(positions) - 1);
    }
}
