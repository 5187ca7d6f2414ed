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

/// One task's key-value store beside Kafka's own two.
public final class StreamsRows implements RowGroup {

    /// What RocksDB takes is outside the JVM's heap; the store in memory needs most of it.
    private static final int JVM_MEBIBYTES = 6 << 10;

    @Override
    public String name() {
        return "streams";
    }

    private static int entries(Effort effort) {
        return switch (effort) {
            case SMOKE -> 5_000;
            case QUICK -> 1_000_000;
            case FULL -> 10_000_000;
        };
    }

    private static int records(Effort effort) {
        return effort == Effort.SMOKE ? 5_000 : 1_000_000;
    }

    private static int millis(Effort effort) {
        return effort == Effort.SMOKE ? 20 : 10_000;
    }

    @Override
    public int seconds(Effort effort) {
        int fill = entries(effort) / 100_000;
        return StoreKind.values().length * (8 * millis(effort) / 1000 + fill + 10);
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException, InterruptedException {
        Map<StoreKind, Figures> all = new EnumMap<>(StoreKind.class);
        int mebibytes = effort == Effort.SMOKE ? 256 : JVM_MEBIBYTES;
        for (StoreKind kind : StoreKind.values()) {
            all.put(
                    kind,
                    new ChildJvm(StoreWork.class)
                            .flags(ChildJvm.NATIVE_ACCESS, "-Xmx" + mebibytes + "m")
                            .arguments(kind, entries(effort), records(effort), millis(effort))
                            .run()
                            .figures());
        }
        String note =
                "%,d entries of 16 and 64 bytes, one task; G1 with %d MiB"
                        .formatted(entries(effort), mebibytes);
        List<Row> rows = new ArrayList<>();
        Figures ours = all.get(StoreKind.OURS);
        for (StoreKind peer : List.of(StoreKind.MEMORY, StoreKind.ROCKSDB)) {
            boolean memory = peer == StoreKind.MEMORY;
            Goal speed = Goal.ratioAtLeast(memory ? 1 : 3);
            Rows made = new Rows(ours, all.get(peer), peer, note, rows);
            made.add("updates", "M/s", speed, "");
            made.add("reads", "M/s", speed, "");
            made.add(
                    "stall",
                    "us",
                    memory ? Goal.ratioAtMost(0.1) : Goal.NONE,
                    ", the longest update while two threads scan");
            made.add("p99.9", "us", Goal.NONE, ", of updates while two threads scan");
            made.add("updates-scanned", "M/s", speed, ", while two threads scan");
            made.add("scanned", "M/s", Goal.NONE, ", entries that the two threads read");
            made.add(
                    "jvm-bytes",
                    "B",
                    memory ? Goal.ratioAtMost(0.1) : Goal.NONE,
                    ", an entry in the JVM's heap");
            made.add(
                    "resident-bytes",
                    "B",
                    Goal.NONE,
                    ", an entry, by what the process has in memory; RocksDB's files are not in it");
            made.add(
                    "restore",
                    "ms",
                    Goal.NONE,
                    ", %,d records of a changelog".formatted(records(effort)));
            if (!memory) {
                made.add("restart", "ms", Goal.NONE, ", with local state");
            }
        }
        rows.add(
                new Row(
                        "streams/held-bytes",
                        Measured.once(ours.single("held-bytes")),
                        Measured.once(all.get(StoreKind.MEMORY).single("jvm-bytes")),
                        StoreKind.MEMORY.title(),
                        "B",
                        Goal.NONE,
                        note + ", an entry in our heap beside one in the JVM's"));
        return rows;
    }

    /// Collects rows of one peer.
    private record Rows(Figures ours, Figures theirs, StoreKind peer, String note, List<Row> rows) {

        void add(String figure, String unit, Goal goal, String more) {
            rows.add(
                    new Row(
                            "streams/" + figure,
                            Measured.once(ours.single(figure)),
                            Measured.once(theirs.single(figure)),
                            peer.title(),
                            unit,
                            goal,
                            note + more));
        }
    }
}
