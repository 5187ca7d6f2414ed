package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.jvm.JvmLog;
import coex.bench.program.HandleChurn;
import coex.bench.program.NoChurn;
import coex.bench.program.PlainChurn;
import coex.bench.report.Curve;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;
import coex.gc.HeapExhaustedException;

import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// How long mutators are held while four of them allocate at full speed over a large live set.
public final class HoldRows implements RowGroup {

    /// Bytes of an object and of the reference to it.
    private static final int OUR_BYTES = 32 + 4;

    /// A JVM to compare with.
    ///
    /// @param bytes of an object and of the reference to it there
    private record Peer(String collector, String title, int bytes, List<String> flags) {}

    private static final String G1 = "G1";
    private static final String ZGC = "ZGC";

    private static final List<Peer> PEERS =
            List.of(
                    new Peer("G1", G1, 40 + 4, List.of()),
                    new Peer("Z", ZGC, 40 + 8, List.of()),
                    new Peer("Shenandoah", "Shenandoah", 40 + 4, HostJvm.GENERATIONAL_SHENANDOAH));

    /// They hold threads for a whole collection, so they are only there to tell what one collector
    /// or another costs in throughput.
    private static final List<Peer> STOPPING_PEERS =
            List.of(
                    new Peer("Serial", "Serial", 40 + 4, List.of()),
                    new Peer("Parallel", "Parallel", 40 + 4, List.of()));

    private static final int FLOOR_MILLIS = 3000;
    private static final double NANOS_PER_MICRO = 1e3;

    /// The last has the curve.
    private static final List<String> PERCENTILES =
            List.of("p50", "p90", "p99", "p99.9", "p99.99", "max");

    @Override
    public String name() {
        return "mutator-hold";
    }

    @Override
    public int seconds(Effort effort) {
        int one = effort.holdMillis() / 1000 + 3 + effort.heldObjects() / 2_000_000;
        return FLOOR_MILLIS / 1000
                + (1 + peers(effort).size()) * one * effort.heapMultiples().length;
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        Figures floor =
                new ChildJvm(NoChurn.class)
                        .arguments(Math.min(FLOOR_MILLIS, effort.holdMillis()))
                        .run()
                        .figures();
        for (double multiple : effort.heapMultiples()) {
            Figures ours = ours(effort, multiple);
            for (Peer peer : peers(effort)) {
                Side theirs = measure(peer, effort, multiple);
                rows.addAll(rows(multiple, ours, theirs, peer.title, effort));
            }
        }
        rows.add(floor(floor));
        return rows;
    }

    /// All of HotSpot's collectors in full, and those that run beside the program otherwise.
    static List<String> peerNames(Effort effort) {
        return peers(effort).stream().map(Peer::title).toList();
    }

    private static List<Peer> peers(Effort effort) {
        return effort == Effort.FULL
                ? Stream.concat(PEERS.stream(), STOPPING_PEERS.stream()).toList()
                : PEERS;
    }

    private static long heapMebibytes(int bytesPerObject, Effort effort, double multiple) {
        return (long) (effort.heldObjects() * (double) bytesPerObject * multiple) >> 20;
    }

    /// Null if so much memory is not enough.
    static Figures ours(Effort effort, double multiple) throws IOException, InterruptedException {
        return new ChildJvm(HandleChurn.class)
                .flags(HostJvm.OURS)
                .arguments(
                        effort.heldObjects(),
                        heapMebibytes(OUR_BYTES, effort, multiple) << 20,
                        effort.holdMillis())
                .figuresUnless(HeapExhaustedException.class);
    }

    /// What a peer's threads saw, and how long each safepoint and allocation stall held them.
    record Side(Figures figures, Histogram holds, long heapMebibytes) {
        /// What is left of a peer that did not get through: no numbers.
        static Side failed(long heapMebibytes) {
            return new Side(null, new Histogram(3), heapMebibytes);
        }

        double figure(String name) {
            return HoldRows.figure(figures, name);
        }

        Curve curve(String name) {
            return HoldRows.curve(figures, name);
        }

        double hold(String percentile) {
            if (holds.getTotalCount() == 0) {
                return Double.NaN;
            }
            return switch (percentile) {
                        case "max" -> holds.getMaxValue();
                        default ->
                                holds.getValueAtPercentile(
                                        Double.parseDouble(percentile.substring(1)));
                    }
                    / 1e3;
        }
    }

    private static double figure(Figures figures, String name) {
        return figures == null ? Double.NaN : figures.single(name);
    }

    private static Curve curve(Figures figures, String name) {
        return figures == null ? Curve.NONE : new Curve(figures.samples(name + "-curve"));
    }

    private static Side measure(Peer peer, Effort effort, double multiple)
            throws IOException, InterruptedException {
        long mebibytes = heapMebibytes(peer.bytes, effort, multiple);
        ChildJvm.Outcome outcome;
        try {
            outcome =
                    new ChildJvm(PlainChurn.class)
                            .flags(HostJvm.peer(peer.collector, mebibytes))
                            .flags(peer.flags)
                            .arguments(effort.heldObjects(), effort.holdMillis())
                            .logging("gc,safepoint")
                            .run();
        } catch (IOException e) {
            if (!e.getMessage().contains("OutOfMemoryError")) {
                throw e;
            }
            return Side.failed(mebibytes); // the smallest heaps are too small for some
        }
        JvmLog log = outcome.log().since(outcome.figures().single("began"));
        Histogram holds = new Histogram(3);
        for (long nanos : log.safepointNanos()) {
            holds.recordValue(nanos);
        }
        for (long nanos : log.stallNanos()) {
            holds.recordValue(nanos);
        }
        return new Side(outcome.figures(), holds, mebibytes);
    }

    static List<Row> rows(
            double multiple, Figures ours, Side peer, String peerName, Effort effort) {
        String heap = (multiple % 1 == 0 ? "" + (int) multiple : "" + multiple) + "x/";
        List<Row> rows = new ArrayList<>();
        for (String percentile : PERCENTILES) {
            rows.add(
                    row(
                            "mutator-hold/" + heap + percentile,
                            figure(ours, "hold-" + percentile),
                            peer.hold(percentile),
                            peerName + " safepoints, stalls",
                            "us",
                            holdGoal(peerName, percentile),
                            note(ours, peer, effort)));
        }
        // Of a distribution the row of its end has all the others too.
        rows.add(
                rows.removeLast().with(curve(ours, "hold"), Curve.of(peer.holds, NANOS_PER_MICRO)));
        for (String percentile : PERCENTILES) {
            rows.add(
                    row(
                            "mutator-probe/" + heap + percentile,
                            figure(ours, "probe-" + percentile),
                            peer.figure("probe-" + percentile),
                            peerName,
                            "us/64 ops",
                            probeGoal(peerName, percentile),
                            "time of 64 operations as the thread saw it, scheduling included"));
        }
        rows.add(rows.removeLast().with(curve(ours, "probe"), peer.curve("probe")));
        rows.add(
                row(
                        "mutator-throughput/" + heap.replace("/", ""),
                        figure(ours, "throughput"),
                        peer.figure("throughput"),
                        peerName,
                        "M ops/s",
                        throughputGoal(peerName),
                        note(ours, peer, effort)));
        return rows;
    }

    private static String note(Figures ours, Side peer, Effort effort) {
        return "4 threads, %,d live objects of 24 bytes payload, %.1f s; ours: %s; peer: %d MiB, %s"
                .formatted(
                        effort.heldObjects(),
                        effort.holdMillis() / 1e3,
                        outcomeOf(ours),
                        peer.heapMebibytes,
                        peer.figures == null
                                ? "ran out of memory"
                                : peer.holds.getTotalCount() + " holds");
    }

    private static String outcomeOf(Figures ours) {
        return ours == null
                ? "not enough memory"
                : "%d MiB, %d cycles, %d of them young, the last of %.0f ms, %d actions, %d stalls"
                        .formatted(
                                (long) ours.single("heap-mib"),
                                (long) ours.single("cycles"),
                                (long) ours.single("young"),
                                ours.single("cycle-ms"),
                                (long) ours.single("action-count"),
                                (long) ours.single("stall-count"));
    }

    private static Row row(
            String name,
            double ours,
            double peer,
            String peerName,
            String unit,
            Goal goal,
            String note) {
        return new Row(name, Measured.once(ours), Measured.once(peer), peerName, unit, goal, note);
    }

    // Goals, at every size of the heap

    private static Goal holdGoal(String peerName, String percentile) {
        return peerName.equals(ZGC) && percentile.equals("max") ? Goal.ratioAtMost(0.1) : Goal.NONE;
    }

    private static Goal probeGoal(String peerName, String percentile) {
        if (!peerName.equals(ZGC)) {
            return Goal.NONE;
        }
        return switch (percentile) {
            case "p99" -> Goal.ratioAtMost(5);
            case "p99.9" -> Goal.ratioAtMost(10);
            default -> Goal.NONE;
        };
    }

    private static Goal throughputGoal(String peerName) {
        return switch (peerName) {
            case ZGC -> Goal.ratioAtLeast(1);
            case G1 -> Goal.ratioAtLeast(0.8);
            default -> Goal.NONE;
        };
    }

    private static Row floor(Figures floor) {
        return new Row(
                "mutator-probe/idle/max",
                Measured.once(floor.single("probe-max")),
                Measured.NONE,
                "",
                "us/64 ops",
                Goal.NONE,
                "the probe with no heap at all: how long the scheduler keeps a thread waiting;"
                        + " p99.9 %.0f us".formatted(floor.single("probe-p99.9")));
    }
}
