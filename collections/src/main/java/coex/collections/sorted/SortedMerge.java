// SPDX-License-Identifier: Apache-2.0
package coex.collections.sorted;

import coex.collections.map.EntryVisitor;
import coex.collections.map.PairMerge;
import coex.collections.map.PairWalk;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

/// Makes a sorted tree of two. What is built anew is put together at its right end: entries some at
/// a time, and shared parts as they are.
final class SortedMerge extends PairMerge {

    private static final int BATCH = 1024;

    /// Design note 0036 has the measurements.
    private static final int ENTRIES_OF_UPDATE = 50;

    /// Joining a part takes about as long as building with so many entries.
    private static final int ENTRIES_OF_JOIN = 64;

    private final SortedTree tree;
    private final MutatorContext mutator;
    private final long[] keys = new long[BATCH];
    private final long[] values = new long[BATCH];
    private int count;

    /// What was built, and what is being joined to it; in a frame above that of the merge, until
    /// [#built].
    private RootFrame result;

    SortedMerge(SortedTree tree, MutatorContext mutator) {
        super(mutator);
        this.tree = tree;
        this.mutator = mutator;
    }

    /// All entries of both, as [PairMerge] has it. If one lies wholly before the other they are
    /// joined.
    static long union(SortedTree tree, MutatorContext mutator, long first, long second) {
        if (first != 0 && second != 0) {
            try (RootFrame _ = RootFrame.of(mutator, first, second)) {
                if (isBefore(tree, mutator, first, second)) {
                    return SortedJoin.join(tree, mutator, first, second);
                }
                if (isBefore(tree, mutator, second, first)) {
                    return SortedJoin.join(tree, mutator, second, first);
                }
            }
        }
        return new SortedMerge(tree, mutator).merge(first, second, Choice.UNION);
    }

    private static boolean isBefore(SortedTree tree, MutatorContext mutator, long one, long two) {
        SortedCursor cursor = new SortedCursor(new SortedType(tree));
        cursor.toEnd(mutator, one);
        cursor.previous(mutator);
        long last = cursor.key();
        cursor.toStart(mutator, two);
        cursor.next(mutator);
        return tree.order().compare(mutator, last, cursor.key(), Pause.POLL) < 0;
    }

    @Override
    protected PairWalk walk(long first, long second) {
        return new SortedPairWalk(new SortedType(tree), mutator, first, second);
    }

    @Override
    protected long size(long root) {
        return tree.size(mutator, root);
    }

    @Override
    protected boolean has(long root, long key) {
        return tree.find(mutator, root, key, Pause.POLL) != 0;
    }

    @Override
    protected long get(long root, long key) {
        return tree.nodes().valueAt(tree.find(mutator, root, key, Pause.POLL));
    }

    @Override
    protected long set(long root, long key, long value) {
        return SortedUpdate.set(tree, mutator, root, key, value);
    }

    @Override
    protected long remove(long root, long key) {
        return SortedUpdate.remove(tree, mutator, root, key);
    }

    @Override
    protected void forEach(long part, EntryVisitor visitor) {
        SortedCursor cursor = new SortedCursor(new SortedType(tree));
        for (cursor.toStart(mutator, part); cursor.next(mutator); ) {
            visitor.visit(cursor.key(), cursor.value());
            mutator.poll();
        }
    }

    @Override
    protected int entriesOfUpdate() {
        return ENTRIES_OF_UPDATE;
    }

    @Override
    protected long costOfParts(long parts, long size) {
        return parts * ENTRIES_OF_JOIN;
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
        flush();
        join(part);
    }

    @Override
    protected long built() {
        flush();
        long built = result.get(0);
        result.close();
        return built;
    }

    /// The two trees keep what is added.
    private void flush() {
        if (result == null) {
            result = RootFrame.slots(mutator, 2);
        }
        if (count > 0) {
            boolean isSet = tree.nodes().valueType() == null;
            long built = SortedBulk.build(tree, mutator, keys, isSet ? null : values, count);
            count = 0;
            join(built);
        }
    }

    private void join(long right) {
        result.set(1, right);
        result.set(0, SortedJoin.join(tree, mutator, result.get(0), right));
    }
}
