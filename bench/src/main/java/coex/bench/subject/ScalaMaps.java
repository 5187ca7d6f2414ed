package coex.bench.subject;

import scala.Function0;
import scala.collection.immutable.HashMap;
import scala.collection.immutable.HashMap$;

/// Scala's immutable hash maps.
final class ScalaMaps extends ObjectKeyed<HashMap<Object, Object>> {

    private static final Function0<Object> NOTHING = () -> null;

    @Override
    protected HashMap<Object, Object> empty() {
        return HashMap$.MODULE$.empty();
    }

    @Override
    protected HashMap<Object, Object> with(HashMap<Object, Object> map, Object key, Long value) {
        return map.updated(key, value);
    }

    @Override
    protected HashMap<Object, Object> without(HashMap<Object, Object> map, Object key) {
        return map.removed(key);
    }

    @Override
    protected Object valueOf(HashMap<Object, Object> map, Object key) {
        return map.getOrElse(key, NOTHING);
    }

    @Override
    protected void each(HashMap<Object, Object> map, Sink sink) {
        map.foreachEntry(
                (key, value) -> {
                    sink.takeElement(key);
                    sink.takeElement(value);
                    return null;
                });
    }
}
