package coex.bench.subject;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentMap;

/// Our maps as Java programs use them.
final class FaceMaps extends FaceKeyed<PersistentMap<Object, Long>> {

    FaceMaps(KeyKind kind) {
        super(kind);
    }

    @Override
    PersistentMap<Object, Long> empty(PersistentCollections in, Codec<Object> ofKeys) {
        return in.map(ofKeys, Codec.LONG);
    }

    @Override
    Long valueOf(PersistentMap<Object, Long> map, Object key) {
        return map.get(key);
    }

    @Override
    PersistentMap<Object, Long> with(PersistentMap<Object, Long> map, Object key, Long value) {
        return map.with(key, value);
    }

    @Override
    PersistentMap<Object, Long> without(PersistentMap<Object, Long> map, Object key) {
        return map.without(key);
    }

    @Override
    void each(PersistentMap<Object, Long> map, Sink sink) {
        map.forEach(
                (key, value) -> {
                    sink.takeElement(key);
                    sink.takeElement(value);
                });
    }
}
