package coex.gc.collect;

import coex.gc.Cause;
import coex.gc.HeapListener;
import coex.gc.HeapStats;
import coex.gc.Phase;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/// Passes events on to the embedder's listener and keeps what it throws away from the heap. What a
/// person should hear of is logged as well.
final class QuietListener implements HeapListener {

    private static final Logger LOGGER = System.getLogger("coex.gc");

    private final HeapListener target;

    QuietListener(HeapListener target) {
        this.target = target;
    }

    private void quietly(Runnable event) {
        try {
            event.run();
        } catch (Throwable e) { // also an Error: listening never steers
            LOGGER.log(Level.WARNING, "heap listener failed: " + e);
        }
    }

    @Override
    public void cycleStarted(long cycle, Cause cause) {
        quietly(() -> target.cycleStarted(cycle, cause));
    }

    @Override
    public void phaseEnded(long cycle, Phase phase, Duration took) {
        quietly(() -> target.phaseEnded(cycle, phase, took));
    }

    @Override
    public void cycleEnded(long cycle, HeapStats stats) {
        quietly(() -> target.cycleEnded(cycle, stats));
    }

    @Override
    public void mutatorLate(LateMutator late) {
        LOGGER.log(
                Level.WARNING,
                "mutator late: thread={0} waited={1} cycle={2} phase={3} at={4}",
                late.thread(),
                late.waited(),
                late.cycle(),
                late.phase(),
                late.at());
        quietly(() -> target.mutatorLate(late));
    }

    @Override
    public void mutatorAbandoned(String threadName) {
        LOGGER.log(Level.WARNING, "thread ended without detaching: thread={0}", threadName);
        quietly(() -> target.mutatorAbandoned(threadName));
    }

    @Override
    public void resized(String region, long fromBytes, long toBytes) {
        quietly(() -> target.resized(region, fromBytes, toBytes));
    }

    @Override
    public void allocationStalled(String threadName, long requestedBytes, Duration waited) {
        quietly(() -> target.allocationStalled(threadName, requestedBytes, waited));
    }
}
