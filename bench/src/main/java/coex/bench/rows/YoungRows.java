package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.program.HandleYoung;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What a young cycle takes beside a large old part, and what young cycles cost where everything
/// survives.
public final class YoungRows implements RowGroup {

    /// How much larger the larger old part is.
    private static final int TIMES_LARGER = 4;

    @Override
    public String name() {
        return "young";
    }

    @Override
    public int seconds(Effort effort) {
        return effort.oldMebibytes() / 20 + 2 * effort.buildRounds() * 10;
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        int small = effort.oldMebibytes();
        int large = small * TIMES_LARGER;
        return List.of(
                new Row(
                        "young-cycle",
                        cycles(large, effort),
                        cycles(small, effort),
                        "ours, %d MiB old".formatted(small),
                        "ms",
                        Goal.ratioAtMost(1.5),
                        "%d MiB old; 1,000,000 objects of 32 bytes born before each cycle, of which"
                                        .formatted(large)
                                + " one in 32 survives in an old array"),
                new Row(
                        "everything-survives",
                        building(true, effort),
                        building(false, effort),
                        "ours, every cycle full",
                        "s",
                        Goal.ratioAtMost(1.05, 1.15),
                        "%,d objects of 32 bytes, none of which dies"
                                .formatted(effort.builtObjects())));
    }

    private static Measured cycles(int oldMebibytes, Effort effort)
            throws IOException, InterruptedException {
        Figures figures =
                new ChildJvm(HandleYoung.class)
                        .flags(HostJvm.OURS)
                        .arguments("cycles", oldMebibytes, effort.youngCycles())
                        .run()
                        .figures();
        return Measured.medianOf(figures.samples("young-ms"));
    }

    private static Measured building(boolean young, Effort effort)
            throws IOException, InterruptedException {
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < effort.buildRounds(); i++) {
            seconds.add(
                    new ChildJvm(HandleYoung.class)
                            .flags(HostJvm.OURS)
                            .arguments("build", effort.builtObjects(), young)
                            .run()
                            .figures()
                            .single("build-s"));
        }
        return Measured.medianOf(seconds.stream().mapToDouble(each -> each).toArray());
    }
}
