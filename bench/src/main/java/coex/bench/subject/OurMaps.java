package coex.bench.subject;

import coex.collections.map.MapType;
import coex.collections.text.Strings;
import coex.collections.value.Primitive;
import coex.gc.mutator.MutatorContext;

/// Our maps.
abstract class OurMaps extends OurKeyed {

    /// Maps from longs to longs.
    static final class OfLongs extends OurMaps {
        private static final MapType TYPE =
                MapType.of(OurHeap.HEAP, Primitive.LONG, Primitive.LONG);

        OfLongs() {
            super(KeyKind.LONG);
        }

        @Override
        MapType type() {
            return TYPE;
        }
    }

    /// Maps from strings to longs.
    static final class OfStrings extends OurMaps {
        private static final MapType TYPE =
                MapType.of(OurHeap.HEAP, Strings.of(OurHeap.HEAP), Primitive.LONG);

        OfStrings() {
            super(KeyKind.STRING);
        }

        @Override
        MapType type() {
            return TYPE;
        }
    }

    private OurMaps(KeyKind kind) {
        super(kind);
    }

    /// A constant.
    abstract MapType type();

    @Override
    final long get(MutatorContext context, long from, long key) {
        return type().get(context, from, key, 0);
    }

    @Override
    final long with(MutatorContext context, long to, long key, long value) {
        return type().set(context, to, key, value);
    }

    @Override
    final long without(MutatorContext context, long from, long key) {
        return type().remove(context, from, key);
    }

    @Override
    final void each(MutatorContext context, long of, Sink sink) {
        type().forEach(
                        context,
                        of,
                        (key, value) -> {
                            sink.take(key);
                            sink.take(value);
                        });
    }
}
