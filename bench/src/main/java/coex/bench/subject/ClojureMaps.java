package coex.bench.subject;

import clojure.lang.AFn;
import clojure.lang.IPersistentMap;
import clojure.lang.PersistentHashMap;

/// Clojure's hash maps, called as its compiler calls them.
final class ClojureMaps extends ObjectKeyed<IPersistentMap> {

    @Override
    protected IPersistentMap empty() {
        return PersistentHashMap.EMPTY;
    }

    @Override
    protected IPersistentMap with(IPersistentMap map, Object key, Long value) {
        return map.assoc(key, value);
    }

    @Override
    protected IPersistentMap without(IPersistentMap map, Object key) {
        return map.without(key);
    }

    @Override
    protected Object valueOf(IPersistentMap map, Object key) {
        return map.valAt(key);
    }

    @Override
    protected void each(IPersistentMap map, Sink sink) {
        ((PersistentHashMap) map)
                .kvreduce(
                        new AFn() {
                            @Override
                            public Object invoke(Object initial, Object key, Object value) {
                                sink.takeElement(key);
                                sink.takeElement(value);
                                return initial;
                            }
                        },
                        null);
    }
}
