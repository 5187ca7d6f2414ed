package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.report.Goal;
import coex.bench.streams.StoreKind;
import coex.bench.streams.StoreWork;

/// What a limit of a store costs its updates; ours with one beside ours without.
public final class StoreLimitRows extends StoreRows {

    public StoreLimitRows() {
        super("store-limit", StoreWork.Phase.UPDATES, StoreKind.LIMITED, StoreKind.OURS);
    }

    @Override
    void add(Beside rows, Effort effort) {
        rows.add(
                "updates-limited",
                "updates",
                "updates",
                "M/s",
                Goal.NONE,
                ", with coex.streams.store.bytes");
    }
}
