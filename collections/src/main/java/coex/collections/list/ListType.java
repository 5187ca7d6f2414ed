// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import static coex.collections.list.ListLayout.END;
import static coex.collections.list.ListLayout.FIRST;
import static coex.collections.list.ListLayout.LENGTH;
import static coex.collections.list.ListLayout.LIST_BYTES;
import static coex.collections.list.ListLayout.MOST_NODE_BYTES;
import static coex.collections.list.ListLayout.ROOT;
import static coex.collections.list.ListLayout.START;
import static coex.collections.list.ListLayout.TAIL;
import static coex.collections.list.ListLayout.handleAt;
import static coex.gc.layout.ObjectHeader.HANDLE_MASK;

import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.save.SavedForm;
import coex.collections.value.ObjectPool;
import coex.collections.value.Pause;
import coex.collections.value.Room;
import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.IntPair;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.io.IOException;

/// Lists of one type of elements in one heap: persistent vectors, 32-way trees of chunks with the
/// last chunk, the tail, at hand. Design note 0016 says why they are as they are; [ListLayout]
/// draws them.
///
/// A list is a handle; the empty list is 0. Elements travel as bits ([ValueType]). Every operation
/// that makes a list is a safepoint: it keeps what it was given while it needs it, and nothing
/// else. Lists never change, and any thread may use any list it was given the handle of by way of
/// the heap, a root or any synchronisation.
///
/// | operation | cost |
/// | --- | --- |
/// | `length` | O(1) |
/// | `get`, `set` | O(log n), base 32 |
/// | `append` | O(1) amortised: mostly 24 bytes |
/// | `slice` | O(log n); keeps alive at most a chunk too much at either end |
/// | `setSlice` | O(replaced elements + log n) if the length stays, else O(elements after its start) |
/// | `concat` | O(length of the second) |
/// | going through | O(1) for each element, O(log n) for each 1,024 |
///
/// A record because the JIT takes the fields of constant records for constants: keep types in
/// constants.
///
/// @param element the type of the elements
/// @param tree how the objects look
/// @param builderPool has a builder that is not in use
public record ListType(ValueType element, ListTree tree, ObjectPool<ListBuilder> builderPool)
        implements SequenceType, SavedForm {

    /// The most positions of a list.
    static final int MOST_ELEMENTS = Integer.MAX_VALUE - 255;

    /// Lists of `element` in `heap`.
    public static ListType of(Heap heap, ValueType element) {
        ListShapes shapes = ListShapes.of(heap);
        Elements elements = Elements.of(element.storage());
        ListShapes.Chunks chunks = shapes.chunks(elements);
        ListTree tree =
                new ListTree(
                        elements,
                        shapes.list().id(),
                        shapes.node().id(),
                        chunks.leaf().id(),
                        chunks.tail().id());
        return new ListType(element, tree, new ObjectPool<>());
    }

    /// Whether objects of a shape are lists, of whatever elements.
    public boolean areOf(int shape) {
        return shape == tree.listShape();
    }

    // Looking: no safepoints

    @Override
    public int length(MutatorContext mutator, long list) {
        if (list == 0) {
            return 0;
        }
        long address = mutator.address(list);
        long bounds = Memory.getLong(address + START);
        return IntPair.second(bounds) - IntPair.first(bounds);
    }

    @Override
    public long get(MutatorContext mutator, long list, long index) {
        if (list == 0) {
            throw new IndexOutOfRangeException(index, 0);
        }
        long address = mutator.address(list);
        long bounds = Memory.getLong(address + START);
        int start = IntPair.first(bounds);
        int end = IntPair.second(bounds);
        int position = start + Bounds.check(index, end - start);
        long chunk = chunkAt(mutator, address, end, position);
        return elements().load(mutator.address(chunk) + FIRST, elements().inLeaf(position));
    }

    @Override
    public void forEach(MutatorContext mutator, long list, BitsVisitor visitor) {
        int length = length(mutator, list);
        for (int done = 0; done < length; ) {
            int position = position(mutator, list, done);
            long chunk = chunkAt(mutator, list, position);
            int from = elements().inLeaf(position);
            int to = Math.min(elements().perLeaf(), from + length - done);
            for (int i = from; i < to; i++) {
                visitor.visit(elements().load(mutator.address(chunk) + FIRST, i));
            }
            done += to - from;
        }
    }

    /// The element `index` places after the one at `first`, an address that a [ListCursor] gave.
    public long load(long first, int index) {
        return elements().load(first, index);
    }

    // Going through a list chunk by chunk, for code that keeps the place itself: no safepoints

    /// The chunk with the element at `index`. It is kept alive by the list.
    public long chunk(MutatorContext mutator, long list, int index) {
        return chunkAt(mutator, list, position(mutator, list, index));
    }

    /// Which element of its chunk the one at `index` is.
    public int placeInChunk(MutatorContext mutator, long list, int index) {
        return elements().inLeaf(position(mutator, list, index));
    }

    /// The index after the last element of the chunk with the element at `index`.
    public int endOfChunk(MutatorContext mutator, long list, int index) {
        int rest = elements().perLeaf() - placeInChunk(mutator, list, index);
        return Math.min(length(mutator, list), index + rest);
    }

    /// Where the elements of a chunk begin: for [#load], until the next safepoint.
    public long firstOfChunk(MutatorContext mutator, long chunk) {
        return mutator.address(chunk) + FIRST;
    }

    /// The bytes of that many elements.
    public long bytes(int count) {
        return elements().bytes(count);
    }

    @Override
    public void copyOut(
            MutatorContext mutator, long list, int index, long[] target, int from, int count) {
        for (int done = 0; done < count; ) {
            int position = position(mutator, list, index + done);
            long first = mutator.address(chunkAt(mutator, list, position)) + FIRST;
            int inLeaf = elements().inLeaf(position);
            int run = Math.min(elements().perLeaf() - inLeaf, count - done);
            for (int i = 0; i < run; i++) {
                target[from + done + i] = elements().load(first, inLeaf + i);
            }
            done += run;
        }
    }

    // Making lists: safepoints

    @Override
    public long set(MutatorContext mutator, long list, long index, long bits) {
        if (list == 0) {
            throw new IndexOutOfRangeException(index, 0);
        }
        long address = mutator.address(list);
        long bounds = Memory.getLong(address + START);
        int start = IntPair.first(bounds);
        int end = IntPair.second(bounds);
        int position = start + Bounds.check(index, end - start);
        int tailStart = tailStart(end);
        int levels = position >= tailStart ? 0 : tree.levels(tailStart);
        int bytes = LIST_BYTES + elements().leafBytes() + levels * MOST_NODE_BYTES;
        Room.make(mutator, bytes, 2 + levels, list, elements().rootOf(bits), 0);
        address = mutator.address(list);
        long handles = Memory.getLong(address + ROOT);
        long root = IntPair.first(handles) & HANDLE_MASK;
        long tail = IntPair.second(handles) & HANDLE_MASK;
        if (levels > 0) {
            root = tree.withElement(mutator, root, position, bits);
        } else {
            long chunk = mutator.address(tail);
            int at = elements().inLeaf(position);
            tail = tree.copyOfLeaf(mutator, chunk, end - tailStart, at, bits);
        }
        return newList(mutator, root, tail, start, end);
    }

    @Override
    public long append(MutatorContext mutator, long list, long bits) {
        return ListAppend.append(this, mutator, list, bits);
    }

    /// The same for a list object of which nobody has the handle but the caller, who will use only
    /// what this gives back: the list itself, lengthened, or another. A safepoint.
    public long appendToOwn(MutatorContext mutator, long list, long bits) {
        return ListAppend.appendToOwn(this, mutator, list, bits);
    }

    @Override
    public long slice(MutatorContext mutator, long list, long from, long to) {
        int length = length(mutator, list);
        int first = Bounds.position(from, length);
        int end = Bounds.position(to, length);
        return ListSlicing.between(this, mutator, list, first, end);
    }

    /// A list without its last element.
    ///
    /// @throws IndexOutOfRangeException if it is empty
    public long pop(MutatorContext mutator, long list) {
        int length = length(mutator, list);
        return ListSlicing.between(this, mutator, list, 0, Bounds.check((long) length - 1, length));
    }

    @Override
    public long setSlice(MutatorContext mutator, long list, long from, long to, long source) {
        int length = length(mutator, list);
        int first = Bounds.position(from, length);
        int end = Math.max(first, Bounds.position(to, length));
        return ListSlicing.replaced(this, mutator, list, first, end, source);
    }

    /// The elements of both.
    public long concat(MutatorContext mutator, long first, long second) {
        if (first == 0 || second == 0) {
            return first == 0 ? second : first;
        }
        return ListSlicing.withRange(this, mutator, first, second, 0, length(mutator, second));
    }

    @Override
    public long of(MutatorContext mutator, long[] bits, int from, int count) {
        if (count <= elements().perLeaf()) {
            return count == 0 ? 0 : ofOneChunk(mutator, bits, from, count);
        }
        try (ListBuilder builder = builder()) {
            builder.start(mutator);
            builder.addAll(bits, from, count);
            return builder.finish();
        }
    }

    private long ofOneChunk(MutatorContext mutator, long[] bits, int from, int count) {
        int bytes = (int) (FIRST + elements().bytes(count) + 7) & -8;
        Room.make(mutator, bytes + LIST_BYTES, 2, 0, 0, 0);
        long chunk = mutator.allocator().takeReserved(bytes);
        for (int i = 0; i < count; i++) {
            elements().store(chunk + FIRST, i, bits[from + i]);
        }
        Memory.putLong(chunk + LENGTH, IntPair.of(count, 0)); // and no claim
        long leaf = mutator.allocator().publish(chunk, tree.leafShape(), ObjectHeader.SEALED);
        return newList(mutator, 0, leaf, 0, count);
    }

    /// A builder for the length of one `try` statement, at whose end others can have it.
    public ListBuilder builder() {
        ListBuilder spare = builderPool.take();
        return spare == null ? new ListBuilder(this, builderPool) : spare;
    }

    // As a type of values

    @Override
    public int hash(MutatorContext mutator, long list, int parts) {
        int length = length(mutator, list);
        if (length > parts) {
            return sampledHash(mutator, list, length, parts);
        }
        int hash = length;
        for (int done = 0; done < length; ) {
            int position = position(mutator, list, done);
            long chunk = mutator.address(chunkAt(mutator, list, position)) + FIRST;
            int from = elements().inLeaf(position);
            int count = Math.min(elements().perLeaf() - from, length - done);
            hash =
                    SequenceComparison.hash(
                            mutator,
                            element,
                            hash,
                            chunk + elements().bytes(from),
                            count,
                            parts / length);
            done += count;
        }
        return hash;
    }

    private int sampledHash(MutatorContext mutator, long list, int length, int parts) {
        int hash = length;
        for (int i = 0; i < parts; i++) {
            long bits = get(mutator, list, SequenceComparison.sample(length, parts, i));
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
        for (int done = 0; done < length; ) {
            int position = position(mutator, first, done);
            int other = position(mutator, second, done);
            long chunk = chunkAt(mutator, first, position);
            long otherChunk = chunkAt(mutator, second, other);
            int from = elements().inLeaf(position);
            int otherFrom = elements().inLeaf(other);
            int count = Math.min(elements().perLeaf() - Math.max(from, otherFrom), length - done);
            boolean shared = chunk == otherChunk && from == otherFrom;
            if (!shared
                    && !SequenceComparison.equal(
                            mutator,
                            element,
                            mutator.address(chunk) + FIRST + elements().bytes(from),
                            mutator.address(otherChunk) + FIRST + elements().bytes(otherFrom),
                            count)) {
                return false;
            }
            done += count;
        }
        return true;
    }

    @Override
    public int compareElements(
            MutatorContext mutator,
            long first,
            long second,
            int length,
            boolean ordered,
            Pause pause) {
        return SequenceComparison.compareLists(
                this, mutator, first, second, length, ordered, pause);
    }

    /// Which element of a sequence with more than `parts` elements is the one of a number, below
    /// `parts`, that counts for its hash.
    public static int hashed(int length, int parts, int number) {
        return SequenceComparison.sample(length, parts, number);
    }

    // In saves

    @Override
    public void write(SaveOutput out, long list, long base) throws IOException {
        SavedLists.write(this, out, list, base);
    }

    @Override
    public long read(SaveInput in, long base) throws IOException {
        return SavedLists.read(this, in, base);
    }

    // For the other classes of the package

    Elements elements() {
        return tree.elements();
    }

    /// Where the positions of the tail begin in a vector that ends at `end`.
    int tailStart(int end) {
        return end - 1 & -elements().perLeaf();
    }

    /// The position of an element.
    int position(MutatorContext mutator, long list, int index) {
        return Memory.getInt(mutator.address(list) + START) + index;
    }

    /// The chunk with a position of a list.
    long chunkAt(MutatorContext mutator, long list, int position) {
        long address = mutator.address(list);
        return chunkAt(mutator, address, Memory.getInt(address + END), position);
    }

    /// The same of a list at an address. Tail and root are read by one call: a call in a branch
    /// that is taken seldom is not inlined, and keeps all that surrounds it from being optimised.
    private long chunkAt(MutatorContext mutator, long address, int end, int position) {
        boolean inTail = position >= tailStart(end);
        long top = handleAt(address + (inTail ? TAIL : ROOT));
        return inTail ? top : tree.leafAt(mutator, top, position);
    }

    /// Copies elements into an object that is not published yet.
    void copyElements(MutatorContext mutator, long list, int index, long target, int count) {
        for (int done = 0; done < count; ) {
            int position = position(mutator, list, index + done);
            int inLeaf = elements().inLeaf(position);
            int run = Math.min(elements().perLeaf() - inLeaf, count - done);
            long chunk = mutator.address(chunkAt(mutator, list, position));
            long from = chunk + FIRST + elements().bytes(inLeaf);
            elements().copy(from, target + elements().bytes(done), run);
            done += run;
        }
    }

    /// A list object, from what was reserved.
    long newList(MutatorContext mutator, long root, long tail, int start, int end) {
        long address = mutator.allocator().takeReserved(LIST_BYTES);
        Memory.putLong(address + ROOT, IntPair.of(root, tail));
        Memory.putLong(address + START, IntPair.of(start, end));
        return publishList(mutator, address);
    }

    /// Makes what was written at `address` a list object.
    long publishList(MutatorContext mutator, long address) {
        return mutator.allocator().publish(address, tree.listShape(), ObjectHeader.SEALED);
    }
}
