// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import coex.gc.CleanerQueue;
import coex.gc.handle.Marks;

import java.util.Arrays;

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

        /// Null once the registration is cancelled, since nobody polls it then. Under the monitor
        /// of the channel, but for the one who makes the entry.
        T attachment;

        final Channel<T> channel;

        /// Whether it was announced or cancelled.
        ///
        /// - writers: who announces or cancels it, under the monitor of the channel, as the last
        ///   step
        /// - readers: those, under the monitor; the collector, without
        /// - ordering: volatile. Read as false just before it is cancelled, it is asked again under
        ///   the monitor, or looked at by the next cycle
        volatile boolean done;

        /// The entry announced after this one; under the monitor of the channel.
        Entry<T> next;

        Entry(long handle, T attachment, Channel<T> channel) {
            this.handle = handle;
            this.attachment = attachment;
            this.channel = channel;
        }

        @Override
        public boolean cancel() {
            return channel.cancel(this);
        }
    }

    /// Where the announcements of one queue wait to be polled: a list through the entries
    /// themselves, so that the collector announces without making an object.
    ///
    /// Under its monitor. The stack may end, and the JVM's memory too, wherever something is called
    /// or made; so what changes here changes by assignments alone, without a call between two of
    /// them: all of it happens, or nothing.
    public static final class Channel<T> {
        /// How many entries are neither announced nor cancelled. Written under the monitor;
        /// volatile, for whoever asks without.
        private volatile int pending;

        private Entry<T> first;
        private Entry<T> last;

        private synchronized void expectOne() {
            pending++;
        }

        /// Does nothing if that was done before, or if it was cancelled.
        private synchronized void announce(Entry<T> entry) {
            if (entry.done) {
                return;
            }
            if (first == null) {
                first = entry;
            } else {
                last.next = entry;
            }
            last = entry;
            pending--;
            entry.done = true;
        }

        private synchronized boolean cancel(Entry<T> entry) {
            if (entry.done) {
                return false;
            }
            entry.attachment = null;
            pending--;
            entry.done = true;
            return true;
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
            return pending;
        }
    }

    /// Adds an object. The caller holds its handle, and the attachment is not null. If this fails
    /// nothing was added.
    public <T> CleanerQueue.Registration add(long handle, T attachment, Channel<T> channel) {
        Entry<T> entry = new Entry<>(handle, attachment, channel);
        synchronized (this) {
            if (youngCount == young.length) {
                young = Arrays.copyOf(young, 2 * youngCount);
            }
            channel.expectOne(); // from here on nothing can fail
            young[youngCount++] = entry;
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
        if (!entry.done && !marks.isMarked(entry.handle)) {
            announce(entry);
        }
        return entry.done;
    }

    private static <T> void announce(Entry<T> entry) {
        entry.channel.announce(entry);
    }
}
