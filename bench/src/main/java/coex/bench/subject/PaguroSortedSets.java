package coex.bench.subject;

import org.organicdesign.fp.collections.PersistentTreeSet;

import java.util.Comparator;
import java.util.Iterator;

/// Paguro's tree sets.
final class PaguroSortedSets extends ObjectSets<PersistentTreeSet<Object>> {

    /// Elements are longs or strings.
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static final Comparator<Object> NATURAL = (Comparator) Comparator.naturalOrder();

    @Override
    protected PersistentTreeSet<Object> empty() {
        return PersistentTreeSet.ofComp(NATURAL);
    }

    @Override
    protected PersistentTreeSet<Object> with(PersistentTreeSet<Object> set, Object element) {
        return set.put(element);
    }

    @Override
    protected PersistentTreeSet<Object> without(PersistentTreeSet<Object> set, Object element) {
        return set.without(element);
    }

    @Override
    protected boolean has(PersistentTreeSet<Object> set, Object element) {
        return set.contains(element);
    }

    @Override
    protected void each(PersistentTreeSet<Object> set, Sink sink) {
        for (Object element : set) {
            sink.takeElement(element);
        }
    }

    @Override
    protected void each(PersistentTreeSet<Object> set, Object from, Sink sink) {
        Iterator<Object> rest = set.tailSet(from).iterator();
        for (int left = RANGE; left > 0 && rest.hasNext(); left--) {
            sink.takeElement(rest.next());
        }
    }
}
