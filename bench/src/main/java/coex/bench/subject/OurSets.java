package coex.bench.subject;

import coex.collections.map.SetType;
import coex.collections.text.Strings;
import coex.collections.value.Primitive;
import coex.gc.mutator.MutatorContext;

/// Our sets.
abstract class OurSets extends OurKeyed {

    /// Sets of longs.
    static final class OfLongs extends OurSets {
        private static final SetType TYPE = SetType.of(OurHeap.HEAP, Primitive.LONG);

        OfLongs() {
            super(KeyKind.LONG);
        }

        @Override
        SetType type() {
            return TYPE;
        }
    }

    /// Sets of strings.
    static final class OfStrings extends OurSets {
        private static final SetType TYPE = SetType.of(OurHeap.HEAP, Strings.of(OurHeap.HEAP));

        OfStrings() {
            super(KeyKind.STRING);
        }

        @Override
        SetType type() {
            return TYPE;
        }
    }

    private OurSets(KeyKind kind) {
        super(kind);
    }

    /// A constant.
    abstract SetType type();

    @Override
    final long get(MutatorContext context, long from, long key) {
        return type().has(context, from, key) ? 1 : 0;
    }

    @Override
    final long with(MutatorContext context, long to, long key, long value) {
        return type().add(context, to, key);
    }

    @Override
    final long without(MutatorContext context, long from, long key) {
        return type().remove(context, from, key);
    }

    @Override
    final void each(MutatorContext context, long of, Sink sink) {
        type().forEach(context, of, (key, _) -> sink.take(key));
    }

    @Override
    final Object[] updatedKeys(Keys all) {
        return all.absent();
    }
}
