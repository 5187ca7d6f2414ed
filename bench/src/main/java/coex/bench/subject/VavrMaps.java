package coex.bench.subject;

import io.vavr.collection.HashMap;

/// Vavr's hash maps.
final class VavrMaps extends ObjectKeyed<HashMap<Object, Object>> {

    @Override
    protected HashMap<Object, Object> empty() {
        return HashMap.empty();
    }

    @Override
    protected HashMap<Object, Object> with(HashMap<Object, Object> map, Object key, Long value) {
        return map.put(key, value);
    }

    @Override
    protected HashMap<Object, Object> without(HashMap<Object, Object> map, Object key) {
        return map.remove(key);
    }

    @Override
    protected Object valueOf(HashMap<Object, Object> map, Object key) {
        return map.getOrElse(key, null);
    }

    @Override
    protected void each(HashMap<Object, Object> map, Sink sink) {
        map.forEach(
                (key, value) -> {
                    sink.takeElement(key);
                    sink.takeElement(value);
                });
    }
}
