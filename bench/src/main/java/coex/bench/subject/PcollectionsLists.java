package coex.bench.subject;

import org.pcollections.PVector;
import org.pcollections.TreePVector;

/// The vectors of PCollections.
final class PcollectionsLists extends ObjectLists<PVector<Object>> {

    @Override
    protected PVector<Object> empty() {
        return TreePVector.empty();
    }

    @Override
    protected PVector<Object> with(PVector<Object> list, Long element) {
        return list.plus(element);
    }

    @Override
    protected PVector<Object> replaced(PVector<Object> list, int index, Long element) {
        return list.with(index, element);
    }

    @Override
    protected Object elementOf(PVector<Object> list, int index) {
        return list.get(index);
    }

    @Override
    protected void each(PVector<Object> list, Sink sink) {
        for (Object element : list) {
            sink.takeElement(element);
        }
    }
}
