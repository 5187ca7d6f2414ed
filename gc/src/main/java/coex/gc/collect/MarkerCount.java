// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.HeapOptions;
import coex.gc.handle.Tracing;
import coex.gc.heap.HeapCore;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorRegistry;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/// How many markers the running cycle should have.
///
/// One, as long as the collector keeps up: more would take processors from the program for nothing.
/// When somebody waits for the cycle, because it has asked for a collection, finds no room or rests
/// near the limit of the heap, as many as there are processors that no mutator runs on, up to
/// [HeapOptions#markers]. What else runs in the process or on the machine is not known here; a
/// marker too many then gets a share of a processor like any other thread.
///
/// One as well while a tracer follows every step, so that it hears of one object after the other.
final class MarkerCount {

    private final int most;
    private final boolean always;
    private final boolean never;
    private final MutatorRegistry registry;
    private final BooleanSupplier isAwaited;
    private final IntSupplier processors;

    /// @param isAwaited whether somebody waits for the running cycle
    /// @param processors how many there are for this process
    MarkerCount(
            HeapCore core,
            MutatorRegistry registry,
            BooleanSupplier isAwaited,
            IntSupplier processors) {
        this.most = core.options().markers();
        this.always = core.options().stress().allMarkers();
        this.never = core.isScheduled() && !always;
        this.registry = registry;
        this.isAwaited = isAwaited;
        this.processors = processors;
    }

    /// At this moment. The collector asks.
    int wanted() {
        if (most == 1 || never || Tracing.isOn()) {
            return 1;
        }
        if (always) {
            return most;
        }
        if (!isAwaited.getAsBoolean()) {
            return 1;
        }
        int idle = processors.getAsInt() - running();
        return Math.clamp(idle, 1, most);
    }

    private int running() {
        int running = 0;
        for (MutatorContext mutator : registry.all()) {
            running += mutator.isDead() || mutator.mode().isBlocked() ? 0 : 1;
        }
        return running;
    }
}
