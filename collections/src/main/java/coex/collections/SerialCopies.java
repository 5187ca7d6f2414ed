// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.io.NotSerializableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What Java serialization writes in place of views: copies of classes of the JDK, in the order of
/// the view. So whoever reads them needs neither a heap nor these classes.
final class SerialCopies {

    private static final String ELSE = "; SavedVersions and SaveFile save collections as they are";

    private SerialCopies() {}

    static <E> List<E> of(List<E> view) throws NotSerializableException {
        List<E> copy = new ArrayList<>(view);
        requirePlain(copy);
        return copy;
    }

    static <E> Set<E> of(Set<E> view) throws NotSerializableException {
        Set<E> copy = new LinkedHashSet<>(view);
        requirePlain(copy);
        return copy;
    }

    static <K, V> Map<K, V> of(Map<K, V> view) throws NotSerializableException {
        Map<K, V> copy = new LinkedHashMap<>(view);
        requirePlain(copy.keySet());
        requirePlain(copy.values());
        return copy;
    }

    static <E> NavigableSet<E> sorted(Collection<E> view) throws NotSerializableException {
        List<E> elements = of(new ArrayList<>(view));
        NavigableSet<E> copy = new TreeSet<>(orderOf(elements));
        copy.addAll(elements);
        return Collections.unmodifiableNavigableSet(copy);
    }

    static <K, V> NavigableMap<K, V> sorted(NavigableMap<K, V> view)
            throws NotSerializableException {
        Map<K, V> entries = of((Map<K, V>) view);
        NavigableMap<K, V> copy = new TreeMap<>(orderOf(entries.keySet()));
        copy.putAll(entries);
        return Collections.unmodifiableNavigableMap(copy);
    }

    /// A collection in a heap means nothing elsewhere.
    private static void requirePlain(Collection<?> values) throws NotSerializableException {
        for (Object each : values) {
            if (each instanceof PersistentCollection) {
                throw new NotSerializableException(
                        each.getClass().getName() + " as an element of a view" + ELSE);
            }
        }
    }

    /// A comparator that the JDK has, by which these are in order; null for their own order. That
    /// of strings is not the same as that of [Codec#STRING] if there are characters beyond the
    /// first 65,536.
    private static <K> Comparator<? super K> orderOf(Collection<K> keys)
            throws NotSerializableException {
        if (keys.stream().allMatch(Comparable.class::isInstance)) {
            @SuppressWarnings("unchecked") // all are comparable, with what is beside them
            Comparator<K> own = (Comparator<K>) Comparator.naturalOrder();
            if (isInOrder(keys, own)) {
                return null;
            }
            if (isInOrder(keys, own.reversed())) {
                return Collections.reverseOrder();
            }
        }
        throw new NotSerializableException(
                "a view in an order that is not the keys' own, nor its opposite; copy it to a"
                        + " collection with a comparator of yours"
                        + ELSE);
    }

    private static <K> boolean isInOrder(Collection<K> keys, Comparator<K> order) {
        K last = null;
        for (K key : keys) {
            if (last != null && order.compare(last, key) >= 0) {
                return false;
            }
            last = key;
        }
        return true;
    }
}
