package coex.bench.subject;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentList;

/// Our lists as Java programs use them; see [FaceKeyed].
final class FaceLists extends ListSubject {

    private OurHeap heap;
    private Places places;
    private PersistentList<Long> list;

    @Override
    public void prepare(Places newPlaces) {
        heap = new OurHeap(1);
        places = newPlaces;
        list = built();
    }

    @Override
    public void get(int position, Sink sink) {
        sink.takeElement(list.get(places.indices()[position]));
    }

    @Override
    public void update(int position, Sink sink) {
        try (var updated = list.with(places.indices()[position], places.newElements()[position])) {
            sink.take(updated);
        }
    }

    @Override
    public void build(Sink sink) {
        try (var result = built()) {
            sink.take(result);
        }
    }

    private PersistentList<Long> built() {
        PersistentList<Long> result = PersistentCollections.in(OurHeap.HEAP).list(Codec.LONG);
        for (Long element : places.elements()) {
            PersistentList<Long> last = result;
            result = last.append(element);
            last.close();
        }
        return result;
    }

    @Override
    public void iterate(Sink sink) {
        for (Long element : list.asList()) {
            sink.takeElement(element);
        }
    }

    @Override
    public void safepoint() {
        heap.context().poll();
    }

    @Override
    public void close() {
        list.close();
        heap.close();
    }
}
