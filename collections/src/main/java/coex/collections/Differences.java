// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.map.PairVisitor;
import coex.collections.map.PairWalk;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/// Reads what differs between two versions, as plain values: some at a time, and between two
/// batches it is not in the heap. For one thread at a time.
///
/// The handles that the walk holds meanwhile stay good because both versions do: each batch begins
/// by making sure that they are not closed.
final class Differences {

    /// Makes a walk through both.
    interface Walk {
        PairWalk of(MutatorContext mutator, long older, long newer);
    }

    /// What differs for a key.
    ///
    /// @param older plain, or null if only the newer version has the key
    /// @param newer plain, or null if only the older version has the key
    private record Difference(Object key, Object older, Object newer) {}

    private static final int BATCH = 128;

    private final PersistentCollection older;
    private final PersistentCollection newer;
    private final BoundCodec keys;

    /// Null in a set.
    private final BoundCodec values;

    private final Walk walk;
    private PairWalk walking;

    /// @param values null in a set
    Differences(
            PersistentCollection older,
            PersistentCollection newer,
            BoundCodec keys,
            BoundCodec values,
            Walk walk) {
        this.older = older;
        this.newer = newer;
        this.keys = keys;
        this.values = values;
        this.walk = walk;
    }

    <K, V> void forEach(
            Codec<K> keyCodec, Codec<V> valueCodec, MapChanges<? super K, ? super V> visitor) {
        for (boolean isEnd = false; !isEnd; ) {
            List<Difference> batch = new ArrayList<>();
            isEnd = read(batch);
            for (Difference each : batch) {
                K key = keyCodec.fromPlain(each.key);
                if (each.older == null) {
                    visitor.added(key, valueCodec.fromPlain(each.newer));
                } else if (each.newer == null) {
                    visitor.removed(key, valueCodec.fromPlain(each.older));
                } else {
                    V before = valueCodec.fromPlain(each.older);
                    visitor.changed(key, before, valueCodec.fromPlain(each.newer));
                }
            }
        }
    }

    <E> void forEach(Codec<E> codec, SetChanges<? super E> visitor) {
        for (boolean isEnd = false; !isEnd; ) {
            List<Difference> batch = new ArrayList<>();
            isEnd = read(batch);
            for (Difference each : batch) {
                E element = codec.fromPlain(each.key);
                if (each.older == null) {
                    visitor.added(element);
                } else {
                    visitor.removed(element);
                }
            }
        }
    }

    /// Nodes looked into so far.
    int entered() {
        return walking == null ? 0 : walking.entered();
    }

    /// Reads some more; returns whether that was all.
    private boolean read(List<Difference> batch) {
        MutatorContext mutator = older.heap().enter();
        try (RootFrame slots = RootFrame.slots(mutator, 2)) {
            long one = older.handle("diff");
            long two = newer.handle("diff");
            slots.set(0, one);
            slots.set(1, two);
            if (walking == null) {
                walking = walk.of(mutator, one, two);
            }
            return walking.visit(mutator, new Reading(mutator, batch), Pause.POLL);
        } finally {
            older.heap().leave(mutator);
            Reference.reachabilityFence(older);
            Reference.reachabilityFence(newer);
        }
    }

    /// Reads what it is told of into a batch.
    private final class Reading implements PairVisitor {
        private final MutatorContext mutator;
        private final List<Difference> batch;

        Reading(MutatorContext mutator, List<Difference> batch) {
            this.mutator = mutator;
            this.batch = batch;
        }

        private boolean add(Object key, Object before, Object after) {
            batch.add(new Difference(key, before, after));
            return batch.size() < BATCH;
        }

        private Object value(long bits, PersistentCollection source) {
            return values == null ? Boolean.TRUE : values.read(mutator, bits, source);
        }

        @Override
        public boolean shared(long part) {
            return true;
        }

        @Override
        public boolean onlyFirst(long key, long value) {
            return add(keys.read(mutator, key, older), value(value, older), null);
        }

        @Override
        public boolean onlySecond(long key, long value) {
            return add(keys.read(mutator, key, newer), null, value(value, newer));
        }

        @Override
        public boolean both(long key, long value, long otherKey, long otherValue) {
            if (values == null || value == otherValue) {
                return true;
            }
            if (values.isReference()
                    && values.type().equal(mutator, value, otherValue, Pause.POLL)) {
                return true;
            }
            return add(
                    keys.read(mutator, key, older), value(value, older), value(otherValue, newer));
        }
    }
}
