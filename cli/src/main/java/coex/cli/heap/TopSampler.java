package coex.cli.heap;

import coex.observe.HeapMXBean;
import coex.observe.HeapMXBean.Census;
import coex.observe.HeapMXBean.Snapshot;

/// Takes samples of a heap of another process. Used by one thread.
///
/// A sample costs the other process one call that reads counters. The count of objects by shape
/// walks the heap, so it is bounded twice: one walk ends after [#CENSUS_BUDGET_MILLIS], and between
/// two there is at least twenty times the time that the last one took, and five seconds. That is at
/// most a twentieth of one core.
final class TopSampler {
    static final long CENSUS_BUDGET_MILLIS = 100;
    static final int MOST_SHAPES = 50;

    private static final long CENSUS_EVERY_NANOS = 5_000_000_000L;
    private static final int CENSUS_PAUSE_FACTOR = 20;
    private static final int SUCCESSOR_TRIES = 30;
    private static final long SUCCESSOR_PAUSE_MILLIS = 100;

    private final AttachedJvm jvm;
    private final String wanted;
    private final boolean withCensus;
    private RemoteHeap heap;
    private Snapshot before;
    private long beforeNanoTime;
    private Census census;
    private long censusNanoTime;
    private String note = "";

    /// @param wanted as for [AttachedJvm#heap]
    TopSampler(AttachedJvm jvm, String wanted, boolean withCensus) {
        this.jvm = jvm;
        this.wanted = wanted;
        this.withCensus = withCensus;
        this.heap = jvm.heap(wanted);
    }

    /// Waits only for the other process.
    ///
    /// @throws HeapProblem if the process or the heap is gone, and no other heap took its place
    TopSample next() throws InterruptedException {
        while (true) {
            try {
                return sample();
            } catch (HeapProblem.Closed closed) {
                follow(closed);
            }
        }
    }

    private TopSample sample() {
        Snapshot now = heap.ask(HeapMXBean::snapshot);
        long nanoTime = System.nanoTime();
        TopSample.Rates rates =
                before == null
                        ? TopSample.Rates.NONE
                        : TopSample.Rates.between(before, now, nanoTime - beforeNanoTime);
        before = now;
        beforeNanoTime = nanoTime;
        if (withCensus && isCensusDue(nanoTime)) {
            census = heap.ask(bean -> bean.census(MOST_SHAPES, CENSUS_BUDGET_MILLIS));
            censusNanoTime = System.nanoTime();
        }
        long age = census == null ? 0 : System.nanoTime() - censusNanoTime;
        return new TopSample(jvm.pid(), heap.name(), now, rates, census, age, note);
    }

    private boolean isCensusDue(long nanoTime) {
        return census == null
                || nanoTime - censusNanoTime
                        >= Math.max(CENSUS_EVERY_NANOS, CENSUS_PAUSE_FACTOR * census.tookNanos());
    }

    /// A program may open a heap for each piece of work: when one is closed, the next is watched.
    private void follow(HeapProblem.Closed closed) throws InterruptedException {
        String gone = heap.name();
        for (int tries = 0; tries < SUCCESSOR_TRIES; tries++) {
            if (!jvm.heaps().isEmpty()) {
                try {
                    heap = jvm.heap(wanted);
                    before = null;
                    census = null;
                    note = "heap %s was closed; this is the next".formatted(gone);
                    return;
                } catch (HeapProblem _) {
                    // none that was asked for, or several: perhaps in a moment
                }
            }
            Thread.sleep(SUCCESSOR_PAUSE_MILLIS);
        }
        throw closed;
    }
}
