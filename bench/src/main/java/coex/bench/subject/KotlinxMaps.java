package coex.bench.subject;

import kotlinx.collections.immutable.ExtensionsKt;
import kotlinx.collections.immutable.PersistentMap;

import java.util.Map;

/// The unordered hash maps of kotlinx.collections.immutable.
final class KotlinxMaps extends ObjectKeyed<PersistentMap<Object, Object>> {

    @Override
    protected PersistentMap<Object, Object> empty() {
        return ExtensionsKt.persistentHashMapOf();
    }

    @Override
    protected PersistentMap<Object, Object> with(
            PersistentMap<Object, Object> map, Object key, Long value) {
        return map.putting(key, value);
    }

    @Override
    protected PersistentMap<Object, Object> without(PersistentMap<Object, Object> map, Object key) {
        return map.removing(key);
    }

    @Override
    protected Object valueOf(PersistentMap<Object, Object> map, Object key) {
        return map.get(key);
    }

    @Override
    protected void each(PersistentMap<Object, Object> map, Sink sink) {
        for (Map.Entry<Object, Object> entry : map.entrySet()) {
            sink.takeElement(entry.getKey());
            sink.takeElement(entry.getValue());
        }
    }
}
