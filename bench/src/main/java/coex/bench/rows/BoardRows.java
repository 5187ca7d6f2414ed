package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.program.ConcurrentBoard;
import coex.bench.program.OurBoard;
import coex.bench.program.VavrBoard;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;
import coex.bench.subject.OurHeap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// One writer and 50 virtual threads that read a map of maps, through the Java classes.
public final class BoardRows implements RowGroup {

    private static final int MEBIBYTES = 256;

    /// Figures that tell how long somebody waits.
    private static final List<String> STALLS = List.of("write-max", "read-max", "read-p99.9");

    /// What is measured beside ours.
    ///
    /// @param held whether the goals are for this one
    private record Peer(String title, Class<?> program, boolean held) {}

    private static final List<Peer> PEERS =
            List.of(
                    new Peer("Vavr", VavrBoard.class, true),
                    new Peer("ConcurrentHashMap", ConcurrentBoard.class, false));

    @Override
    public String name() {
        return "board";
    }

    @Override
    public int seconds(Effort effort) {
        return collectors(effort).size()
                * (1 + PEERS.size())
                * (2 + effort.churnMillis() * 3 / 2000);
    }

    private static List<String> collectors(Effort effort) {
        return effort == Effort.SMOKE ? List.of("G1") : List.of("G1", "Z");
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (String collector : collectors(effort)) {
            Figures ours = run(OurBoard.class, collector, effort);
            for (Peer peer : PEERS) {
                Figures theirs = run(peer.program, collector, effort);
                Goal half = peer.held ? Goal.ratioAtLeast(0.5) : Goal.NONE;
                Goal below = peer.held ? Goal.ratioAtMost(1) : Goal.NONE;
                rows.add(row(collector, "reads", "M/s", ours, theirs, peer, half));
                rows.add(row(collector, "writes", "M/s", ours, theirs, peer, half));
                for (String stall : STALLS) {
                    rows.add(row(collector, stall, "us", ours, theirs, peer, below));
                }
            }
        }
        return rows;
    }

    private static Figures run(Class<?> program, String collector, Effort effort)
            throws IOException, InterruptedException {
        return new ChildJvm(program)
                .flags(HostJvm.peer(collector, MEBIBYTES))
                .flags(ChildJvm.NATIVE_ACCESS, "-D" + OurHeap.MEBIBYTES + "=" + MEBIBYTES)
                .arguments(effort.churnMillis())
                .run()
                .figures();
    }

    private static Row row(
            String collector,
            String figure,
            String unit,
            Figures ours,
            Figures theirs,
            Peer peer,
            Goal goal) {
        return new Row(
                "board/" + collector + "/" + figure,
                Measured.once(ours.single(figure)),
                Measured.once(theirs.single(figure)),
                peer.title,
                unit,
                goal,
                "100 maps of 100 entries, 50 virtual threads read; JVMs of %d MiB, ours beside %d"
                        .formatted(MEBIBYTES, MEBIBYTES));
    }
}
