package coex.runtime.task;

import coex.runtime.io.Descriptors;

import java.io.ByteArrayOutputStream;

/// The order of what tasks write to standard output and error: the one it would have if every task
/// ran when it is called.
///
/// A task's output is a sequence of segments, which end where it starts another task: that one's
/// output comes between. The first segment that has not ended writes at once, those after it keep
/// what they get until it is their turn. From the first channel or atomic on the order may be part
/// of what tasks tell each other; then everything goes out at once. So it does when more is kept
/// than a reader could wait for: a task that never ends must not make the program fill its memory,
/// nor hide that nobody reads.
///
/// Any thread may call, in a safe region: writing may take its time.
public final class OutputOrder {

    /// What a task writes between two others that it starts.
    static final class Segment {

        private Segment next;
        private boolean hasEnded;

        /// For standard output and error; null while there is nothing.
        private final ByteArrayOutputStream[] kept = new ByteArrayOutputStream[2];

        private void keep(int number, byte[] bytes, int count) {
            if (kept[number - 1] == null) {
                kept[number - 1] = new ByteArrayOutputStream();
            }
            kept[number - 1].write(bytes, 0, count);
        }

        /// How many bytes that were.
        private long flush(Descriptors descriptors) {
            long written = 0;
            for (int i = 0; i < kept.length; i++) {
                if (kept[i] != null) {
                    byte[] all = kept[i].toByteArray();
                    kept[i] = null;
                    written += all.length;
                    descriptors.print(i + 1, all, all.length);
                }
            }
            return written;
        }
    }

    /// Bytes that are kept before the order is given up.
    static final long MOST_KEPT = 1 << 20;

    private final Descriptors descriptors;

    /// Bytes that all segments keep. Under the lock of this.
    private long kept;

    /// The first segment that has not ended. Under the lock of this, as the segments themselves.
    private Segment first = new Segment();

    /// Whether everything goes out at once; set under the lock, read without it.
    private volatile boolean isFree;

    OutputOrder(Descriptors descriptors) {
        this.descriptors = descriptors;
    }

    /// The segment that a program begins with.
    synchronized Segment first() {
        return first;
    }

    boolean isFree() {
        return isFree;
    }

    /// A task starts another one.
    synchronized void fork(Task parent, Task child) {
        if (isFree) {
            return;
        }
        Segment before = parent.segment();
        var own = new Segment();
        var after = new Segment();
        after.next = before.next;
        own.next = after;
        before.next = own;
        before.hasEnded = true;
        child.setSegment(own);
        parent.setSegment(after);
        advance();
    }

    /// A task has ended; it has no segment if it could not be started.
    synchronized void end(Task task) {
        if (!isFree && task.segment() != null) {
            task.segment().hasEnded = true;
            advance();
        }
    }

    private void advance() {
        while (first.hasEnded && first.next != null) {
            first = first.next;
            kept -= first.flush(descriptors);
        }
    }

    /// Writes to standard output or error when it is the task's turn.
    ///
    /// @param task null before the program's own code runs
    public void print(Task task, int number, byte[] bytes, int count) {
        if (isFree || task == null) {
            descriptors.print(number, bytes, count);
            return;
        }
        synchronized (this) {
            if (isFree || task.segment() == first) {
                descriptors.print(number, bytes, count);
            } else {
                task.segment().keep(number, bytes, count);
                kept += count;
                if (kept > MOST_KEPT) {
                    free();
                }
            }
        }
    }

    /// Writes what is kept, in order, and everything from here on at once.
    public synchronized void free() {
        if (!isFree) {
            for (Segment each = first; each != null; each = each.next) {
                each.flush(descriptors);
            }
            isFree = true;
        }
    }
}
