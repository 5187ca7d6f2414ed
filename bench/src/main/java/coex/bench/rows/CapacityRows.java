package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.program.Capacity;
import coex.bench.program.CapacityWork;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// How long what programs take for granted takes, and how much memory. The budget is the goal.
public final class CapacityRows implements RowGroup {

    @Override
    public String name() {
        return "capacity";
    }

    @Override
    public int seconds(Effort effort) {
        return CapacityWork.values().length + 60 / effort.capacityDivisor();
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (CapacityWork work : works(effort)) {
            Figures figures =
                    new ChildJvm(Capacity.class)
                            .flags(HostJvm.OURS)
                            .arguments(work, effort.capacityDivisor())
                            .run()
                            .figures();
            String note =
                    "at most %,d MiB committed, %,d cycles"
                            .formatted(
                                    (long) figures.single("peak-mib"),
                                    (long) figures.single("cycles"));
            rows.add(
                    new Row(
                            "capacity/" + work.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                            Measured.once(figures.single("seconds")),
                            Measured.NONE,
                            "",
                            "s",
                            Goal.atMost(work.budgetSeconds()),
                            note));
        }
        return rows;
    }

    private static List<CapacityWork> works(Effort effort) {
        List<CapacityWork> all = List.of(CapacityWork.values());
        return effort == Effort.SMOKE ? all.subList(0, 2) : all;
    }
}
