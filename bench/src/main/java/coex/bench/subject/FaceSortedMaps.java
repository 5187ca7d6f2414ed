package coex.bench.subject;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentSortedMap;

import java.util.Iterator;
import java.util.Map;

/// Our sorted maps as Java programs use them.
final class FaceSortedMaps extends FaceKeyed<PersistentSortedMap<Object, Long>> {

    FaceSortedMaps(KeyKind kind) {
        super(kind);
    }

    @Override
    PersistentSortedMap<Object, Long> empty(PersistentCollections in, Codec<Object> ofKeys) {
        return in.sortedMap(ofKeys, Codec.LONG);
    }

    @Override
    Long valueOf(PersistentSortedMap<Object, Long> map, Object key) {
        return map.get(key);
    }

    @Override
    PersistentSortedMap<Object, Long> with(
            PersistentSortedMap<Object, Long> map, Object key, Long value) {
        return map.with(key, value);
    }

    @Override
    PersistentSortedMap<Object, Long> without(PersistentSortedMap<Object, Long> map, Object key) {
        return map.without(key);
    }

    @Override
    void each(PersistentSortedMap<Object, Long> map, Sink sink) {
        map.forEach(
                (key, value) -> {
                    sink.takeElement(key);
                    sink.takeElement(value);
                });
    }

    @Override
    void each(PersistentSortedMap<Object, Long> map, Object from, Sink sink) {
        Iterator<Map.Entry<Object, Long>> rest = map.from(from).iterator();
        for (int left = RANGE; left > 0 && rest.hasNext(); left--) {
            Map.Entry<Object, Long> entry = rest.next();
            sink.takeElement(entry.getKey());
            sink.takeElement(entry.getValue());
        }
    }
}
