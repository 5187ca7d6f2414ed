// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import coex.gc.heap.GlobalRoots;
import coex.gc.heap.HeapCore;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// Sees coming that a heap fills with dropped versions, and has the JVM look for them before an
/// operation has to wait for it.
///
/// That they were dropped is what the JVM alone can know. What can be seen is that more versions
/// are made than closed, and that less than half is free of what they take: bytes of the heap,
/// handles, or cells of roots, which also the smallest versions take. Then a thread has the JVM
/// collect, beside the program and for at most a tenth of the time; less often if it was of no use.
final class VersionPressure {

    /// It rests for so many times as long as it has worked.
    private static final long REST_FACTOR = 9;

    private static final long LONGEST_REST_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long SHORTEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final HeapCore core;
    private final GlobalRoots roots;

    /// As [PersistentCollections] counts them.
    private final AtomicLong dropped;

    /// Whether a thread is at it. Whoever sets it starts the thread, which clears it.
    private final AtomicBoolean busy = new AtomicBoolean();

    /// Before this time nothing is done.
    ///
    /// - writers: the thread that is at it
    /// - readers: any thread
    /// - ordering: volatile; two fields of one moment are not needed
    private volatile long restUntil = System.nanoTime();

    /// How long to rest if it is of no use again. The thread's that is at it, ordered by `busy`.
    private long uselessRest = SHORTEST_REST_NANOS;

    /// How often the JVM was made to collect.
    private final AtomicLong collections = new AtomicLong();

    VersionPressure(HeapCore core, AtomicLong dropped) {
        this.core = core;
        this.roots = core.roots();
        this.dropped = dropped;
    }

    /// Some dozens of versions were made, and not as many closed. Any thread, outside the heap.
    void madeSome() {
        if (System.nanoTime() - restUntil >= 0
                && core.isFillingUp()
                && !busy.get()
                && busy.compareAndSet(false, true)) {
            try {
                Thread.ofPlatform().daemon().name("coex-collections-pressure").start(this::relieve);
            } catch (OutOfMemoryError e) {
                busy.set(false); // no thread: whoever finds the heap full will do it
            }
        }
    }

    private void relieve() {
        try {
            long began = System.nanoTime();
            long held = roots.count();
            long before = dropped.get();
            collections.incrementAndGet();
            JvmCollections.young(Runtime.getRuntime().totalMemory());
            DroppedVersions.releaseUntilRest();
            boolean useful = (dropped.get() - before) * 4 > held;
            long took = System.nanoTime() - began;
            uselessRest =
                    useful ? SHORTEST_REST_NANOS : Math.min(2 * uselessRest, LONGEST_REST_NANOS);
            restUntil = System.nanoTime() + Math.max(REST_FACTOR * took, uselessRest);
        } finally {
            busy.set(false);
        }
    }

    /// How often the JVM was made to collect so far.
    long collections() {
        return collections.get();
    }
}
