package coex.collections.map;

import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Updates among entries whose hashes are equal altogether; see [Trie] for their chunks.
///
/// There are few such entries unless somebody means harm, so this is written to be short. A chunk is
/// looked for from the first one whenever its address is needed.
final class TrieChunks {

    private TrieChunks() {}

    /// Makes chunks of entries with different keys. Returns the first; `slot` of the top frame keeps
    /// those made meanwhile.
    static long make(
            Trie trie, MutatorContext mutator, long[] keys, long[] values, int count, int slot) {
        int end = count;
        long next = 0;
        while (end > 0) {
            int entries = Math.min(end, Trie.CHUNK_ENTRIES);
            int children = next == 0 ? 0 : 1;
            int bytes = trie.bytes(entries, children);
            long target = TrieRoom.takeAlone(mutator, bytes, trie.nodeShape());
            Trie.putBits(target, lowest(entries), children);
            if (children == 1) {
                Memory.putInt(Trie.childAddress(target, 0), (int) next);
            }
            end -= entries;
            for (int i = 0; i < entries; i++) {
                trie.putEntry(target, entries, children, i, keys[end + i], values[end + i]);
            }
            next = TrieRoom.publishAlone(mutator, target, trie.nodeShape());
            mutator.stack().setTop(slot, next);
        }
        return next;
    }

    static long trySet(
            Trie trie,
            MutatorContext mutator,
            long root,
            int hash,
            long key,
            long value,
            int mode) {
        long first = TriePath.chunks(mutator);
        int place = find(trie, mutator, first, key);
        int chunk = place / Trie.CHUNK_ENTRIES;
        int index = place % Trie.CHUNK_ENTRIES;
        if (place >= 0 && entryValue(trie, mutator, first, chunk, index) == value) {
            return root;
        }
        if (!suffices(trie, mutator, Math.max(chunk, 0), mode)) {
            return TrieRoom.NO_ROOM;
        }
        if (place < 0) {
            return append(trie, mutator, root, hash, first, key, value, mode);
        }
        long newChunk = 0;
        for (int i = chunk; i >= 0; i--) {
            int bytes = bytes(trie, mutator, first, i);
            long target = TrieRoom.take(mutator, bytes, trie.nodeShape(), mode);
            long old = address(mutator, first, i);
            Memory.copy(old + 8, target + 8, bytes - 8);
            if (i == chunk) {
                int children = children(old);
                trie.putValue(trie.valueAddress(target, entries(old), children, index), value);
            } else {
                Memory.putInt(Trie.childAddress(target, 0), (int) newChunk);
            }
            newChunk = TrieRoom.publish(mutator, target, trie.nodeShape(), mode);
        }
        return replace(trie, mutator, root, hash, newChunk, 0, mode);
    }

    private static long append(
            Trie trie,
            MutatorContext mutator,
            long root,
            int hash,
            long first,
            long key,
            long value,
            int mode) {
        long head = mutator.address(first);
        int entries = entries(head);
        int children = children(head);
        boolean full = entries == Trie.CHUNK_ENTRIES;
        int newEntries = full ? 1 : entries + 1;
        int newChildren = full ? 1 : children;
        long target =
                TrieRoom.take(mutator, trie.bytes(newEntries, newChildren), trie.nodeShape(), mode);
        Trie.putBits(target, lowest(newEntries), newChildren);
        if (full) {
            Memory.putInt(Trie.childAddress(target, 0), (int) first);
        } else {
            long old = mutator.address(first);
            NodeCopy.edit(trie, old, entries, children, target, entries, 1, 0, 0);
        }
        trie.putEntry(target, newEntries, newChildren, newEntries - 1, key, value);
        long newFirst = TrieRoom.publish(mutator, target, trie.nodeShape(), mode);
        return replace(trie, mutator, root, hash, newFirst, 1, mode);
    }

    static long tryRemove(
            Trie trie, MutatorContext mutator, long root, int hash, long key, int mode) {
        long first = TriePath.chunks(mutator);
        int place = find(trie, mutator, first, key);
        if (place < 0) {
            return root;
        }
        int chunk = place / Trie.CHUNK_ENTRIES;
        int index = place % Trie.CHUNK_ENTRIES;
        if (!suffices(trie, mutator, chunk, mode)) {
            return TrieRoom.NO_ROOM;
        }
        long head = mutator.address(first);
        int entries = entries(head);
        if (chunk == 0 && entries == 2 && children(head) == 0) {
            long otherKey = trie.key(head, 2, 0, 1 - index);
            long otherValue = trie.value(head, 2, 0, 1 - index);
            int above = Trie.COLLISIONS - 1;
            return TriePath.inline(
                    trie, mutator, root, hash, above, otherKey, otherValue, -1, mode);
        }
        long next = children(head) == 0 ? 0 : Trie.child(head, 0);
        int out = index;
        if (chunk > 0) {
            out = entries - 1; // the last entry of the first chunk takes the place of the removed
            next = moveInto(trie, mutator, first, chunk, index, mode);
        }
        long newFirst = entries == 1 ? next : withoutEntry(trie, mutator, first, out, next, mode);
        return replace(trie, mutator, root, hash, newFirst, -1, mode);
    }

    /// Copies the chunks from the second to `chunk`, in which the last entry of the first takes the
    /// place of the one at `index`. Returns the new second one.
    private static long moveInto(
            Trie trie, MutatorContext mutator, long first, int chunk, int index, int mode) {
        long head = mutator.address(first);
        int last = entries(head) - 1;
        long key = trie.key(head, last + 1, 1, last);
        long value = trie.value(head, last + 1, 1, last);
        long newChunk = 0;
        for (int i = chunk; i > 0; i--) {
            int bytes = bytes(trie, mutator, first, i);
            long target = TrieRoom.take(mutator, bytes, trie.nodeShape(), mode);
            long old = address(mutator, first, i);
            Memory.copy(old + 8, target + 8, bytes - 8);
            if (i == chunk) {
                trie.putEntry(target, entries(old), children(old), index, key, value);
            } else {
                Memory.putInt(Trie.childAddress(target, 0), (int) newChunk);
            }
            newChunk = TrieRoom.publish(mutator, target, trie.nodeShape(), mode);
        }
        return newChunk;
    }

    private static long withoutEntry(
            Trie trie, MutatorContext mutator, long first, int index, long next, int mode) {
        long head = mutator.address(first);
        int entries = entries(head);
        int children = children(head);
        long target =
                TrieRoom.take(mutator, trie.bytes(entries - 1, children), trie.nodeShape(), mode);
        long old = mutator.address(first);
        NodeCopy.edit(trie, old, entries, children, target, index, -1, 0, 0);
        Trie.putBits(target, lowest(entries - 1), children);
        if (children == 1) {
            Memory.putInt(Trie.childAddress(target, 0), (int) next);
        }
        return TrieRoom.publish(mutator, target, trie.nodeShape(), mode);
    }

    private static long replace(
            Trie trie,
            MutatorContext mutator,
            long root,
            int hash,
            long newFirst,
            int countChange,
            int mode) {
        int above = Trie.COLLISIONS - 1;
        return TriePath.replaceChild(trie, mutator, root, hash, above, newFirst, countChange, mode);
    }

    /// Room for the path, the chunks from the first to `chunk`, and one more.
    private static boolean suffices(Trie trie, MutatorContext mutator, int chunk, int mode) {
        int chunks = chunk + 2;
        long needed =
                TriePath.bytesOfAll(mutator)
                        + TrieRoom.ENTRY_BYTES
                        + (long) chunks * trie.bytes(Trie.CHUNK_ENTRIES, 1);
        int bytes = (int) Math.min(needed, Integer.MAX_VALUE);
        return TrieRoom.suffices(mutator, mode, bytes, bytes, Trie.COLLISIONS + chunks);
    }

    /// The place of a key: number of its chunk times entries of a chunk, plus index; or -1.
    private static int find(Trie trie, MutatorContext mutator, long first, long key) {
        int chunk = 0;
        for (long handle = first; handle != 0; chunk++) {
            long address = mutator.address(handle);
            int entries = entries(address);
            int children = children(address);
            for (int i = 0; i < entries; i++) {
                if (trie.same(mutator, trie.key(address, entries, children, i), key)) {
                    return chunk * Trie.CHUNK_ENTRIES + i;
                }
            }
            handle = children == 0 ? 0 : Trie.child(address, 0);
        }
        return -1;
    }

    private static long address(MutatorContext mutator, long first, int chunk) {
        long address = mutator.address(first);
        for (int i = 0; i < chunk; i++) {
            address = mutator.address(Trie.child(address, 0));
        }
        return address;
    }

    private static int bytes(Trie trie, MutatorContext mutator, long first, int chunk) {
        long address = address(mutator, first, chunk);
        return trie.bytes(entries(address), children(address));
    }

    private static long entryValue(
            Trie trie, MutatorContext mutator, long first, int chunk, int index) {
        long address = address(mutator, first, chunk);
        return trie.value(address, entries(address), children(address), index);
    }

    private static int entries(long address) {
        return Trie.count(Trie.entryBits(Trie.bits(address)));
    }

    private static int children(long address) {
        return Trie.count(Trie.childBits(Trie.bits(address)));
    }

    /// The lowest `count` bits.
    private static int lowest(int count) {
        return count == 32 ? -1 : (1 << count) - 1;
    }
}
