package coex.bench.subject;

import clojure.lang.ISeq;
import clojure.lang.PersistentTreeSet;
import clojure.lang.RT;

/// Clojure's sorted sets, red-black trees.
final class ClojureSortedSets extends ObjectSets<PersistentTreeSet> {

    static {
        RT.init(); // as in ClojureSortedMaps
    }

    @Override
    protected PersistentTreeSet empty() {
        return PersistentTreeSet.EMPTY;
    }

    @Override
    protected PersistentTreeSet with(PersistentTreeSet set, Object element) {
        return (PersistentTreeSet) set.cons(element);
    }

    @Override
    protected PersistentTreeSet without(PersistentTreeSet set, Object element) {
        return (PersistentTreeSet) set.disjoin(element);
    }

    @Override
    protected boolean has(PersistentTreeSet set, Object element) {
        return set.contains(element);
    }

    @Override
    protected void each(PersistentTreeSet set, Sink sink) {
        for (Object element : set) {
            sink.takeElement(element);
        }
    }

    @Override
    protected void each(PersistentTreeSet set, Object from, Sink sink) {
        int left = RANGE;
        for (ISeq rest = set.seqFrom(from, true); rest != null && left-- > 0; rest = rest.next()) {
            sink.takeElement(rest.first());
        }
    }
}
