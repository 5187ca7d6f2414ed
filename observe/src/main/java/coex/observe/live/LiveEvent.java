// SPDX-License-Identifier: Apache-2.0
package coex.observe.live;

import coex.gc.HeapListener;

import java.util.List;

/// What a time line shows. Times are nanoseconds since the recorder was made; the end of each is
/// when the heap told of it.
sealed interface LiveEvent {

    /// When it ended.
    long end();

    record CycleBegan(long end, long cycle, String kind, String cause) implements LiveEvent {}

    record PhaseEnded(long end, long cycle, String phase, long nanos) implements LiveEvent {}

    record HandshakeEnded(
            long end,
            long cycle,
            String phase,
            long nanos,
            int mutators,
            int onBehalf,
            List<HeapListener.Answer> answers)
            implements LiveEvent {}

    record CycleEnded(
            long end,
            long cycle,
            long usedBefore,
            long usedAfter,
            long objectsSwept,
            long bytesReclaimed,
            long objectsMoved)
            implements LiveEvent {}

    /// An allocation waited for room. The heap tells of it a short while later.
    record Stalled(long end, String thread, long bytes, long nanos) implements LiveEvent {}

    record Late(long end, long cycle, String phase, String thread, long nanos, String at)
            implements LiveEvent {}

    record Resized(long end, String region, long from, long to) implements LiveEvent {}
}
