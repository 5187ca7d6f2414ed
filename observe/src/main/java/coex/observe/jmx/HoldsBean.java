// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.gc.HeapStats;
import coex.gc.LatencyHistogram;
import coex.gc.MutatorStats;
import coex.observe.HeapHoldsMXBean;

import java.util.function.Function;
import java.util.function.ToLongFunction;

import javax.management.ObjectName;

/// What a heap's collections cost its threads, as a bean: sums over all threads there have been.
final class HoldsBean extends CollectorBean implements HeapHoldsMXBean {

    HoldsBean(WatchedHeap heap, HeapWatch watch, ObjectName name) {
        super(heap, watch, name);
    }

    @Override
    public String getName() {
        return heap.name() + " holds";
    }

    @Override
    public String[] getMemoryPoolNames() {
        return new String[] {Figures.OBJECTS};
    }

    @Override
    public long getCollectionCount() {
        HeapStats stats = heap.get().stats();
        return together(stats, MutatorStats::actions).count() + stats.allocation().stalls();
    }

    @Override
    public long getCollectionTime() {
        HeapStats stats = heap.get().stats();
        long nanos = together(stats, MutatorStats::actions).total();
        return (nanos + sum(stats, MutatorStats::stallNanos)) / 1_000_000;
    }

    @Override
    public Latency getActions() {
        return Figures.latency(together(heap.get().stats(), MutatorStats::actions));
    }

    @Override
    public Latency getAnswers() {
        return Figures.latency(together(heap.get().stats(), MutatorStats::acknowledgements));
    }

    private static LatencyHistogram together(
            HeapStats stats, Function<MutatorStats, LatencyHistogram> part) {
        LatencyHistogram all = part.apply(stats.detached());
        for (MutatorStats mutator : stats.mutators()) {
            all = all.plus(part.apply(mutator));
        }
        return all;
    }

    @Override
    public long getStalls() {
        return heap.get().stats().allocation().stalls();
    }

    @Override
    public long getStallNanos() {
        return sum(heap.get().stats(), MutatorStats::stallNanos);
    }

    private static long sum(HeapStats stats, ToLongFunction<MutatorStats> part) {
        return part.applyAsLong(stats.detached()) + stats.mutators().stream().mapToLong(part).sum();
    }

    @Override
    public long getLateThreads() {
        return watch.lateThreads();
    }

    @Override
    public String getLastLateThread() {
        return watch.lastLateThread();
    }

    @Override
    public long getAbandonedThreads() {
        return watch.abandonedThreads();
    }
}
