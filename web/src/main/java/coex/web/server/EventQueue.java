// SPDX-License-Identifier: Apache-2.0
package coex.web.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Events on their way to one reader, as server-sent events.
///
/// Whoever adds one never waits for the reader: when the queue is full its oldest event goes, and
/// the reader is told how many went. Guarded by a lock, which nobody holds while writing. It is no
/// monitor: a virtual thread that waits on one keeps its carrier now and then in JDK 25, and the
/// program that is looked at may need it.
public final class EventQueue {

    private static final int MOST_WAITING = 32;
    private static final long MOST_WAITING_CHARACTERS = 16L << 20;
    private static final long HEARTBEAT_MILLIS = 5_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    private final Deque<Event> waiting = new ArrayDeque<>();
    private long waitingCharacters;
    private long dropped;
    private boolean ended;

    /// The thread that writes to the reader; null before and after.
    private Thread writer;

    /// When the writer last came for an event.
    private long lastTaken = System.nanoTime();

    private record Event(String type, String data) {}

    /// @param data without line breaks, as JSON is
    public void add(String type, String data) {
        lock.lock();
        try {
            addLocked(type, data);
        } finally {
            lock.unlock();
        }
    }

    private void addLocked(String type, String data) {
        if (ended) {
            return;
        }
        waiting.add(new Event(type, data));
        waitingCharacters += data.length();
        while (waiting.size() > 1
                && (waiting.size() > MOST_WAITING || waitingCharacters > MOST_WAITING_CHARACTERS)) {
            waitingCharacters -= waiting.remove().data.length();
            dropped++;
        }
        changed.signalAll();
    }

    /// The same, but waits while the queue is full, for what must not be lost. Returns at once when
    /// the queue has ended.
    public void put(String type, String data) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!ended && waiting.size() >= MOST_WAITING / 2) {
                changed.await();
            }
            addLocked(type, data);
        } finally {
            lock.unlock();
        }
    }

    /// The reader gets what waits, and then the end.
    public void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Ends, and does not wait for a reader that has not taken anything for so long. The writer is
    /// interrupted in the middle of its write, which closes the connection.
    public void endIfStuck(long nanos) {
        lock.lock();
        try {
            if (!waiting.isEmpty() && System.nanoTime() - lastTaken > nanos) {
                ended = true;
                waiting.clear();
                changed.signalAll();
                if (writer != null) {
                    writer.interrupt();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    void writeTo(OutputStream out) throws IOException, InterruptedException {
        setWriter(Thread.currentThread());
        try {
            out.write(": events follow\n\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            for (String text = next(); text != null; text = next()) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } finally {
            setWriter(null);
            end();
        }
    }

    private void setWriter(Thread thread) {
        lock.lock();
        try {
            writer = thread;
        } finally {
            lock.unlock();
        }
    }

    /// The next piece to write; null at the end. Comes back with a comment when nothing happens, so
    /// that the reader knows the server is there and the server finds out when the reader is not.
    private String next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            return nextLocked();
        } finally {
            lock.unlock();
        }
    }

    private String nextLocked() throws InterruptedException {
        lastTaken = System.nanoTime();
        if (waiting.isEmpty() && !ended) {
            boolean _ = changed.await(HEARTBEAT_MILLIS, TimeUnit.MILLISECONDS);
        }
        lastTaken = System.nanoTime();
        if (dropped > 0) {
            String told = "event: dropped\ndata: " + dropped + "\n\n";
            dropped = 0;
            return told;
        }
        Event event = waiting.poll();
        if (event != null) {
            waitingCharacters -= event.data.length();
            changed.signalAll(); // somebody may wait for room
            return "event: %s\ndata: %s\n\n".formatted(event.type, event.data);
        }
        return ended ? null : ": nothing new\n\n";
    }

    /// Whether nothing will be added any more.
    public boolean hasEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }
}
