package coex.gc.mutator;

import coex.gc.Cause;
import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapStats;
import coex.gc.Phase;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Passes events on to everyone who listens, in the order they came, and keeps what they throw away
/// from the heap. What a person should hear of is logged as well.
///
/// Any thread may add, remove and report; the list is copied on write.
public final class Listeners implements HeapListener {

    private final List<HeapListener> targets = new CopyOnWriteArrayList<>();

    public void add(HeapListener listener, Heap heap) {
        if (listener != NONE) {
            targets.add(listener);
            quietly(listener, target -> target.listening(heap));
        }
    }

    /// False if it was not there.
    public boolean remove(HeapListener listener) {
        return targets.remove(listener);
    }

    /// Whether there is anyone to tell, which spares the work of finding out what.
    public boolean areThere() {
        return !targets.isEmpty();
    }

    private void tell(Consumer<HeapListener> event) {
        for (HeapListener target : targets) {
            quietly(target, event);
        }
    }

    private static void quietly(HeapListener target, Consumer<HeapListener> event) {
        try {
            event.accept(target);
        } catch (Throwable e) { // also an Error: listening never steers
            System.getLogger("coex.gc").log(Level.WARNING, "heap listener failed: " + e);
        }
    }

    @Override
    public void closing(Heap heap) {
        tell(target -> target.closing(heap));
    }

    @Override
    public void cycleStarted(long cycle, Cause cause) {
        tell(target -> target.cycleStarted(cycle, cause));
    }

    @Override
    public void phaseEnded(long cycle, Phase phase, Duration took) {
        tell(target -> target.phaseEnded(cycle, phase, took));
    }

    @Override
    public void handshakeEnded(Handshake handshake) {
        tell(target -> target.handshakeEnded(handshake));
    }

    @Override
    public void cycleEnded(long cycle, HeapStats stats) {
        tell(target -> target.cycleEnded(cycle, stats));
    }

    @Override
    public void mutatorLate(LateMutator late) {
        System.getLogger("coex.gc")
                .log(
                        Level.WARNING,
                        "mutator late: thread={0} waited={1} cycle={2} phase={3} at={4}",
                        late.thread(),
                        late.waited(),
                        late.cycle(),
                        late.phase(),
                        late.at());
        tell(target -> target.mutatorLate(late));
    }

    @Override
    public void mutatorAbandoned(String threadName) {
        System.getLogger("coex.gc")
                .log(Level.WARNING, "thread ended without detaching: thread={0}", threadName);
        tell(target -> target.mutatorAbandoned(threadName));
    }

    @Override
    public void resized(String region, long fromBytes, long toBytes) {
        tell(target -> target.resized(region, fromBytes, toBytes));
    }

    @Override
    public void allocationStalled(String threadName, long requestedBytes, Duration waited) {
        tell(target -> target.allocationStalled(threadName, requestedBytes, waited));
    }
}
