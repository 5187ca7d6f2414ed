package coex.bench.subject;

import java.util.ArrayList;

/// The mutable bound: `java.util.ArrayList`, whose updates happen in place.
final class MutableLists extends ObjectLists<ArrayList<Object>> {

    @Override
    protected ArrayList<Object> empty() {
        return new ArrayList<>();
    }

    @Override
    protected ArrayList<Object> with(ArrayList<Object> list, Long element) {
        list.add(element);
        return list;
    }

    @Override
    protected ArrayList<Object> replaced(ArrayList<Object> list, int index, Long element) {
        list.set(index, element);
        return list;
    }

    @Override
    protected Object elementOf(ArrayList<Object> list, int index) {
        return list.get(index);
    }

    @Override
    protected void each(ArrayList<Object> list, Sink sink) {
        for (Object element : list) {
            sink.takeElement(element);
        }
    }
}
