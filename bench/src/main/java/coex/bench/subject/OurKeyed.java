package coex.bench.subject;

import coex.collections.text.Strings;
import coex.gc.mutator.MutatorContext;

/// Our maps and sets at handle level, called as generated code calls them: with their type in a
/// constant.
abstract class OurKeyed extends KeyedSubject {

    private static final int COLLECTION = 0;
    private static final int STORED = 1;
    private static final int SOUGHT = 2;
    private static final int UPDATED = 3;
    private static final int SLOTS = 4;

    private final KeyKind kind;

    private OurHeap heap;
    private MutatorContext mutator;
    private long[] stored;
    private long[] sought;
    private long[] updated;
    private long[] values;
    private long[] newValues;
    private long collection;

    OurKeyed(KeyKind kind) {
        this.kind = kind;
    }

    abstract long get(MutatorContext context, long from, long key);

    abstract long with(MutatorContext context, long to, long key, long value);

    abstract long without(MutatorContext context, long from, long key);

    abstract void each(MutatorContext context, long of, Sink sink);

    /// Takes a range from a key on.
    void range(MutatorContext context, long of, long key, Sink sink) {
        throw new UnsupportedOperationException("not sorted: " + getClass().getSimpleName());
    }

    /// The keys that updates are given, or null if they are those that are sought.
    Object[] updatedKeys(Keys all) {
        return null;
    }

    @Override
    public final void prepare(Keys keys) {
        heap = new OurHeap(SLOTS);
        mutator = heap.context();
        stored = bits(keys.stored(), STORED);
        sought = bits(keys.sought(), SOUGHT);
        Object[] others = updatedKeys(keys);
        updated = others == null ? sought : bits(others, UPDATED);
        values = numbers(keys.values());
        newValues = numbers(keys.newValues());
        collection = built();
        heap.keep(COLLECTION, collection);
    }

    /// The bits of keys; objects are kept alive by a slot.
    private long[] bits(Object[] keys, int slot) {
        if (kind == KeyKind.LONG) {
            return numbers(keys);
        }
        Strings strings = Strings.of(OurHeap.HEAP);
        long[] handles = new long[keys.length];
        heap.keepMany(slot, keys.length);
        for (int i = 0; i < keys.length; i++) {
            handles[i] = strings.of(mutator, (String) keys[i]);
            strings.hash(mutator, handles[i]); // known from here on, as that of Java's
            heap.keep(slot, i, handles[i]);
        }
        return handles;
    }

    private static long[] numbers(Object[] boxed) {
        long[] values = new long[boxed.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = (Long) boxed[i];
        }
        return values;
    }

    @Override
    public final void get(int position, Sink sink) {
        sink.take(get(mutator, collection, sought[position]));
    }

    @Override
    public final void update(int position, Sink sink) {
        sink.take(with(mutator, collection, updated[position], newValues[position]));
    }

    @Override
    public final void remove(int position, Sink sink) {
        sink.take(without(mutator, collection, sought[position]));
    }

    @Override
    public final void build(Sink sink) {
        sink.take(built());
    }

    private long built() {
        long result = 0;
        for (int i = 0; i < stored.length; i++) {
            result = with(mutator, result, stored[i], values[i]);
        }
        return result;
    }

    @Override
    public final void iterate(Sink sink) {
        each(mutator, collection, sink);
    }

    @Override
    public final void range(int position, Sink sink) {
        range(mutator, collection, sought[position], sink);
    }

    @Override
    public final void safepoint() {
        mutator.poll();
    }

    @Override
    public final void close() {
        heap.close();
    }
}
