// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.collections.map.PairMerge;
import coex.collections.sorted.SortedCursor;
import coex.collections.sorted.SortedPairWalk;
import coex.collections.sorted.SortedTree;
import coex.collections.sorted.SortedType;
import coex.collections.value.Pause;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.lang.ref.Reference;
import java.util.Comparator;
import java.util.List;

/// Sorted maps or sets with certain codecs in one heap: what [PersistentSortedMap] and
/// [PersistentSortedSet] do with plain values. Keys that are looked for are never written to the
/// heap.
abstract class SortedKind<C extends PersistentCollection, K> extends Kind<C> {

    /// No handle; of values that are words it may be one.
    private static final long ABSENT = -1;

    private final Codec<K> keyCodec;
    private final Comparator<Object> plainOrder;
    private final BoundOrder order;
    private final BoundCodec keys;

    /// Null in a set.
    private final BoundCodec values;

    private final SortedType sorted;

    /// @param valueCodec null in a set
    SortedKind(PersistentCollections heap, Codec<K> keyCodec, Codec<?> valueCodec) {
        super(heap);
        this.keyCodec = keyCodec;
        this.plainOrder = keyCodec.requireOrder();
        this.order = keyCodec.bindOrder(heap);
        this.keys = heap.bound(keyCodec);
        this.values = valueCodec == null ? null : heap.bound(valueCodec);
        this.sorted =
                values == null
                        ? SortedType.ofSets(heap.heap(), keys.type(), order.ofKeys())
                        : SortedType.ofMaps(
                                heap.heap(), keys.type(), values.type(), order.ofKeys());
    }

    final Codec<K> keyCodec() {
        return keyCodec;
    }

    final Comparator<Object> plainOrder() {
        return plainOrder;
    }

    final boolean writesObjects() {
        return keys.isReference() || values != null && values.isReference();
    }

    @Override
    final SortedType type() {
        return sorted;
    }

    final KeyRange<K> all(C source) {
        return new KeyRange<>(this, source, SortedBounds.ALL, false);
    }

    final Object plainKey(K key, String role) {
        return keyCodec.toPlain(key, role);
    }

    /// The bytes that keys begin with.
    ///
    /// @throws UnsupportedOperationException if keys are not bytes
    final byte[] plainPrefix(K prefix) {
        if (!keyCodec.hasPrefixes()) {
            throw new UnsupportedOperationException(
                    "no prefixes: codec=%s; only keys that are texts or bytes have them"
                            .formatted(keyCodec));
        }
        return (byte[]) keyCodec.toPlain(prefix, "prefix");
    }

    // Looking; the ways part as in [MapKind]

    /// The value of a key, plain, or null if it is not there. If no value is wanted, or in a set,
    /// `TRUE` instead.
    final Object lookIn(PersistentCollection source, String operation, Object key, boolean wanted) {
        MutatorContext mutator = heap().enter();
        try {
            long root = source.handle(operation);
            if (root == 0) {
                return null;
            }
            if (!keys.isReference()) {
                long bits = keys.write(mutator, key);
                return read(mutator, sorted, root, bits, wanted, source, Pause.NONE);
            }
            try (RootFrame _ = RootFrame.of(mutator, root)) {
                return read(
                        mutator, seeking(key), root, SortedTree.SOUGHT, wanted, source, Pause.POLL);
            }
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(source);
        }
    }

    private Object read(
            MutatorContext mutator,
            SortedType type,
            long root,
            long key,
            boolean wanted,
            PersistentCollection source,
            Pause pause) {
        if (!wanted || values == null) {
            return type.has(mutator, root, key, pause) ? Boolean.TRUE : null;
        }
        long bits = type.get(mutator, root, key, ABSENT, pause);
        if (bits == ABSENT && (values.isReference() || !type.has(mutator, root, key, pause))) {
            return null;
        }
        return values.read(mutator, bits, source);
    }

    /// The same maps or sets, but for a key that is not in the heap.
    private SortedType seeking(Object key) {
        return new SortedType(sorted.tree().orderedBy(order.seeking(key)));
    }

    // Ranges. The caller has entered the heap and rooted the map

    /// Turns a cursor to where a range begins, and has it stop where it ends. The range is not
    /// void.
    final void turnTo(
            MutatorContext mutator,
            SortedCursor cursor,
            long root,
            SortedBounds bounds,
            boolean descending) {
        if (descending) {
            cursor.goOn();
            if (bounds.from() != null) {
                toGap(mutator, cursor, root, bounds.from(), bounds.fromAfter());
                cursor.stopHere();
            }
            toUpper(mutator, cursor, root, bounds);
        } else {
            cursor.goOn();
            if (bounds.to() != null) {
                toGap(mutator, cursor, root, bounds.to(), bounds.toAfter());
                cursor.stopHere();
            }
            toLower(mutator, cursor, root, bounds);
        }
    }

    private void toLower(
            MutatorContext mutator, SortedCursor cursor, long root, SortedBounds bounds) {
        if (bounds.from() == null) {
            cursor.toStart(mutator, root);
        } else {
            toGap(mutator, cursor, root, bounds.from(), bounds.fromAfter());
        }
    }

    private void toUpper(
            MutatorContext mutator, SortedCursor cursor, long root, SortedBounds bounds) {
        if (bounds.to() == null) {
            cursor.toEnd(mutator, root);
        } else {
            toGap(mutator, cursor, root, bounds.to(), bounds.toAfter());
        }
    }

    private void toGap(
            MutatorContext mutator, SortedCursor cursor, long root, Object key, boolean after) {
        if (keys.isReference()) {
            cursor.toKey(seeking(key), mutator, root, SortedTree.SOUGHT, after, Pause.POLL);
        } else {
            cursor.toKey(mutator, root, keys.write(mutator, key), after, Pause.NONE);
        }
    }

    /// Reads the entry that a cursor has passed to `target`: key and value, plain.
    final void read(
            MutatorContext mutator,
            SortedCursor cursor,
            PersistentCollection source,
            Object[] target,
            int at) {
        target[at] = keys.read(mutator, cursor.key(), source);
        target[at + 1] = values == null ? null : values.read(mutator, cursor.value(), source);
    }

    /// The first or the last entry of a range: key and value, plain. Null if there is none.
    final Object[] edge(
            PersistentCollection source, String operation, SortedBounds bounds, boolean last) {
        if (bounds.excludeAll(plainOrder)) {
            return null;
        }
        MutatorContext mutator = heap().enter();
        try (RootFrame slots = RootFrame.slots(mutator, 1)) {
            long root = source.handle(operation);
            slots.set(0, root);
            SortedCursor cursor = new SortedCursor(sorted);
            turnTo(mutator, cursor, root, bounds, last);
            if (!(last ? cursor.previous(mutator) : cursor.next(mutator))) {
                return null;
            }
            Object[] found = new Object[2];
            read(mutator, cursor, source, found, 0);
            return found;
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(source);
        }
    }

    /// The number of entries of a range.
    final long count(PersistentCollection source, SortedBounds bounds) {
        if (bounds.excludeAll(plainOrder)) {
            return 0;
        }
        MutatorContext mutator = heap().enter();
        try (RootFrame slots = RootFrame.slots(mutator, 1)) {
            long root = source.handle("size");
            slots.set(0, root);
            SortedCursor cursor = new SortedCursor(sorted);
            toUpper(mutator, cursor, root, bounds);
            long before = cursor.before(mutator);
            toLower(mutator, cursor, root, bounds);
            return before - cursor.before(mutator);
        } finally {
            heap().leave(mutator);
            Reference.reachabilityFence(source);
        }
    }

    // Making versions

    /// @param value null in a set
    final C with(C source, Object key, Object value) {
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 2)) {
                        slots.set(0, source.handle("with"));
                        long keyBits = keys.keptIn(slots, 1, keys.write(mutator, key));
                        long valueBits = values == null ? 0 : values.write(mutator, value);
                        return sorted.set(mutator, slots.get(0), keyBits, valueBits);
                    }
                });
    }

    final C without(C source, Object key) {
        return make(mutator -> remove(mutator, source.handle("without"), key));
    }

    private long remove(MutatorContext mutator, long root, Object key) {
        return keys.isReference()
                ? seeking(key).remove(mutator, root, SortedTree.SOUGHT)
                : sorted.remove(mutator, root, keys.write(mutator, key));
    }

    final C union(C first, C second) {
        return make(
                mutator ->
                        sorted.union(mutator, first.handle("withAll"), second.handle("withAll")));
    }

    /// An intersection or a difference.
    final C merge(C first, C second, PairMerge.Choice choice) {
        return make(
                mutator -> {
                    long one = first.handle("merge");
                    long two = second.handle("merge");
                    return choice == PairMerge.Choice.INTERSECTION
                            ? sorted.intersection(mutator, one, two)
                            : sorted.difference(mutator, one, two);
                });
    }

    final Differences differences(C older, C newer) {
        return new Differences(
                older,
                newer,
                keys,
                values,
                (mutator, one, two) -> new SortedPairWalk(sorted, mutator, one, two));
    }

    /// A part as a collection of its own, which shares nodes with the whole.
    final C part(C source, SortedBounds bounds) {
        if (bounds.excludeAll(plainOrder)) {
            return empty();
        }
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        slots.set(0, source.handle("part"));
                        if (bounds.from() != null) {
                            Object from = bounds.from();
                            long tail = tailOf(mutator, slots.get(0), from, bounds.fromAfter());
                            slots.set(0, tail);
                        }
                        return bounds.to() == null
                                ? slots.get(0)
                                : headOf(mutator, slots.get(0), bounds.to(), bounds.toAfter());
                    }
                });
    }

    @Override
    final long bytesMadeByCut(MutatorContext mutator, long part, long whole) {
        return sorted.bytesMadeByCut(mutator, part, whole);
    }

    private long headOf(MutatorContext mutator, long root, Object key, boolean after) {
        return keys.isReference()
                ? seeking(key).headOf(mutator, root, SortedTree.SOUGHT, after)
                : sorted.headOf(mutator, root, keys.write(mutator, key), after);
    }

    private long tailOf(MutatorContext mutator, long root, Object key, boolean after) {
        return keys.isReference()
                ? seeking(key).tailOf(mutator, root, SortedTree.SOUGHT, after)
                : sorted.tailOf(mutator, root, keys.write(mutator, key), after);
    }

    final C withoutAll(C source, List<Object> plainKeys) {
        return make(
                mutator -> {
                    try (RootFrame slots = RootFrame.slots(mutator, 1)) {
                        slots.set(0, source.handle("withoutAll"));
                        for (Object key : plainKeys) {
                            slots.set(0, remove(mutator, slots.get(0), key));
                            mutator.poll();
                        }
                        return slots.get(0);
                    }
                });
    }

    /// The map with the first `count` of these: keys and values in turn; in a set, elements.
    ///
    /// @param source may be null
    final C withBatch(C source, Object[] plain, int count) {
        SortedBatch batch = SortedBatch.of(plainOrder, plain, count, values == null ? 1 : 2);
        return make(
                mutator -> {
                    int kept = writesObjects() ? 2 * batch.size() : 0;
                    try (RootFrame slots = RootFrame.slots(mutator, 2 + kept)) {
                        slots.set(0, source == null ? 0 : source.handle("build"));
                        slots.set(1, built(mutator, slots, batch));
                        return sorted.union(mutator, slots.get(0), slots.get(1));
                    }
                });
    }

    private long built(MutatorContext mutator, RootFrame slots, SortedBatch batch) {
        int entries = batch.size();
        long[] keyBits = new long[entries];
        long[] valueBits = values == null ? null : new long[entries];
        for (int i = 0; i < entries; i++) {
            keyBits[i] = keys.keptIn(slots, 2 + 2 * i, keys.write(mutator, batch.key(i)));
            if (values != null) {
                long value = values.write(mutator, batch.value(i));
                valueBits[i] = values.keptIn(slots, 3 + 2 * i, value);
            }
        }
        return sorted.build(mutator, keyBits, valueBits, entries);
    }
}
