// SPDX-License-Identifier: Apache-2.0
package coex.gc.heap;

import java.util.concurrent.atomic.AtomicInteger;

/// Whether marking of the running cycle is complete: the one word on which the collector and the
/// readers of weak references agree without waiting for each other.
///
///     NOT_CLOSED ──open()──► OPEN ──close()──► CLOSED ──finish()──► DONE       collector
///          ▲                  │                                      │
///          │                  └──resist()──► FAILED                  │         a mutator reading a
///          │                                   │                     │         weak reference
///          └───────────── reopen() ────────────┴─────────────────────┘         collector
///
/// A reader that finds an unmarked object while the verdict is OPEN makes it FAILED and shades the
/// object: the round is lost, the object is not. If the collector was first, the verdict is CLOSED
/// and the reader gets null.
///
/// DONE says that dead weak references have been cleared and dead handles retired. From then on an
/// unmarked object may also be one born after its thread's H4, which a reader that is still before
/// its own H4 must not take for dead. Reading the reference again tells: a dead one is gone.
///
/// - ordering: volatile. When a reader sees CLOSED it also sees every mark of the cycle, because
///   the collector marked before its compare-and-set.
public final class Verdict {

    private static final int NOT_CLOSED = 0;
    private static final int OPEN = 1;
    private static final int FAILED = 2;
    private static final int CLOSED = 3;
    private static final int DONE = 4;

    private final AtomicInteger state = new AtomicInteger(NOT_CLOSED);

    // Collector

    /// Marking begins, or goes on after a failed round.
    public void reopen() {
        state.set(NOT_CLOSED);
    }

    /// A flush round begins.
    public void open() {
        state.set(OPEN);
    }

    /// The round found nothing; false if a weak read objected.
    public boolean close() {
        return state.compareAndSet(OPEN, CLOSED);
    }

    /// Weak references to the dead are cleared and their handles retired.
    public void finish() {
        state.set(DONE);
    }

    // Mutators

    /// Whether weak references to the dead have been cleared.
    public boolean isDone() {
        return state.get() == DONE;
    }

    /// Objects to closing; false if the verdict is closed already.
    public boolean resist() {
        while (true) {
            int seen = state.get();
            if (seen == CLOSED || seen == DONE) {
                return false;
            }
            if (seen != OPEN || state.compareAndSet(OPEN, FAILED)) {
                return true;
            }
        }
    }
}
