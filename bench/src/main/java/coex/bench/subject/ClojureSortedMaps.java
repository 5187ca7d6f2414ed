package coex.bench.subject;

import clojure.lang.AFn;
import clojure.lang.ISeq;
import clojure.lang.PersistentTreeMap;
import clojure.lang.RT;

import java.util.Map;

/// Clojure's sorted maps, red-black trees.
final class ClojureSortedMaps extends ObjectKeyed<PersistentTreeMap> {

    static {
        RT.init(); // fails if the class of sorted maps is the first that is used
    }

    @Override
    protected PersistentTreeMap empty() {
        return PersistentTreeMap.EMPTY;
    }

    @Override
    protected PersistentTreeMap with(PersistentTreeMap map, Object key, Long value) {
        return map.assoc(key, value);
    }

    @Override
    protected PersistentTreeMap without(PersistentTreeMap map, Object key) {
        return map.without(key);
    }

    @Override
    protected Object valueOf(PersistentTreeMap map, Object key) {
        return map.valAt(key);
    }

    @Override
    protected void each(PersistentTreeMap map, Sink sink) {
        map.kvreduce(
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

    @Override
    protected void each(PersistentTreeMap map, Object from, Sink sink) {
        int left = RANGE;
        for (ISeq rest = map.seqFrom(from, true); rest != null && left-- > 0; rest = rest.next()) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) rest.first();
            sink.takeElement(entry.getKey());
            sink.takeElement(entry.getValue());
        }
    }
}
