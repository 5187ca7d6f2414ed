package coex.bench.subject;

import java.util.HashMap;

/// The mutable bound: `java.util.HashMap`. Its updates happen in place, and what is removed is put
/// back at once, which the time includes.
final class MutableMaps extends ObjectKeyed<HashMap<Object, Object>> {

    @Override
    protected HashMap<Object, Object> empty() {
        return new HashMap<>();
    }

    @Override
    protected HashMap<Object, Object> with(HashMap<Object, Object> map, Object key, Long value) {
        map.put(key, value);
        return map;
    }

    @Override
    protected HashMap<Object, Object> without(HashMap<Object, Object> map, Object key) {
        Object value = map.remove(key);
        map.put(key, value);
        return map;
    }

    @Override
    protected Object valueOf(HashMap<Object, Object> map, Object key) {
        return map.get(key);
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
