// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.save.SaveInput;
import coex.collections.save.SaveOutput;
import coex.collections.save.SavedForm;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.io.IOException;

/// A node of a trie in saves; a root is preceded by the number of entries.
///
///     node       | entry bits 4 | child bits 4 |
///                | same entries 4 | same children 4 |           if it has a base
///                | key and value of each entry                  but for those that are the same
///                | reference to each child                      but for those that are the same
///     at the end | number of entries | key and value of each, in their order
///     of hashes
///
/// The base of a node is the node with the same place in the trie's base. Entries and children are
/// the same if they are, bit for bit, at the same place of the base.
///
/// The base of an entry is the one that lay there, or what has moved: an entry that another one
/// with the same digit has pushed down to a new child is the *pushed* entry of that child, and one
/// that has come up from a child that is gone is found there by its hash, which is then written:
///
///     key that is an object,         | 0: no base
///     where the base has a child     | 1, hash 4: the one with that hash
///
/// Entries with equal hashes are written as a list, and their tree is built anew.
///
/// One for each node that is read or written. For one thread.
final class SavedTrieNode implements SavedForm {

    /// Nodes that can stand for each other: of the same trie, and with the same place in it.
    private record Place(Trie trie, int level, int prefix) {}

    /// The places that there are at the last level, where two bits of a hash are left.
    private static final int LAST_PLACES = 0x0101_0101;

    private final Trie trie;
    private final int level;

    /// The digits of the hashes below this node, in the upper bits.
    private final int prefix;

    /// The entry that lay where this node does now.
    private boolean isPushed;

    private long pushedKey;
    private long pushedValue;

    /// How many entries a node that was read has more than its base.
    private long gained;

    private boolean wasRead;

    private SavedTrieNode(Trie trie, int level, int prefix) {
        this.trie = trie;
        this.level = level;
        this.prefix = prefix;
    }

    static SavedTrieNode root(Trie trie) {
        return new SavedTrieNode(trie, 0, 0);
    }

    @Override
    public Object kind() {
        return new Place(trie, level, prefix);
    }

    private SavedTrieNode childAt(int place) {
        int shift = 32 - Trie.DIGIT_BITS * (level + 1);
        int digit = shift < 0 ? place >>> -shift : place << shift;
        return new SavedTrieNode(trie, level + 1, prefix | digit);
    }

    /// What is known of a child before it is written or read: the entry that was pushed there.
    private void push(MutatorContext mutator, SavedTrieNode child, Base base, int bit) {
        if (base.hasEntry(bit)) {
            child.isPushed = true;
            child.pushedKey = base.key(mutator, bit);
            child.pushedValue = base.value(mutator, bit);
        } else if (isPushedTo(mutator, bit)) {
            child.isPushed = true;
            child.pushedKey = pushedKey;
            child.pushedValue = pushedValue;
        }
    }

    private boolean isPushedTo(MutatorContext mutator, int bit) {
        return isPushed && Trie.bit(trie.hash(mutator, pushedKey), level) == bit;
    }

    /// The node in the base, or none. Holds no addresses.
    private record Base(Trie trie, long node, int entryBits, int childBits) {

        static Base of(Trie trie, MutatorContext mutator, long node) {
            if (node == 0) {
                return new Base(trie, 0, 0, 0);
            }
            long bits = Trie.bits(mutator.address(node));
            return new Base(trie, node, Trie.entryBits(bits), Trie.childBits(bits));
        }

        boolean hasEntry(int bit) {
            return (entryBits & bit) != 0;
        }

        boolean hasChild(int bit) {
            return (childBits & bit) != 0;
        }

        long child(MutatorContext mutator, int bit) {
            return hasChild(bit) ? Trie.child(mutator.address(node), Trie.rank(childBits, bit)) : 0;
        }

        long key(MutatorContext mutator, int bit) {
            int index = Trie.rank(entryBits, bit);
            return trie.key(
                    mutator.address(node), Trie.count(entryBits), Trie.count(childBits), index);
        }

        long value(MutatorContext mutator, int bit) {
            int index = Trie.rank(entryBits, bit);
            return trie.value(
                    mutator.address(node), Trie.count(entryBits), Trie.count(childBits), index);
        }

        /// The node and bit of the entry below a child to which a hash leads; null if it leads to
        /// none, or to several.
        Found below(MutatorContext mutator, int bit, int level, int hash) {
            long below = child(mutator, bit);
            for (int at = level + 1; at < Trie.COLLISIONS; at++) {
                Base base = of(trie, mutator, below);
                int place = Trie.bit(hash, at);
                if (base.hasEntry(place)) {
                    return new Found(base.key(mutator, place), base.value(mutator, place));
                }
                below = base.child(mutator, place);
                if (below == 0) {
                    return null;
                }
            }
            return null;
        }
    }

    /// An entry of the base.
    private record Found(long key, long value) {}

    // Writing

    @Override
    public void write(SaveOutput out, long node, long baseNode) throws IOException {
        if (level == Trie.COLLISIONS) {
            writeCollisions(out, node);
            return;
        }
        MutatorContext mutator = out.mutator();
        Base base = Base.of(trie, mutator, baseNode);
        Base self = Base.of(trie, mutator, node);
        out.half(self.entryBits());
        out.half(self.childBits());
        int sameEntries = 0;
        int sameChildren = 0;
        if (baseNode != 0) {
            sameEntries = sameEntries(mutator, self, base);
            sameChildren = sameChildren(mutator, self, base);
            out.half(sameEntries);
            out.half(sameChildren);
        }
        for (int rest = self.entryBits() & ~sameEntries; rest != 0; rest &= rest - 1) {
            int bit = Integer.lowestOneBit(rest);
            writeEntry(out, self.key(mutator, bit), self.value(mutator, bit), base, bit);
        }
        for (int rest = self.childBits() & ~sameChildren; rest != 0; rest &= rest - 1) {
            int bit = Integer.lowestOneBit(rest);
            SavedTrieNode child = childAt(Integer.numberOfTrailingZeros(bit));
            push(mutator, child, base, bit);
            out.reference(child, self.child(mutator, bit), base.child(mutator, bit));
        }
    }

    private static int sameEntries(MutatorContext mutator, Base self, Base base) {
        int same = 0;
        for (int rest = self.entryBits() & base.entryBits(); rest != 0; rest &= rest - 1) {
            int bit = Integer.lowestOneBit(rest);
            if (self.key(mutator, bit) == base.key(mutator, bit)
                    && self.value(mutator, bit) == base.value(mutator, bit)) {
                same |= bit;
            }
        }
        return same;
    }

    private static int sameChildren(MutatorContext mutator, Base self, Base base) {
        int same = 0;
        for (int rest = self.childBits() & base.childBits(); rest != 0; rest &= rest - 1) {
            int bit = Integer.lowestOneBit(rest);
            if (self.child(mutator, bit) == base.child(mutator, bit)) {
                same |= bit;
            }
        }
        return same;
    }

    private void writeEntry(SaveOutput out, long key, long value, Base base, int bit)
            throws IOException {
        MutatorContext mutator = out.mutator();
        Found found = found(mutator, base, bit);
        if (base.hasChild(bit)) {
            int hash = trie.hash(mutator, key);
            Found below = base.below(mutator, bit, level, hash);
            if (trie.wordKey()) {
                found = below; // the reader will have the key
            } else {
                found = below != null && below.key() == key ? below : null;
                out.number(found == null ? 0 : 1);
                if (found != null) {
                    out.half(hash);
                }
            }
        }
        writeKey(out, key, found == null ? 0 : found.key());
        writeValue(out, value, found == null ? 0 : found.value());
    }

    /// The base of an entry that both sides know without its key.
    private Found found(MutatorContext mutator, Base base, int bit) {
        if (base.hasEntry(bit)) {
            return new Found(base.key(mutator, bit), base.value(mutator, bit));
        }
        return isPushedTo(mutator, bit) ? new Found(pushedKey, pushedValue) : null;
    }

    private void writeKey(SaveOutput out, long key, long base) throws IOException {
        if (trie.wordKey()) {
            out.word(key);
        } else {
            out.value(trie.keyType(), key, base);
        }
    }

    private void writeValue(SaveOutput out, long value, long base) throws IOException {
        if (trie.valueType() != null) {
            out.value(trie.valueType(), value, base);
        }
    }

    private void writeCollisions(SaveOutput out, long top) throws IOException {
        out.number(SavedCollisions.count(trie, out.mutator(), top));
        CollisionCursor cursor = new CollisionCursor(trie);
        cursor.start(out.mutator(), top);
        while (cursor.next(out.mutator())) {
            long key = cursor.key();
            long value = cursor.value();
            writeKey(out, key, 0);
            writeValue(out, value, 0);
        }
    }

    // Reading

    static long readRoot(Trie trie, SaveInput in, long base) throws IOException {
        long count = in.number("number of entries", 1, Integer.MAX_VALUE);
        SavedTrieNode form = root(trie);
        long root = form.read(in, base);
        long found = trie.size(in.mutator(), root);
        if (count != found) {
            throw in.refuse("number of entries: expected=%d found=%d".formatted(count, found));
        }
        return root;
    }

    @Override
    public long read(SaveInput in, long baseNode) throws IOException {
        wasRead = true;
        MutatorContext mutator = in.mutator();
        if (level == Trie.COLLISIONS) {
            SavedCollisions read = SavedCollisions.read(trie, in, prefix);
            gained = read.count() - SavedCollisions.count(trie, mutator, baseNode);
            return read.top();
        }
        Base base = Base.of(trie, mutator, baseNode);
        int entryBits = in.half();
        int childBits = in.half();
        int sameEntries = baseNode == 0 ? 0 : in.half();
        int sameChildren = baseNode == 0 ? 0 : in.half();
        requireForm(in, base, entryBits, childBits, sameEntries, sameChildren);
        int entries = Trie.count(entryBits);
        int children = Trie.count(childBits);
        int references = trie.references();
        gained = entries - Trie.count(base.entryBits());
        long[] keys = new long[entries];
        long[] values = new long[entries];
        try (RootFrame slots = RootFrame.slots(mutator, children + references * entries)) {
            int index = 0;
            for (int rest = entryBits; rest != 0; rest &= rest - 1, index++) {
                int bit = Integer.lowestOneBit(rest);
                int slot = children + references * index;
                Found found = found(mutator, base, bit);
                if ((sameEntries & bit) == 0) {
                    found = readEntry(in, base, bit, found, slots, slot);
                }
                keys[index] = found.key();
                values[index] = found.value();
                keep(slots, slot, found);
            }
            readChildren(in, base, childBits, sameChildren, slots);
            long count = trie.size(mutator, level == 0 ? baseNode : 0) + gained;
            return make(mutator, entryBits, childBits, keys, values, slots, count);
        }
    }

    private void requireForm(
            SaveInput in,
            Base base,
            int entryBits,
            int childBits,
            int sameEntries,
            int sameChildren)
            throws IOException {
        int places = level == Trie.COLLISIONS - 1 ? LAST_PLACES : -1;
        boolean isSingle = childBits == 0 && Integer.bitCount(entryBits) < (level == 0 ? 1 : 2);
        if ((entryBits & childBits) != 0
                || ((entryBits | childBits) & ~places) != 0
                || (sameEntries & ~(entryBits & base.entryBits())) != 0
                || (sameChildren & ~(childBits & base.childBits())) != 0
                || isSingle) {
            throw in.refuse(
                    "bitmaps of a node: level=%d entries=%08x children=%08x same=%08x, %08x"
                            .formatted(level, entryBits, childBits, sameEntries, sameChildren));
        }
    }

    /// Reads an entry that differs from that of the base, if `found` is one. Its key is in the
    /// slot.
    private Found readEntry(
            SaveInput in, Base base, int bit, Found found, RootFrame slots, int slot)
            throws IOException {
        MutatorContext mutator = in.mutator();
        Found before = found;
        if (base.hasChild(bit) && !trie.wordKey()) {
            boolean hasHash = in.number("base of an entry", 0, 1) == 1;
            before = hasHash ? base.below(mutator, bit, level, in.half()) : null;
        }
        long key = readKey(trie, in, before == null ? 0 : before.key());
        if (!trie.wordKey()) {
            slots.set(slot, key);
        } else if (base.hasChild(bit)) {
            before = base.below(mutator, bit, level, trie.hash(mutator, key));
        }
        requirePlace(in, key, bit);
        return new Found(key, readValue(trie, in, before == null ? 0 : before.value()));
    }

    private void keep(RootFrame slots, int slot, Found entry) {
        if (!trie.wordKey()) {
            slots.set(slot, entry.key());
        }
        if (trie.referenceValue()) {
            slots.set(slot + trie.references() - 1, entry.value());
        }
    }

    static long readKey(Trie trie, SaveInput in, long base) throws IOException {
        return trie.wordKey() ? in.word() : in.value(trie.keyType(), base);
    }

    static long readValue(Trie trie, SaveInput in, long base) throws IOException {
        return trie.valueType() == null ? 0 : in.value(trie.valueType(), base);
    }

    /// A key must lie where its hash says, or it would not be found.
    private void requirePlace(SaveInput in, long key, int bit) throws IOException {
        int hash = trie.hash(in.mutator(), key);
        int mask = level == 0 ? 0 : -1 << 32 - Trie.DIGIT_BITS * level;
        if ((hash & mask) != prefix || Trie.bit(hash, level) != bit) {
            throw in.refuse(
                    "key in the wrong place: level=%d prefix=%08x hash=%08x"
                            .formatted(level, prefix, hash));
        }
    }

    private void readChildren(
            SaveInput in, Base base, int childBits, int sameChildren, RootFrame slots)
            throws IOException {
        MutatorContext mutator = in.mutator();
        int index = 0;
        for (int rest = childBits; rest != 0; rest &= rest - 1) {
            int bit = Integer.lowestOneBit(rest);
            long before = base.child(mutator, bit);
            if ((sameChildren & bit) != 0) {
                slots.set(index++, before);
                continue;
            }
            SavedTrieNode child = childAt(Integer.numberOfTrailingZeros(bit));
            push(mutator, child, base, bit);
            long read = in.reference(child, before);
            if (read == 0) {
                throw in.refuse("child of a node missing: level=" + level);
            }
            slots.set(index++, read);
            if (child.wasRead) {
                gained += child.gained;
            } else if (read != before) {
                gained += SavedCollisions.below(trie, mutator, read, level + 1);
                gained -= SavedCollisions.below(trie, mutator, before, level + 1);
            }
        }
        for (int rest = base.childBits() & ~childBits; rest != 0; rest &= rest - 1) {
            long gone = base.child(mutator, Integer.lowestOneBit(rest));
            gained -= SavedCollisions.below(trie, mutator, gone, level + 1);
        }
    }

    private long make(
            MutatorContext mutator,
            int entryBits,
            int childBits,
            long[] keys,
            long[] values,
            RootFrame slots,
            long count) {
        int entries = keys.length;
        int children = Trie.count(childBits);
        int bytes = trie.bytes(entries, children, level);
        long target = NodeMemory.take(mutator, bytes, trie.shape(level));
        Trie.putBits(target, entryBits, childBits);
        for (int i = 0; i < children; i++) {
            Memory.putInt(Trie.childAddress(target, i), (int) slots.get(i));
        }
        for (int i = 0; i < entries; i++) {
            trie.putEntry(target, entries, children, i, keys[i], values[i]);
        }
        if (level == 0) {
            Memory.putLong(target + bytes - 8, count);
        }
        return NodeMemory.publish(mutator, target, bytes, trie.shape(level));
    }
}
