package coex.collections.map;

import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// Goes through the entries of a map or set, in an order that depends on their hashes.
///
/// A cursor is made once and used for any number of maps, one after the other: going through a map
/// then allocates nothing. It holds bits and handles, no addresses, so it is good across safepoints
/// as long as the map is rooted. Entries are read some dozens at a time, from several nodes, whose
/// cache misses so overlap.
///
///     for (cursor.start(map); cursor.next(mutator); ) { ... cursor.key() ... cursor.value() ... }
///
/// For one thread at a time.
public final class TrieCursor {

    private static final int BUFFERED = 128;

    /// Each of eight levels leaves at most 31 nodes for later, and the last one 32.
    private static final int MOST_PENDING = 256;

    private final Trie trie;
    private final long[] pending = new long[MOST_PENDING];
    private final long[] keys = new long[BUFFERED];
    private final long[] values = new long[BUFFERED];
    private int pendingCount;
    private int filled;
    private int position;

    public TrieCursor(MapType type) {
        this(type.trie());
    }

    public TrieCursor(SetType type) {
        this(type.trie());
    }

    private TrieCursor(Trie trie) {
        this.trie = trie;
    }

    /// Turns to the first entry of a map or set: [#next] follows.
    public void start(long root) {
        pendingCount = 0;
        filled = 0;
        position = -1;
        if (root != 0) {
            pending[pendingCount++] = root;
        }
    }

    /// Goes to the next entry; false if there is none. No safepoint.
    public boolean next(MutatorContext mutator) {
        return ++position < filled || refill(mutator);
    }

    /// The key of the entry, or the element of the set.
    public long key() {
        return keys[position];
    }

    /// The value of the entry.
    public long value() {
        return values[position];
    }

    private boolean refill(MutatorContext mutator) {
        position = 0;
        filled = 0;
        while (pendingCount > 0 && filled + Trie.CHUNK_ENTRIES <= BUFFERED) {
            read(mutator.address(pending[--pendingCount]));
        }
        return filled > 0;
    }

    private void read(long address) {
        long bits = Trie.bits(address);
        int entries = Integer.bitCount(Trie.entryBits(bits));
        int children = Integer.bitCount(Trie.childBits(bits));
        if (trie.wordKey() && trie.wordValue()) {
            long at = trie.keyAddress(address, entries, children, 0);
            for (int i = 0; i < entries; i++) {
                keys[filled] = Memory.getLong(at);
                values[filled++] = Memory.getLong(at + 8);
                at += 16;
            }
        } else {
            for (int i = 0; i < entries; i++) {
                keys[filled] = trie.key(address, entries, children, i);
                values[filled++] = trie.value(address, entries, children, i);
            }
        }
        for (int i = children - 1; i >= 0; i--) {
            pending[pendingCount++] = Trie.child(address, i);
        }
    }
}
