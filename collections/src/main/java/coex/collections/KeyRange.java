// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.Arrays;
import java.util.Comparator;

/// A part of a sorted map or set, in one direction or the other, by plain keys: what ranges and
/// views of both have in common. Takes no room in the heap, and looks at nothing until it is asked.
///
/// @param source the map or set
record KeyRange<K>(
        SortedKind<?, K> kind,
        PersistentCollection source,
        SortedBounds bounds,
        boolean descending) {

    Comparator<Object> order() {
        return kind.plainOrder();
    }

    /// What is from a key on, in the direction of the range.
    KeyRange<K> from(Object key, boolean inclusive) {
        return with(
                descending
                        ? bounds.before(order(), key, inclusive)
                        : bounds.after(order(), key, !inclusive));
    }

    /// What is up to a key, in the direction of the range.
    KeyRange<K> to(Object key, boolean inclusive) {
        return with(
                descending
                        ? bounds.after(order(), key, !inclusive)
                        : bounds.before(order(), key, inclusive));
    }

    private KeyRange<K> with(SortedBounds other) {
        return new KeyRange<>(kind, source, other, descending);
    }

    /// The keys that begin with these bytes. In the order of unsigned bytes they are next to each
    /// other: the first is at least `prefix`, and all are less than [#leastAfterAll]. If there is
    /// no such end, they go up to the last key. A descending codec has them the other way round.
    KeyRange<K> startingWith(byte[] prefix) {
        byte[] end = leastAfterAll(prefix);
        boolean isBackwards = order().compare(new byte[] {1}, new byte[] {0}) < 0;
        SortedBounds part = bounds;
        if (isBackwards) {
            part = end == null ? part : part.after(order(), end, true);
            return with(part.before(order(), prefix, true));
        }
        part = end == null ? part : part.before(order(), end, false);
        return with(part.after(order(), prefix, false));
    }

    /// The least array of bytes that is greater than every one that begins with `prefix`, or null
    /// if there is none: the prefix is empty, or all its bytes are the greatest.
    private static byte[] leastAfterAll(byte[] prefix) {
        int length = prefix.length;
        while (length > 0 && prefix[length - 1] == (byte) 0xFF) {
            length--;
        }
        if (length == 0) {
            return null;
        }
        byte[] end = Arrays.copyOf(prefix, length);
        end[length - 1]++;
        return end;
    }

    KeyRange<K> reversed() {
        return new KeyRange<>(kind, source, bounds, !descending);
    }

    /// Whether no key can lie in it; else it may be empty all the same.
    boolean excludesAll() {
        return bounds.excludeAll(order());
    }

    boolean contains(Object key) {
        return bounds.contains(order(), key);
    }

    /// Whether `java.util` takes a key as a bound of a part of this range: one that is left out may
    /// also be a bound of the range itself.
    private boolean takesBound(Object key, boolean inclusive) {
        return inclusive ? contains(key) : bounds.containsOrEndsWith(order(), key);
    }

    /// A part, as `java.util` has it.
    ///
    /// @param from null if there is no such bound
    /// @param to null if there is no such bound
    /// @throws IllegalArgumentException if the bounds are not in order, or not in this range
    KeyRange<K> part(Object from, boolean fromInclusive, Object to, boolean toInclusive) {
        if (from != null && to != null) {
            int found = order().compare(from, to);
            if (descending ? found < 0 : found > 0) {
                throw new IllegalArgumentException("bounds not in order: from is after to");
            }
        }
        if (from != null && !takesBound(from, fromInclusive)
                || to != null && !takesBound(to, toInclusive)) {
            throw new IllegalArgumentException("bound outside of the range that it is to part");
        }
        KeyRange<K> begun = from == null ? this : from(from, fromInclusive);
        return to == null ? begun : begun.to(to, toInclusive);
    }

    /// The order of the range, as `java.util` wants it.
    Comparator<K> comparator() {
        Comparator<K> order = kind.keyCodec().order();
        return descending ? order.reversed() : order;
    }

    /// As [SortedKind#lookIn], but for what is outside of the range.
    Object look(String operation, Object key, boolean wanted) {
        return contains(key) ? kind.lookIn(source, operation, key, wanted) : null;
    }

    /// The first entry in the direction of the range: key and value, plain. Null if there is none.
    Object[] first(String operation) {
        return kind.edge(source, operation, bounds, descending);
    }

    Object[] last(String operation) {
        return kind.edge(source, operation, bounds, !descending);
    }

    long size() {
        return kind.count(source, bounds);
    }

    SortedReader reader() {
        return new SortedReader(this);
    }
}
