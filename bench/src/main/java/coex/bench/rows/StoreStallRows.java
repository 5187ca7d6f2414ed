package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.report.Goal;
import coex.bench.streams.StoreKind;
import coex.bench.streams.StoreWork;

/// How long a task is held up while others scan its store; ours beside Kafka's own two.
public final class StoreStallRows extends StoreRows {

    public StoreStallRows() {
        super(
                "store-stall",
                StoreWork.Phase.STALL,
                StoreKind.OURS,
                StoreKind.MEMORY,
                StoreKind.ROCKSDB);
    }

    @Override
    void add(Beside rows, Effort effort) {
        rows.add(
                "stall",
                "us",
                rows.peer() == StoreKind.MEMORY ? Goal.ratioAtMost(0.1) : Goal.NONE,
                ", the longest update or commit while two threads scan");
        rows.add("p99.9", "us", Goal.NONE, ", of updates while two threads scan");
        rows.add("updates-scanned", "M/s", speed(rows.peer()), ", while two threads scan");
        rows.add("scanned", "M/s", Goal.NONE, ", entries that the two threads read");
    }
}
