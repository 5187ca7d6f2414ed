// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.LatencyHistogram;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Counts durations into the buckets of a [LatencyHistogram].
///
/// One thread records. Others may take a snapshot at any time: every count they read is one that
/// stood there (opaque), but the counts need not be of the same moment.
///
/// There is room for counts from the first duration on: of thousands of mutators that wait, the
/// collector answers for all, and they have none.
final class LatencyRecorder {

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private static final LatencyHistogram NOTHING =
            new LatencyHistogram(new long[LatencyHistogram.BUCKETS], 0);

    /// Null before the first. Written once by the thread that records; volatile, for those that
    /// take snapshots.
    private volatile long[] buckets;

    /// Written by the thread that records, as are the counts; volatile, for those that take
    /// snapshots.
    private volatile long maximum;

    void record(long nanos) {
        long[] counts = roomForCounts();
        if (counts == null) {
            return;
        }
        int bucket = LatencyHistogram.bucketOf(nanos);
        COUNT.setOpaque(counts, bucket, counts[bucket] + 1);
        if (nanos > maximum) {
            maximum = nanos;
        }
    }

    /// Null if the JVM is out of memory: a figure less is better than an error at some safepoint.
    private long[] roomForCounts() {
        if (buckets == null) {
            try {
                buckets = new long[LatencyHistogram.BUCKETS];
            } catch (OutOfMemoryError _) {
                return null;
            }
        }
        return buckets;
    }

    LatencyHistogram snapshot() {
        long[] counts = buckets;
        if (counts == null) {
            return NOTHING;
        }
        long[] copy = new long[counts.length];
        for (int bucket = 0; bucket < copy.length; bucket++) {
            copy[bucket] = (long) COUNT.getOpaque(counts, bucket);
        }
        return new LatencyHistogram(copy, maximum);
    }
}
