// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import java.util.Arrays;
import java.util.function.LongConsumer;

/// Handles a mutator has shaded, and that the collector has not yet seen.
///
/// The owner appends. In a handshake it hands the filled array over and goes on with the other one;
/// the collector has read what was handed over before it asks again. Owned by one mutator; the
/// collector uses it on behalf of that mutator under a handshake, and reads what was handed over
/// after the acknowledgement (which orders the plain accesses here).
public final class HandleBuffer {

    private static final long[] NONE = {};

    /// How long an array is at first; there is none before the first handle.
    private final int capacity;

    private long[] filling = NONE;
    private int count;
    private long[] handedOver = NONE;
    private int handedCount;

    /// The round in which something was handed over last.
    private long handedIn;

    HandleBuffer(int capacity) {
        this.capacity = capacity;
    }

    /// Appends a handle. Nothing has changed if the JVM is out of memory.
    void push(long handle) {
        if (count == filling.length) {
            filling = Arrays.copyOf(filling, Math.max(capacity, count * 2 + 1));
        }
        filling[count++] = handle;
    }

    /// Takes the last one back.
    void takeBack() {
        count--;
    }

    /// Hands over what has been appended. Asked for again in the same round, as after an answer
    /// that failed halfway, it does nothing: what was handed over stays so.
    void handOver(long round) {
        if (round != handedIn) {
            long[] other = handedOver;
            handedOver = filling;
            handedCount = count;
            filling = other;
            count = 0;
            handedIn = round;
        }
    }

    /// How many handles were appended and not handed over: what [#drainTo] will give.
    int waiting() {
        return count;
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
