package coex.gc.mutator;

import java.util.Arrays;
import java.util.function.LongConsumer;

/// Handles a mutator has shaded and the collector has not yet seen.
///
/// The owner appends. At a flush it hands the filled array over and goes on with the other one; the
/// collector has read what was handed over before it asks again. Owned by one mutator; the collector
/// uses it on behalf of that mutator under a handshake, and reads what was handed over after the
/// acknowledgement (which orders the plain accesses here).
public final class ShadeBuffer {

    private static final long[] NONE = {};

    /// How long an array is at first; there is none before the first handle.
    private final int capacity;

    private long[] filling = NONE;
    private int count;
    private long[] handedOver = NONE;
    private int handedCount;

    ShadeBuffer(int capacity) {
        this.capacity = capacity;
    }

    /// Makes room for `more` handles. Called before their mark bits are set: were the JVM out of memory
    /// between the two, a marked object would never be traced.
    void makeRoom(int more) {
        if (count + more > filling.length) {
            int longer = Math.max(capacity, Math.max(count + more, count * 2));
            filling = Arrays.copyOf(filling, longer);
        }
    }

    /// Appends a handle; there is room for it.
    void push(long handle) {
        filling[count++] = handle;
    }

    void handOver() {
        long[] other = handedOver;
        handedOver = filling;
        handedCount = count;
        filling = other;
        count = 0;
    }

    /// Gives `target` what has not been handed over, at the end of the thread. What was handed over
    /// stays where the collector may be reading it.
    void drainTo(LongConsumer target) {
        for (int i = 0; i < count; i++) {
            target.accept(filling[i]);
        }
        count = 0;
    }

    void discard() {
        count = 0;
        handedCount = 0;
    }

    /// What was handed over last, for the collector.
    public int handedCount() {
        return handedCount;
    }

    public long handed(int index) {
        return handedOver[index];
    }
}
