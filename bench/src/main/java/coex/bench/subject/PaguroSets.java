package coex.bench.subject;

import org.organicdesign.fp.collections.PersistentHashSet;

/// Paguro's hash sets.
final class PaguroSets extends ObjectSets<PersistentHashSet<Object>> {

    @Override
    protected PersistentHashSet<Object> empty() {
        return PersistentHashSet.empty();
    }

    @Override
    protected PersistentHashSet<Object> with(PersistentHashSet<Object> set, Object element) {
        return set.put(element);
    }

    @Override
    protected PersistentHashSet<Object> without(PersistentHashSet<Object> set, Object element) {
        return set.without(element);
    }

    @Override
    protected boolean has(PersistentHashSet<Object> set, Object element) {
        return set.contains(element);
    }

    @Override
    protected void each(PersistentHashSet<Object> set, Sink sink) {
        for (Object element : set) {
            sink.takeElement(element);
        }
    }
}
