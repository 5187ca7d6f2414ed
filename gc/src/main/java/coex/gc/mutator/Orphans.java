// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import java.util.Arrays;
import java.util.function.LongConsumer;

/// The handles that threads had shaded, and not handed over, when they exited. Under the lock of
/// the registry.
final class Orphans {

    private static final long[] NONE = {};

    /// Handles shaded by threads that have exited since the collector last looked.
    private long[] shaded = NONE;

    private int shadedCount;

    /// Whether there were any since [#takeDirty].
    private boolean dirty;

    /// There is room for them.
    private final LongConsumer addShaded =
            handle -> {
                shaded[shadedCount++] = handle;
                dirty = true;
            };

    /// Makes room for what a mutator has. Nothing has changed if the JVM is out of memory.
    void makeRoomFor(MutatorContext mutator) {
        shaded = withRoom(shaded, shadedCount, mutator.shades().waiting());
    }

    private static long[] withRoom(long[] entries, int count, int more) {
        return count + more <= entries.length
                ? entries
                : Arrays.copyOf(entries, Math.max(count + more, count * 2));
    }

    /// Takes over what a mutator has.
    void add(MutatorContext mutator) {
        mutator.shades().drainTo(addShaded);
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
}
