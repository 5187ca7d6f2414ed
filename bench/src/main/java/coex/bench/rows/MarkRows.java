package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.JvmLog;
import coex.bench.program.HandleMarking;
import coex.bench.program.PlainMarking;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// How fast live objects are marked, by one thread and by two.
public final class MarkRows implements RowGroup {

    private static final int HEAP_MEBIBYTES = 2048;

    private enum Layout {
        SEQUENTIAL("mark-sequential", 50, Goal.NONE),
        RANDOM("mark-random", 8, Goal.ratioAtLeast(1.6));

        private final String row;
        private final double goal;
        private final Goal goalOfTwo;

        Layout(String row, double goal, Goal goalOfTwo) {
            this.row = row;
            this.goal = goal;
            this.goalOfTwo = goalOfTwo;
        }
    }

    @Override
    public String name() {
        return "mark";
    }

    @Override
    public int seconds(Effort effort) {
        return 40 + 8 * effort.markCollections();
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (Layout layout : Layout.values()) {
            Measured ours = ours(layout, effort, 1);
            Measured two = ours(layout, effort, 2);
            Measured zgc = peer(layout, effort, "Z", "O: Concurrent Mark", "-XX:ConcGCThreads=1");
            Measured serial = peer(layout, effort, "Serial", "Phase 1: Mark live objects");
            Goal goal = Goal.atLeast(layout.goal);
            rows.add(row(layout, effort, ours, zgc, "ZGC, 1 thread, concurrent", goal));
            rows.add(row(layout, effort, ours, serial, "Serial, 1 thread, stopped", Goal.NONE));
            rows.add(rowOfTwo(layout, effort, two, ours));
        }
        return rows;
    }

    private static Measured ours(Layout layout, Effort effort, int markers)
            throws IOException, InterruptedException {
        var outcome =
                new ChildJvm(HandleMarking.class)
                        .flags(HostJvm.OURS)
                        .arguments(
                                layout, effort.markedObjects(), effort.markCollections(), markers)
                        .run();
        return Measured.medianOf(outcome.figures().samples("million-objects-per-second"));
    }

    /// The peer does more than mark, so its log is asked how long that part took.
    private static Measured peer(
            Layout layout, Effort effort, String collector, String phase, String... flags)
            throws IOException, InterruptedException {
        JvmLog log =
                new ChildJvm(PlainMarking.class)
                        .flags(HostJvm.peer(collector, HEAP_MEBIBYTES))
                        .flags(flags)
                        .arguments(layout, effort.markedObjects(), effort.markCollections())
                        .logging("gc*")
                        .run()
                        .log();
        double[] millis = log.milliseconds(phase);
        int from = Math.max(0, millis.length - effort.markCollections());
        return Measured.medianOf(
                Arrays.stream(millis, from, millis.length)
                        .map(each -> effort.markedObjects() / each / 1000)
                        .toArray());
    }

    private static Row rowOfTwo(Layout layout, Effort effort, Measured two, Measured one) {
        String note = "%,d objects in a binary tree; two markers".formatted(effort.markedObjects());
        return new Row(
                layout.row + "/2-markers",
                two,
                one,
                "ours, 1 marker",
                "M objects/s",
                layout.goalOfTwo,
                note);
    }

    private static Row row(
            Layout layout, Effort effort, Measured ours, Measured peer, String name, Goal goal) {
        String note =
                "%,d objects in a binary tree; 32 bytes each, ZGC's 40; heap of the peers %d MiB"
                        .formatted(effort.markedObjects(), HEAP_MEBIBYTES);
        return new Row(layout.row, ours, peer, name, "M objects/s", goal, note);
    }
}
