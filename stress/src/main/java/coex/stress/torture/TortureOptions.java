package coex.stress.torture;

import java.time.Duration;

/// What a torture run is asked to do.
///
/// @param duration how long at most
/// @param threads mutator threads in each heap
/// @param heaps heaps at the same time
/// @param seed decides the options of the heaps and what every thread does
/// @param work how much, if that is not for the time to decide; else null
/// @param forced what the seed does not decide
public record TortureOptions(
        Duration duration, int threads, int heaps, long seed, Work work, Forced forced) {

    /// All is left to the seed.
    public TortureOptions(Duration duration, int threads, int heaps, long seed, Work work) {
        this(duration, threads, heaps, seed, work, Forced.NOTHING);
    }

    /// As much as there is time for.
    public TortureOptions(Duration duration, int threads, int heaps, long seed) {
        this(duration, threads, heaps, seed, null);
    }

    /// So many operations at least, divided between so many seeds at least, one after the other.
    public record Work(long operations, int seeds) {

        /// How many are enough for the rounds up to the one with this number, from 0 up.
        long operationsAfter(long round) {
            return Math.ceilDiv(operations, seeds) * (round + 1);
        }
    }
}
