package coex.bench.subject;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentSortedSet;

import java.util.Iterator;

/// Our sorted sets as Java programs use them.
final class FaceSortedSets extends FaceKeyed<PersistentSortedSet<Object>> {

    FaceSortedSets(KeyKind kind) {
        super(kind);
    }

    @Override
    PersistentSortedSet<Object> empty(PersistentCollections in, Codec<Object> ofKeys) {
        return in.sortedSet(ofKeys);
    }

    @Override
    Object valueOf(PersistentSortedSet<Object> set, Object element) {
        return set.contains(element);
    }

    @Override
    PersistentSortedSet<Object> with(PersistentSortedSet<Object> set, Object element, Long value) {
        return set.with(element);
    }

    @Override
    PersistentSortedSet<Object> without(PersistentSortedSet<Object> set, Object element) {
        return set.without(element);
    }

    @Override
    void each(PersistentSortedSet<Object> set, Sink sink) {
        set.forEach(sink::takeElement);
    }

    @Override
    void each(PersistentSortedSet<Object> set, Object from, Sink sink) {
        Iterator<Object> rest = set.from(from).iterator();
        for (int left = RANGE; left > 0 && rest.hasNext(); left--) {
            sink.takeElement(rest.next());
        }
    }

    @Override
    Object[] updatedKeys(Keys all) {
        return all.absent();
    }
}
