// SPDX-License-Identifier: Apache-2.0
package coex.collections.list;

import static coex.collections.list.ListLayout.CLAIM;
import static coex.collections.list.ListLayout.END;
import static coex.collections.list.ListLayout.FIRST;
import static coex.collections.list.ListLayout.LENGTH;
import static coex.collections.list.ListLayout.LEVEL_BITS;
import static coex.collections.list.ListLayout.LIST_BYTES;
import static coex.collections.list.ListLayout.MOST_CHILDREN;
import static coex.collections.list.ListLayout.ROOT;
import static coex.collections.list.ListLayout.START;
import static coex.collections.list.ListLayout.TAIL;
import static coex.collections.list.ListLayout.handleAt;
import static coex.collections.list.ListLayout.nodeBytes;

import coex.collections.value.ObjectPool;
import coex.collections.value.Room;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// Makes a list of many elements, leaf by leaf.
///
///     try (builder) {
///         builder.start(mutator);
///         for (...) { builder.add(bits); }
///         list = builder.finish();
///     }
///
/// A builder is made once and used for any number of lists, one after the other, by one thread at a
/// time. From `start` to `finish` it has a frame on the mutator's stack: what is pushed meanwhile
/// must be popped before. Every method from `start` to `finish` is a safepoint.
///
/// Elements gather in a buffer until they fill a leaf: in the frame if they are handles, where they
/// are rooted, else in a Java array. Leaves gather in the frame until they fill a node. The last
/// leaf's worth of elements is not put in the tree until more come, since it may be the tail: it is
/// the buffer or, if that is empty, the leaf in LAST_SLOT.
public final class ListBuilder implements AutoCloseable {

    private static final int ROOT_SLOT = 0;
    private static final int LAST_SLOT = 1;
    private static final int ELEMENT_SLOT = 2;
    private static final int PENDING_SLOTS = 3;
    private static final int BUFFER_SLOTS = PENDING_SLOTS + MOST_CHILDREN;

    private final ListType type;
    private final Elements elements;
    private final ListTree tree;
    private final int perLeaf;
    private final long[] buffer;

    /// Where the builder goes when it is closed, or null.
    private final ObjectPool<ListBuilder> home;

    private MutatorContext mutator;
    private final RootFrame roots = RootFrame.unopened();
    private int buffered;
    private int pending;

    /// The first position of the list, and where the positions in leaves that are no longer last
    /// end.
    private int start;

    private int pushed;

    public ListBuilder(ListType type) {
        this(type, null);
    }

    ListBuilder(ListType type, ObjectPool<ListBuilder> home) {
        this.home = home;
        this.type = type;
        this.elements = type.elements();
        this.tree = type.tree();
        this.perLeaf = elements.perLeaf();
        this.buffer = elements.areReferences() ? null : new long[perLeaf];
    }

    /// Begins with no elements.
    public void start(MutatorContext user) {
        start(user, 0);
    }

    /// Begins with the elements of a list.
    public void start(MutatorContext user, long list) {
        if (mutator != null) {
            throw new IllegalStateException("builder in use");
        }
        int slots = BUFFER_SLOTS + (buffer == null ? perLeaf : 0);
        roots.open(user, slots);
        mutator = user;
        buffered = 0;
        pending = 0;
        start = 0;
        pushed = 0;
        if (list != 0) {
            startWith(list);
        }
    }

    private void startWith(long list) {
        long address = mutator.address(list);
        int end = Memory.getInt(address + END);
        start = Memory.getInt(address + START);
        pushed = type.tailStart(end);
        long tail = handleAt(address + TAIL);
        put(ROOT_SLOT, handleAt(address + ROOT));
        if (end - pushed == perLeaf) {
            put(LAST_SLOT, tail);
        } else {
            fillBuffer(mutator.address(tail) + FIRST, end - pushed);
        }
    }

    /// Adds an element.
    public void add(long bits) {
        if (buffered == perLeaf || buffered == 0) {
            pushLast(elements.rootOf(bits));
        }
        if (buffer == null) {
            put(BUFFER_SLOTS + buffered++, bits);
        } else {
            buffer[buffered++] = bits;
        }
    }

    /// Adds elements from a Java array. If they are handles the caller keeps their objects alive.
    public void addAll(long[] bits, int from, int count) {
        for (int i = 0; i < count; i++) {
            add(bits[from + i]);
        }
    }

    /// Adds elements of a list, which the caller keeps alive. Leaves are shared where they fit.
    public void addRange(long list, int index, int count) {
        for (int done = 0; done < count; ) {
            int position = type.position(mutator, list, index + done);
            int inLeaf = elements.inLeaf(position);
            int run = Math.min(perLeaf - inLeaf, count - done);
            long chunk = type.chunkAt(mutator, list, position);
            if (run == perLeaf && (buffered == 0 || buffered == perLeaf)) {
                pushLast(0);
                put(LAST_SLOT, chunk);
            } else {
                addMemory(chunk, FIRST + elements.bytes(inLeaf), run);
            }
            done += run;
        }
    }

    /// Adds elements that lie in an object, which the caller keeps alive, from an offset in bytes
    /// on.
    public void addMemory(long object, long offset, int count) {
        for (int done = 0; done < count; ) {
            if (buffered == perLeaf || buffered == 0) {
                pushLast(0);
            }
            int run = Math.min(perLeaf - buffered, count - done);
            long from = offset + elements.bytes(done);
            if (run == perLeaf) {
                put(LAST_SLOT, copiedLeaf(object, from));
            } else {
                fillBuffer(mutator.address(object) + from, run);
            }
            done += run;
        }
    }

    /// A leaf of the elements that lie in an object from an offset on. A safepoint.
    private long copiedLeaf(long object, long offset) {
        long leaf = mutator.allocator().take(elements.leafBytes(), ObjectHeader.SEALED);
        elements.copy(mutator.address(object) + offset, leaf + FIRST, perLeaf);
        return publishLeaf(leaf, perLeaf);
    }

    private void fillBuffer(long first, int count) {
        for (int i = 0; i < count; i++) {
            long bits = elements.load(first, i);
            if (buffer == null) {
                put(BUFFER_SLOTS + buffered++, bits);
            } else {
                buffer[buffered++] = bits;
            }
        }
    }

    /// The list of all that was added. The builder can be used again.
    public long finish() {
        long list = 0;
        if (buffered > 0) {
            put(LAST_SLOT, newLeaf(0));
        }
        long last = get(LAST_SLOT);
        if (last != 0) {
            if (pending > 0) {
                pushPending();
            }
            Room.make(mutator, LIST_BYTES, 1, 0, 0, 0);
            int count = buffered > 0 ? buffered : perLeaf;
            list = type.newList(mutator, get(ROOT_SLOT), last, start, pushed + count);
        }
        end();
        return list;
    }

    private void end() {
        if (mutator != null) {
            roots.close();
            mutator = null;
        }
    }

    /// Ends the use of the builder, if [#finish] has not. One that comes from [ListType#builder] is
    /// closed once, and then another's.
    @Override
    public void close() {
        end();
        if (home != null) {
            home.giveBack(this);
        }
    }

    /// More elements come: what might have been the tail goes into the tree. Keeps `element`.
    private void pushLast(long element) {
        long last = get(LAST_SLOT);
        if (buffered == perLeaf) {
            last = newLeaf(element);
            buffered = 0;
        }
        if (last != 0) {
            put(LAST_SLOT, last);
            push(last, element);
            put(LAST_SLOT, 0);
        }
    }

    /// A leaf of what is in the buffer. A safepoint.
    private long newLeaf(long element) {
        put(ELEMENT_SLOT, element);
        int bytes = (int) (FIRST + elements.bytes(buffered) + 7) & -8;
        long leaf = mutator.allocator().take(bytes, ObjectHeader.SEALED);
        for (int i = 0; i < buffered; i++) {
            long bits = buffer == null ? get(BUFFER_SLOTS + i) : buffer[i];
            elements.store(leaf + FIRST, i, bits);
        }
        return publishLeaf(leaf, buffered);
    }

    private long publishLeaf(long leaf, int count) {
        Memory.putInt(leaf + LENGTH, count);
        Memory.putInt(leaf + CLAIM, 0);
        return mutator.allocator().publish(leaf, tree.leafShape(), ObjectHeader.SEALED);
    }

    /// Leaves that do not begin a node go in one by one, so that those after them do.
    private void push(long leaf, long element) {
        put(ELEMENT_SLOT, element);
        int inNode = pushed & (1 << elements.leafShift() + LEVEL_BITS) - 1;
        if (pending > 0 || inNode == 0) {
            put(PENDING_SLOTS + pending++, leaf);
        } else {
            reserveForTree(0, 0);
            growTree(leaf, elements.leafShift(), pushed);
        }
        if (pushed > ListType.MOST_ELEMENTS - perLeaf) {
            throw new IllegalStateException("list too long: end=" + pushed);
        }
        pushed += perLeaf;
        if (pending == MOST_CHILDREN) {
            pushPending();
        }
    }

    /// Makes a node of the leaves that have gathered, and puts it in the tree.
    private void pushPending() {
        int bytes = nodeBytes(pending);
        reserveForTree(bytes, 1);
        long node = mutator.allocator().takeReserved(bytes);
        for (int i = 0; i < pending; i++) {
            Memory.putInt(node + FIRST + 4L * i, (int) get(PENDING_SLOTS + i));
        }
        long handle = tree.publishNode(mutator, node, elements.leafShift(), pending);
        int position = pushed - (pending << elements.leafShift());
        growTree(handle, elements.leafShift() + LEVEL_BITS, position);
        pending = 0;
    }

    private void reserveForTree(int bytes, int objects) {
        long root = get(ROOT_SLOT);
        Room.make(
                mutator,
                bytes + tree.mostBytes(mutator, root),
                objects + tree.mostObjects(mutator, root),
                0,
                0,
                0);
    }

    private void growTree(long subtree, int capacityShift, int position) {
        put(ROOT_SLOT, tree.withSubtree(mutator, get(ROOT_SLOT), position, subtree, capacityShift));
    }

    private long get(int slot) {
        return roots.get(slot);
    }

    private void put(int slot, long handle) {
        roots.set(slot, handle);
    }
}
