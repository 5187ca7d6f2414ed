// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import java.util.concurrent.locks.LockSupport;

/// Threads that wait until something has changed, first come first woken.
///
/// They park. A virtual thread that waits on a monitor instead keeps its carrier now and then: JDK
/// 25 takes it for one with native frames, which it has not. What everybody waits for may then be
/// up to a thread that no carrier is left for. Design note 0055 has more.
///
/// A waiter enters the line while it knows that what it waits for has not come, so under the lock
/// that guards it; whoever changes that wakes afterwards, without it.
final class Waiters {

    /// A thread that wakes others may come to the end of its stack on the way. So everyone looks
    /// again after a while.
    private static final long LONGEST_PARK_NANOS = 1_000_000_000L;

    /// A ring, so that whoever leaves has neighbours. The first waiter comes after it.
    private final Waiter line = new Waiter();

    private long entered;

    Waiters() {
        line.next = line;
        line.previous = line;
    }

    /// Has `waiter`, which is the calling thread, in the line only if `over` is false; returns
    /// `over`.
    synchronized boolean leaveIf(boolean over, Waiter waiter) {
        if (over) {
            remove(waiter);
        } else if (waiter.next == null) {
            append(waiter);
        }
        return over;
    }

    /// Wakes those that are in the line by now.
    void wakeAll() {
        long newest = newest();
        for (Waiter each = poll(newest); each != null; each = poll(newest)) {
            LockSupport.unpark(each.thread);
        }
    }

    private synchronized long newest() {
        return entered;
    }

    private synchronized Waiter poll(long newest) {
        Waiter first = line.next;
        if (first == line || first.number > newest) {
            return null;
        }
        remove(first);
        return first;
    }

    private void append(Waiter waiter) {
        waiter.number = ++entered;
        waiter.previous = line.previous;
        waiter.next = line;
        line.previous.next = waiter;
        line.previous = waiter;
    }

    private static void remove(Waiter waiter) {
        if (waiter.next != null) {
            waiter.previous.next = waiter.next;
            waiter.next.previous = waiter.previous;
            waiter.next = null;
        }
    }

    /// One wait of one thread. The line's fields are guarded by the line.
    static final class Waiter {

        private final Thread thread = Thread.currentThread();

        private long number;
        private Waiter previous;

        /// Null while it is not in the line.
        private Waiter next;

        /// Whether the thread was interrupted meanwhile; its own.
        private boolean interrupted;

        /// Waits until it is woken, until `deadline`, or for no reason.
        void park(long deadline) {
            long left = deadline - System.nanoTime();
            LockSupport.parkNanos(this, Math.min(left, LONGEST_PARK_NANOS));
            if (Thread.interrupted()) {
                interrupted = true;
            }
        }

        /// At the end: the wait was not broken off, so the thread is told now.
        void restoreInterrupt() {
            if (interrupted) {
                thread.interrupt();
            }
        }
    }
}
