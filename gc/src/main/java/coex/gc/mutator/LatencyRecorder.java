package coex.gc.mutator;

import coex.gc.LatencyHistogram;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Counts durations into the buckets of a [LatencyHistogram].
///
/// One thread records. Others may take a snapshot at any time: every count they read is one that
/// stood there (opaque), but the counts need not be of the same moment.
final class LatencyRecorder {

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counts = new long[LatencyHistogram.BUCKETS];
    private volatile long maximum;

    void record(long nanos) {
        int bucket = LatencyHistogram.bucketOf(nanos);
        COUNT.setOpaque(counts, bucket, counts[bucket] + 1);
        if (nanos > maximum) {
            maximum = nanos;
        }
    }

    LatencyHistogram snapshot() {
        long[] copy = new long[counts.length];
        for (int bucket = 0; bucket < copy.length; bucket++) {
            copy[bucket] = (long) COUNT.getOpaque(counts, bucket);
        }
        return new LatencyHistogram(copy, maximum);
    }
}
