// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import coex.gc.CleanerQueue;
import coex.gc.handle.Marks;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Objects whose death somebody wants to hear of.
///
/// Registering a handle does not protect it: the registrant holds it, so if it registers after the
/// collector has looked, the object is marked in this cycle, and the next will look again.
///
/// A young cycle finds no old object dead, so registrations of objects that are old are kept apart,
/// for full cycles: what a young one costs does not grow with them. One that was cancelled when its
/// object was old stays there, without its attachment, until a full cycle.
///
/// The lists are guarded by this object's monitor; the collector holds it while it scans.
public final class Cleaners {

    /// Of objects that were young when a cycle last looked, or that were registered since.
    private Entry<?>[] young = new Entry<?>[16];

    private int youngCount;

    /// Of objects that were old. The collector's.
    private Entry<?>[] old = new Entry<?>[16];

    private int oldCount;

    /// A registered object and what to announce.
    private static final class Entry<T> implements CleanerQueue.Registration {
        final long handle;

        /// Null once the registration is cancelled, since nobody polls it then.
        ///
        /// - writers: whoever makes the entry; the one that cancels it
        /// - readers: whoever polls it, which comes after [#announce], under the monitor of the
        ///   channel; an entry is announced or cancelled, as `done` decides
        T attachment;

        final Channel<T> channel;
        final AtomicBoolean done = new AtomicBoolean();

        /// The entry announced after this one; under the monitor of the channel.
        Entry<T> next;

        Entry(long handle, T attachment, Channel<T> channel) {
            this.handle = handle;
            this.attachment = attachment;
            this.channel = channel;
        }

        @Override
        public boolean cancel() {
            boolean cancelled = done.compareAndSet(false, true);
            if (cancelled) {
                attachment = null;
                channel.pending.decrementAndGet();
            }
            return cancelled;
        }

        void announce() {
            if (done.compareAndSet(false, true)) {
                channel.add(this);
                channel.pending.decrementAndGet();
            }
        }
    }

    /// Where the announcements of one queue wait to be polled: a list through the entries
    /// themselves, so that the collector announces without making an object. Under its monitor.
    public static final class Channel<T> {
        private final AtomicInteger pending = new AtomicInteger();
        private Entry<T> first;
        private Entry<T> last;

        private synchronized void add(Entry<T> entry) {
            if (first == null) {
                first = entry;
            } else {
                last.next = entry;
            }
            last = entry;
        }

        public synchronized T poll() {
            Entry<T> entry = first;
            if (entry == null) {
                return null;
            }
            first = entry.next;
            return entry.attachment;
        }

        public int pending() {
            return pending.get();
        }
    }

    /// Adds an object. The caller holds its handle, and the attachment is not null.
    public <T> CleanerQueue.Registration add(long handle, T attachment, Channel<T> channel) {
        Entry<T> entry = new Entry<>(handle, attachment, channel);
        synchronized (this) {
            if (youngCount == young.length) {
                young = Arrays.copyOf(young, 2 * youngCount);
            }
            young[youngCount++] = entry;
            channel.pending.incrementAndGet();
        }
        return entry;
    }

    /// Announces the objects that are unmarked now that marking is complete, among those that may
    /// have died in this cycle; returns how many registrations it has looked at. Can be done again,
    /// wherever it has failed: an entry is taken from its list by assignments alone. Collector.
    public synchronized int announceDead(Marks marks, boolean full) {
        int looked = youngCount;
        if (full) {
            looked += oldCount;
            lookAtOld(marks);
        }
        lookAtYoung(marks);
        return looked;
    }

    private void lookAtOld(Marks marks) {
        for (int i = 0; i < oldCount; ) {
            if (isOver(old[i], marks)) {
                old[i] = old[--oldCount];
                old[oldCount] = null;
            } else {
                i++;
            }
        }
    }

    private void lookAtYoung(Marks marks) {
        for (int i = 0; i < youngCount; ) {
            Entry<?> entry = young[i];
            boolean over = isOver(entry, marks);
            if (over || marks.isOld(entry.handle)) {
                if (!over) {
                    if (oldCount == old.length) {
                        old = Arrays.copyOf(old, 2 * oldCount);
                    }
                    old[oldCount++] = entry;
                }
                young[i] = young[--youngCount];
                young[youngCount] = null;
            } else {
                i++;
            }
        }
    }

    /// Whether nothing is to be announced any more: it was cancelled, or the object is dead, and
    /// that is announced here.
    private static boolean isOver(Entry<?> entry, Marks marks) {
        if (!entry.done.get() && !marks.isMarked(entry.handle)) {
            entry.announce();
        }
        return entry.done.get();
    }
}
