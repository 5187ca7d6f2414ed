package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.JmhRun;
import coex.bench.micro.Allocate;
import coex.bench.micro.ObservedRing;
import coex.bench.micro.ObservedRing.Observer;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What it costs an allocating thread that its heap is watched, beside the same heap unwatched.
///
/// The peer is measured twice, first and last; how the two differ is what the machine does by
/// itself.
public final class ObserveRows implements RowGroup {

    private static final String UNIT = "ns/object";
    private static final String PEER = "nobody watching";

    private static final List<String> WAYS = List.of("checked", "unchecked");

    @Override
    public String name() {
        return "observe";
    }

    @Override
    public int seconds(Effort effort) {
        return WAYS.size() * (Observer.values().length + 1) * effort.microSeconds();
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String way : WAYS) {
            Measured alone = measure(way, Observer.NOTHING, effort);
            Map<Observer, Measured> watched = new EnumMap<>(Observer.class);
            for (Observer observer : Observer.values()) {
                if (observer != Observer.NOTHING) {
                    watched.put(observer, measure(way, observer, effort));
                    rows.add(row(way, observer, watched.get(observer), alone));
                }
            }
            rows.add(pageBesideTop(way, watched));
            Measured again = measure(way, Observer.NOTHING, effort);
            rows.add(row(way, Observer.NOTHING, again, alone));
        }
        return rows;
    }

    private static Measured measure(String way, Observer observer, Effort effort)
            throws IOException {
        String property = "-D" + ObservedRing.OBSERVER + "=" + observer;
        String[] flags =
                Stream.concat(Stream.of(HostJvm.OURS), Stream.of(property)).toArray(String[]::new);
        return JmhRun.of(Allocate.class, way + "Observed", effort, flags);
    }

    private static Row row(String way, Observer observer, Measured observed, Measured alone) {
        String name = "observe/" + way + "/" + nameOf(observer);
        return new Row(name, observed, alone, PEER, UNIT, goalOf(observer), noteOn(observer));
    }

    private static Row pageBesideTop(String way, Map<Observer, Measured> watched) {
        return new Row(
                "observe/" + way + "/page-beside-top",
                watched.get(Observer.PAGE),
                watched.get(Observer.TOP),
                "coex heap top",
                UNIT,
                Goal.ratioAtMost(1.05),
                "what the page asks, beside what top asks");
    }

    private static String nameOf(Observer observer) {
        return switch (observer) {
            case NOTHING -> "nothing";
            case FLIGHT_EVENTS_IDLE -> "events-idle";
            case FLIGHT_EVENTS_RECORDING -> "events-recording";
            case GC_LOG -> "gc-log";
            case TRACE_0_AFTER_4 -> "trace-0";
            case TRACE_1 -> "trace-1";
            case TRACE_2 -> "trace-2";
            case TRACE_4 -> "trace-4";
            case EVERYTHING -> "everything";
            case TOP -> "top";
            case PAGE -> "page";
        };
    }

    /// What is switched off must not be noticed; five percent is what this tells from noise at
    /// best.
    private static Goal goalOf(Observer observer) {
        return switch (observer) {
            case FLIGHT_EVENTS_IDLE, TRACE_0_AFTER_4 -> Goal.ratioAtMost(1.05);
            default -> Goal.NONE;
        };
    }

    private static String noteOn(Observer observer) {
        return switch (observer) {
            case NOTHING -> "measured again at the end of the run";
            case FLIGHT_EVENTS_IDLE -> "FlightEvents installed, no recording";
            case FLIGHT_EVENTS_RECORDING -> "FlightEvents, a recording of all our events";
            case GC_LOG -> "GcLog to a file, level info";
            case TRACE_0_AFTER_4 -> "HeapTrace at level 0 after it was at 4";
            case TRACE_1 -> "HeapTrace at level 1, to nowhere";
            case TRACE_2 -> "HeapTrace at level 2, to nowhere";
            case TRACE_4 -> "HeapTrace at level 4, to nowhere";
            case EVERYTHING -> "events recorded, log to a file, trace at level 1";
            case TOP -> "what `coex heap top` asks, once a second";
            case PAGE -> "what the live page asks, once a second, while it is open";
        };
    }
}
