package coex.stress.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Phase;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;
import coex.stress.schedule.Disturbance.Kind;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The JVM fails, the thread is interrupted or ends, or somebody closes the heap, at every place
/// where the order of threads matters: nothing is lost, the next cycle ends, and the heap is in
/// order.
class InjectedFailureTest {

    private static final int TIMES = 6;
    private static final int MOST_SEEDS = 400;
    private static final int MOST_VISITS = 12;

    /// A schedule moves one object or two, if any.
    private static final Set<Place> SELDOM_VISITED =
            Set.of(Place.at(SchedulePoint.COPYING), Place.at(SchedulePoint.COPIED));

    /// Only the collector and its helpers come here; such a thread ends with an error, or not at
    /// all.
    private static final Set<SchedulePoint> OF_THE_COLLECTOR =
            EnumSet.of(
                    SchedulePoint.PHASE_BEGINS,
                    SchedulePoint.COLLECTOR_WAITS,
                    SchedulePoint.LOG_CLEARED,
                    SchedulePoint.MARK_BATCH,
                    SchedulePoint.MARK_FOUND,
                    SchedulePoint.MARKER_WAITS,
                    SchedulePoint.MARKER_RESTS,
                    SchedulePoint.VERDICT_PENDING,
                    SchedulePoint.RETIRED_WORD,
                    SchedulePoint.SWEPT_BLOCKS,
                    SchedulePoint.COPYING,
                    SchedulePoint.COPIED);

    /// Where heaps and mutators begin and end, outside the schedule: `FailedOpenTest`,
    /// `FailedCloseTest` and `LeftToCollectorTest` fail there.
    private static final EnumSet<SchedulePoint> BEFORE_AND_AFTER =
            EnumSet.of(SchedulePoint.OPENING, SchedulePoint.ATTACHING, SchedulePoint.CLOSING);

    private static Stream<Arguments> failures() {
        List<Arguments> failures = new ArrayList<>();
        for (Kind kind : EnumSet.complementOf(EnumSet.of(Kind.NOTHING))) {
            for (SchedulePoint point : EnumSet.complementOf(BEFORE_AND_AFTER)) {
                boolean collects = OF_THE_COLLECTOR.contains(point);
                if (point != SchedulePoint.PHASE_BEGINS
                        && !(kind == Kind.END_OF_THREAD && collects)) {
                    failures.add(Arguments.of(kind, Place.at(point)));
                }
            }
            for (Phase phase : Phase.values()) {
                if (kind != Kind.END_OF_THREAD) {
                    failures.add(Arguments.of(kind, Place.before(phase)));
                }
            }
        }
        return failures.stream();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("failures")
    void nothingIsLostWhateverFails(Kind kind, Place place) {
        OnAVirtualThread.run(
                () -> {
                    int happened = 0;
                    int mostVisits = SELDOM_VISITED.contains(place) ? 2 : MOST_VISITS;
                    for (long seed = 1; seed <= MOST_SEEDS && happened < TIMES; seed++) {
                        int visits = 1 + (int) (seed * 7 % mostVisits);
                        var disturbance = new Disturbance(kind, place, visits);
                        Exploration.explore(
                                seed,
                                Protocol.SOUND,
                                EnumSet.of(Phase.MARK, Phase.FINISH),
                                disturbance);
                        happened += disturbance.hasHappened() ? 1 : 0;
                    }
                    assertThat(happened).as("times it has happened").isEqualTo(TIMES);
                });
    }
}
