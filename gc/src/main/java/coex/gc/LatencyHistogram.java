// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// How often something took how long: an immutable snapshot in nanoseconds.
///
/// Buckets are powers of two split in eight, so a percentile is at most an eighth too high.
public final class LatencyHistogram {

    private static final int SPLIT_BITS = 3;
    private static final int SPLITS = 1 << SPLIT_BITS;

    /// Enough buckets for every non-negative long.
    public static final int BUCKETS = (Long.SIZE - SPLIT_BITS) * SPLITS;

    private final long[] counts;
    private final long count;
    private final long maximum;

    /// A snapshot of `counts`, one number for each bucket, and of the largest value seen.
    ///
    /// @param counts how many in each bucket
    /// @param maximum the longest, in nanoseconds
    public LatencyHistogram(long[] counts, long maximum) {
        this.counts = counts.clone();
        long total = 0;
        for (long bucket : counts) {
            total += bucket;
        }
        this.count = total;
        this.maximum = maximum;
    }

    /// {@return the bucket that counts `nanos`}
    ///
    /// @param nanos a time in nanoseconds
    public static int bucketOf(long nanos) {
        long value = Math.max(nanos, 0);
        if (value < SPLITS) {
            return (int) value;
        }
        int magnitude = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        int shift = magnitude - SPLIT_BITS;
        return (shift + 1) * SPLITS + (int) (value >>> shift) - SPLITS;
    }

    /// {@return the largest value that falls into `bucket`}
    ///
    /// @param bucket the number of a bucket
    public static long upperBound(int bucket) {
        if (bucket < SPLITS) {
            return bucket;
        }
        int shift = bucket / SPLITS - 1;
        long first = (long) (bucket % SPLITS + SPLITS) << shift;
        return first + (1L << shift) - 1;
    }

    /// {@return how many times it holds}
    public long count() {
        return count;
    }

    /// {@return the largest value recorded, exactly}
    public long maximum() {
        return maximum;
    }

    /// {@return a value that at least `percentile` percent of all values do not exceed; 0 if there
    /// are none}
    ///
    /// @param percentile from 0 to 100
    public long percentile(double percentile) {
        if (!(percentile >= 0 && percentile <= 100)) {
            throw new HeapUsageException("no such percentile: percentile=" + percentile);
        }
        long wanted = Math.max(1, (long) Math.ceil(count * percentile / 100));
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= wanted) {
                return Math.min(upperBound(bucket), maximum);
            }
        }
        return 0;
    }

    /// {@return how many values are at most `nanos`, as far as the buckets tell} Those in the
    /// bucket of `nanos` count if it is the last value there, as it is one before a power of two.
    ///
    /// @param nanos a time in nanoseconds
    public long countUpTo(long nanos) {
        long seen = 0;
        for (int bucket = 0; bucket < counts.length && upperBound(bucket) <= nanos; bucket++) {
            seen += counts[bucket];
        }
        return seen;
    }

    /// {@return the sum of all values, at most an eighth too high and never too low}
    public long total() {
        double total = 0; // a sum beyond all longs becomes the largest long
        for (int bucket = 0; bucket < counts.length; bucket++) {
            total += (double) counts[bucket] * Math.min(upperBound(bucket), maximum);
        }
        return (long) total;
    }

    /// This histogram and `other` together.
    ///
    /// @param other the histogram to add
    /// @return both together
    public LatencyHistogram plus(LatencyHistogram other) {
        if (other.count == 0) {
            return this;
        }
        if (count == 0) {
            return other;
        }
        long[] sum = counts.clone();
        for (int bucket = 0; bucket < sum.length; bucket++) {
            sum[bucket] += other.counts[bucket];
        }
        return new LatencyHistogram(sum, Math.max(maximum, other.maximum));
    }

    @Override
    public String toString() {
        return "count=%d p50=%dns p99=%dns p99.9=%dns max=%dns"
                .formatted(count, percentile(50), percentile(99), percentile(99.9), maximum);
    }
}
