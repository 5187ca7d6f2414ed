// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.Cause;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

/// The logs that mutators have handed over, at H1b or when they exited, and what the collector has
/// taken of them.
///
/// Handing over costs the same however much was written: what there is to do for each object the
/// collector does. When every mutator has answered H1b it takes what there is, and clears the bits
/// of the objects, before it issues H2. Until then they say that they are logged, and whoever finds
/// that and stores has its barrier on, and stores before its own H2: what it stores is shaded, and
/// the object is read after H2.
///
/// What was taken is kept until it has been read, or until its bits are cleared in a full cycle,
/// which reads everything. So if a cycle is given up before all bits were cleared, the next one
/// clears them. Between the two nobody logs these objects, and nobody has to: a cycle that comes
/// after one that was given up is full.
///
/// | method | callable by |
/// | --- | --- |
/// | `handOver` | the owner of the log, or who acts for it |
/// | `grow` | the owner of the log |
/// | `forEachWaiting` | anyone |
/// | everything else | the collector |
public final class HandedLogs {

    /// A cycle is asked for when logs have room for more entries than this: they lie in the JVM's
    /// heap, at 8 bytes for an entry, and take no more than 8 MiB then, or a sixty-fourth of that
    /// heap. To read a million objects takes the collector much longer than the rest of a small
    /// cycle, so that asking later would save little.
    private static final long MOST_ENTRIES =
            Math.min(1 << 20, Runtime.getRuntime().maxMemory() / 64 / Long.BYTES);

    private final CollectionRequests requests;
    private final long mostEntries;
    private final ReentrantLock lock = new ReentrantLock();

    /// What was handed over and not taken. Under the lock.
    private final WriteLog waiting = new WriteLog(0);

    /// What was taken. The collector's.
    private final WriteLog taken = new WriteLog(0);

    /// For how many entries there is room in logs that the collector has not taken.
    ///
    /// - writers: mutators add, for each chunk; the collector takes away
    /// - readers: mutators, when they have added
    /// - ordering: volatile, by [AtomicLong]; nothing else is read by way of it
    private final AtomicLong entries = new AtomicLong();

    HandedLogs(CollectionRequests requests) {
        this(requests, MOST_ENTRIES);
    }

    HandedLogs(CollectionRequests requests, long mostEntries) {
        this.requests = requests;
        this.mostEntries = mostEntries;
    }

    /// Makes room in a mutator's log. A thread that only stores would fill the JVM's heap: nobody
    /// else asks for a cycle on its behalf.
    void grow(WriteLog log) {
        StackRoom.require(); // for the lock of whoever is asked
        if (entries.addAndGet(log.grow()) > mostEntries && requests.runningCycle() == 0) {
            requests.request(Cause.WRITES);
        }
    }

    /// Takes over what is in a mutator's log. Asked for again, as after an answer that failed, it
    /// takes what has been written since.
    ///
    /// The caller has made sure that there is stack for it: the lock must be released.
    void handOver(WriteLog log) {
        lock.lock();
        try {
            log.moveTo(waiting);
        } finally {
            lock.unlock();
        }
    }

    /// Takes what was handed over, when every mutator has.
    public void take() {
        long room;
        StackRoom.require();
        lock.lock();
        try {
            room = waiting.room();
            waiting.moveTo(taken);
        } finally {
            lock.unlock();
        }
        entries.addAndGet(-room);
    }

    /// Shows what was taken: to be cleared, before H2, or to be read. Either can be done again from
    /// the beginning: an object whose bit is cleared although it was logged anew is logged once
    /// more.
    ///
    /// @param afterSome is called now and then
    public void forEachTaken(LongConsumer target, Runnable afterSome) {
        taken.forEach(target, afterSome);
    }

    /// The bits of what was taken are cleared, and it has been read or need not be.
    public void forgetTaken() {
        taken.clear();
    }

    /// Shows what was handed over and not taken.
    public void forEachWaiting(LongConsumer target) {
        lock.lock();
        try {
            waiting.forEach(target);
        } finally {
            lock.unlock();
        }
    }
}
