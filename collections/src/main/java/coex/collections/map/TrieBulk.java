// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.collections.value.Pause;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.util.Arrays;

/// Builds a trie from many entries at once: sorts them by hash, which is the order of a trie's
/// places, and makes every node once, children before parents.
///
/// Takes a few JVM arrays for the time of a build. For one thread, and one build.
final class TrieBulk {

    private static final int SLOTS_PER_LEVEL = 32;

    /// Entries that are hashed or compared between two safepoints.
    private static final int STEP = 256;

    private final Trie trie;
    private final MutatorContext mutator;
    private final long[] keys;
    private final long[] values;

    /// Entries by hash: the hash above, below it the index of key and value.
    private long[] order;

    /// In which each level keeps the children it has made.
    private RootFrame roots;

    private TrieBulk(Trie trie, MutatorContext mutator, long[] keys, long[] values) {
        this.trie = trie;
        this.mutator = mutator;
        this.keys = keys;
        this.values = values;
    }

    /// A trie of the first `count` keys and values; of equal keys the last one counts. What they
    /// refer to must be rooted.
    ///
    /// @param values null in a set
    static long build(Trie trie, MutatorContext mutator, long[] keys, long[] values, int count) {
        if (count == 0) {
            return 0;
        }
        TrieBulk bulk = new TrieBulk(trie, mutator, keys, values);
        int distinct = bulk.sort(count);
        int slots = Trie.COLLISIONS * SLOTS_PER_LEVEL;
        try (RootFrame children = RootFrame.slots(mutator, slots)) {
            bulk.roots = children;
            return bulk.node(0, distinct, 0);
        }
    }

    /// Sorts, and drops entries whose keys come again. Returns how many are left.
    private int sort(int count) {
        long[] unsorted = new long[count];
        for (int i = 0; i < count; i++) {
            unsorted[i] = (long) trie.hash(mutator, keys[i]) << 32 | i;
            rest(i);
        }
        order = HashOrder.sort(unsorted, mutator);
        int kept = 0;
        for (int start = 0; start < count; ) {
            int end = start + 1;
            while (end < count && hash(end) == hash(start)) {
                end++;
            }
            kept = keep(start, end, kept);
            start = end;
        }
        return kept;
    }

    /// Moves the distinct entries of a range, whose hashes are equal, to `kept`, in the order of
    /// their keys. Returns the end of what is kept.
    private int keep(int start, int end, int kept) {
        if (areSame(start, end)) {
            order[kept] = order[end - 1];
            return kept + 1;
        }
        Long[] range = new Long[end - start];
        for (int i = 0; i < range.length; i++) {
            range[i] = order[start + i];
        }
        Arrays.sort(range, this::compare); // stable: the last of equal keys stays the last
        int last = kept;
        order[last] = range[0];
        for (int i = 1; i < range.length; i++) {
            rest(i);
            last += compare(order[last], range[i]) == 0 ? 0 : 1;
            order[last] = range[i];
        }
        return last + 1;
    }

    private boolean areSame(int start, int end) {
        for (int i = start; i < end - 1; i++) {
            rest(i);
            if (!trie.sameInSteps(mutator, key(i), key(i + 1))) {
                return false;
            }
        }
        rest(end - 1);
        return true;
    }

    private int compare(long first, long second) {
        return trie.compare(mutator, keys[(int) first], keys[(int) second], Pause.POLL);
    }

    /// Comes to a safepoint now and then.
    private void rest(int done) {
        if (done % STEP == STEP - 1) {
            mutator.poll();
        }
    }

    private int hash(int place) {
        return (int) (order[place] >>> 32);
    }

    private long key(int place) {
        return keys[(int) order[place]];
    }

    private long value(int place) {
        return values == null ? 0 : values[(int) order[place]];
    }

    /// Makes the node for a range of the order.
    private long node(int from, int to, int level) {
        if (level == Trie.COLLISIONS) {
            return collisions(from, to);
        }
        int entryBits = 0;
        int childBits = 0;
        int children = 0;
        for (int start = from; start < to; ) {
            int bit = Trie.bit(hash(start), level);
            int end = endOfPlace(start, to, level);
            if (end == start + 1) {
                entryBits |= bit;
            } else {
                long child = node(start, end, level + 1);
                roots.set(slot(level, children++), child);
                childBits |= bit;
            }
            start = end;
        }
        int entries = Trie.count(entryBits);
        int bytes = trie.bytes(entries, children, level);
        long target = NodeMemory.take(mutator, bytes, trie.shape(level));
        Trie.putBits(target, entryBits, childBits);
        putChildren(target, children, level);
        int place = from;
        for (int i = 0; i < entries; i++) {
            while ((entryBits & Trie.bit(hash(place), level)) == 0) {
                place = endOfPlace(place, to, level);
            }
            trie.putEntry(target, entries, children, i, key(place), value(place));
            place++;
        }
        if (level == 0) {
            Memory.putLong(target + bytes - 8, to - from);
        }
        return NodeMemory.publish(mutator, target, bytes, trie.shape(level));
    }

    /// One past the last entry whose digit is that of the one at `start`.
    private int endOfPlace(int start, int to, int level) {
        int shift = 32 - Trie.DIGIT_BITS * (level + 1);
        int place = shift < 0 ? hash(start) : hash(start) >>> shift;
        int end = start + 1;
        while (end < to && (shift < 0 ? hash(end) : hash(end) >>> shift) == place) {
            end++;
        }
        return end;
    }

    private void putChildren(long target, int children, int level) {
        for (int i = 0; i < children; i++) {
            long child = roots.get(slot(level, i));
            Memory.putInt(Trie.childAddress(target, i), (int) child);
        }
    }

    private int slot(int level, int child) {
        return level * SLOTS_PER_LEVEL + child;
    }

    private long collisions(int from, int to) {
        int count = to - from;
        long[] itsKeys = new long[count];
        long[] itsValues = new long[count];
        for (int i = 0; i < count; i++) {
            itsKeys[i] = key(from + i);
            itsValues[i] = value(from + i);
        }
        return CollisionBuild.of(trie, mutator, itsKeys, itsValues, count);
    }
}
