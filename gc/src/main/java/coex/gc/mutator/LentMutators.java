// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import java.util.Arrays;

/// Mutators for threads that are not attached: any number of threads, platform or virtual, borrow
/// one each for the time of an operation.
///
/// There are about as many as threads use the heap at the same moment, which is bounded by the
/// processors, not by the threads: an operation is short and calls no foreign code. While nobody
/// has it a lent mutator is idle, which is a safe region, so no handshake waits for it. Taking and
/// giving back is one compare-and-set each, of the mode by which mutator and collector agree
/// anyway.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | `borrow` | any thread without a running mutator of its own | while [#MOST] others are borrowed, or a short lock |
/// | `giveBack` | the thread that borrowed | no |
public final class LentMutators {

    /// The most there are.
    static final int MOST = 256;

    private static final long LONGEST_NAP_NANOS = 100_000;
    private static final int ROUNDS_BEFORE_GROWTH = 70;

    private final MutatorRegistry registry;

    /// Up to here another one is made as soon as none is idle.
    private final int usual = 2 * Runtime.getRuntime().availableProcessors();

    /// All there are.
    ///
    /// - writers: whoever adds one, under this object's monitor
    /// - readers: borrowers, without it
    /// - ordering: volatile; an array is complete when it is published
    private volatile MutatorContext[] contexts = {};

    public LentMutators(MutatorRegistry registry) {
        this.registry = registry;
    }

    /// An idle context, the caller's until [#giveBack]. A safepoint.
    ///
    /// @throws coex.gc.HeapClosedException if the heap is closing
    public MutatorContext borrow() {
        MutatorContext[] all = contexts;
        if (all.length > 0) {
            MutatorContext usualOne = all[startFor(all)];
            if (usualOne.tryBorrow()) {
                return usualOne;
            }
        }
        return borrowAny();
    }

    /// A thread comes to the same place again, where its caches are warm.
    private static int startFor(MutatorContext[] all) {
        return (int) (Thread.currentThread().threadId() % all.length);
    }

    private MutatorContext borrowAny() {
        for (int rounds = 0; ; rounds++) {
            if (registry.isClosing()) {
                throw registry.closed();
            }
            MutatorContext[] all = contexts;
            int start = all.length == 0 ? 0 : startFor(all);
            for (int i = 0; i < all.length; i++) {
                MutatorContext candidate = all[(start + i) % all.length];
                if (candidate.tryBorrow()) {
                    return candidate;
                }
                if (candidate.isDead()) {
                    forget(candidate);
                }
            }
            if (all.length < usual || all.length < MOST && rounds >= ROUNDS_BEFORE_GROWTH) {
                add(all.length);
            } else {
                Backoff.pause(rounds, LONGEST_NAP_NANOS);
            }
        }
    }

    /// Makes one more, unless somebody has meanwhile.
    private synchronized void add(int seen) {
        if (contexts.length == seen) {
            MutatorContext[] more = Arrays.copyOf(contexts, seen + 1);
            more[seen] = registry.registerLent();
            contexts = more;
        }
    }

    /// Removes one that the collector has ended because its borrower did not give it back.
    private synchronized void forget(MutatorContext dead) {
        MutatorContext[] all = contexts;
        MutatorContext[] fewer = new MutatorContext[all.length];
        int count = 0;
        for (MutatorContext each : all) {
            if (each != dead) {
                fewer[count++] = each;
            }
        }
        contexts = Arrays.copyOf(fewer, count);
    }

    /// Ends the use of a context. A safepoint.
    ///
    /// @throws coex.gc.HeapClosedException if the heap is closing
    public void giveBack(MutatorContext context) {
        context.giveBack();
    }

    /// How many there are.
    public int count() {
        return contexts.length;
    }
}
