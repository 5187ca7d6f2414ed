// SPDX-License-Identifier: Apache-2.0
package coex.gc.heap;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapStats;
import coex.gc.Phase;

import java.lang.System.Logger.Level;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Passes events on to everyone who listens, in the order they came, and keeps what they throw away
/// from the heap. What a person should hear of is logged as well.
///
/// Any thread may add, remove and report; the list is copied on write.
public final class Listeners implements HeapListener {

    /// Who listens, until [#handOver]; null from then on.
    private List<HeapListener> own = new CopyOnWriteArrayList<>();

    /// The same, which the heap keeps: a listener may refer to the heap, and would keep it from
    /// being dropped.
    private final Reference<List<HeapListener>> kept = new WeakReference<>(own);

    private final WarningLimit lateWarnings = new WarningLimit(System::nanoTime);
    private final WarningLimit abandonedWarnings = new WarningLimit(System::nanoTime);
    private final String heap;

    /// @param heap the name of the heap
    public Listeners(String heap) {
        this.heap = heap;
    }

    /// Lets go of those who listen, who are there for as long as the caller keeps what it gets.
    /// Called once, before another thread knows of this.
    public Object handOver() {
        Object given = own;
        own = null;
        return given;
    }

    private List<HeapListener> targets() {
        List<HeapListener> known = kept.get();
        return known == null ? List.of() : known;
    }

    public void add(HeapListener listener, Heap heap) {
        if (listener != NONE) {
            targets().add(listener);
            quietly(listener, new HeapEvents.Listening(heap));
        }
    }

    /// False if it was not there.
    public boolean remove(HeapListener listener) {
        return targets().remove(listener);
    }

    /// Whether there is anyone to tell, which spares the work of finding out what.
    public boolean areThere() {
        return !targets().isEmpty();
    }

    private void tell(Consumer<HeapListener> event) {
        for (HeapListener target : targets()) {
            quietly(target, event);
        }
    }

    private static void quietly(HeapListener target, Consumer<HeapListener> event) {
        try {
            event.accept(target);
        } catch (Throwable e) { // also an Error: listening never steers
            HeapLog.log(Level.WARNING, "heap listener failed", e);
        }
    }

    @Override
    public void closing(Heap heap) {
        tell(new HeapEvents.Closing(heap));
    }

    @Override
    public void cycleStarted(long cycle, CycleKind kind, Cause cause) {
        tell(new HeapEvents.CycleStarted(cycle, kind, cause));
    }

    @Override
    public void phaseEnded(long cycle, Phase phase, Duration took) {
        tell(new HeapEvents.PhaseEnded(cycle, phase, took));
    }

    @Override
    public void handshakeEnded(Handshake handshake) {
        tell(new HeapEvents.HandshakeEnded(handshake));
    }

    @Override
    public void cycleEnded(long cycle, HeapStats stats) {
        tell(new HeapEvents.CycleEnded(cycle, stats));
    }

    @Override
    public void mutatorLate(LateMutator late) {
        String leftOut = lateWarnings.admit();
        if (leftOut != null) {
            HeapLog.log(Level.WARNING, warning(late) + leftOut);
        }
        tell(new HeapEvents.MutatorLate(late));
    }

    private String warning(LateMutator late) {
        String others = late.others() == 0 ? "" : " others=" + late.others();
        return """
        thread late: heap=%s thread=%s waited=%s cycle=%d phase=%s%s at=%s. The collection waits \
        for it, and so does every thread that finds the heap full. An attached thread that \
        waits, or works for long without the heap, should do so in Mutator.safeRegion().\
        """
                .formatted(
                        heap,
                        late.thread(),
                        late.waited(),
                        late.cycle(),
                        late.phase(),
                        others,
                        late.at());
    }

    @Override
    public void mutatorAbandoned(String threadName) {
        String leftOut = abandonedWarnings.admit();
        if (leftOut != null) { // put together without what the JVM may have lost in a shortage
            HeapLog.log(
                    Level.WARNING,
                    "thread ended without detaching: heap="
                            .concat(heap)
                            .concat(" thread=")
                            .concat(threadName)
                            .concat(leftOut));
        }
        tell(new HeapEvents.MutatorAbandoned(threadName));
    }

    @Override
    public void resized(String region, long fromBytes, long toBytes) {
        tell(new HeapEvents.Resized(region, fromBytes, toBytes));
    }

    @Override
    public void allocationStalled(String threadName, long requestedBytes, Duration waited) {
        tell(new HeapEvents.AllocationStalled(threadName, requestedBytes, waited));
    }
}
