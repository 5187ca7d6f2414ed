package coex.cli.heap;

import coex.observe.HeapMXBean;
import coex.observe.HeapMXBean.Census;
import coex.observe.HeapMXBean.MutatorFigures;
import coex.observe.HeapMXBean.Snapshot;

import java.util.HashMap;
import java.util.Map;

/// What `top` shows: a heap at one moment, and how fast it got there from the moment before.
///
/// @param heap the name of its bean
/// @param now the heap's figures
/// @param rates since the sample before
/// @param census the last count of objects by shape; null before the first
/// @param censusAgeNanos how old that count is
/// @param note something to say in a line of its own; empty if nothing
record TopSample(
        long pid,
        String heap,
        Snapshot now,
        Rates rates,
        Census census,
        long censusAgeNanos,
        String note) {

    /// Per second. All zero in the first sample of a heap, which has nothing to compare with.
    ///
    /// @param collectorShare of the time in which a cycle ran, 0 to 1
    /// @param stalls not a rate: since the sample before
    /// @param threadBytes allocated by each thread, by its name; threads of one name share a rate
    record Rates(
            double bytes,
            double objects,
            double cycles,
            double collectorShare,
            long stalls,
            Map<String, Double> threadBytes) {

        static final Rates NONE = new Rates(0, 0, 0, 0, 0, Map.of());

        /// @param nanos the time between the two
        static Rates between(Snapshot before, Snapshot after, long nanos) {
            double seconds = Math.max(nanos, 1) / 1e9;
            HeapMXBean.Counts from = before.counts();
            HeapMXBean.Counts to = after.counts();
            Map<String, Double> threads = new HashMap<>();
            for (MutatorFigures thread : after.mutators()) {
                threads.merge(thread.thread(), thread.bytesAllocated() / seconds, Double::sum);
            }
            for (MutatorFigures thread : before.mutators()) {
                threads.computeIfPresent(
                        thread.thread(),
                        (_, rate) -> Math.max(0, rate - thread.bytesAllocated() / seconds));
            }
            return new Rates(
                    perSecond(from.bytesAllocated(), to.bytesAllocated(), seconds),
                    perSecond(from.allocations(), to.allocations(), seconds),
                    perSecond(from.cycles(), to.cycles(), seconds),
                    Math.min(1, perSecond(from.cycleNanos(), to.cycleNanos(), seconds) / 1e9),
                    Math.max(0, to.stalls() - from.stalls()),
                    threads);
        }

        /// Counts lag behind a little, and may seem to fall.
        private static double perSecond(long from, long to, double seconds) {
            return Math.max(0, to - from) / seconds;
        }
    }
}
