// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.gc.mutator.StackRoom;

import java.lang.ref.ReferenceQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Versions of all heaps that the JVM has dropped and whose roots are to be emptied: by the
/// cleaner's thread, and by those who make versions, some after every few dozens.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | `releaseSome` | any thread, outside its operations | as entering a heap |
final class DroppedVersions {

    static final ReferenceQueue<PersistentCollection> QUEUE = new ReferenceQueue<>();

    /// How many are emptied between entering a heap and leaving it.
    private static final int AT_ONCE = 128;

    /// When nothing was told of for so long, there is nothing more.
    private static final long REST_MILLIS = 10;

    private static final int MOST_ROUNDS = 100;

    /// How many dropped versions were taken from the queue, by anyone.
    private static final AtomicLong TOLD = new AtomicLong();

    /// How often the cleaner looks at the clock.
    private static final long TICK_MILLIS = 1000;

    /// Seconds on a clock that only the cleaner's thread looks at: a look for each version would be
    /// a good part of what making one costs.
    ///
    /// - writers: the cleaner's thread, plainly
    /// - readers: any thread, plainly
    /// - why: it is told to people, whom some seconds do not matter
    private static int now;

    /// Whether the cleaner's thread was started. Guarded by the monitor of this class.
    private static boolean started;

    private static final long BEGAN = System.nanoTime();

    private DroppedVersions() {}

    /// Starts the cleaner's thread, which does not end, unless it runs.
    static synchronized void startCleaner() {
        if (!started) {
            Thread.ofPlatform()
                    .daemon()
                    .name("coex-collections-cleaner")
                    .start(DroppedVersions::clean);
            started = true;
        }
    }

    private static void clean() {
        VersionRoot[] batch = new VersionRoot[AT_ONCE];
        while (true) {
            try {
                VersionRoot first = (VersionRoot) QUEUE.remove(TICK_MILLIS);
                now = (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - BEGAN);
                if (first != null) {
                    batch[0] = first;
                    release(batch, fill(batch, 1));
                }
            } catch (InterruptedException | OutOfMemoryError | RuntimeException e) {
                // Nobody has a reason to interrupt it, the next one may find memory, and a heap
                // that has failed is no reason to keep the versions of others.
            }
        }
    }

    /// Empties the roots of some dropped versions, if there are any.
    ///
    /// @return how many there were
    static int releaseSome() {
        if (!StackRoom.isEnoughForACycle()) {
            return 0; // what is taken from the queue must be released
        }
        VersionRoot[] batch = new VersionRoot[AT_ONCE];
        int count = fill(batch, 0);
        release(batch, count);
        return count;
    }

    /// Empties the roots of dropped versions until for a while there are no more: the JVM tells of
    /// them one by one. Not for ever: a JVM that collects all the time always tells of some. An
    /// interrupt does not cut it short.
    static void releaseUntilRest() {
        boolean interrupted = false;
        int rounds = 0;
        long seen;
        do {
            seen = TOLD.get();
            while (releaseSome() == AT_ONCE) {
                // there may be more
            }
            try {
                Thread.sleep(REST_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        } while (TOLD.get() > seen && ++rounds < MOST_ROUNDS);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Seconds since some moment, to within a few.
    static int now() {
        return now;
    }

    /// Fills the array with what is in the queue. Returns how many it holds then.
    private static int fill(VersionRoot[] batch, int from) {
        int count = from;
        while (count < batch.length) {
            VersionRoot next = (VersionRoot) QUEUE.poll();
            if (next == null) {
                break;
            }
            batch[count++] = next;
        }
        return count;
    }

    /// One heap after the other; nearly always there is only one.
    private static void release(VersionRoot[] batch, int count) {
        if (count > 0) {
            TOLD.addAndGet(count);
        }
        for (int i = 0; i < count; i++) {
            if (batch[i] != null) {
                batch[i].heap().releaseAll(batch, count);
            }
        }
    }
}
