package coex.bench.subject;

import coex.collections.map.MapType;
import coex.collections.map.TrieCursor;
import coex.collections.text.Strings;
import coex.collections.value.Primitive;
import coex.gc.mutator.MutatorContext;

/// Our maps at handle level, called as generated code calls them: with their type in a constant.
abstract class OurMaps extends MapSubject {

    private static final int MAP = 0;
    private static final int STORED = 1;
    private static final int SOUGHT = 2;
    private static final int SLOTS = 3;

    /// Maps from longs to longs.
    static final class OfLongs extends OurMaps {
        private static final MapType TYPE =
                MapType.of(OurHeap.HEAP, Primitive.LONG, Primitive.LONG);

        @Override
        MapType type() {
            return TYPE;
        }

        @Override
        long[] keys(OurHeap heap, Object[] keys, int slot) {
            return values(keys);
        }
    }

    /// Maps from strings to longs.
    static final class OfStrings extends OurMaps {
        private static final Strings STRINGS = Strings.of(OurHeap.HEAP);
        private static final MapType TYPE = MapType.of(OurHeap.HEAP, STRINGS, Primitive.LONG);

        @Override
        MapType type() {
            return TYPE;
        }

        @Override
        long[] keys(OurHeap heap, Object[] keys, int slot) {
            long[] handles = new long[keys.length];
            heap.keepMany(slot, keys.length);
            for (int i = 0; i < keys.length; i++) {
                handles[i] = STRINGS.of(heap.context(), (String) keys[i]);
                STRINGS.hash(heap.context(), handles[i]); // known from here on, as that of Java's
                heap.keep(slot, i, handles[i]);
            }
            return handles;
        }
    }

    private OurHeap heap;
    private MutatorContext mutator;
    private TrieCursor cursor;
    private long[] stored;
    private long[] sought;
    private long[] values;
    private long[] newValues;
    private long map;

    /// A constant.
    abstract MapType type();

    /// The bits of keys; objects are kept alive by a slot.
    abstract long[] keys(OurHeap heap, Object[] keys, int slot);

    @Override
    public final void prepare(Keys keys) {
        heap = new OurHeap(SLOTS);
        mutator = heap.context();
        cursor = new TrieCursor(type());
        stored = keys(heap, keys.stored(), STORED);
        sought = keys(heap, keys.sought(), SOUGHT);
        values = values(keys.values());
        newValues = values(keys.newValues());
        map = built();
        heap.keep(MAP, map);
    }

    private static long[] values(Object[] boxed) {
        long[] values = new long[boxed.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = (Long) boxed[i];
        }
        return values;
    }

    @Override
    public final void get(int position, Sink sink) {
        sink.take(type().get(mutator, map, sought[position], 0));
    }

    @Override
    public final void update(int position, Sink sink) {
        sink.take(type().set(mutator, map, sought[position], newValues[position]));
    }

    @Override
    public final void remove(int position, Sink sink) {
        sink.take(type().remove(mutator, map, sought[position]));
    }

    @Override
    public final void build(Sink sink) {
        sink.take(built());
    }

    private long built() {
        long result = 0;
        for (int i = 0; i < stored.length; i++) {
            result = type().set(mutator, result, stored[i], values[i]);
        }
        return result;
    }

    @Override
    public final void iterate(Sink sink) {
        TrieCursor entries = cursor;
        for (entries.start(map); entries.next(mutator); ) {
            sink.take(entries.key());
            sink.take(entries.value());
        }
    }

    /// A map made by an operation, to be looked at.
    final MutatorContext mutator() {
        return mutator;
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
