// SPDX-License-Identifier: Apache-2.0
package coex.collections.map;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// Makes a trie of two. What is built anew is built some entries at a time, entries of shared parts
/// too.
final class TrieMerge extends PairMerge {

    private static final int BATCH = 4096;

    /// Design note 0036 has the measurements.
    private static final int ENTRIES_OF_UPDATE = 8;

    private final Trie trie;
    private final MutatorContext mutator;
    private final long[] keys = new long[BATCH];
    private final long[] values = new long[BATCH];
    private int count;

    /// What was built; in a frame above that of the merge, until [#built].
    private RootFrame result;

    TrieMerge(Trie trie, MutatorContext mutator) {
        super(mutator);
        this.trie = trie;
        this.mutator = mutator;
    }

    @Override
    protected PairWalk walk(long first, long second) {
        return new TriePairWalk(trie, first, second);
    }

    @Override
    protected long size(long root) {
        return trie.size(mutator, root);
    }

    @Override
    protected boolean has(long root, long key) {
        return trie.find(mutator, root, key) != 0;
    }

    @Override
    protected long get(long root, long key) {
        return trie.valueAt(trie.find(mutator, root, key));
    }

    @Override
    protected long set(long root, long key, long value) {
        return TrieInsertion.set(trie, mutator, root, key, value);
    }

    @Override
    protected long remove(long root, long key) {
        return TrieRemoval.remove(trie, mutator, root, key);
    }

    @Override
    protected void forEach(long part, EntryVisitor visitor) {
        TrieWalk.part(
                trie,
                mutator,
                part,
                (key, value) -> {
                    visitor.visit(key, value);
                    mutator.poll();
                });
    }

    @Override
    protected int entriesOfUpdate() {
        return ENTRIES_OF_UPDATE;
    }

    @Override
    protected long costOfParts(long parts, long result) {
        return parts == 0 ? 0 : result;
    }

    @Override
    protected void add(long key, long value) {
        if (count == BATCH) {
            flush();
        }
        keys[count] = key;
        values[count++] = value;
    }

    @Override
    protected void addPart(long part) {
        forEach(part, this::add);
    }

    @Override
    protected long built() {
        flush();
        long built = result.get(0);
        result.close();
        return built;
    }

    /// The two tries keep what is added.
    private void flush() {
        if (result == null) {
            result = RootFrame.slots(mutator, 1);
        }
        long batch = TrieBulk.build(trie, mutator, keys, values, count);
        count = 0;
        result.set(0, TrieUnion.union(trie, mutator, result.get(0), batch));
    }
}
