// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import java.util.Arrays;
import java.util.function.LongConsumer;

/// What threads had for the collector when they exited: handles they had shaded, and objects they
/// had written.
///
/// Under the lock of the registry, but for what the collector has taken over, which is its own.
final class Orphans {

    private static final long[] NONE = {};

    /// Handles shaded by threads that have exited since the collector last looked.
    private long[] shaded = NONE;

    private int shadedCount;

    /// Whether there were any since [#takeDirty].
    private boolean dirty;

    /// Objects written by threads that have exited since the last H1b.
    private long[] log = NONE;

    private int logCount;

    // The collector's

    private long[] takenLog = NONE;
    private int takenLogCount;

    // There is room for them.

    private final LongConsumer addShaded =
            handle -> {
                shaded[shadedCount++] = handle;
                dirty = true;
            };

    private final LongConsumer addLogged = handle -> log[logCount++] = handle;

    /// Makes room for what a mutator has. Nothing has changed if the JVM is out of memory.
    void makeRoomFor(MutatorContext mutator) {
        shaded = withRoom(shaded, shadedCount, mutator.shades().waiting());
        log = withRoom(log, logCount, mutator.log().waiting());
    }

    private static long[] withRoom(long[] entries, int count, int more) {
        return count + more <= entries.length
                ? entries
                : Arrays.copyOf(entries, Math.max(count + more, count * 2));
    }

    /// Takes over what a mutator has.
    void add(MutatorContext mutator, Protocol protocol) {
        if (protocol.exitHandsOver()) {
            mutator.shades().drainTo(addShaded);
        }
        if (protocol.exitHandsOverLog()) {
            mutator.log().drainTo(addLogged);
        }
    }

    /// Gives `target` what was shaded. Each stays until it was taken.
    void drainShaded(LongConsumer target) {
        while (shadedCount > 0) {
            target.accept(shaded[shadedCount - 1]);
            shadedCount--;
        }
    }

    void forgetShaded() {
        shadedCount = 0;
        dirty = false;
    }

    /// Whether anything shaded came since this was last asked.
    boolean takeDirty() {
        boolean was = dirty;
        dirty = false;
        return was;
    }

    /// What is in here stays the same up to [#logCount], also when there is a longer array, until
    /// it is handed over.
    long[] log() {
        return log;
    }

    int logCount() {
        return logCount;
    }

    /// Hands the log over to the collector, who has cleared the bits.
    void handOverLog() {
        takenLog = log;
        takenLogCount = logCount;
        log = NONE;
        logCount = 0;
    }

    /// Shows what [#handOverLog] will hand over.
    void forEachWaiting(LongConsumer target) {
        for (int i = 0; i < logCount; i++) {
            target.accept(log[i]);
        }
    }

    /// Shows what [#handOverLog] has handed over last.
    void forEachLogged(LongConsumer target) {
        for (int i = 0; i < takenLogCount; i++) {
            target.accept(takenLog[i]);
        }
    }
}
