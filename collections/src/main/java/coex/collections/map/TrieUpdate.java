// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ObjectAllocator;
import coex.gc.mutator.RootFrame;

/// An update of a trie while it runs: what is asked for, the way from the root down to the node
/// that changes, and the room for the nodes that are copied on the way back up.
///
/// It is tried. First it looks, knows what it needs, and gives up with [#NO_ROOM] unless that is at
/// hand ([#suffices]). Then room is made, with a safepoint ([#makeRoom]), and the second try cannot
/// fail. Only with blocks too small for an update, which tests have, and among entries with equal
/// hashes, does it take its nodes *singly*: then a frame keeps what it works with, every [#take] is
/// a safepoint, and nodes on the way are looked for again, since an address counts only until the
/// next safepoint.
///
/// Each mutator has one, and uses it again and again: an update neither runs other code nor another
/// update. The trie is a parameter everywhere and no field, because the compiler takes what it
/// finds in a constant trie for constants.
final class TrieUpdate {

    /// The result of a try that found no room; no handle.
    static final long NO_ROOM = -1;

    /// More than any entry adds to a node, padding included.
    static final int ENTRY_BYTES = 24;

    /// The slots of a frame for an update that takes its nodes singly: trie, key, value, and the
    /// newest node.
    static final int SLOTS = 4;

    private static final int NEWEST_SLOT = 3;

    private static final int MOST_RESERVED = 64;

    private final MutatorContext mutator;

    // What is asked for

    private long root;
    private long key;
    private long value;
    private int hash;

    // The way down

    /// Addresses and bytes of the nodes passed, by level.
    private final long[] nodes = new long[Trie.COLLISIONS];

    private final int[] bytes = new int[Trie.COLLISIONS];

    private int level;
    private int bytesOfAll;
    private int bytesOfLargest;
    private long collisions;

    // Room

    /// Whether there is room for all that the update needs.
    private boolean reserved;

    /// The frame of an update that takes its nodes singly, else null.
    private RootFrame singly;

    /// What the last try lacked.
    private int neededBytes;

    private int neededLargest;
    private int neededObjects;

    private TrieUpdate(MutatorContext mutator) {
        this.mutator = mutator;
    }

    /// The mutator's update, for a new one. Key and value are bits.
    static TrieUpdate begin(MutatorContext mutator, long root, long key, long value) {
        TrieUpdate update = (TrieUpdate) mutator.workspace();
        if (update == null) {
            update = new TrieUpdate(mutator);
            mutator.setWorkspace(update);
        }
        update.root = root;
        update.key = key;
        update.value = value;
        update.reserved = false;
        update.singly = null;
        return update;
    }

    MutatorContext mutator() {
        return mutator;
    }

    long root() {
        return root;
    }

    long key() {
        return key;
    }

    long value() {
        return value;
    }

    /// Of the key, after [#findHash].
    int hash() {
        return hash;
    }

    void findHash(Trie trie) {
        hash = trie.hash(mutator, key);
    }

    // The way down

    /// Goes down as far as the hash leads through children; [#level] is the level reached then. If
    /// that is `Trie.COLLISIONS`, [#collisions] is the handle of the tree there.
    void descend(Trie trie) {
        int extra = 8;
        int sum = 0;
        int largest = 0;
        int rest = hash;
        long node = root;
        int reached = 0;
        for (; reached < Trie.COLLISIONS; reached++) {
            long address = mutator.address(node);
            long bits = Trie.bits(address);
            int childBits = Trie.childBits(bits);
            int entries = Trie.count(Trie.entryBits(bits));
            nodes[reached] = address;
            int size = trie.bytes(entries, Trie.count(childBits)) + extra;
            bytes[reached] = size;
            sum += size;
            largest = Math.max(largest, size);
            int bit = Trie.bit(rest, 0);
            if ((childBits & bit) == 0) {
                break;
            }
            node = Trie.child(address, Trie.rank(childBits, bit));
            rest <<= Trie.DIGIT_BITS;
            extra = 0;
        }
        collisions = node;
        level = reached;
        bytesOfAll = sum;
        bytesOfLargest = largest;
    }

    int level() {
        return level;
    }

    long collisions() {
        return collisions;
    }

    /// The bit of the key's place in the node passed at a level.
    int bit(int at) {
        return Trie.bit(hash, at);
    }

    /// Bytes of the node passed at a level.
    int bytes(int at) {
        return bytes[at];
    }

    /// Bytes of all nodes passed.
    int bytesOfAll() {
        return bytesOfAll;
    }

    /// Bytes of the largest node passed.
    int bytesOfLargest() {
        return bytesOfLargest;
    }

    /// The address of the node passed at a level.
    long node(int at) {
        return singly == null ? nodes[at] : nodeAgain(at);
    }

    private long nodeAgain(int at) {
        long address = mutator.address(root);
        for (int i = 0; i < at; i++) {
            int childBits = Trie.childBits(Trie.bits(address));
            address = mutator.address(Trie.child(address, Trie.rank(childBits, bit(i))));
        }
        return address;
    }

    // Room

    /// Whether this try can go on. Remembers the need if not.
    ///
    /// @param all bytes of all nodes
    /// @param largest at least the bytes of any of them
    boolean suffices(int all, int largest, int objects) {
        if (reserved || singly != null || mutator.allocator().isReserved(all, largest, objects)) {
            return true;
        }
        neededBytes = all;
        neededLargest = largest;
        neededObjects = objects;
        return false;
    }

    /// Makes the room that the last try lacked; a safepoint. Returns a frame that must be closed
    /// after the next try, or null.
    RootFrame makeRoom(Trie trie) {
        RootFrame roots = RootFrame.slots(mutator, SLOTS);
        root(roots, trie, root, key, value);
        ObjectAllocator allocator = mutator.allocator();
        if (neededBytes > allocator.largestShared() || neededObjects > MOST_RESERVED) {
            singly = roots;
            return roots;
        }
        try (roots) {
            allocator.reserve(neededBytes, neededLargest, neededObjects);
        }
        reserved = true;
        return null;
    }

    /// Fills the first slots of a frame that has [#SLOTS] or more.
    static void root(RootFrame roots, Trie trie, long root, long key, long value) {
        roots.set(0, root);
        roots.set(1, trie.wordKey() ? 0 : key);
        roots.set(2, trie.referenceValue() ? value : 0);
    }

    /// From here on takes nodes singly, with a frame that [#root] has filled.
    void takeSingly(RootFrame roots) {
        singly = roots;
    }

    /// Memory for a node, to be written and given to [#publish] with no safepoint between.
    long take(int size, int shape) {
        return singly == null
                ? mutator.allocator().takeReserved(size)
                : NodeMemory.take(mutator, size, shape);
    }

    /// Makes what was written at `address` a node.
    long publish(long address, int size, int shape) {
        if (singly == null) {
            return mutator.allocator().publish(address, shape, ObjectHeader.SEALED);
        }
        long handle = NodeMemory.publish(mutator, address, size, shape);
        singly.set(NEWEST_SLOT, handle);
        return handle;
    }

    // The way up

    /// Puts a node that is written up to its count, at `target`, in the place of the one at a
    /// level. Returns the new root.
    ///
    /// @param more by how much the number of entries grows
    long finish(Trie trie, int at, long target, int targetBytes, int more) {
        if (at > 0) {
            long child = publish(target, targetBytes, trie.nodeShape());
            return replaceChild(trie, at - 1, child, more);
        }
        long count = Memory.getLong(node(0) + bytes[0] - 8) + more;
        Memory.putLong(target + targetBytes - 8, count);
        return publish(target, targetBytes, trie.rootShape());
    }

    /// Copies the node at a level, with `newChild` for the child on the way, and all above it.
    /// Returns the new root.
    long replaceChild(Trie trie, int at, long newChild, int more) {
        long child = newChild;
        for (int i = at; ; i--) {
            int size = bytes[i];
            long target = take(size, trie.shape(i));
            long old = node(i);
            Memory.copy(old + 8, target + 8, size - 8);
            int index = Trie.rank(Trie.childBits(Trie.bits(old)), bit(i));
            Memory.putInt(Trie.childAddress(target, index), (int) child);
            if (i == 0) {
                Memory.putLong(target + size - 8, Memory.getLong(old + size - 8) + more);
                return publish(target, size, trie.rootShape());
            }
            child = publish(target, size, trie.nodeShape());
        }
    }

    /// Puts a single entry in the place of the child below the node at a level, higher up if that
    /// node has nothing else, and counts one entry less. Returns the new root.
    long inline(Trie trie, int at, long loneKey, long loneValue) {
        int into = at;
        long bits = Trie.bits(node(into));
        while (into > 0 && Trie.entryBits(bits) == 0 && Trie.count(Trie.childBits(bits)) == 1) {
            bits = Trie.bits(node(--into));
        }
        int entryBits = Trie.entryBits(bits);
        int childBits = Trie.childBits(bits);
        int bit = bit(into);
        int entries = Trie.count(entryBits);
        int children = Trie.count(childBits);
        int size = trie.bytes(entries + 1, children - 1, into);
        long target = take(size, trie.shape(into));
        int index = Trie.rank(entryBits, bit);
        int childIndex = Trie.rank(childBits, bit);
        NodeCopy.childToEntry(trie, node(into), entries, children, target, childIndex, index);
        trie.putEntry(target, entries + 1, children - 1, index, loneKey, loneValue);
        Trie.putBits(target, entryBits | bit, childBits ^ bit);
        return finish(trie, into, target, size, -1);
    }
}
