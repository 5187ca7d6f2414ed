// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.list.ListPairWalk;
import coex.collections.list.ListType;
import coex.collections.list.SequenceType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/// Reads what differs between two sequences, index by index, as plain values: some at a time, and
/// between two batches it is not in the heap. For one thread at a time.
final class SequenceDifferences {

    /// The sequence that a collection is or has, for a thread that has entered the heap.
    interface Sequence {
        long of(MutatorContext mutator, PersistentCollection collection);
    }

    /// Whether two elements whose bits differ are the same. May be a safepoint.
    interface Equality {
        boolean same(MutatorContext mutator, long one, long other);
    }

    /// Is told of plain values: null where there is no element.
    interface Visitor {
        void differs(int index, Object older, Object newer);
    }

    private record Difference(int index, Object older, Object newer) {}

    private static final int BATCH = 128;
    private static final int STEP = 64;

    private final PersistentCollection older;
    private final PersistentCollection newer;
    private final SequenceType type;
    private final BoundCodec elements;
    private final Sequence sequence;
    private final Equality equality;

    /// Null for arrays, of which one whole is shared or nothing.
    private final ListPairWalk walk;

    /// What comes before was looked at.
    private int at;

    /// What comes before has no part that both share.
    private int unshared;

    SequenceDifferences(
            PersistentCollection older,
            PersistentCollection newer,
            SequenceType type,
            BoundCodec elements,
            Sequence sequence,
            Equality equality) {
        this.older = older;
        this.newer = newer;
        this.type = type;
        this.elements = elements;
        this.sequence = sequence;
        this.equality = equality;
        this.walk = type instanceof ListType lists ? new ListPairWalk(lists) : null;
    }

    void forEach(Visitor visitor) {
        for (boolean isEnd = false; !isEnd; ) {
            List<Difference> batch = new ArrayList<>();
            isEnd = read(batch);
            for (Difference each : batch) {
                visitor.differs(each.index, each.older, each.newer);
            }
        }
    }

    /// Nodes and chunks come to so far.
    int entered() {
        return walk == null ? 0 : walk.entered();
    }

    /// Reads some more; returns whether that was all.
    private boolean read(List<Difference> batch) {
        MutatorContext mutator = older.heap().enter();
        try (RootFrame slots = RootFrame.slots(mutator, 2)) {
            long one = sequence.of(mutator, older);
            long two = sequence.of(mutator, newer);
            slots.set(0, one);
            slots.set(1, two);
            int length = type.length(mutator, one);
            int others = type.length(mutator, two);
            int common = Math.min(length, others);
            if (one == two) {
                at = common;
            }
            while (at < common && batch.size() < BATCH) {
                compare(mutator, one, two, common, batch);
            }
            for (; at < length && at >= common && batch.size() < BATCH; at++) {
                batch.add(new Difference(at, element(mutator, one, older), null));
            }
            for (; at < others && at >= common && batch.size() < BATCH; at++) {
                batch.add(new Difference(at, null, element(mutator, two, newer)));
            }
            return at >= Math.max(length, others);
        } finally {
            older.heap().leave(mutator);
            Reference.reachabilityFence(older);
            Reference.reachabilityFence(newer);
        }
    }

    private Object element(MutatorContext mutator, long in, PersistentCollection source) {
        return elements.read(mutator, type.get(mutator, in, at), source);
    }

    /// Goes on to the next element of both that is not in a part that they share, and compares it.
    private void compare(
            MutatorContext mutator, long one, long two, int common, List<Difference> batch) {
        if (at % STEP == 0) {
            mutator.poll();
        }
        if (walk != null && at >= unshared) {
            at = Math.min(common, walk.next(mutator, one, two, at));
            if (at == common) {
                return;
            }
            unshared = ((ListType) type).endOfChunk(mutator, one, at);
        }
        long bits = type.get(mutator, one, at);
        long others = type.get(mutator, two, at);
        if (bits != others && !equality.same(mutator, bits, others)) {
            Object before = elements.read(mutator, bits, older);
            batch.add(new Difference(at, before, elements.read(mutator, others, newer)));
        }
        at++;
    }
}
