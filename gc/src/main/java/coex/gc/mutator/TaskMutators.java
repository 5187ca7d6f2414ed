// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import java.util.ArrayDeque;

/// Mutators for tasks: any number of them, each for as long as a task runs, also while it waits.
///
/// They are lent mutators, kept for the next task when one has ended: idle ones are in a safe
/// region, so no handshake waits for them. Whoever has one, and is not on a processor, must be in a
/// safe region too.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | `take` | any thread without a running mutator of its own | a short lock |
/// | `giveBack` | the thread that took it | a short lock |
/// | `askRunning` | any thread | a short lock |
public final class TaskMutators {

    /// Idle ones beyond these are given up.
    private static final int MOST_IDLE = 64;

    private static final long LONGEST_NAP_NANOS = 100_000;

    private final MutatorRegistry registry;

    /// Under the lock of this.
    private final ArrayDeque<MutatorContext> idle = new ArrayDeque<>();

    /// How many are taken.
    ///
    /// - writers: under the lock of this
    /// - readers: any thread, without it; volatile
    /// - why: it only decides whether memory is worth giving back
    private volatile int taken;

    public TaskMutators(MutatorRegistry registry) {
        this.registry = registry;
    }

    /// A context that is the caller's until [#giveBack]. A safepoint.
    ///
    /// @throws coex.gc.HeapClosedException if the heap is closing
    public MutatorContext take() {
        MutatorContext context = next();
        try {
            if (context == null) {
                context = registry.registerLent();
            }
            return borrowed(context);
        } catch (Throwable thrown) {
            uncount();
            if (context != null) {
                keep(context);
            }
            throw thrown;
        }
    }

    private MutatorContext borrowed(MutatorContext context) {
        for (int rounds = 0; !context.tryBorrow(); rounds++) {
            if (context.isDead()) {
                throw registry.closed();
            }
            Backoff.pause(rounds, LONGEST_NAP_NANOS); // the collector is at work on it
        }
        return context;
    }

    private synchronized MutatorContext next() {
        taken++;
        return idle.pollLast();
    }

    /// Ends the use of a context, whose frames are gone. A safepoint.
    public void giveBack(MutatorContext context) {
        context.setCompanion(null);
        uncount();
        if (hasRoomForIdle()) {
            try {
                context.giveBack();
            } finally {
                keep(context);
            }
        } else {
            registry.exit(context);
        }
    }

    private synchronized void uncount() {
        taken--;
    }

    private synchronized boolean hasRoomForIdle() {
        return idle.size() < MOST_IDLE;
    }

    private synchronized void keep(MutatorContext context) {
        if (!context.isDead()) {
            idle.addLast(context);
        }
    }

    /// How many are taken at the moment.
    public int taken() {
        return taken;
    }

    /// Asks every mutator of the heap that is not in a safe region for its attention.
    public void askRunning() {
        for (MutatorContext context : registry.all()) {
            if (!context.mode().isBlocked()) {
                context.requestAttention();
            }
        }
    }
}
