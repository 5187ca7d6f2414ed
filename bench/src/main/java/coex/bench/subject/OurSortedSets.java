package coex.bench.subject;

import coex.collections.sorted.SortedCursor;
import coex.collections.sorted.SortedType;
import coex.collections.text.Strings;
import coex.collections.value.Pause;
import coex.collections.value.Primitive;
import coex.collections.value.ValueOrder;
import coex.gc.mutator.MutatorContext;

/// Our sorted sets.
abstract class OurSortedSets extends OurKeyed {

    /// Sets of longs.
    static final class OfLongs extends OurSortedSets {
        private static final SortedType TYPE =
                SortedType.ofSets(OurHeap.HEAP, Primitive.LONG, ValueOrder.WORDS);

        OfLongs() {
            super(KeyKind.LONG, new SortedCursor(TYPE));
        }

        @Override
        SortedType type() {
            return TYPE;
        }
    }

    /// Sets of strings.
    static final class OfStrings extends OurSortedSets {
        private static final Strings STRINGS = Strings.of(OurHeap.HEAP);
        private static final SortedType TYPE =
                SortedType.ofSets(OurHeap.HEAP, STRINGS, STRINGS::compare);

        OfStrings() {
            super(KeyKind.STRING, new SortedCursor(TYPE));
        }

        @Override
        SortedType type() {
            return TYPE;
        }
    }

    private final SortedCursor cursor;

    private OurSortedSets(KeyKind kind, SortedCursor cursor) {
        super(kind);
        this.cursor = cursor;
    }

    /// A constant.
    abstract SortedType type();

    @Override
    final long get(MutatorContext context, long from, long key) {
        return type().has(context, from, key, Pause.NONE) ? 1 : 0;
    }

    @Override
    final long with(MutatorContext context, long to, long key, long value) {
        return type().set(context, to, key, 0);
    }

    @Override
    final long without(MutatorContext context, long from, long key) {
        return type().remove(context, from, key);
    }

    @Override
    final void each(MutatorContext context, long of, Sink sink) {
        for (cursor.toStart(context, of); cursor.next(context); ) {
            sink.take(cursor.key());
        }
    }

    @Override
    final void range(MutatorContext context, long of, long key, Sink sink) {
        cursor.toKey(context, of, key, false, Pause.NONE);
        for (int i = 0; i < RANGE && cursor.next(context); i++) {
            sink.take(cursor.key());
        }
    }

    @Override
    final Object[] updatedKeys(Keys all) {
        return all.absent();
    }
}
