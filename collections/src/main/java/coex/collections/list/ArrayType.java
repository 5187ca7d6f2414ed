// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.save.SavedForm;
import coex.collections.value.Pause;
import coex.collections.value.Room;
import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.Shape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.io.IOException;

/// Arrays of one type of elements in one heap: elements packed next to each other in one object.
///
///     array   | header 8 | length 4 | elements, aligned to their size |
///     view    | header 8 | array 4 | offset 4 | length 4 |
///
/// An array is the handle of either, or 0 if it is empty. A view is part of an array and of nothing
/// else: a slice of a view is a view of the same array, and a slice of everything is the array
/// itself. A view keeps its whole array alive.
///
/// Every operation that makes an array is a safepoint: it keeps what it was given while it needs
/// it. `length`, `get` and `slice` take constant time and space; all else copies.
///
/// A record because the JIT takes the fields of constant records for constants: keep types in
/// constants.
///
/// @param element the type of the elements
/// @param elements how they are stored
/// @param arrayShape the shape of an array
/// @param viewShape the shape of a view
/// @param firstOffset where the elements of an array begin
public record ArrayType(
        ValueType element, Elements elements, int arrayShape, int viewShape, int firstOffset)
        implements SequenceType, SavedForm {

    static final long ARRAY = 8;
    static final long OFFSET = 12;
    static final long VIEW_LENGTH = 16;
    static final int VIEW_BYTES = 24;

    /// The most elements of an array.
    public static final int MOST_ELEMENTS = Integer.MAX_VALUE - 8;

    /// Arrays of `element` in `heap`.
    public static ArrayType of(Heap heap, ValueType element) {
        ListShapes shapes = ListShapes.of(heap);
        Elements elements = Elements.of(element.storage());
        Shape array = shapes.chunks(elements).array();
        return new ArrayType(element, elements, array.id(), shapes.view().id(), array.fixedBytes());
    }

    // Looking: no safepoints

    @Override
    public int length(MutatorContext mutator, long array) {
        if (array == 0) {
            return 0;
        }
        long address = mutator.address(array);
        return Memory.getInt(address + (isView(address) ? VIEW_LENGTH : Shape.LENGTH_OFFSET));
    }

    @Override
    public long get(MutatorContext mutator, long array, long index) {
        if (array == 0) {
            throw new IndexOutOfRangeException(index, 0);
        }
        long address = mutator.address(array);
        if (isView(address)) {
            int checked = Bounds.check(index, Memory.getInt(address + VIEW_LENGTH));
            return elements.load(first(mutator, array), checked);
        }
        int checked = Bounds.check(index, Memory.getInt(address + Shape.LENGTH_OFFSET));
        return elements.load(address + firstOffset, checked);
    }

    /// Where the elements of an array that is not empty begin; good until the next safepoint.
    public long first(MutatorContext mutator, long array) {
        long address = mutator.address(array);
        if (!isView(address)) {
            return address + firstOffset;
        }
        long offset = elements.bytes(Memory.getInt(address + OFFSET));
        return mutator.address(ListLayout.handleAt(address + ARRAY)) + firstOffset + offset;
    }

    /// The element `index` places after the one at `first`.
    public long load(long first, long index) {
        return elements.load(first, index);
    }

    @Override
    public void forEach(MutatorContext mutator, long array, BitsVisitor visitor) {
        int length = length(mutator, array);
        for (int i = 0; i < length; i++) {
            visitor.visit(elements.load(first(mutator, array), i));
        }
    }

    @Override
    public void copyOut(
            MutatorContext mutator, long array, int index, long[] target, int from, int count) {
        if (count > 0) {
            long first = first(mutator, array);
            for (int i = 0; i < count; i++) {
                target[from + i] = elements.load(first, (long) index + i);
            }
        }
    }

    // Making arrays: safepoints

    @Override
    public long set(MutatorContext mutator, long array, long index, long bits) {
        int length = length(mutator, array);
        int at = Bounds.check(index, length);
        return ArrayWriting.copy(this, mutator, array, length, at, bits);
    }

    @Override
    public long append(MutatorContext mutator, long array, long bits) {
        int length = length(mutator, array);
        return ArrayWriting.copy(this, mutator, array, requireLength(length + 1L), length, bits);
    }

    /// A view, unless it is the whole array or nothing.
    @Override
    public long slice(MutatorContext mutator, long array, long from, long to) {
        int length = length(mutator, array);
        int first = Bounds.position(from, length);
        int end = Bounds.position(to, length);
        if (first >= end || end - first == length) {
            return first >= end ? 0 : array;
        }
        Room.make(mutator, VIEW_BYTES, 1, array, 0, 0);
        long address = mutator.address(array);
        boolean view = isView(address);
        long whole = view ? ListLayout.handleAt(address + ARRAY) : array;
        int offset = view ? Memory.getInt(address + OFFSET) : 0;
        long made = mutator.allocator().takeReserved(VIEW_BYTES);
        Memory.putInt(made + ARRAY, (int) whole);
        Memory.putInt(made + OFFSET, offset + first);
        Memory.putInt(made + VIEW_LENGTH, end - first);
        Memory.putInt(made + VIEW_LENGTH + 4, 0);
        return mutator.allocator().publish(made, viewShape, ObjectHeader.SEALED);
    }

    @Override
    public long setSlice(MutatorContext mutator, long array, long from, long to, long source) {
        int length = length(mutator, array);
        int first = Bounds.position(from, length);
        int end = Math.max(first, Bounds.position(to, length));
        int count = Math.min(end - first, length(mutator, source));
        if (end == first) {
            return array;
        }
        return ArrayWriting.replaced(this, mutator, array, first, end, source, count);
    }

    /// `length` times the same element; none if `length` is negative.
    public long filled(MutatorContext mutator, long length, long bits) {
        return length <= 0 ? 0 : ArrayWriting.filled(this, mutator, requireLength(length), bits);
    }

    @Override
    public long of(MutatorContext mutator, long[] bits, int from, int count) {
        return count == 0 ? 0 : ArrayWriting.of(this, mutator, bits, from, count);
    }

    /// An array of the next `length` elements of a source, which the object `keeper` keeps alive;
    /// the caller need not keep that.
    public long from(MutatorContext mutator, long length, long keeper, BitsSource source) {
        return length == 0
                ? 0
                : ArrayWriting.from(this, mutator, requireLength(length), keeper, source);
    }

    /// An array of the elements of a list of the same element type.
    public long ofList(MutatorContext mutator, ListType lists, long list) {
        return list == 0 ? 0 : ArrayWriting.ofList(this, mutator, lists, list);
    }

    /// A list of the elements.
    public long toList(MutatorContext mutator, ListType lists, long array) {
        if (array == 0) {
            return 0;
        }
        int frame = mutator.root(array);
        try (ListBuilder builder = lists.builder()) {
            builder.start(mutator);
            long address = mutator.address(array);
            boolean view = isView(address);
            long whole = view ? ListLayout.handleAt(address + ARRAY) : array;
            long offset = view ? elements.bytes(Memory.getInt(address + OFFSET)) : 0;
            builder.addMemory(whole, firstOffset + offset, length(mutator, array));
            return builder.finish();
        } finally {
            mutator.popTo(frame);
        }
    }

    static int requireLength(long length) {
        if (length > MOST_ELEMENTS) {
            throw new IllegalArgumentException(
                    "array too long: length=" + length + " most=" + MOST_ELEMENTS);
        }
        return (int) length;
    }

    // As a type of values

    @Override
    public int hash(MutatorContext mutator, long array, int parts) {
        int length = length(mutator, array);
        if (length == 0) {
            return 0;
        }
        long first = first(mutator, array);
        if (length <= parts) {
            return SequenceComparison.hash(mutator, element, length, first, length, parts / length);
        }
        int hash = length;
        for (int i = 0; i < parts; i++) {
            long bits = elements.load(first, SequenceComparison.sample(length, parts, i));
            hash = SequenceComparison.hash(mutator, element, hash, bits);
        }
        return hash;
    }

    @Override
    public boolean equal(MutatorContext mutator, long first, long second) {
        int length = length(mutator, first);
        if (first == second || length != length(mutator, second)) {
            return first == second;
        }
        return SequenceComparison.equal(
                mutator, element, first(mutator, first), first(mutator, second), length);
    }

    @Override
    public int compareElements(
            MutatorContext mutator,
            long first,
            long second,
            int length,
            boolean ordered,
            Pause pause) {
        return SequenceComparison.compareArrays(
                this, mutator, first, second, length, ordered, pause);
    }

    // In saves

    @Override
    public void write(SaveOutput out, long array, long base) throws IOException {
        SavedArrays.write(this, out, array, base);
    }

    @Override
    public long read(SaveInput in, long base) throws IOException {
        return SavedArrays.read(this, in, base);
    }

    boolean isView(long address) {
        return ObjectHeader.shape(Memory.getLong(address)) == viewShape;
    }
}
