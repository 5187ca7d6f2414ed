package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.program.HandleHeapDump;
import coex.bench.program.PlainHeapDump;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.List;

/// How long a heap dump takes, how large it is, and what it does to a thread that runs meanwhile.
public final class HprofRows implements RowGroup {

    private static final int OBJECTS = 5_000_000;
    private static final int HEAP_MEBIBYTES = 2048;
    private static final String PEER = "HotSpot's dump, Serial";

    @Override
    public String name() {
        return "hprof";
    }

    @Override
    public int seconds(Effort effort) {
        return 10 + 5 * dumps(effort);
    }

    private static int dumps(Effort effort) {
        return effort == Effort.QUICK ? 3 : 11;
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        Figures ours = run(HandleHeapDump.class, effort, HostJvm.OURS);
        Figures peer = run(PlainHeapDump.class, effort, HostJvm.peer("Serial", HEAP_MEBIBYTES));
        String note =
                "%,d objects; JVM heap at most 256 MiB, peak %.0f; %,.0f allocations meanwhile"
                        .formatted(
                                OBJECTS,
                                ours.single("java-heap-peak-mebibytes"),
                                Measured.medianOf(ours.samples("allocations-meanwhile")).value());
        return List.of(
                row("hprof/time", ours, peer, "seconds", "s", Goal.atMost(10), note),
                row("hprof/hold", ours, peer, "held-milliseconds", "ms", Goal.NONE, note),
                row("hprof/size", ours, peer, "file-mebibytes", "MiB", Goal.NONE, note));
    }

    private static Figures run(Class<?> program, Effort effort, String... flags)
            throws IOException, InterruptedException {
        return new ChildJvm(program).flags(flags).arguments(OBJECTS, dumps(effort)).run().figures();
    }

    private static Row row(
            String name,
            Figures ours,
            Figures peer,
            String figure,
            String unit,
            Goal goal,
            String note) {
        return new Row(
                name,
                Measured.medianOf(ours.samples(figure)),
                Measured.medianOf(peer.samples(figure)),
                PEER,
                unit,
                goal,
                note);
    }
}
