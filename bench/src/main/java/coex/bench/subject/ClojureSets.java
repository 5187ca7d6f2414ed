package coex.bench.subject;

import clojure.lang.IPersistentSet;
import clojure.lang.PersistentHashSet;

/// Clojure's hash sets, called as its compiler calls them.
final class ClojureSets extends ObjectSets<IPersistentSet> {

    @Override
    protected IPersistentSet empty() {
        return PersistentHashSet.EMPTY;
    }

    @Override
    protected IPersistentSet with(IPersistentSet set, Object element) {
        return (IPersistentSet) set.cons(element);
    }

    @Override
    protected IPersistentSet without(IPersistentSet set, Object element) {
        return set.disjoin(element);
    }

    @Override
    protected boolean has(IPersistentSet set, Object element) {
        return set.contains(element);
    }

    @Override
    protected void each(IPersistentSet set, Sink sink) {
        for (Object element : (PersistentHashSet) set) {
            sink.takeElement(element);
        }
    }
}
