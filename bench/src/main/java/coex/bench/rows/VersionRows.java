package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.program.VersionCosts;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;
import coex.bench.subject.OurHeap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What a version costs a Java program: made and closed, made and dropped.
public final class VersionRows implements RowGroup {

    private static final int MEBIBYTES = 64;

    @Override
    public String name() {
        return "versions";
    }

    @Override
    public int seconds(Effort effort) {
        return 2 * (2 + effort.churnMillis() * 3 / 1000);
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (String collector : List.of("G1", "Z")) {
            Figures ours =
                    new ChildJvm(VersionCosts.class)
                            .flags(HostJvm.peer(collector, 256))
                            .flags(
                                    ChildJvm.NATIVE_ACCESS,
                                    "-D" + OurHeap.MEBIBYTES + "=" + MEBIBYTES)
                            .arguments(effort.churnMillis())
                            .run()
                            .figures();
            rows.add(row(collector, "close", ours, Goal.atMost(120)));
            rows.add(row(collector, "drop", ours, Goal.atMost(200)));
        }
        return rows;
    }

    private static Row row(String collector, String how, Figures ours, Goal goal) {
        return new Row(
                "versions/" + collector + "/" + how,
                Measured.once(ours.single(how)),
                Measured.NONE,
                "",
                "ns",
                goal,
                "map of 1,000 longs, one thread; %d MiB in a JVM of 256".formatted(MEBIBYTES));
    }
}
