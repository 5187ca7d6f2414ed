package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.bench.subject.OurHeap;
import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentMap;

/// What one version of a map of 1,000 longs costs a Java program, in nanoseconds: made by `with`
/// and closed at once, or made and dropped, the JVM's work for that included.
public final class VersionCosts {

    private static final int ENTRIES = 1000;
    private static final int VERSIONS_AT_ONCE = 10_000;

    private final PersistentMap<Long, Long> map;
    private PersistentMap<Long, Long> last;

    private VersionCosts() {
        PersistentMap.Builder<Long, Long> builder =
                PersistentCollections.in(OurHeap.HEAP).mapBuilder(Codec.LONG, Codec.LONG);
        for (long i = 0; i < ENTRIES; i++) {
            builder.put(i, i);
        }
        map = builder.build();
        last = map;
    }

    /// Argument: milliseconds for each kind.
    static void main(String[] args) {
        long nanos = Long.parseLong(args[0]) * 1_000_000;
        VersionCosts costs = new VersionCosts();
        costs.time(nanos / 2, true);
        Figures.print("close", costs.time(nanos, true));
        costs.time(nanos / 2, false);
        Figures.print("drop", costs.time(nanos, false));
    }

    private double time(long nanos, boolean closes) {
        long began = System.nanoTime();
        long count = 0;
        while (System.nanoTime() - began < nanos) {
            for (int i = 0; i < VERSIONS_AT_ONCE; i++) {
                PersistentMap<Long, Long> made = map.with(i % (long) ENTRIES, count);
                if (closes) {
                    made.close();
                } else {
                    last = made;
                }
            }
            count += VERSIONS_AT_ONCE;
        }
        return (System.nanoTime() - began) / (double) count;
    }
}
