package coex.bench.subject;

import coex.collections.Codec;
import coex.collections.PersistentCollection;
import coex.collections.PersistentCollections;

/// Our maps and sets as Java programs use them: with boxed keys and values, and every version a
/// Java object, which is closed at once when it was made for nothing.
///
/// @param <C> the type of the collection
abstract class FaceKeyed<C extends PersistentCollection> extends KeyedSubject {

    private final Codec<Object> codec;

    private OurHeap heap;
    private Keys keys;
    private Object[] updated;
    private C collection;

    @SuppressWarnings("unchecked") // the keys are of the kind that the codec is for
    FaceKeyed(KeyKind kind) {
        Codec<?> ofKind = kind == KeyKind.LONG ? Codec.LONG : Codec.STRING;
        codec = (Codec<Object>) ofKind;
    }

    abstract C empty(PersistentCollections in, Codec<Object> ofKeys);

    abstract Object valueOf(C from, Object key);

    abstract C with(C to, Object key, Long value);

    abstract C without(C from, Object key);

    abstract void each(C of, Sink sink);

    /// Takes a range from a key on, if it is sorted.
    void each(C of, Object from, Sink sink) {
        throw new UnsupportedOperationException("not sorted: " + getClass().getSimpleName());
    }

    /// The keys that updates are given.
    Object[] updatedKeys(Keys all) {
        return all.sought();
    }

    @Override
    public final void prepare(Keys newKeys) {
        heap = new OurHeap(1);
        keys = newKeys;
        updated = updatedKeys(keys);
        collection = built();
    }

    @Override
    public final void get(int position, Sink sink) {
        sink.takeElement(valueOf(collection, keys.sought()[position]));
    }

    @Override
    public final void update(int position, Sink sink) {
        try (C next = with(collection, updated[position], keys.newValues()[position])) {
            sink.take(next);
        }
    }

    @Override
    public final void remove(int position, Sink sink) {
        try (C smaller = without(collection, keys.sought()[position])) {
            sink.take(smaller);
        }
    }

    @Override
    public final void build(Sink sink) {
        try (C result = built()) {
            sink.take(result);
        }
    }

    private C built() {
        C result = empty(PersistentCollections.in(OurHeap.HEAP), codec);
        for (int i = 0; i < keys.size(); i++) {
            C last = result;
            result = with(last, keys.stored()[i], keys.values()[i]);
            last.close();
        }
        return result;
    }

    @Override
    public final void iterate(Sink sink) {
        each(collection, sink);
    }

    @Override
    public final void range(int position, Sink sink) {
        each(collection, keys.sought()[position], sink);
    }

    @Override
    public final void safepoint() {
        heap.context().poll();
    }

    @Override
    public final void close() {
        collection.close();
        heap.close();
    }
}
