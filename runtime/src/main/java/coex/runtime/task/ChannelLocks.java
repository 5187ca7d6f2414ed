package coex.runtime.task;

import coex.gc.mutator.MutatorContext;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// The locks of all channels of a program, and the lines of those who wait at them.
///
/// A channel is an object of the heap, and has a lock only by its handle: channels whose handles fall
/// together share one. Lines are there only while somebody stands in them, so nothing is left of a channel
/// that dies.
///
/// Whoever has a lock comes to no safepoint. So a mutator may wait for one without being in a safe region, but
/// not for long: then its thread gives up the processor, and must be in one.
final class ChannelLocks {

    private static final int LOCKS = 64;
    private static final int SPINS = 100;

    /// The lines at one channel.
    static final class Lines {
        final Line senders = new Line();
        final Line receivers = new Line();
    }

    /// A lock, and the lines under it by the handles of their channels.
    static final class Bucket {

        private final ReentrantLock lock = new ReentrantLock();
        private final Map<Long, Lines> lines = new HashMap<>();

        /// The lines at a channel, or null if nobody has ever waited there since the last who did.
        Lines find(long channel) {
            return lines.isEmpty() ? null : lines.get(channel);
        }

        Lines at(long channel) {
            return lines.computeIfAbsent(channel, _ -> new Lines());
        }

        /// Forgets the lines at a channel if nobody stands in them.
        void tidy(long channel) {
            Lines found = find(channel);
            if (found != null && found.senders.isEmpty() && found.receivers.isEmpty()) {
                lines.remove(channel);
            }
        }

        /// A safepoint: the caller keeps its handles.
        void lock(MutatorContext mutator) {
            for (int i = 0; i < SPINS; i++) {
                if (lock.tryLock()) {
                    return;
                }
                Thread.onSpinWait();
            }
            mutator.enterSafeRegion();
            lock.lock();
            boolean isBack = false;
            try {
                mutator.returnFromSafeRegion();
                isBack = true;
            } finally {
                if (!isBack) {
                    lock.unlock();
                }
            }
        }

        void unlock() {
            lock.unlock();
        }

        /// Takes a waiter out of its line, unless somebody has. A safepoint, as [#lock].
        void leave(MutatorContext mutator, long channel, Waiter place) {
            lock(mutator);
            try {
                if (place.line != null) {
                    place.line.remove(place);
                }
                tidy(channel);
            } finally {
                unlock();
            }
        }
    }

    private final Bucket[] buckets = new Bucket[LOCKS];

    ChannelLocks() {
        for (int i = 0; i < LOCKS; i++) {
            buckets[i] = new Bucket();
        }
    }

    Bucket of(long channel) {
        return buckets[(int) (channel * 0x9E3779B97F4A7C15L >>> 58)];
    }
}
