package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.program.Flood;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What keys cost that were chosen because their hashes are equal.
public final class FloodRows implements RowGroup {

    private static final List<String> WORKS = List.of("set-of-strings", "map-of-longs", "json");

    /// Times as long as with random keys: log n comparisons, and a few nodes more.
    private static final double MOST_TIMES = 10;

    @Override
    public String name() {
        return "flood";
    }

    @Override
    public int seconds(Effort effort) {
        return 5 + effort.floodRounds() / 2;
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        Figures figures =
                new ChildJvm(Flood.class)
                        .flags("-XX:+UseSerialGC", "-Xmx1g", ChildJvm.NATIVE_ACCESS)
                        .arguments(effort.floodKeys(), effort.floodRounds())
                        .run()
                        .figures();
        List<Row> rows = new ArrayList<>();
        for (String work : WORKS) {
            rows.add(
                    row(
                            figures,
                            work,
                            "random",
                            "random keys",
                            Goal.ratioAtMost(MOST_TIMES),
                            effort));
            rows.add(row(figures, work, "java", "java.util, flooded", Goal.NONE, effort));
        }
        return rows;
    }

    private static Row row(
            Figures figures, String work, String peer, String peerName, Goal goal, Effort effort) {
        return new Row(
                "flood/" + work,
                Measured.medianOf(figures.samples(work + "-flooded")),
                Measured.medianOf(figures.samples(work + "-" + peer)),
                peerName,
                "ms",
                goal,
                "%,d keys with equal hashes".formatted(effort.floodKeys()));
    }
}
