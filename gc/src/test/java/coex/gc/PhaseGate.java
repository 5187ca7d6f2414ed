package coex.gc;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A listener that stops the collector once, at the end of a phase, until a test lets it go on.
public final class PhaseGate implements HeapListener {

    private final Phase phase;
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);
    private volatile boolean armed;

    public PhaseGate(Phase phase) {
        this.phase = phase;
    }

    @Override
    public void phaseEnded(long cycle, Phase ended, Duration took) {
        if (armed && ended == phase) {
            armed = false;
            arrived.countDown();
            try {
                if (!opened.await(Heaps.HANG.toSeconds(), TimeUnit.SECONDS)) {
                    throw new IllegalStateException("nobody opened the gate");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Starts a collection and serves it until the collector stands at the gate.
    public void collectUpToHere(Mutator mutator) {
        armed = true;
        mutator.heap().requestCollection();
        while (arrived.getCount() > 0) {
            mutator.safepoint();
            Thread.onSpinWait();
        }
    }

    /// Lets the collector go on and serves it until the collection has ended.
    public void openAndFinish(Mutator mutator) {
        opened.countDown();
        mutator.heap().awaitCollection();
    }

    public void open() {
        opened.countDown();
    }
}
