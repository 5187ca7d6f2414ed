package coex.bench.subject;

import org.pcollections.HashTreePSet;
import org.pcollections.MapPSet;

/// The hash sets of PCollections.
final class PcollectionsSets extends ObjectSets<MapPSet<Object>> {

    @Override
    protected MapPSet<Object> empty() {
        return HashTreePSet.empty();
    }

    @Override
    protected MapPSet<Object> with(MapPSet<Object> set, Object element) {
        return set.plus(element);
    }

    @Override
    protected MapPSet<Object> without(MapPSet<Object> set, Object element) {
        return set.minus(element);
    }

    @Override
    protected boolean has(MapPSet<Object> set, Object element) {
        return set.contains(element);
    }

    @Override
    protected void each(MapPSet<Object> set, Sink sink) {
        for (Object element : set) {
            sink.takeElement(element);
        }
    }
}
