package coex.bench.subject;

import java.util.HashSet;

/// The mutable bound: `java.util.HashSet`. What is removed is put back at once, and what is added
/// is removed, which the time includes; while the set is built nothing is.
final class MutableSets extends ObjectSets<HashSet<Object>> {

    @Override
    protected HashSet<Object> empty() {
        return new HashSet<>();
    }

    @Override
    protected HashSet<Object> with(HashSet<Object> set, Object element) {
        set.add(element);
        return set;
    }

    @Override
    public void update(int position, Sink sink) {
        super.update(position, sink);
        map().remove(updated(position));
    }

    @Override
    protected HashSet<Object> without(HashSet<Object> set, Object element) {
        set.remove(element);
        set.add(element);
        return set;
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
