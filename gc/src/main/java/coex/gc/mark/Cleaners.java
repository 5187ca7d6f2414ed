package coex.gc.mark;

import coex.gc.CleanerQueue;
import coex.gc.handle.Marks;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Objects whose death somebody wants to hear of.
///
/// Registering a handle does not protect it: the registrant holds it, so if it registers after the
/// collector has looked, the object is marked in this cycle, and the next will look again. The list
/// is guarded by this object's monitor; the collector holds it while it scans.
public final class Cleaners {

    private List<Entry<?>> entries = new ArrayList<>();

    /// A registered object and what to announce.
    private static final class Entry<T> implements CleanerQueue.Registration {
        final long handle;
        final T attachment;
        final Channel<T> channel;
        final AtomicBoolean done = new AtomicBoolean();

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
                channel.announced.add(attachment);
                channel.pending.decrementAndGet();
            }
        }
    }

    /// Where the announcements of one queue wait to be polled.
    public static final class Channel<T> {
        private final Queue<T> announced = new ConcurrentLinkedQueue<>();
        private final AtomicInteger pending = new AtomicInteger();

        public T poll() {
            return announced.poll();
        }

        public int pending() {
            return pending.get();
        }
    }

    /// Adds an object. The caller holds its handle, and the attachment is not null.
    public <T> CleanerQueue.Registration add(long handle, T attachment, Channel<T> channel) {
        Entry<T> entry = new Entry<>(handle, attachment, channel);
        channel.pending.incrementAndGet();
        synchronized (this) {
            entries.add(entry);
        }
        return entry;
    }

    /// Announces the objects that are unmarked now that marking is complete. Collector.
    public synchronized void announceDead(Marks marks) {
        List<Entry<?>> alive = new ArrayList<>(entries.size());
        for (Entry<?> entry : entries) {
            if (entry.done.get()) {
                continue;
            }
            if (marks.isMarked(entry.handle)) {
                alive.add(entry);
            } else {
                entry.announce();
            }
        }
        entries = alive;
    }
}
