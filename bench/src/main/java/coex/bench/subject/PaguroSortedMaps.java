package coex.bench.subject;

import org.organicdesign.fp.collections.PersistentTreeMap;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;

/// Paguro's tree maps.
final class PaguroSortedMaps extends ObjectKeyed<PersistentTreeMap<Object, Object>> {

    /// Keys are longs or strings.
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static final Comparator<Object> NATURAL = (Comparator) Comparator.naturalOrder();

    @Override
    protected PersistentTreeMap<Object, Object> empty() {
        return PersistentTreeMap.empty(NATURAL);
    }

    @Override
    protected PersistentTreeMap<Object, Object> with(
            PersistentTreeMap<Object, Object> map, Object key, Long value) {
        return map.assoc(key, value);
    }

    @Override
    protected PersistentTreeMap<Object, Object> without(
            PersistentTreeMap<Object, Object> map, Object key) {
        return map.without(key);
    }

    @Override
    protected Object valueOf(PersistentTreeMap<Object, Object> map, Object key) {
        return map.get(key);
    }

    @Override
    protected void each(PersistentTreeMap<Object, Object> map, Sink sink) {
        for (Map.Entry<Object, Object> entry : map) {
            sink.takeElement(entry.getKey());
            sink.takeElement(entry.getValue());
        }
    }

    @Override
    protected void each(PersistentTreeMap<Object, Object> map, Object from, Sink sink) {
        Iterator<Map.Entry<Object, Object>> rest = map.tailMap(from).entrySet().iterator();
        for (int left = RANGE; left > 0 && rest.hasNext(); left--) {
            Map.Entry<Object, Object> entry = rest.next();
            sink.takeElement(entry.getKey());
            sink.takeElement(entry.getValue());
        }
    }
}
