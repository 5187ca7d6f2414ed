package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.program.ClojureMapChurn;
import coex.bench.program.OurMapChurn;
import coex.bench.report.Curve;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;
import coex.gc.HeapExhaustedException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A shared map under churn: how long reads and writes take at worst, and how many writes there
/// are.
public final class MapChurnRows implements RowGroup {

    /// A JVM to compare with.
    ///
    /// @param bytes of an entry of Clojure's map there, boxed key and value included
    /// @param readMax what our longest read may be, as a part of that under it
    private record Peer(
            String collector, String title, int bytes, List<String> flags, double readMax) {}

    private static final int OUR_BYTES = 24;

    /// Objects for looking keys up, which the JVM holds too: three boxed longs and references to
    /// them.
    private static final int LOOKUP_BYTES = 84;

    private static final List<Peer> PEERS =
            List.of(
                    new Peer("G1", "Clojure, G1", 71, List.of(), 1),
                    new Peer("Z", "Clojure, ZGC", 95, List.of(), 0.5),
                    new Peer(
                            "Shenandoah",
                            "Clojure, Shenandoah",
                            71,
                            HostJvm.GENERATIONAL_SHENANDOAH,
                            0.5));

    @Override
    public String name() {
        return "map-churn";
    }

    @Override
    public int seconds(Effort effort) {
        int one = 4 + effort.churnMillis() * 3 / 2000;
        return effort.churnMultiples().length * (1 + PEERS.size()) * one;
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (int multiple : effort.churnMultiples()) {
            Figures ours = ours(effort, multiple);
            for (Peer peer : peers(effort)) {
                rows.addAll(rows(multiple, ours, peer, effort));
            }
        }
        return rows;
    }

    private static List<Peer> peers(Effort effort) {
        return effort == Effort.SMOKE ? PEERS.subList(0, 1) : PEERS;
    }

    private static int mebibytes(int bytes, Effort effort, int multiple) {
        return (int) Math.max(32, (long) bytes * effort.churnedEntries() * multiple >> 20);
    }

    /// Null if so much memory is not enough.
    private static Figures ours(Effort effort, int multiple)
            throws IOException, InterruptedException {
        return new ChildJvm(OurMapChurn.class)
                .flags(HostJvm.ourCollections(mebibytes(OUR_BYTES, effort, multiple)))
                .arguments(effort.churnedEntries(), effort.churnMillis())
                .figuresUnless(HeapExhaustedException.class);
    }

    private static String outcomeOf(Figures ours) {
        return ours == null
                ? "not enough for ours"
                : "%d cycles, %d stalls"
                        .formatted((long) ours.single("cycles"), (long) ours.single("stalls"));
    }

    /// The heap of a peer also holds what its keys are looked up with; that is added, not
    /// multiplied.
    private static int peerMebibytes(Peer peer, Effort effort, int multiple) {
        return mebibytes(peer.bytes, effort, multiple) + mebibytes(LOOKUP_BYTES, effort, 1);
    }

    private static List<Row> rows(int multiple, Figures ours, Peer peer, Effort effort)
            throws InterruptedException {
        int mebibytes = peerMebibytes(peer, effort, multiple);
        Figures theirs = null;
        String outcome = "";
        try {
            theirs =
                    new ChildJvm(ClojureMapChurn.class)
                            .flags(HostJvm.peer(peer.collector, mebibytes))
                            .flags(peer.flags)
                            .arguments(effort.churnedEntries(), effort.churnMillis())
                            .run()
                            .figures();
        } catch (IOException e) {
            outcome = ", which was not enough for it";
        }
        String note =
                ("%,d entries, 1 writer, readers on the other cores; heaps of %d times what is"
                                + " alive: %d MiB, %s, and %d MiB%s")
                        .formatted(
                                effort.churnedEntries(),
                                multiple,
                                mebibytes(OUR_BYTES, effort, multiple),
                                outcomeOf(ours),
                                mebibytes,
                                outcome);
        Goal below = Goal.ratioAtMost(1);
        String size = multiple + "x/";
        return List.of(
                row(size + "read-p99.9", ours, theirs, "read-p99.9", peer, "us", below, note)
                        .with(curve(ours, "read"), curve(theirs, "read")),
                row(
                        size + "read-max",
                        ours,
                        theirs,
                        "read-max",
                        peer,
                        "us",
                        Goal.ratioAtMost(peer.readMax),
                        note),
                row(size + "write-max", ours, theirs, "write-max", peer, "us", below, note)
                        .with(curve(ours, "write"), curve(theirs, "write")),
                row(
                        size + "writes",
                        ours,
                        theirs,
                        "throughput",
                        peer,
                        "M/s",
                        Goal.ratioAtLeast(1),
                        note),
                row(size + "reads", ours, theirs, "reads", peer, "M/s", Goal.NONE, note));
    }

    private static Row row(
            String name,
            Figures ours,
            Figures theirs,
            String figure,
            Peer peer,
            String unit,
            Goal goal,
            String note) {
        return new Row(
                "map-churn/" + name,
                measured(ours, figure),
                measured(theirs, figure),
                peer.title,
                unit,
                goal,
                note);
    }

    private static Curve curve(Figures figures, String name) {
        return figures == null ? Curve.NONE : new Curve(figures.samples(name + "-curve"));
    }

    private static Measured measured(Figures figures, String figure) {
        return figures == null ? Measured.NONE : Measured.once(figures.single(figure));
    }
}
