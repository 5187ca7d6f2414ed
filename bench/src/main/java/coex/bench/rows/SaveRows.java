package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.program.MapDbSaving;
import coex.bench.program.OurSaving;
import coex.bench.program.SavingBesideWriter;
import coex.bench.program.VavrSaving;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Maps to files and back, and while a writer goes on.
public final class SaveRows implements RowGroup {

    /// What is measured beside ours.
    ///
    /// @param how it gets into a file
    private record Peer(String title, Class<?> program, String how) {}

    private static final List<Peer> PEERS =
            List.of(
                    new Peer("Vavr", VavrSaving.class, "Vavr with Java serialization"),
                    new Peer(
                            "MapDB",
                            MapDbSaving.class,
                            "MapDB's file, filled by its pump; restoring reads all entries of it"));

    @Override
    public String name() {
        return "save";
    }

    @Override
    public int seconds(Effort effort) {
        return 12
                + 3 * (effort.savings() + 1) * effort.savedEntries() / 500_000
                + (effort.savings() + 2) * effort.savedBesideWriter() / 1_000_000;
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        int entries = effort.savedEntries();
        Figures ours = ours(OurSaving.class, entries, effort);
        for (Peer peer : PEERS) {
            Figures theirs =
                    new ChildJvm(peer.program)
                            .flags(HostJvm.peer("Parallel", 4096))
                            .arguments(entries, effort.savings())
                            .run()
                            .figures();
            for (String figure : List.of("save", "restore", "bytes")) {
                rows.add(
                        new Row(
                                "save/" + entries + "/" + figure,
                                Measured.medianOf(ours.samples(figure)),
                                Measured.medianOf(theirs.samples(figure)),
                                peer.title,
                                figure.equals("bytes") ? "bytes/entry" : "ns/entry",
                                Goal.ratioAtMost(1),
                                "map of random longs, on the disk; " + peer.how));
            }
        }
        rows.addAll(besideWriter(effort));
        return rows;
    }

    private static Figures ours(Class<?> program, int entries, Effort effort)
            throws IOException, InterruptedException {
        return new ChildJvm(program)
                .flags(HostJvm.ourCollections(256 + entries / 5000))
                .arguments(entries, effort.savings())
                .run()
                .figures();
    }

    private static List<Row> besideWriter(Effort effort) throws IOException, InterruptedException {
        int entries = effort.savedBesideWriter();
        Figures found = ours(SavingBesideWriter.class, entries, effort);
        String name = "save/" + entries + "/beside-writer/";
        return List.of(
                new Row(
                        name + "speed",
                        Measured.medianOf(found.samples("save")),
                        Measured.medianOf(found.samples("plain")),
                        "plain file",
                        "MB/s",
                        Goal.ratioAtLeast(0.9),
                        "a version is saved while a thread makes others; beside it bytes that are"
                                + " there already, also while that thread goes on"),
                new Row(
                        name + "writes",
                        Measured.medianOf(found.samples("during")),
                        Measured.medianOf(found.samples("alone")),
                        "while nothing is saved",
                        "1/s",
                        Goal.NONE,
                        "updates of one thread meanwhile"),
                new Row(
                        name + "write-max",
                        Measured.medianOf(found.samples("longest")),
                        Measured.NONE,
                        "",
                        "ms",
                        Goal.NONE,
                        "the longest update during a save"));
    }
}
