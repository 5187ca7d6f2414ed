package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.report.Goal;
import coex.bench.streams.StoreKind;
import coex.bench.streams.StoreWork;

/// How fast a store is that only its task uses, and what it takes; ours beside Kafka's own two.
public final class StoreSpeedRows extends StoreRows {

    public StoreSpeedRows() {
        super(
                "store-speed",
                StoreWork.Phase.SPEED,
                StoreKind.OURS,
                StoreKind.MEMORY,
                StoreKind.ROCKSDB);
    }

    @Override
    void add(Beside rows, Effort effort) {
        boolean memory = rows.peer() == StoreKind.MEMORY;
        rows.add("updates", "M/s", speed(rows.peer()), "");
        rows.add("reads", "M/s", speed(rows.peer()), "");
        rows.add(
                "jvm-bytes",
                "B",
                memory ? Goal.ratioAtMost(0.1) : Goal.NONE,
                ", an entry in the JVM's heap");
        rows.add(
                "resident-bytes",
                "B",
                Goal.NONE,
                ", an entry, by what the process has in memory; RocksDB's files are not in it");
        rows.add(
                "restore",
                "ms",
                Goal.NONE,
                ", %,d records of a changelog".formatted(records(effort)));
        if (memory) {
            rows.add(
                    "held-bytes",
                    "held-bytes",
                    "jvm-bytes",
                    "B",
                    Goal.NONE,
                    ", an entry in our heap beside one in the JVM's");
        } else {
            rows.add("restart", "ms", Goal.NONE, ", with local state");
        }
    }
}
