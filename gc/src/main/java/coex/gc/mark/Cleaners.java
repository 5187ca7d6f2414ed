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
/// collector has looked, the object is marked in this cycle, and the next will look again. The list
/// is guarded by this object's monitor; the collector holds it while it scans.
public final class Cleaners {

    private Entry<?>[] entries = new Entry<?>[16];
    private int count;

    /// A registered object and what to announce.
    private static final class Entry<T> implements CleanerQueue.Registration {
        final long handle;
        final T attachment;
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
            if (count == entries.length) {
                entries = Arrays.copyOf(entries, 2 * count);
            }
            entries[count++] = entry;
            channel.pending.incrementAndGet();
        }
        return entry;
    }

    /// Announces the objects that are unmarked now that marking is complete. Can be done again.
    /// Collector.
    public synchronized void announceDead(Marks marks) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            Entry<?> entry = entries[i];
            if (!entry.done.get() && !marks.isMarked(entry.handle)) {
                entry.announce();
            }
            entries[i] = null;
            if (!entry.done.get()) {
                entries[kept++] = entry;
            }
        }
        count = kept;
    }
}
