package coex.bench.subject;

import io.vavr.collection.HashSet;

/// Vavr's hash sets.
final class VavrSets extends ObjectSets<HashSet<Object>> {

    @Override
    protected HashSet<Object> empty() {
        return HashSet.empty();
    }

    @Override
    protected HashSet<Object> with(HashSet<Object> set, Object element) {
        return set.add(element);
    }

    @Override
    protected HashSet<Object> without(HashSet<Object> set, Object element) {
        return set.remove(element);
    }

    @Override
    protected boolean has(HashSet<Object> set, Object element) {
        return set.contains(element);
    }

    @Override
    protected void each(HashSet<Object> set, Sink sink) {
        set.forEach(sink::takeElement);
    }
}
