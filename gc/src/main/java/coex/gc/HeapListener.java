// SPDX-License-Identifier: Apache-2.0
package coex.gc;

import java.time.Duration;
import java.util.List;

/// Is told what a heap does. Listening never steers: what a listener throws is dropped.
///
/// A listener does not keep its heap alive, also if it refers to it.
///
/// Given to a heap by its options, or with [Heap#addListener] while it runs. Methods run on the
/// thread that holds the collector's role or on a mutator's, and should return quickly. They may
/// look at the heap's statistics, but not use its objects or wait for it.
public interface HeapListener {

    /// Does nothing on every event.
    HeapListener NONE = new HeapListener() {};

    /// This listener now listens to `heap`: from its opening, or from when it was added.
    ///
    /// @param heap the heap it listens to from now on
    default void listening(Heap heap) {}

    /// The heap is being closed; nothing else is heard of it, but for a cycle that breaks off. Of a
    /// heap that is dropped without being closed its listeners hear nothing: they go with it.
    ///
    /// @param heap the heap that is being closed
    default void closing(Heap heap) {}

    /// A cycle begins.
    ///
    /// @param cycle the number of the cycle
    /// @param kind whether it is young or full
    /// @param cause why there is one
    default void cycleStarted(long cycle, CycleKind kind, Cause cause) {}

    /// A phase of a cycle has ended.
    ///
    /// @param cycle the number of the cycle
    /// @param phase which phase
    /// @param took how long it took
    default void phaseEnded(long cycle, Phase phase, Duration took) {}

    /// Every mutator has answered a handshake.
    ///
    /// @param handshake what it did, and how long that took
    default void handshakeEnded(Handshake handshake) {}

    /// A cycle has ended; the statistics include it. How the free memory lies is looked at when the
    /// cycle was a full one; after a young one it is told as it was when it was looked at last.
    ///
    /// @param cycle the number of the cycle
    /// @param stats the figures of the heap, with this cycle
    default void cycleEnded(long cycle, HeapStats stats) {}

    /// A mutator has not answered a handshake for a while. It is waited for all the same. If many
    /// are late at once, only some are told of one by one.
    ///
    /// @param late who is late, with what, and where it stands
    default void mutatorLate(LateMutator late) {}

    /// A thread ended without detaching; the collector has detached it.
    ///
    /// @param threadName the name of the thread
    default void mutatorAbandoned(String threadName) {}

    /// A region of memory has grown or shrunk, a short while ago.
    ///
    /// @param region what was resized
    /// @param fromBytes its bytes before
    /// @param toBytes its bytes now
    default void resized(String region, long fromBytes, long toBytes) {}

    /// An allocation had to wait for a collection, a short while ago.
    ///
    /// @param threadName the name of the thread
    /// @param requestedBytes what it asked for
    /// @param waited how long it waited
    default void allocationStalled(String threadName, long requestedBytes, Duration waited) {}

    /// How the mutators answered a handshake.
    ///
    /// @param cycle the cycle it belongs to; the last one for a handshake outside any
    /// @param phase what it was for
    /// @param mutators how many were asked
    /// @param onBehalf for how many of these, blocked ones, the collector acted
    /// @param took from the request to the last answer
    /// @param slowestThread whose answer was the last; empty if all were blocked or there were none
    /// @param slowest how long that took
    /// @param answers the answers that threads of the program gave themselves, in no order; of the
    ///     first [#MOST_ANSWERS] if there were more
    record Handshake(
            long cycle,
            Phase phase,
            int mutators,
            int onBehalf,
            Duration took,
            String slowestThread,
            Duration slowest,
            List<Answer> answers) {

        /// Of so many threads one is told at most what each of them answered.
        public static final int MOST_ANSWERS = 256;

        /// Keeps the list as it is now.
        public Handshake {
            answers = List.copyOf(answers);
        }
    }

    /// What one thread did in a handshake.
    ///
    /// @param thread the thread's name, or its number if it has none
    /// @param after from the request to the end of its answer
    /// @param action how long the thread was held for it, at the end of that time
    record Answer(String thread, Duration after, Duration action) {}

    /// Who is late, for what and since when.
    ///
    /// @param cycle the cycle that waits
    /// @param phase the handshake that is not answered
    /// @param thread the thread's name, or its number if it has none
    /// @param waited how long the collector has been waiting
    /// @param at the thread's innermost stack frames, ` < ` between them, or "unknown"
    /// @param others how many more threads are late and not told of, with the last that is; else 0
    record LateMutator(
            long cycle, Phase phase, String thread, Duration waited, String at, int others) {}
}
