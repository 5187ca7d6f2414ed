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
/// collect what is young, beside the program and for at most a tenth of the time.
///
/// If that finds little and the heap is still filling, versions may have grown old in the JVM
/// before they were dropped. Then the next round collects everything, which may stop the program
/// for as long as a collection of the JVM's whole heap takes; so it rests longer after it, and ever
/// longer while that finds little too.
final class VersionPressure {

    /// It rests for so many times as long as it has worked.
    private static final long REST_FACTOR = 9;

    /// The same after everything was collected.
    private static final long REST_FACTOR_OF_FULL = 29;

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

    /// Whether what is young was collected last, and had little that was dropped.
    ///
    /// - writers: the thread that is at it
    /// - readers: that thread, ordered by `busy`; and any thread that finds no room
    /// - ordering: volatile; one of those that sees an old value looks at what is young in vain
    private volatile boolean isFullNext;

    /// How long to rest if it is of no use again. The thread's that is at it, ordered by `busy`.
    private long uselessRest = SHORTEST_REST_NANOS;

    /// How often the JVM was made to collect what is young, and everything.
    private final AtomicLong young = new AtomicLong();

    private final AtomicLong full = new AtomicLong();

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
            boolean isFull = isFullNext;
            if (isFull) {
                full.incrementAndGet();
                JvmCollections.full();
            } else {
                young.incrementAndGet();
                JvmCollections.young(Runtime.getRuntime().totalMemory());
            }
            DroppedVersions.releaseUntilRest();
            boolean useful = (dropped.get() - before) * 4 > held;
            long took = System.nanoTime() - began;
            isFullNext = !isFull && !useful && core.isFillingUp();
            if (useful) {
                uselessRest = SHORTEST_REST_NANOS;
            } else if (isFull) {
                uselessRest = Math.min(2 * uselessRest, LONGEST_REST_NANOS);
            }
            long rest = (isFull ? REST_FACTOR_OF_FULL : REST_FACTOR) * took;
            restUntil = System.nanoTime() + Math.max(rest, uselessRest);
        } finally {
            busy.set(false);
        }
    }

    /// Whether what is young was looked at just now, and had little that was dropped.
    boolean isFullNext() {
        return isFullNext;
    }

    /// How often the JVM was made to collect so far.
    long collections() {
        return young.get() + full.get();
    }

    /// How often everything was collected.
    long fullCollections() {
        return full.get();
    }
}
