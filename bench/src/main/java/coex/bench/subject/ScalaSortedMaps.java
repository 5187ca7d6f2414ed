package coex.bench.subject;

import scala.Function0;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.collection.immutable.TreeMap;
import scala.collection.immutable.TreeMap$;
import scala.math.Ordering$;

import java.util.Comparator;

/// Scala's immutable tree maps.
final class ScalaSortedMaps extends ObjectKeyed<TreeMap<Object, Object>> {

    private static final Function0<Object> NOTHING = () -> null;

    /// Keys are longs or strings.
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static final Comparator<Object> NATURAL = (Comparator) Comparator.naturalOrder();

    @Override
    protected TreeMap<Object, Object> empty() {
        return TreeMap$.MODULE$.empty(Ordering$.MODULE$.comparatorToOrdering(NATURAL));
    }

    @Override
    protected TreeMap<Object, Object> with(TreeMap<Object, Object> map, Object key, Long value) {
        return map.updated(key, value);
    }

    @Override
    protected TreeMap<Object, Object> without(TreeMap<Object, Object> map, Object key) {
        return map.removed(key);
    }

    @Override
    protected Object valueOf(TreeMap<Object, Object> map, Object key) {
        return map.getOrElse(key, NOTHING);
    }

    @Override
    protected void each(TreeMap<Object, Object> map, Sink sink) {
        map.foreachEntry(
                (key, value) -> {
                    sink.takeElement(key);
                    sink.takeElement(value);
                    return null;
                });
    }

    @Override
    protected void each(TreeMap<Object, Object> map, Object from, Sink sink) {
        Iterator<Tuple2<Object, Object>> rest = map.iteratorFrom(from);
        for (int left = RANGE; left > 0 && rest.hasNext(); left--) {
            Tuple2<Object, Object> entry = rest.next();
            sink.takeElement(entry._1());
            sink.takeElement(entry._2());
        }
    }
}
