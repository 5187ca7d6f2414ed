package coex.bench.subject;

import kotlinx.collections.immutable.ExtensionsKt;
import kotlinx.collections.immutable.PersistentList;

/// The lists of kotlinx.collections.immutable.
final class KotlinxLists extends ObjectLists<PersistentList<Object>> {

    @Override
    protected PersistentList<Object> empty() {
        return ExtensionsKt.persistentListOf();
    }

    @Override
    protected PersistentList<Object> with(PersistentList<Object> list, Long element) {
        return list.adding(element);
    }

    @Override
    protected PersistentList<Object> replaced(
            PersistentList<Object> list, int index, Long element) {
        return list.replacingAt(index, element);
    }

    @Override
    protected Object elementOf(PersistentList<Object> list, int index) {
        return list.get(index);
    }

    @Override
    protected void each(PersistentList<Object> list, Sink sink) {
        for (Object element : list) {
            sink.takeElement(element);
        }
    }
}
