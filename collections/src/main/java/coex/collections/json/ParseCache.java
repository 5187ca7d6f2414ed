// SPDX-License-Identifier: Apache-2.0
package coex.collections.json;

import coex.collections.value.ValueStack;
import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.layout.ObjectHeader;
import coex.gc.mutator.MutatorContext;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The names that one parse has met, and the sequences in which it has met them.
///
/// Texts repeat their names, and most often in the same order. The cache gives each name a string
/// once, and each sequence of names a *node*: node 0 is the empty sequence, and a node's child is
/// its sequence with one more name. A node's form is made when the first object ends there, and
/// shared by all that follow. Each node remembers the child that was taken last, its *guess*: the
/// parser compares the text with that name before it does anything else.
///
/// Strings and forms are kept in one object of the heap, a growing array that the parser's frame
/// holds. Everything has a limit; what is beyond it is not cached. So a text made to fill the
/// cache, or to have its names lie in the same places of a table, costs little more than one
/// without a cache.
///
/// For one thread, and one parse at a time; [#clear] makes it ready for the next and costs as much
/// as was used.
final class ParseCache {

    /// The most names, and the longest in bytes.
    private static final int MOST_NAMES = 1024;

    static final int LONGEST_NAME = 64;

    /// The most sequences, and the longest.
    private static final int MOST_NODES = 4096;

    static final int LONGEST_SEQUENCE = 128;

    private static final int NAME_TABLE = 2 * MOST_NAMES;
    private static final int NODE_TABLE = 2 * MOST_NODES;

    /// The most places of a table that are looked at for one name or sequence. More are needed only
    /// if somebody has chosen the names so; then there is no room for what would lie further away.
    static final int MOST_PROBES = 32;

    static final int NONE = -1;

    /// Less than this is a name that comes again: [#position] says where it was.
    private static final int REPEATED = -2;

    private static final int FIRST_REFERENCE = 12;
    private static final int FIRST_CAPACITY = 15;

    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /// The shape of the array in the heap.
    private static final class CacheShape {
        private final Shape shape;

        CacheShape(Heap heap) {
            shape = heap.shape("json parse cache").arrayOf(Kind.REFERENCE).mutable().build();
        }
    }

    private final int shape;

    // Names: an open table of numbers, and for each number where its bytes lie
    private final short[] nameTable = new short[NAME_TABLE]; // number + 1
    private final int[] nameHash = new int[MOST_NAMES];
    private final int[] nameStart = new int[MOST_NAMES + 1];
    private final short[] nameSlot = new short[MOST_NAMES];
    private final int[] nameReference = new int[MOST_NAMES];
    private final boolean[] namePlain = new boolean[MOST_NAMES];
    private byte[] pool = new byte[1024];
    private int names;

    // Nodes: an open table of children, and for each node what it is
    private final short[] nodeTable = new short[NODE_TABLE]; // node
    private final short[] nodeSlot = new short[MOST_NODES];
    private final short[] parent = new short[MOST_NODES];
    private final short[] lastName = new short[MOST_NODES];
    private final short[] length = new short[MOST_NODES];
    private final short[] guess = new short[MOST_NODES];
    private final int[] formReference = new int[MOST_NODES];
    private int nodes = 1;

    // References: which of the array's elements are used
    private int references;
    private int capacity;

    ParseCache(Heap heap) {
        this.shape =
                ConcurrentHeap.of(heap)
                        .extension(CacheShape.class, () -> new CacheShape(heap))
                        .shape
                        .id();
    }

    void clear() {
        for (int i = 0; i < names; i++) {
            nameTable[nameSlot[i]] = 0;
        }
        for (int i = 1; i < nodes; i++) {
            nodeTable[nodeSlot[i]] = 0;
        }
        names = 0;
        nodes = 1;
        guess[0] = 0;
        references = 0;
        capacity = 0;
    }

    // Guessing

    /// If the text at `at`, the first byte after a quote, is the name that came after this sequence
    /// the last time, and a quote: the longer sequence. Else 0.
    int guess(int node, byte[] text, int at, int end) {
        int child = guess[node];
        if (child == 0) {
            return 0;
        }
        int name = lastName[child];
        int first = nameStart[name];
        int bytes = nameStart[name + 1] - first;
        return end - at > bytes + 8 && text[at + bytes] == '"' && same(text, at, first, bytes)
                ? child
                : 0;
    }

    /// Bytes of the last name of a sequence.
    int nameBytes(int node) {
        int name = lastName[node];
        return nameStart[name + 1] - nameStart[name];
    }

    /// Compares with bytes in the pool; both arrays go on for eight bytes at least.
    private boolean same(byte[] text, int at, int first, int bytes) {
        int i = 0;
        for (; i + 8 <= bytes; i += 8) {
            if ((long) WORD.get(text, at + i) != (long) WORD.get(pool, first + i)) {
                return false;
            }
        }
        int rest = bytes - i;
        if (rest == 0) {
            return true;
        }
        long difference = (long) WORD.get(text, at + i) ^ (long) WORD.get(pool, first + i);
        return difference << 64 - 8 * rest == 0;
    }

    // Names

    /// The number of a name, or [#NONE] if it is not here.
    int find(byte[] source, int from, int bytes, int hash) {
        for (int probe = 0; probe < MOST_PROBES; probe++) {
            int name = nameTable[hash + probe & NAME_TABLE - 1] - 1;
            if (name < 0) {
                return NONE;
            }
            if (nameHash[name] == hash
                    && Arrays.equals(
                            source,
                            from,
                            from + bytes,
                            pool,
                            nameStart[name],
                            nameStart[name + 1])) {
                return name;
            }
        }
        return NONE;
    }

    static int hash(byte[] source, int from, int bytes) {
        int hash = bytes;
        for (int i = 0; i < bytes; i++) {
            hash = hash * 31 + source[from + i];
        }
        return hash * 0x9E37_79B9 >>> 7;
    }

    boolean hasRoomFor(int bytes, int hash) {
        return names < MOST_NAMES && bytes <= LONGEST_NAME && freeSlot(hash) >= 0;
    }

    /// Where a name that is not here can go, or -1.
    private int freeSlot(int hash) {
        for (int probe = 0; probe < MOST_PROBES; probe++) {
            int slot = hash + probe & NAME_TABLE - 1;
            if (nameTable[slot] == 0) {
                return slot;
            }
        }
        return -1;
    }

    /// Takes a name in, for which there is room, with its string. A safepoint.
    int add(
            MutatorContext mutator,
            ValueStack stack,
            byte[] source,
            int from,
            int bytes,
            int hash,
            long string) {
        int reference = keep(mutator, stack, string);
        int name = names++;
        int first = name == 0 ? 0 : nameStart[name];
        nameStart[name] = first;
        nameStart[name + 1] = first + bytes;
        if (first + bytes + 8 > pool.length) {
            pool = Arrays.copyOf(pool, 2 * pool.length);
        }
        System.arraycopy(source, from, pool, first, bytes);
        boolean plain = true;
        for (int i = first; i < first + bytes; i++) {
            plain &= (pool[i] & 0xFF) >= ' ' && pool[i] != '"' && pool[i] != '\\';
        }
        namePlain[name] = plain;
        nameHash[name] = hash;
        nameReference[name] = reference;
        int slot = freeSlot(hash);
        nameTable[slot] = (short) (name + 1);
        nameSlot[name] = (short) slot;
        return name;
    }

    long string(MutatorContext mutator, ValueStack stack, int name) {
        return kept(mutator, stack, nameReference[name]);
    }

    // Nodes

    /// The sequence `node` with a name more; [#NONE] if there is no room for it, or what
    /// [#position] understands if it has the name already.
    int child(int node, int name) {
        int first = node * 0x9E37_79B9 + name * 0x85EB_CA6B >>> 8;
        int slot = -1;
        for (int probe = 0; probe < MOST_PROBES && slot < 0; probe++) {
            int at = first + probe & NODE_TABLE - 1;
            int child = nodeTable[at];
            if (child == 0) {
                slot = at;
            } else if (parent[child] == node && lastName[child] == name) {
                guess[node] = namePlain[name] ? (short) child : guess[node];
                return child;
            }
        }
        for (int before = node; before != 0; before = parent[before]) {
            if (lastName[before] == name) {
                return REPEATED - (length[before] - 1);
            }
        }
        return slot < 0 ? NONE : newChild(node, name, slot);
    }

    private int newChild(int node, int name, int slot) {
        if (nodes == MOST_NODES || length[node] == LONGEST_SEQUENCE) {
            return NONE;
        }
        int child = nodes++;
        nodeTable[slot] = (short) child;
        nodeSlot[child] = (short) slot;
        parent[child] = (short) node;
        lastName[child] = (short) name;
        length[child] = (short) (length[node] + 1);
        guess[child] = 0;
        formReference[child] = NONE;
        guess[node] = namePlain[name] ? (short) child : guess[node];
        return child;
    }

    static boolean isRepeated(int child) {
        return child <= REPEATED;
    }

    /// Which field of the object it is that comes again.
    static int position(int child) {
        return REPEATED - child;
    }

    int length(int node) {
        return length[node];
    }

    /// The strings of a sequence's names.
    void names(MutatorContext mutator, ValueStack stack, int node, long[] target) {
        for (int before = node; before != 0; before = parent[before]) {
            target[length[before] - 1] = string(mutator, stack, lastName[before]);
        }
    }

    /// The form of a sequence, or 0 if it has none yet.
    long form(MutatorContext mutator, ValueStack stack, int node) {
        int reference = formReference[node];
        return reference == NONE ? 0 : kept(mutator, stack, reference);
    }

    /// A safepoint.
    void setForm(MutatorContext mutator, ValueStack stack, int node, long form) {
        formReference[node] = keep(mutator, stack, form);
    }

    // References: the array is at the bottom of the stack

    private static long kept(MutatorContext mutator, ValueStack stack, int reference) {
        return JsonShapes.handleAt(
                mutator.address(stack.get(0)) + FIRST_REFERENCE + 4L * reference);
    }

    private int keep(MutatorContext mutator, ValueStack stack, long handle) {
        if (references == capacity) {
            stack.push(handle);
            grow(mutator, stack);
            stack.cutTo(stack.top() - 1);
        }
        long array = mutator.address(stack.get(0));
        mutator.storeReference(array, array + FIRST_REFERENCE + 4L * references, handle);
        return references++;
    }

    private void grow(MutatorContext mutator, ValueStack stack) {
        int more = capacity == 0 ? FIRST_CAPACITY : 2 * capacity + 1;
        long bytes = (FIRST_REFERENCE + 4L * more + 7) & -8L;
        long array = mutator.allocator().allocateArray(shape, bytes, ObjectHeader.MUTABLE, more);
        for (int i = 0; i < references; i++) {
            long address = mutator.address(array);
            mutator.storeReference(
                    address, address + FIRST_REFERENCE + 4L * i, kept(mutator, stack, i));
        }
        stack.set(0, array);
        capacity = more;
    }
}
