package coex.bench.subject;

import io.vavr.collection.Vector;

/// Vavr's vectors.
final class VavrLists extends ObjectLists<Vector<Object>> {

    @Override
    protected Vector<Object> empty() {
        return Vector.empty();
    }

    @Override
    protected Vector<Object> with(Vector<Object> list, Long element) {
        return list.append(element);
    }

    @Override
    protected Vector<Object> replaced(Vector<Object> list, int index, Long element) {
        return list.update(index, (Object) element);
    }

    @Override
    protected Object elementOf(Vector<Object> list, int index) {
        return list.get(index);
    }

    @Override
    protected void each(Vector<Object> list, Sink sink) {
        list.forEach(sink::takeElement);
    }
}
