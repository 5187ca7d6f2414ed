// SPDX-License-Identifier: Apache-2.0
package coex.observe.live;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapStats;
import coex.gc.Phase;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Records what a heap tells, for as long as somebody asks for it.
///
/// It listens from the first question on, and when nobody has asked for a while it stops at the
/// next event, so that a heap which nobody looks at any more has no listener more than before.
/// Telling it never waits and takes bounded time.
final class EventRecorder implements HeapListener {

    /// Longer than any viewer waits between two questions.
    static final long KEPT_NANOS = 30_000_000_000L;

    private final LongSupplier clock;
    private final long base;
    private final EventRing ring = new EventRing();

    /// Held for a few steps by those who ask; who tells leaves when it is not free.
    private final ReentrantLock lock = new ReentrantLock();

    /// The heap that this listens to, or null. Weak, as whoever has a recorder does not keep the
    /// heap. Written under `lock`; volatile, for tests.
    private volatile Reference<Heap> listenedTo;

    /// When somebody asked last. Written by those who ask, read by those who tell; a value too old
    /// makes recording end early, and the next question begins it again.
    private volatile long asked;

    EventRecorder(LongSupplier clock) {
        this.clock = clock;
        this.base = clock.getAsLong();
        this.asked = base;
    }

    /// Nanoseconds since the recorder was made.
    long now() {
        return clock.getAsLong() - base;
    }

    /// The events after that with the number `after`; from now on more are recorded.
    EventRing.Events ask(Heap heap, long after) {
        asked = clock.getAsLong();
        lock.lock();
        try {
            if (listenedTo == null) {
                heap.addListener(this);
                listenedTo = new WeakReference<>(heap);
            }
        } finally {
            lock.unlock();
        }
        return ring.after(after);
    }

    /// The number of the newest event.
    long newest() {
        return ring.newest();
    }

    boolean isListening() {
        return listenedTo != null;
    }

    /// Called where a cycle has ended. If somebody has the lock, somebody is asking.
    private void stopIfForgotten() {
        if (clock.getAsLong() - asked > KEPT_NANOS && lock.tryLock()) {
            try {
                Heap heap = listenedTo == null ? null : listenedTo.get();
                if (heap != null && clock.getAsLong() - asked > KEPT_NANOS) {
                    listenedTo = null;
                    heap.removeListener(this);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public void cycleStarted(long cycle, CycleKind kind, Cause cause) {
        ring.add(new LiveEvent.CycleBegan(now(), cycle, kind.name(), cause.name()));
    }

    @Override
    public void phaseEnded(long cycle, Phase phase, Duration took) {
        ring.add(new LiveEvent.PhaseEnded(now(), cycle, phase.name(), took.toNanos()));
    }

    @Override
    public void handshakeEnded(Handshake handshake) {
        ring.add(
                new LiveEvent.HandshakeEnded(
                        now(),
                        handshake.cycle(),
                        handshake.phase().name(),
                        handshake.took().toNanos(),
                        handshake.mutators(),
                        handshake.onBehalf(),
                        handshake.answers()));
    }

    @Override
    public void cycleEnded(long cycle, HeapStats stats) {
        HeapStats.Collection done = stats.collection();
        ring.add(
                new LiveEvent.CycleEnded(
                        now(),
                        cycle,
                        done.usedBefore(),
                        done.usedAfter(),
                        done.objectsSwept(),
                        done.bytesReclaimed(),
                        stats.moving().lastObjects()));
        stopIfForgotten();
    }

    @Override
    public void mutatorLate(LateMutator late) {
        ring.add(
                new LiveEvent.Late(
                        now(),
                        late.cycle(),
                        late.phase().name(),
                        late.thread(),
                        late.waited().toNanos(),
                        late.at()));
    }

    @Override
    public void resized(String region, long fromBytes, long toBytes) {
        ring.add(new LiveEvent.Resized(now(), region, fromBytes, toBytes));
    }

    @Override
    public void allocationStalled(String threadName, long requestedBytes, Duration waited) {
        ring.add(new LiveEvent.Stalled(now(), threadName, requestedBytes, waited.toNanos()));
    }
}
