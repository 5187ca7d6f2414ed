// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import static coex.gc.layout.ObjectHeader.HANDLE_MASK;

import coex.collections.value.Storage;
import coex.gc.Kind;
import coex.gc.memory.Memory;

/// How elements lie next to each other, in the chunks of lists and in arrays.
///
/// A record, like the types that hold it: the JIT takes the fields of constant records for
/// constants.
///
/// @param sizeShift the logarithm of an element's bytes
/// @param leafShift the logarithm of the elements in a full chunk of a list: what fits 256 bytes
///     or, where elements are small, 128, so that a changed element does not cost a long copy
public record Elements(Storage storage, int sizeShift, int leafShift) {

    private static final Elements WORDS = new Elements(Storage.WORD, 3, 5);
    private static final Elements REFERENCES = new Elements(Storage.REFERENCE, 2, 5);
    private static final Elements BYTES = new Elements(Storage.BYTE, 0, 7);

    static Elements of(Storage storage) {
        return switch (storage) {
            case WORD -> WORDS;
            case REFERENCE -> REFERENCES;
            case BYTE -> BYTES;
        };
    }

    Kind kind() {
        return switch (storage) {
            case WORD -> Kind.LONG;
            case REFERENCE -> Kind.REFERENCE;
            case BYTE -> Kind.BYTE;
        };
    }

    boolean areReferences() {
        return sizeShift == 2;
    }

    /// An element as something to root: 0 if it is no handle.
    long rootOf(long bits) {
        return areReferences() ? bits : 0;
    }

    int perLeaf() {
        return 1 << leafShift;
    }

    /// The bytes of a full chunk.
    int leafBytes() {
        return (int) (ListLayout.FIRST + bytes(perLeaf()));
    }

    /// Where in its chunk the element at a position of the list lies.
    int inLeaf(int position) {
        return position & ((1 << leafShift) - 1);
    }

    long bytes(long count) {
        return count << sizeShift;
    }

    /// The element `index` places after the one at `first`.
    long load(long first, long index) {
        return switch (sizeShift) {
            case 3 -> Memory.getLong(first + (index << 3));
            case 2 -> Memory.getInt(first + (index << 2)) & HANDLE_MASK;
            default -> Memory.getByte(first + index) & 0xFF;
        };
    }

    /// Reads elements into an array.
    void read(long first, long[] target, int count) {
        if (sizeShift == 3) {
            for (int i = 0; i < count; i++) {
                target[i] = Memory.getLong(first + ((long) i << 3));
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            target[i] = load(first, i);
        }
    }

    /// Writes an element of an object that is not published yet, or that holds no references.
    void store(long first, long index, long bits) {
        switch (sizeShift) {
            case 3 -> Memory.putLong(first + (index << 3), bits);
            case 2 -> Memory.putInt(first + (index << 2), (int) bits);
            default -> Memory.putByte(first + index, (byte) bits);
        }
    }

    /// Copies elements to an object that is not published yet, and no byte more: what lies beyond
    /// them may be another version's.
    void copy(long from, long to, int count) {
        Memory.copy(from, to, bytes(count));
    }

    /// Zeroes what follows `count` elements up to the end of an object whose elements begin at a
    /// multiple of eight bytes and end, with padding, at `end`.
    void zeroAfter(long first, int count, long end) {
        long at = first + bytes(count);
        if ((at & 4) != 0 && sizeShift == 2) {
            Memory.putInt(at, 0);
            at += 4;
        }
        for (; (at & 7) != 0; at++) {
            Memory.putByte(at, (byte) 0);
        }
        for (; at < end; at += 8) {
            Memory.putLong(at, 0);
        }
    }
}
