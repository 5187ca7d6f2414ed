// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.HeapListener;
import coex.gc.Phase;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Asks every mutator to do something once, and waits until each has.
///
/// A running mutator acts at its next safepoint; for one in a safe region the collector acts.
/// Nobody is skipped and there is no time limit: a mutator that neither comes to a safepoint nor is
/// in a safe region delays the end of the cycle, and with it every mutator that finds no room and
/// has to wait for what the cycle frees. After a while it is reported. Run by the collector.
public final class Handshake {

    /// Thrown to the collector when the heap is closed while it waits.
    public static final class Abandoned extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Abandoned() {
            super(null, null, false, false);
        }
    }

    /// Made beforehand: the JVM may be out of memory when the heap closes.
    public static final Abandoned ABANDONED = new Abandoned();

    private static final long LONGEST_NAP = 500_000;
    private static final int NAPS_BETWEEN_THREAD_CHECKS = 8;

    private final HeapCore core;
    private final MutatorRegistry registry;

    /// For how many mutators the collector has answered the handshake it is waiting for.
    private int answeredFor;

    public Handshake(HeapCore core, MutatorRegistry registry) {
        this.core = core;
        this.registry = registry;
    }

    /// Has every mutator perform `action`, after which new ones start with the flags `after`.
    /// Returns the mutators that were addressed; some may have exited instead of answering.
    ///
    /// @throws Abandoned if the heap is being closed
    public MutatorContext[] run(
            long cycle, Phase phase, MutatorRegistry.Flags after, HandshakeAction action) {
        MutatorContext[] addressed = registry.issue(phase, action, after);
        MutatorRegistry.Request request = registry.request();
        int onBehalf = await(cycle, request, addressed);
        if (core.listeners().areThere()) {
            core.listeners().handshakeEnded(summary(cycle, request, addressed, onBehalf));
        }
        return addressed;
    }

    /// Like [#run], for an action that does not change the state of mutators.
    public MutatorContext[] run(long cycle, Phase phase, HandshakeAction action) {
        return run(cycle, phase, registry.flags(), action);
    }

    private static HeapListener.Handshake summary(
            long cycle, MutatorRegistry.Request request, MutatorContext[] addressed, int onBehalf) {
        long slowest = 0;
        String slowestThread = "";
        List<HeapListener.Answer> answers = new ArrayList<>();
        for (MutatorContext mutator : addressed) {
            HandshakeAnswers given = mutator.answers();
            if (!given.has(request.number()) || given.nanos() == 0) {
                continue; // it exited, or the collector answered for it
            }
            if (!mutator.isObserver() && answers.size() < HeapListener.Handshake.MOST_ANSWERS) {
                answers.add(
                        new HeapListener.Answer(
                                mutator.answererName(),
                                Duration.ofNanos(given.nanos()),
                                Duration.ofNanos(given.actionNanos())));
            }
            if (given.nanos() > slowest) {
                slowest = given.nanos();
                slowestThread = mutator.answererName();
            }
        }
        return new HeapListener.Handshake(
                cycle,
                request.phase(),
                addressed.length,
                onBehalf,
                Duration.ofNanos(System.nanoTime() - request.issuedAt()),
                slowestThread,
                Duration.ofNanos(slowest),
                answers);
    }

    /// Waits until all have answered; returns for how many of them the collector has.
    private int await(long cycle, MutatorRegistry.Request request, MutatorContext[] addressed) {
        long lateAfter = core.options().lateAfter().toNanos();
        long reportAt = request.issuedAt() + lateAfter;
        int rounds = 0;
        answeredFor = 0;
        while (!allHaveAnswered(request, addressed)) {
            if (registry.isClosing()) {
                throw ABANDONED;
            }
            core.pass(SchedulePoint.COLLECTOR_WAITS);
            Backoff.pause(rounds++, LONGEST_NAP);
            if (rounds % NAPS_BETWEEN_THREAD_CHECKS == 0) {
                buryEnded(addressed);
                askAgain(request, addressed);
            }
            if (System.nanoTime() > reportAt) {
                buryAbandoned(request, addressed);
                LateReport.tell(core.listeners(), cycle, request, addressed);
                lateAfter *= 2;
                reportAt = System.nanoTime() + lateAfter;
            }
        }
        if (registry.isClosing()) {
            throw ABANDONED; // a mutator that ended with the heap has not acted
        }
        return answeredFor;
    }

    private boolean allHaveAnswered(MutatorRegistry.Request request, MutatorContext[] addressed) {
        boolean all = true;
        for (MutatorContext mutator : addressed) {
            if (!hasAnswered(request, mutator)) {
                boolean answered = answerFor(request, mutator);
                answeredFor += answered ? 1 : 0;
                all &= answered;
            }
        }
        return all;
    }

    /// A mutator clears its bit when it has answered and then looks for a newer request. If it had
    /// no stack left for that look, it is asked here.
    private static void askAgain(MutatorRegistry.Request request, MutatorContext[] addressed) {
        for (MutatorContext mutator : addressed) {
            if (!hasAnswered(request, mutator)) {
                mutator.requestPoll();
            }
        }
    }

    private static boolean hasAnswered(MutatorRegistry.Request request, MutatorContext mutator) {
        return mutator.answers().has(request.number()) || mutator.mode().isDead();
    }

    private static boolean answerFor(MutatorRegistry.Request request, MutatorContext mutator) {
        if (!mutator.mode().lock()) {
            return false;
        }
        try {
            if (!mutator.answers().has(request.number())) {
                mutator.answers().giveOnBehalf(request, mutator);
            }
        } finally {
            mutator.mode().unlock();
        }
        return true;
    }

    /// Detaches those that were left to the collector, and threads that ended without detaching.
    /// The mode, or that a thread has ended, orders all it did before what follows here.
    public void buryEnded(MutatorContext[] mutators) {
        for (MutatorContext mutator : mutators) {
            if (mutator.mode().isGone()) {
                registry.unregister(mutator);
            } else if (hasEnded(mutator)) {
                registry.unregister(mutator);
                core.listeners().mutatorAbandoned(ThreadNames.of(mutator.mode().owner()));
            }
        }
    }

    private static boolean hasEnded(MutatorContext mutator) {
        Thread owner = mutator.mode().owner();
        return owner != null
                && owner.getState() == Thread.State.TERMINATED
                && !mutator.mode().isDead();
    }

    /// Ends lent mutators whose borrower will not give them back. What it did in the heap comes
    /// before: its stack was looked at since.
    private void buryAbandoned(MutatorRegistry.Request request, MutatorContext[] addressed) {
        for (MutatorContext mutator : addressed) {
            if (mutator.isAbandoned(request)) {
                String borrower = mutator.threadName();
                registry.unregister(mutator);
                core.listeners().mutatorAbandoned(borrower);
            }
        }
    }
}
