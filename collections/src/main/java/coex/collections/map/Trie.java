// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import static coex.gc.layout.ObjectHeader.HANDLE_MASK;

import coex.collections.value.Hashing;
import coex.collections.value.Pause;
import coex.collections.value.Storage;
import coex.collections.value.ValueType;
import coex.gc.Heap;
import coex.gc.layout.NodeForm;
import coex.gc.memory.IntPair;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// The nodes of one kind of map or set in one heap: what they look like, and how to find a key.
///
/// A node is laid out as [NodeForm] draws it. The 32 bits of a key's hash are used five at a time,
/// the highest first: each five, a *digit*, choose a place in a node. A place is empty, holds an
/// entry, or holds a child in which the next digit decides. Seven digits use up a hash (the last
/// has two bits); below them, at [#COLLISIONS], lie the entries whose hashes are equal altogether,
/// in the order of their keys: a [CollisionTree].
///
/// **Canonical form.** A node that is not a root holds at least two entries in all; a single entry
/// lies in the node above. So the nodes of a trie follow from its keys, but for those of large
/// collision trees, and the order of its entries always does. A root is a node that ends with a
/// word for the number of entries; the empty trie is 0.
///
/// A record, because the compiler takes the fields of constant records for constants.
///
/// @param nodeShape id of all nodes but roots
/// @param rootShape id of roots
/// @param wordKey whether a key is a word, and not a reference
/// @param wordValue whether an entry has a value that is a word
/// @param referenceValue whether an entry has a value that is a reference
/// @param keyType null if the bits of keys are all there is to them
/// @param valueType null in a set
public record Trie(
        int nodeShape,
        int rootShape,
        boolean wordKey,
        boolean wordValue,
        boolean referenceValue,
        ValueType keyType,
        ValueType valueType) {

    /// Bits of the hash for each level.
    static final int DIGIT_BITS = 5;

    /// The level at which a hash is used up.
    static final int COLLISIONS = 7;

    /// The most entries of a node.
    static final int MOST_ENTRIES = 32;

    private static final int DIGIT_SHIFT = 32 - DIGIT_BITS;

    /// The nodes of maps from `key` to `value`; of sets of `key` if `value` is null.
    static Trie of(Heap heap, ValueType key, ValueType value) {
        var entry =
                new TrieShapes.Entry(
                        widened(key.storage()), value == null ? null : widened(value.storage()));
        TrieShapes shapes = TrieShapes.of(heap);
        boolean wordKey = entry.key() == Storage.WORD;
        return new Trie(
                shapes.node(entry).id(),
                shapes.root(entry).id(),
                wordKey,
                entry.value() == Storage.WORD,
                entry.value() == Storage.REFERENCE,
                key.isBits() ? null : key,
                value);
    }

    /// The nodes of sorted maps from `key` to `value`, of sorted sets if `value` is null: all of
    /// one shape, laid out like roots.
    public static Trie sorted(Heap heap, ValueType key, ValueType value) {
        var entry =
                new TrieShapes.Entry(
                        widened(key.storage()), value == null ? null : widened(value.storage()));
        int shape = TrieShapes.of(heap).sorted(entry).id();
        boolean wordKey = entry.key() == Storage.WORD;
        return new Trie(
                shape,
                shape,
                wordKey,
                entry.value() == Storage.WORD,
                entry.value() == Storage.REFERENCE,
                wordKey ? null : key,
                value);
    }

    /// The same nodes, but for keys that are objects and stand for the same values in another way.
    public Trie keyedBy(ValueType key) {
        return new Trie(nodeShape, rootShape, false, wordValue, referenceValue, key, valueType);
    }

    /// Bytes take a word.
    private static Storage widened(Storage storage) {
        return storage == Storage.BYTE ? Storage.WORD : storage;
    }

    // Keys

    int hash(MutatorContext mutator, long key) {
        return keyType == null ? Hashing.ofWord(key) : keyType.hash(mutator, key);
    }

    boolean same(MutatorContext mutator, long first, long second) {
        return first == second || keyType != null && keyType.equal(mutator, first, second);
    }

    /// The same for who has rooted the keys and holds no addresses: comes to safepoints if they are
    /// large.
    boolean sameInSteps(MutatorContext mutator, long first, long second) {
        return first == second
                || keyType != null && keyType.equal(mutator, first, second, Pause.POLL);
    }

    /// The order among keys with equal hashes, as [ValueType#compare] has it.
    int compare(MutatorContext mutator, long first, long second, Pause pause) {
        if (first == second) {
            return 0;
        }
        return keyType == null
                ? Long.compare(first, second)
                : keyType.compare(mutator, first, second, pause);
    }

    /// The bit of a hash's place in a node of this level.
    static int bit(int hash, int level) {
        return 1 << (hash << DIGIT_BITS * level >>> DIGIT_SHIFT);
    }

    // Layout

    /// References of an entry.
    public int references() {
        return (wordKey ? 0 : 1) + (referenceValue ? 1 : 0);
    }

    /// Words of an entry.
    public int words() {
        return (wordKey ? 1 : 0) + (wordValue ? 1 : 0);
    }

    /// Where the entries' words begin.
    public int firstWord(int entries, int children) {
        return NodeForm.firstWord(NodeForm.referenceCount(references(), entries, children));
    }

    /// Bytes of a node that is not a root.
    public int bytes(int entries, int children) {
        return firstWord(entries, children) + 8 * words() * entries;
    }

    /// Bytes of a node at a level.
    int bytes(int entries, int children, int level) {
        return bytes(entries, children) + (level == 0 ? 8 : 0);
    }

    /// The shape of nodes at a level.
    int shape(int level) {
        return level == 0 ? rootShape : nodeShape;
    }

    /// Both bitmaps of the node at `address`; [#entryBits] and [#childBits] take them apart.
    public static long bits(long address) {
        return Memory.getLong(address + NodeForm.ENTRY_BITS_OFFSET);
    }

    public static int entryBits(long bits) {
        return IntPair.first(bits);
    }

    public static int childBits(long bits) {
        return IntPair.second(bits);
    }

    public static void putBits(long address, int entryBits, int childBits) {
        Memory.putLong(address + NodeForm.ENTRY_BITS_OFFSET, IntPair.of(entryBits, childBits));
    }

    /// How many of `bits` come before `bit`; masked like [#count].
    static int rank(int bits, int bit) {
        return Integer.bitCount(bits & (bit - 1)) & 31;
    }

    /// How many of `bits` are set. The mask tells the compiler what it does not know of a count of
    /// bits: that an address at such a distance needs no check.
    public static int count(int bits) {
        return Integer.bitCount(bits) & 63;
    }

    public static long childAddress(long address, int index) {
        return address + NodeForm.FIRST_REFERENCE + 4L * index;
    }

    public static long child(long address, int index) {
        return Memory.getInt(childAddress(address, index)) & HANDLE_MASK;
    }

    /// Where the key of an entry lies.
    public long keyAddress(long address, int entries, int children, int index) {
        return wordKey
                ? address + firstWord(entries, children) + 8L * words() * index
                : childAddress(address, children + references() * index);
    }

    /// Where the value of an entry lies; in a set, its key.
    public long valueAddress(long address, int entries, int children, int index) {
        if (wordValue) {
            return wordKey
                    ? keyAddress(address, entries, children, index) + 8
                    : address + firstWord(entries, children) + 8L * index;
        }
        if (referenceValue) {
            return wordKey
                    ? childAddress(address, children + index)
                    : keyAddress(address, entries, children, index) + 4;
        }
        return keyAddress(address, entries, children, index);
    }

    public long keyAt(long keyAddress) {
        return wordKey ? Memory.getLong(keyAddress) : Memory.getInt(keyAddress) & HANDLE_MASK;
    }

    /// The value at an address from [#valueAddress]; in a set, 0.
    public long valueAt(long valueAddress) {
        return wordValue
                ? Memory.getLong(valueAddress)
                : referenceValue ? Memory.getInt(valueAddress) & HANDLE_MASK : 0;
    }

    public long key(long address, int entries, int children, int index) {
        return keyAt(keyAddress(address, entries, children, index));
    }

    public long value(long address, int entries, int children, int index) {
        return valueAt(valueAddress(address, entries, children, index));
    }

    public void putValue(long valueAddress, long value) {
        if (wordValue) {
            Memory.putLong(valueAddress, value);
        } else if (referenceValue) {
            Memory.putInt(valueAddress, (int) value);
        }
    }

    public void putEntry(long address, int entries, int children, int index, long key, long value) {
        long at = keyAddress(address, entries, children, index);
        if (wordKey) {
            Memory.putLong(at, key);
        } else {
            Memory.putInt(at, (int) key);
        }
        putValue(valueAddress(address, entries, children, index), value);
    }

    // Looking

    /// The number of entries.
    public long size(MutatorContext mutator, long root) {
        if (root == 0) {
            return 0;
        }
        long address = mutator.address(root);
        long bits = bits(address);
        return Memory.getLong(countAddress(address, bits));
    }

    /// Where the number of entries lies in a root with these bitmaps.
    public long countAddress(long address, long bits) {
        return address + bytes(count(entryBits(bits)), count(childBits(bits)));
    }

    /// The address of the value of `key`, of the key itself in a set; 0 if it is not there.
    long find(MutatorContext mutator, long root, long key) {
        if (root == 0) {
            return 0;
        }
        return keyType == null ? findWord(mutator, root, key) : findTyped(mutator, root, key);
    }

    /// As [#findTyped], with nothing but loads and comparisons in it: keys that are words have no
    /// type to ask. With both in one loop that would hold the calls of a type, which the compiler
    /// cannot leave out where it does not know the trie.
    private long findWord(MutatorContext mutator, long root, long key) {
        int rest = Hashing.ofWord(key);
        long node = root;
        for (int level = 0; level < COLLISIONS; level++) {
            long address = mutator.address(node);
            long bits = bits(address);
            int children = childBits(bits);
            int bit = 1 << (rest >>> DIGIT_SHIFT);
            if ((children & bit) == 0) {
                int entries = entryBits(bits);
                if ((entries & bit) == 0) {
                    return 0;
                }
                int index = rank(entries, bit);
                int entryCount = count(entries);
                int childCount = count(children);
                return Memory.getLong(keyAddress(address, entryCount, childCount, index)) == key
                        ? valueAddress(address, entryCount, childCount, index)
                        : 0;
            }
            node = child(address, rank(children, bit));
            rest <<= DIGIT_BITS;
        }
        return CollisionTree.find(this, mutator, node, key);
    }

    private long findTyped(MutatorContext mutator, long root, long key) {
        int rest = keyType.hash(mutator, key);
        long node = root;
        for (int level = 0; level < COLLISIONS; level++) {
            long address = mutator.address(node);
            long bits = bits(address);
            int children = childBits(bits);
            int bit = 1 << (rest >>> DIGIT_SHIFT);
            if ((children & bit) == 0) {
                int entries = entryBits(bits);
                if ((entries & bit) == 0) {
                    return 0;
                }
                int index = rank(entries, bit);
                int entryCount = count(entries);
                int childCount = count(children);
                return same(mutator, key(address, entryCount, childCount, index), key)
                        ? valueAddress(address, entryCount, childCount, index)
                        : 0;
            }
            node = child(address, rank(children, bit));
            rest <<= DIGIT_BITS;
        }
        return CollisionTree.find(this, mutator, node, key);
    }
}
