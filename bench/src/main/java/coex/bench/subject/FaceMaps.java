package coex.bench.subject;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentMap;

/// Our maps as Java programs use them: with boxed keys and values, and every version a Java object,
/// which is closed at once when it was made for nothing.
final class FaceMaps extends KeyedSubject {

    private final Codec<?> codec;

    private OurHeap heap;
    private Keys keys;
    private PersistentMap<Object, Long> map;

    FaceMaps(KeyKind kind) {
        codec = kind == KeyKind.LONG ? Codec.LONG : Codec.STRING;
    }

    @Override
    public void prepare(Keys newKeys) {
        heap = new OurHeap(1);
        keys = newKeys;
        map = built();
    }

    @Override
    public void get(int position, Sink sink) {
        sink.takeElement(map.get(keys.sought()[position]));
    }

    @Override
    public void update(int position, Sink sink) {
        try (var updated = map.with(keys.sought()[position], keys.newValues()[position])) {
            sink.take(updated);
        }
    }

    @Override
    public void remove(int position, Sink sink) {
        try (var smaller = map.without(keys.sought()[position])) {
            sink.take(smaller);
        }
    }

    @Override
    public void build(Sink sink) {
        try (var result = built()) {
            sink.take(result);
        }
    }

    @SuppressWarnings("unchecked") // the keys are of the kind that the codec is for
    private PersistentMap<Object, Long> built() {
        PersistentMap<Object, Long> result =
                PersistentCollections.in(OurHeap.HEAP).map((Codec<Object>) codec, Codec.LONG);
        for (int i = 0; i < keys.size(); i++) {
            PersistentMap<Object, Long> last = result;
            result = last.with(keys.stored()[i], keys.values()[i]);
            last.close();
        }
        return result;
    }

    @Override
    public void iterate(Sink sink) {
        map.forEach(
                (key, value) -> {
                    sink.takeElement(key);
                    sink.takeElement(value);
                });
    }

    @Override
    public void safepoint() {
        heap.context().poll();
    }

    @Override
    public void close() {
        map.close();
        heap.close();
    }
}
