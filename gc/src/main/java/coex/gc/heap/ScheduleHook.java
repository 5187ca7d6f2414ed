// SPDX-License-Identifier: Apache-2.0
package coex.gc.heap;

import coex.gc.Phase;

/// Is called by every thread that passes a [SchedulePoint]. It may block or delay the caller.
@FunctionalInterface
public interface ScheduleHook {
    void at(SchedulePoint point);

    /// Is called by the collector at [SchedulePoint#PHASE_BEGINS].
    default void atPhase(Phase phase) {
        at(SchedulePoint.PHASE_BEGINS);
    }

    /// Makes the thread of a marker that helps, not started; null for an ordinary one.
    default Thread newMarker(Runnable task) {
        return null;
    }
}
