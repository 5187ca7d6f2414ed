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
/// the view. So whoever reads them needs neither a heap nor these classes. Collections in a view
/// are written as such copies too, text as a string and json as its text.
final class SerialCopies {

    private static final String ELSE = "; SavedVersions and SaveFile save collections as they are";

    private SerialCopies() {}

    static <E> List<E> of(List<E> view) throws NotSerializableException {
        List<E> copy = new ArrayList<>(view.size());
        for (E each : view) {
            copy.add(plain(each));
        }
        return copy;
    }

    static <E> Set<E> of(Set<E> view) throws NotSerializableException {
        Set<E> copy = new LinkedHashSet<>();
        for (E each : view) {
            copy.add(plain(each));
        }
        return copy;
    }

    static <K, V> Map<K, V> of(Map<K, V> view) throws NotSerializableException {
        Map<K, V> copy = new LinkedHashMap<>();
        for (Map.Entry<K, V> each : view.entrySet()) {
            copy.put(plain(each.getKey()), plain(each.getValue()));
        }
        return copy;
    }

    /// A value without collections of a heap, which mean nothing elsewhere.
    @SuppressWarnings("unchecked") // what a reader gets instead is of another type
    private static <T> T plain(T value) throws NotSerializableException {
        return (T)
                switch (value) {
                    case PersistentMap<?, ?> map -> Collections.unmodifiableMap(of(map.asMap()));
                    case PersistentSet<?> set -> Collections.unmodifiableSet(of(set.asSet()));
                    case PersistentSequence<?, ?> sequence ->
                            Collections.unmodifiableList(of(sequence.asList()));
                    case PersistentSortedMap<?, ?> map -> sorted(map.asMap());
                    case PersistentSortedSet<?> set -> sorted(set.asSet());
                    case PersistentText text -> text.toString();
                    case PersistentJson json -> json.toString();
                    case Map<?, ?> map when holdsOurs(map.values()) || holdsOurs(map.keySet()) ->
                            Collections.unmodifiableMap(of(map));
                    case Set<?> set when holdsOurs(set) -> Collections.unmodifiableSet(of(set));
                    case List<?> list when holdsOurs(list) ->
                            Collections.unmodifiableList(of(list));
                    default -> value;
                };
    }

    /// Whether a collection of the JDK has collections of a heap in it, at whatever depth.
    private static boolean holdsOurs(Collection<?> values) {
        for (Object each : values) {
            boolean holds =
                    switch (each) {
                        case PersistentCollection _ -> true;
                        case Map<?, ?> map -> holdsOurs(map.values()) || holdsOurs(map.keySet());
                        case Collection<?> inner -> holdsOurs(inner);
                        default -> false;
                    };
            if (holds) {
                return true;
            }
        }
        return false;
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

    /// A comparator by which these are in order: null for their own order, its opposite, or that of
    /// the components of records. That of strings is not the same as that of [Codec#STRING] if
    /// there are characters beyond the first 65,536.
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
        if (keys.stream().allMatch(key -> RecordOrder.canLookInto(key.getClass()))) {
            Comparator<Object> byComponents = new RecordOrder();
            if (isInOrder(keys, byComponents)) {
                return byComponents;
            }
            if (isInOrder(keys, byComponents.reversed())) {
                return Collections.reverseOrder(byComponents);
            }
        }
        throw new NotSerializableException(
                "a view in an order that is not the keys' own, nor that of their components, nor"
                        + " the opposite; copy it to a collection with a comparator of yours"
                        + ELSE);
    }

    private static <K> boolean isInOrder(Collection<K> keys, Comparator<? super K> order) {
        K last = null;
        try {
            for (K key : keys) {
                if (last != null && order.compare(last, key) >= 0) {
                    return false;
                }
                last = key;
            }
            return true;
        } catch (ClassCastException e) {
            return false; // components that are not comparable
        }
    }
}
