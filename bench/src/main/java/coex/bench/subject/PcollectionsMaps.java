package coex.bench.subject;

import org.pcollections.HashPMap;
import org.pcollections.HashTreePMap;

import java.util.Map;

/// The hash maps of PCollections.
final class PcollectionsMaps extends ObjectKeyed<HashPMap<Object, Object>> {

    @Override
    protected HashPMap<Object, Object> empty() {
        return HashTreePMap.empty();
    }

    @Override
    protected HashPMap<Object, Object> with(HashPMap<Object, Object> map, Object key, Long value) {
        return map.plus(key, value);
    }

    @Override
    protected HashPMap<Object, Object> without(HashPMap<Object, Object> map, Object key) {
        return map.minus(key);
    }

    @Override
    protected Object valueOf(HashPMap<Object, Object> map, Object key) {
        return map.get(key);
    }

    @Override
    protected void each(HashPMap<Object, Object> map, Sink sink) {
        for (Map.Entry<Object, Object> entry : map.entrySet()) {
            sink.takeElement(entry.getKey());
            sink.takeElement(entry.getValue());
        }
    }
}
