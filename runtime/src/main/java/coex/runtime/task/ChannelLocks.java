package coex.runtime.task;

import coex.gc.mutator.MutatorContext;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// The locks of all channels of a program, and the lines of those who wait at them.
///
/// A channel is an object of the heap, and has a lock only by its handle: channels whose handles
/// fall together share one. Lines are there only while somebody stands in them, so nothing is left
/// of a channel that dies.
///
/// Whoever has a lock comes to no safepoint. So a mutator may wait for one without being in a safe
/// region, but not for long: then its thread gives up the processor, and must be in one.
final class ChannelLocks {

    private static final int LOCKS = 64;
    private static final int SPINS = 100;

    /// The lines at one channel.
    static final class Lines {
        private long channel;
        final WaitQueue senders = new WaitQueue();
        final WaitQueue receivers = new WaitQueue();

        private boolean areEmpty() {
            return senders.isEmpty() && receivers.isEmpty();
        }
    }

    /// A lock, and the lines under it by the handles of their channels. All fields are read and
    /// written under it.
    static final class Bucket {

        private final ReentrantLock lock = new ReentrantLock();

        /// The lines of one channel, which are kept when they are empty, for whichever needs some
        /// next: of the channels that share a lock there is seldom more than one where somebody
        /// waits.
        private final Lines first = new Lines();

        /// Those of further channels. None of them is the channel of `first`.
        private final Map<Long, Lines> others = new HashMap<>();

        /// Whose wait ends when the lock is given back; null if nobody's.
        private Wait toWake;

        /// The lines at a channel; null, or empty ones, if nobody waits there.
        Lines find(long channel) {
            if (first.channel == channel) {
                return first;
            }
            return others.isEmpty() ? null : others.get(channel);
        }

        Lines at(long channel) {
            Lines found = find(channel);
            if (found == null && first.areEmpty()) {
                found = first;
            } else if (found == null) {
                found = new Lines();
                others.put(channel, found);
            }
            found.channel = channel;
            return found;
        }

        /// Forgets the lines at a channel if nobody stands in them.
        void tidy(long channel) {
            Lines found = find(channel);
            if (found != null && found != first && found.areEmpty()) {
                others.remove(channel);
            }
        }

        /// Ends a wait that the caller has claimed and done everything for, once the lock is free
        /// again: who is woken may need it. One for each time that somebody has the lock.
        void wakeLater(Wait wait) {
            toWake = wait;
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
            Wait woken = toWake;
            toWake = null;
            lock.unlock();
            if (woken != null) {
                woken.ready();
            }
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
