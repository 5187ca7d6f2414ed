package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.program.HandleCompaction;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.List;

/// What is left of a heap in which nine objects of ten have died at random, when it has been
/// compacted beside threads that read.
public final class CompactionRows implements RowGroup {

    @Override
    public String name() {
        return "compaction";
    }

    @Override
    public int seconds(Effort effort) {
        return effort.dyingObjects() / 200_000 + 10;
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        Figures figures =
                new ChildJvm(HandleCompaction.class)
                        .flags(HostJvm.OURS)
                        .arguments(effort.dyingObjects())
                        .run()
                        .figures();
        String what =
                "%,d objects of 32 bytes, of which 9 of 10 died at random; %,.0f moved while four"
                        + " threads read and verified the others";
        String note = what.formatted(effort.dyingObjects(), figures.single("moved"));
        return List.of(
                new Row(
                        "compacted-space",
                        Measured.once(figures.single("held-mib")),
                        Measured.once(figures.single("live-mib")),
                        "what lives",
                        "MiB",
                        Goal.ratioAtMost(1.25),
                        "%s; tables, %.0f MiB for all that were there, are not in it"
                                .formatted(note, figures.single("tables-mib"))),
                new Row(
                        "compacted-marking",
                        Measured.medianOf(figures.samples("compacted")),
                        Measured.medianOf(figures.samples("in-order")),
                        "ours, made in order",
                        "M objects/s",
                        Goal.ratioAtLeast(0.8),
                        note),
                new Row(
                        "compacted-hold",
                        Measured.once(figures.single("hold-ms")),
                        Measured.NONE,
                        "",
                        "ms",
                        Goal.atMost(2),
                        "the longest time one of the readers spent on the collector; " + note));
    }
}
