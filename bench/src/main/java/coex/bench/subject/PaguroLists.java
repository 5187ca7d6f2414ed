package coex.bench.subject;

import org.organicdesign.fp.collections.PersistentVector;

/// Paguro's vectors.
final class PaguroLists extends ObjectLists<PersistentVector<Object>> {

    @Override
    protected PersistentVector<Object> empty() {
        return PersistentVector.empty();
    }

    @Override
    protected PersistentVector<Object> with(PersistentVector<Object> list, Long element) {
        return list.append(element);
    }

    @Override
    protected PersistentVector<Object> replaced(
            PersistentVector<Object> list, int index, Long element) {
        return list.replace(index, element);
    }

    @Override
    protected Object elementOf(PersistentVector<Object> list, int index) {
        return list.get(index);
    }

    @Override
    protected void each(PersistentVector<Object> list, Sink sink) {
        for (Object element : list) {
            sink.takeElement(element);
        }
    }
}
