package coex.bench.subject;

import java.util.Map;
import java.util.TreeMap;

/// The mutable bound of sorted maps: `java.util.TreeMap`. As [MutableMaps].
final class MutableSortedMaps extends ObjectKeyed<TreeMap<Object, Object>> {

    @Override
    protected TreeMap<Object, Object> empty() {
        return new TreeMap<>();
    }

    @Override
    protected TreeMap<Object, Object> with(TreeMap<Object, Object> map, Object key, Long value) {
        map.put(key, value);
        return map;
    }

    @Override
    protected TreeMap<Object, Object> without(TreeMap<Object, Object> map, Object key) {
        Object value = map.remove(key);
        map.put(key, value);
        return map;
    }

    @Override
    protected Object valueOf(TreeMap<Object, Object> map, Object key) {
        return map.get(key);
    }

    @Override
    protected void each(TreeMap<Object, Object> map, Sink sink) {
        map.forEach(
                (key, value) -> {
                    sink.takeElement(key);
                    sink.takeElement(value);
                });
    }

    @Override
    protected void each(TreeMap<Object, Object> map, Object from, Sink sink) {
        int left = RANGE;
        for (Map.Entry<Object, Object> entry : map.tailMap(from).entrySet()) {
            if (left-- == 0) {
                return;
            }
            sink.takeElement(entry.getKey());
            sink.takeElement(entry.getValue());
        }
    }
}
