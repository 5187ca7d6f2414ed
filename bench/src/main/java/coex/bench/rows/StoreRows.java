package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.ChildJvm;
import coex.bench.jvm.Figures;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;
import coex.bench.streams.StoreKind;
import coex.bench.streams.StoreWork;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What is measured of a task's key-value store, ours beside others, each in a JVM of its own.
abstract class StoreRows implements RowGroup {

    /// What RocksDB takes is outside the JVM's heap; the store in memory needs most of it.
    private static final int JVM_MEBIBYTES = 6 << 10;

    private final String name;
    private final StoreWork.Phase phase;
    private final StoreKind ours;
    private final List<StoreKind> peers;

    StoreRows(String name, StoreWork.Phase phase, StoreKind ours, StoreKind... peers) {
        this.name = name;
        this.phase = phase;
        this.ours = ours;
        this.peers = List.of(peers);
    }

    @Override
    public final String name() {
        return name;
    }

    private static int entries(Effort effort) {
        return switch (effort) {
            case SMOKE -> 5_000;
            case QUICK -> 1_000_000;
            case FULL -> 10_000_000;
        };
    }

    static int records(Effort effort) {
        return effort == Effort.SMOKE ? 5_000 : 1_000_000;
    }

    private static int millis(Effort effort) {
        return effort == Effort.SMOKE ? 20 : 15_000;
    }

    private static int mebibytes(Effort effort) {
        return effort == Effort.SMOKE ? 256 : JVM_MEBIBYTES;
    }

    @Override
    public final int seconds(Effort effort) {
        int fill = entries(effort) / 200_000;
        return (1 + peers.size()) * (3 * millis(effort) / 1000 + fill);
    }

    @Override
    public final List<Row> measure(Effort effort) throws IOException, InterruptedException {
        Map<StoreKind, Figures> all = new EnumMap<>(StoreKind.class);
        all.put(ours, run(ours, effort));
        for (StoreKind peer : peers) {
            all.put(peer, run(peer, effort));
        }
        String note =
                "%,d entries of 16 and 64 bytes, one task; G1 with %d MiB"
                        .formatted(entries(effort), mebibytes(effort));
        List<Row> rows = new ArrayList<>();
        for (StoreKind peer : peers) {
            add(new Beside(all.get(ours), all.get(peer), peer, note, rows), effort);
        }
        return rows;
    }

    private Figures run(StoreKind kind, Effort effort) throws IOException, InterruptedException {
        return new ChildJvm(StoreWork.class)
                .flags(ChildJvm.NATIVE_ACCESS, "-Xmx" + mebibytes(effort) + "m")
                .arguments(phase, kind, entries(effort), records(effort), millis(effort))
                .run()
                .figures();
    }

    /// Adds the rows beside one peer.
    abstract void add(Beside rows, Effort effort);

    /// The store in memory is to be matched, RocksDB to be left behind.
    static Goal speed(StoreKind peer) {
        return Goal.ratioAtLeast(peer == StoreKind.MEMORY ? 1 : 3);
    }

    /// Collects rows of one peer.
    record Beside(Figures ours, Figures theirs, StoreKind peer, String note, List<Row> rows) {

        void add(String figure, String unit, Goal goal, String more) {
            add(figure, figure, figure, unit, goal, more);
        }

        void add(String row, String ofOurs, String ofTheirs, String unit, Goal goal, String more) {
            rows.add(
                    new Row(
                            "streams/" + row,
                            Measured.medianOf(ours.samples(ofOurs)),
                            Measured.medianOf(theirs.samples(ofTheirs)),
                            peer.title(),
                            unit,
                            goal,
                            note + more));
        }
    }
}
