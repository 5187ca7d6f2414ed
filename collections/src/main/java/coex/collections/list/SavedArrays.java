// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import static coex.collections.list.ArrayType.ARRAY;
import static coex.collections.list.ArrayType.OFFSET;
import static coex.collections.list.ArrayType.VIEW_LENGTH;

import coex.collections.save.RestoredObjects;
import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.value.Primitive;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;
import java.util.Arrays;

/// Arrays in saves.
///
///     array  | 0 | length | elements                           |
///     view   | 1 | reference to its array | offset | length    |
///
/// Elements that are words have eight bytes each, bytes one; of an element that is an object the
/// base is the element with the same index in the array's base.
final class SavedArrays {

    private static final int WHOLE = 0;
    private static final int VIEW = 1;

    private static final int FIRST_WORDS = 1024;

    private SavedArrays() {}

    static void write(ArrayType type, SaveOutput out, long array, long base) throws IOException {
        MutatorContext mutator = out.mutator();
        long address = mutator.address(array);
        if (type.isView(address)) {
            long whole = ListLayout.handleAt(address + ARRAY);
            int offset = Memory.getInt(address + OFFSET);
            int length = Memory.getInt(address + VIEW_LENGTH);
            out.number(VIEW);
            out.reference(type, whole, whole(type, mutator, base));
            out.number(offset);
            out.number(length);
            return;
        }
        int length = type.length(mutator, array);
        out.number(WHOLE);
        out.number(length);
        switch (type.elements().storage()) {
            case BYTE -> out.memory(user -> type.first(user, array), length);
            case WORD -> {
                for (int i = 0; i < length; i++) {
                    out.word(type.get(mutator, array, i));
                }
            }
            case REFERENCE -> {
                int common = type.length(mutator, base);
                for (int i = 0; i < length; i++) {
                    long before = i < common ? type.get(mutator, base, i) : 0;
                    out.value(type.element(), type.get(mutator, array, i), before);
                }
            }
        }
    }

    /// The array that a base is, or is a view of.
    private static long whole(ArrayType type, MutatorContext mutator, long base) {
        if (base == 0) {
            return 0;
        }
        long address = mutator.address(base);
        return type.isView(address) ? ListLayout.handleAt(address + ARRAY) : base;
    }

    static long read(ArrayType type, SaveInput in, long base) throws IOException {
        if (in.number("kind of an array", WHOLE, VIEW) == VIEW) {
            return readView(type, in, base);
        }
        int length = in.number("length of an array", 1, ArrayType.MOST_ELEMENTS);
        return switch (type.elements().storage()) {
            case BYTE -> ArrayWriting.ofBytes(type, in.mutator(), readBytes(type, in, length));
            case WORD -> readWords(type, in, length);
            case REFERENCE -> readObjects(type, in, base, length);
        };
    }

    private static long readView(ArrayType type, SaveInput in, long base) throws IOException {
        MutatorContext mutator = in.mutator();
        long whole = in.reference(type, whole(type, mutator, base));
        if (whole == 0 || type.isView(mutator.address(whole))) {
            throw in.refuse("view of something that is not an array");
        }
        try (RootFrame _ = RootFrame.of(mutator, whole)) {
            int most = type.length(mutator, whole);
            int offset = in.number("offset of a view", 0, most - 1);
            int length = in.number("length of a view", 1, most - offset);
            return type.slice(mutator, whole, offset, (long) offset + length);
        }
    }

    private static byte[] readBytes(ArrayType type, SaveInput in, int length) throws IOException {
        byte[] bytes = in.bytes(length);
        if (type.element() == Primitive.BOOLEAN) {
            for (byte each : bytes) {
                requireBoolean(in, each);
            }
        }
        return bytes;
    }

    static void requireBoolean(SaveInput in, long bits) throws IOException {
        if ((bits & ~1) != 0) {
            throw in.refuse("not a BOOLEAN: expected=0 to 1 found=" + bits);
        }
    }

    private static long readWords(ArrayType type, SaveInput in, int length) throws IOException {
        long[] words = new long[Math.min(length, FIRST_WORDS)];
        for (int i = 0; i < length; i++) {
            if (i == words.length) {
                words = Arrays.copyOf(words, (int) Math.min(length, 2L * i));
            }
            words[i] = in.word();
        }
        return type.of(in.mutator(), words, 0, length);
    }

    private static long readObjects(ArrayType type, SaveInput in, long base, int length)
            throws IOException {
        MutatorContext mutator = in.mutator();
        int common = type.length(mutator, base);
        try (RootFrame slots = RootFrame.slots(mutator, 1)) {
            RestoredObjects read = in.kept(slots, 0);
            for (int i = 0; i < length; i++) {
                long before = i < common ? type.get(mutator, base, i) : 0;
                read.add(in.value(type.element(), before));
            }
            int[] next = {0};
            return type.from(mutator, length, read.keeper(), () -> read.get(next[0]++));
        }
    }
}
