package coex.bench.subject;

import scala.collection.SeqOps;
import scala.collection.immutable.Vector;
import scala.collection.immutable.Vector$;

/// Scala's vectors. Java finds their operations ambiguous unless they are those of `SeqOps`.
final class ScalaLists extends ObjectLists<Vector<Object>> {

    @Override
    protected Vector<Object> empty() {
        return Vector$.MODULE$.empty();
    }

    @Override
    @SuppressWarnings("unchecked")
    protected Vector<Object> with(Vector<Object> list, Long element) {
        return (Vector<Object>) ((SeqOps<Object, ?, ?>) list).appended(element);
    }

    @Override
    @SuppressWarnings("unchecked")
    protected Vector<Object> replaced(Vector<Object> list, int index, Long element) {
        return (Vector<Object>) ((SeqOps<Object, ?, ?>) list).updated(index, element);
    }

    @Override
    protected Object elementOf(Vector<Object> list, int index) {
        return list.apply(index);
    }

    @Override
    protected void each(Vector<Object> list, Sink sink) {
        list.foreach(
                element -> {
                    sink.takeElement(element);
                    return null;
                });
    }
}
