package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.program.DeepJavaStack;
import coex.bench.program.DeepStack;
import coex.bench.program.ManyWrites;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// Whether the depth of a stack, or how much a thread has written, shows in how long it is held.
public final class HandshakeRows implements RowGroup {

    private static final int SHALLOW = 10;
    private static final int MIDDLE = 1000;
    private static final int DEEP = 1_000_000;
    private static final int FEW_CELLS = 1000;
    private static final int MANY_CELLS = 1_000_000;
    private static final int WRITING_COLLECTIONS = 20;
    private static final int JVM_COLLECTIONS = 50;
    private static final String UNIT = "us";

    @Override
    public String name() {
        return "handshake-depth";
    }

    @Override
    public int seconds(Effort effort) {
        return 35 + effort.handshakeCollections() / 10;
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        Figures ours =
                new ChildJvm(DeepStack.class)
                        .flags(HostJvm.OURS)
                        .arguments(effort.handshakeCollections(), SHALLOW, MIDDLE, DEEP)
                        .run()
                        .figures();
        List<Row> rows = new ArrayList<>();
        for (String percentile : List.of("p50", "p90", "p99")) {
            rows.add(row(percentile, ours, SHALLOW, Goal.ratioAtMost(2)));
        }
        rows.add(row("p99", ours, MIDDLE, Goal.NONE));
        for (String collector : List.of("G1", "Z")) {
            rows.add(besideTheJvm(ours, collector));
        }
        rows.addAll(afterWriting());
        return rows;
    }

    private static List<Row> afterWriting() throws IOException, InterruptedException {
        Figures ours =
                new ChildJvm(ManyWrites.class)
                        .flags(HostJvm.OURS)
                        .arguments(WRITING_COLLECTIONS, FEW_CELLS, MANY_CELLS)
                        .run()
                        .figures();
        List<Row> rows = new ArrayList<>();
        for (String figure : List.of("p99", "longest")) {
            rows.add(
                    new Row(
                            "handshake-written/" + figure,
                            at(MANY_CELLS, figure, ours),
                            at(FEW_CELLS, figure, ours),
                            "ours after %,d".formatted(FEW_CELLS),
                            UNIT,
                            figure.equals("p99") ? Goal.ratioAtMost(2) : Goal.NONE,
                            "%,d small mutable cells written since the last collection, of %d"
                                    .formatted(MANY_CELLS, WRITING_COLLECTIONS)));
        }
        return rows;
    }

    private static Row row(String percentile, Figures ours, int depth, Goal goal) {
        return new Row(
                "handshake-depth/" + percentile,
                at(DEEP, percentile, ours),
                at(depth, percentile, ours),
                "ours at depth " + depth,
                UNIT,
                goal,
                "%,d frames of one slot; a cycle has five actions, and the snapshot is the longest"
                        .formatted(DEEP));
    }

    private static Measured at(int depth, String percentile, Figures ours) {
        return Measured.medianOf(ours.samples(percentile + "@" + depth));
    }

    private static Row besideTheJvm(Figures ours, String collector)
            throws IOException, InterruptedException {
        var outcome =
                new ChildJvm(DeepJavaStack.class)
                        .flags(HostJvm.peer(collector, 256))
                        .flags("-XX:+ExplicitGCInvokesConcurrent")
                        .arguments(DEEP, JVM_COLLECTIONS)
                        .logging("safepoint")
                        .run();
        double[] micros =
                LongStream.of(
                                outcome.log()
                                        .since(outcome.figures().single("began"))
                                        .safepointNanos())
                        .mapToDouble(nanos -> nanos / 1e3)
                        .toArray();
        Measured all = Measured.medianOf(micros);
        return new Row(
                "handshake-depth/worst",
                at(DEEP, "p99", ours),
                Measured.once(all.high()),
                "longest safepoint, " + (collector.equals("Z") ? "ZGC" : collector),
                UNIT,
                Goal.NONE,
                "our p99 beside the longest of %d safepoints with %,d Java frames"
                        .formatted(micros.length, DEEP));
    }
}
