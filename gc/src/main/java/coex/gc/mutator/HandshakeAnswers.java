// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.LatencyHistogram;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;

/// Which handshakes a mutator has answered, how long that took, and who gave the last answer.
///
/// Owned by the mutator's thread; the collector uses it on behalf of that mutator while it has it
/// locked.
final class HandshakeAnswers {

    private final HeapCore core;
    private final LatencyRecorder actions = new LatencyRecorder();
    private final LatencyRecorder acknowledgements = new LatencyRecorder();

    /// The number of the last handshake this mutator has answered.
    ///
    /// - writers: the owner, or the collector on its behalf; after the action
    /// - readers: the collector, which then reads what the action left behind
    /// - ordering: volatile; release and acquire would do, but need a call
    /// - shown by: `HandshakeStress`
    private volatile long answered;

    /// How long the last answer took; 0 if the collector gave it. Written before `answered`.
    private long nanos;

    /// How long the action took in it. As `nanos`.
    private long actionNanos;

    /// Who gave the last answer, if the mutator is lent: the borrower may have gone when it is
    /// asked for. Not the thread itself, which nobody should keep. Written before `answered`.
    private String answererName = "";

    /// 0 before the first.
    private long answererId;

    HandshakeAnswers(HeapCore core) {
        this.core = core;
    }

    /// The mutator, which nobody uses yet, counts as having answered this one.
    void start(long handshake) {
        answered = handshake;
    }

    boolean isUnanswered(MutatorRegistry.Request request) {
        return request != null && answered < request.number();
    }

    boolean has(long handshake) {
        return answered >= handshake;
    }

    /// On the owner's thread.
    ///
    /// @param borrower that thread if the mutator is lent, else null
    void give(MutatorRegistry.Request request, MutatorContext mutator, Thread borrower) {
        core.pass(SchedulePoint.HANDSHAKE_NOTICED);
        long number = request.number();
        long issuedAt = request.issuedAt();
        long began = System.nanoTime();
        request.action().perform(mutator, false);
        core.pass(SchedulePoint.HANDSHAKE_PERFORMED);
        long ended = System.nanoTime();
        nanos = ended - issuedAt;
        actionNanos = ended - began;
        rememberAnswerer(borrower);
        answered = number;
        actions.record(ended - began);
        acknowledgements.record(ended - issuedAt);
        core.pass(SchedulePoint.HANDSHAKE_ANSWERED);
    }

    /// On the collector's thread, which has locked the mutator.
    void giveOnBehalf(MutatorRegistry.Request request, MutatorContext mutator) {
        request.action().perform(mutator, true);
        nanos = 0;
        actionNanos = 0;
        answered = request.number();
    }

    /// Allocates nothing: the JVM may be out of memory, and the action has been done.
    private void rememberAnswerer(Thread borrower) {
        if (borrower != null) {
            answererName = borrower.getName();
            answererId = borrower.threadId();
        }
    }

    long nanos() {
        return nanos;
    }

    long actionNanos() {
        return actionNanos;
    }

    /// The borrower that gave the last answer; null if none has.
    String answererName() {
        return answererId != 0 ? ThreadNames.of(answererName, answererId) : null;
    }

    LatencyHistogram actions() {
        return actions.snapshot();
    }

    LatencyHistogram acknowledgements() {
        return acknowledgements.snapshot();
    }
}
