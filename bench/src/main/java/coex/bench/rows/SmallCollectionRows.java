package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.program.SmallCollections;
import coex.bench.program.SmallSystemCollections;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// How long it takes to collect a heap that holds next to nothing.
public final class SmallCollectionRows implements RowGroup {

    private static final int HEAP_MEBIBYTES = 64;

    @Override
    public String name() {
        return "collect-1000";
    }

    @Override
    public int seconds(Effort effort) {
        return 8 + effort.smallCollections() / 200;
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        Figures ours =
                new ChildJvm(SmallCollections.class)
                        .flags(HostJvm.OURS)
                        .arguments(effort.smallCollections())
                        .run()
                        .figures();
        List<Row> rows = new ArrayList<>();
        for (String collector : List.of("Serial", "G1", "Z")) {
            Figures peer =
                    new ChildJvm(SmallSystemCollections.class)
                            .flags(HostJvm.peer(collector, HEAP_MEBIBYTES))
                            .arguments(effort.smallCollections() / 8)
                            .run()
                            .figures();
            boolean first = rows.isEmpty();
            rows.add(row("median", ours, peer, collector, first ? Goal.atMost(100) : Goal.NONE));
        }
        rows.add(
                new Row(
                        "collect-1000/p99",
                        Measured.once(ours.single("p99")),
                        Measured.NONE,
                        "",
                        "us",
                        Goal.NONE,
                        note(ours)));
        return rows;
    }

    private static Row row(String what, Figures ours, Figures peer, String collector, Goal goal) {
        return new Row(
                "collect-1000/" + what,
                Measured.medianOf(ours.samples(what)),
                Measured.medianOf(peer.samples(what)),
                "System.gc(), " + (collector.equals("Z") ? "ZGC" : collector),
                "us",
                goal,
                note(ours));
    }

    private static String note(Figures ours) {
        return ("collect() with 1,000 live objects; the peers also have the classes of the JDK to"
                        + " look at, in a heap of %d MiB; ours ran %d collections")
                .formatted(HEAP_MEBIBYTES, (long) ours.single("collections"));
    }
}
