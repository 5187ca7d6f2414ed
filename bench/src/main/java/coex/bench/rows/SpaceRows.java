package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.program.HandleSpaceUse;
import coex.bench.program.PlainSpaceUse;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.List;

/// What a small object costs beyond its payload.
public final class SpaceRows implements RowGroup {

    private static final int HEAP_MEBIBYTES = 2048;
    private static final String COMPACT = "-XX:+UseCompactObjectHeaders";

    @Override
    public String name() {
        return "space";
    }

    @Override
    public int seconds(Effort effort) {
        return 5 + effort.measuredObjects() / 500_000;
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        Figures ours =
                new ChildJvm(HandleSpaceUse.class)
                        .flags(HostJvm.OURS)
                        .arguments(effort.measuredObjects())
                        .run()
                        .figures();
        double plain = peer(effort);
        double compact = peer(effort, COMPACT);
        String note =
                "%,d objects of 24 bytes payload; header %.2f, handle %.3f, lines and blocks %.3f"
                        .formatted(
                                effort.measuredObjects(),
                                ours.single("header"),
                                ours.single("handle"),
                                ours.single("memory"));
        double used = ours.single("used");
        return List.of(
                row("space/used", used, plain, "Java object", Goal.atMost(17), note),
                row("space/used", used, compact, "compact headers", Goal.NONE, note),
                row(
                        "space/committed",
                        ours.single("committed"),
                        Double.NaN,
                        "",
                        Goal.NONE,
                        "everything taken from the system, free memory included"));
    }

    private static double peer(Effort effort, String... flags)
            throws IOException, InterruptedException {
        return new ChildJvm(PlainSpaceUse.class)
                .flags(HostJvm.peer("G1", HEAP_MEBIBYTES))
                .flags(flags)
                .arguments(effort.measuredObjects())
                .run()
                .figures()
                .single("used");
    }

    private static Row row(
            String name, double ours, double peer, String peerName, Goal goal, String note) {
        return new Row(
                name,
                Measured.once(ours),
                Double.isNaN(peer) ? Measured.NONE : Measured.once(peer),
                peerName,
                "bytes",
                goal,
                note);
    }
}
