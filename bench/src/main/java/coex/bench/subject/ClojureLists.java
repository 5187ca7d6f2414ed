package coex.bench.subject;

import clojure.lang.AFn;
import clojure.lang.PersistentVector;

/// Clojure's vectors, called as its compiler calls them.
final class ClojureLists extends ObjectLists<PersistentVector> {

    @Override
    protected PersistentVector empty() {
        return PersistentVector.EMPTY;
    }

    @Override
    protected PersistentVector with(PersistentVector list, Long element) {
        return list.cons(element);
    }

    @Override
    protected PersistentVector replaced(PersistentVector list, int index, Long element) {
        return list.assocN(index, element);
    }

    @Override
    protected Object elementOf(PersistentVector list, int index) {
        return list.nth(index);
    }

    @Override
    protected void each(PersistentVector list, Sink sink) {
        list.reduce(
                new AFn() {
                    @Override
                    public Object invoke(Object initial, Object element) {
                        sink.takeElement(element);
                        return initial;
                    }
                },
                null);
    }
}
