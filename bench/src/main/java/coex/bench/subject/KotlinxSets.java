package coex.bench.subject;

import kotlinx.collections.immutable.ExtensionsKt;
import kotlinx.collections.immutable.PersistentSet;

/// The unordered hash sets of kotlinx.collections.immutable.
final class KotlinxSets extends ObjectSets<PersistentSet<Object>> {

    @Override
    protected PersistentSet<Object> empty() {
        return ExtensionsKt.persistentHashSetOf();
    }

    @Override
    protected PersistentSet<Object> with(PersistentSet<Object> set, Object element) {
        return set.adding(element);
    }

    @Override
    protected PersistentSet<Object> without(PersistentSet<Object> set, Object element) {
        return set.removing(element);
    }

    @Override
    protected boolean has(PersistentSet<Object> set, Object element) {
        return set.contains(element);
    }

    @Override
    protected void each(PersistentSet<Object> set, Sink sink) {
        for (Object element : set) {
            sink.takeElement(element);
        }
    }
}
