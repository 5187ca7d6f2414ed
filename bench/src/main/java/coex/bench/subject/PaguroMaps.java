package coex.bench.subject;

import org.organicdesign.fp.collections.PersistentHashMap;

import java.util.Map;

/// Paguro's hash maps.
final class PaguroMaps extends ObjectKeyed<PersistentHashMap<Object, Object>> {

    @Override
    protected PersistentHashMap<Object, Object> empty() {
        return PersistentHashMap.empty();
    }

    @Override
    protected PersistentHashMap<Object, Object> with(
            PersistentHashMap<Object, Object> map, Object key, Long value) {
        return map.assoc(key, value);
    }

    @Override
    protected PersistentHashMap<Object, Object> without(
            PersistentHashMap<Object, Object> map, Object key) {
        return map.without(key);
    }

    @Override
    protected Object valueOf(PersistentHashMap<Object, Object> map, Object key) {
        return map.get(key);
    }

    @Override
    protected void each(PersistentHashMap<Object, Object> map, Sink sink) {
        for (Map.Entry<Object, Object> entry : map) {
            sink.takeElement(entry.getKey());
            sink.takeElement(entry.getValue());
        }
    }
}
