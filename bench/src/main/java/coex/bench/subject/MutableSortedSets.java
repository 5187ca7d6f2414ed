package coex.bench.subject;

import java.util.TreeSet;

/// The mutable bound of sorted sets: `java.util.TreeSet`. As [MutableSets].
final class MutableSortedSets extends ObjectSets<TreeSet<Object>> {

    @Override
    protected TreeSet<Object> empty() {
        return new TreeSet<>();
    }

    @Override
    protected TreeSet<Object> with(TreeSet<Object> set, Object element) {
        set.add(element);
        return set;
    }

    @Override
    public void update(int position, Sink sink) {
        super.update(position, sink);
        map().remove(updated(position));
    }

    @Override
    protected TreeSet<Object> without(TreeSet<Object> set, Object element) {
        set.remove(element);
        set.add(element);
        return set;
    }

    @Override
    protected boolean has(TreeSet<Object> set, Object element) {
        return set.contains(element);
    }

    @Override
    protected void each(TreeSet<Object> set, Sink sink) {
        set.forEach(sink::takeElement);
    }

    @Override
    protected void each(TreeSet<Object> set, Object from, Sink sink) {
        int left = RANGE;
        for (Object element : set.tailSet(from)) {
            if (left-- == 0) {
                return;
            }
            sink.takeElement(element);
        }
    }
}
