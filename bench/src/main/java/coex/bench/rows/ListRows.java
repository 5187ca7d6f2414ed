package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.micro.ListOperations;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// One operation of lists of longs, for each size.
public final class ListRows implements RowGroup {

    public enum Operation {
        GET("get", false, false),
        UPDATE("update", false, true),
        /// Building a list by appending.
        APPEND("build", true, true),
        ITERATE("iterate", true, false);

        private final String method;
        private final boolean touchesAll;
        private final boolean allocates;

        Operation(String method, boolean touchesAll, boolean allocates) {
            this.method = method;
            this.touchesAll = touchesAll;
            this.allocates = allocates;
        }
    }

    private final Operation operation;

    public ListRows(Operation operation) {
        this.operation = operation;
    }

    @Override
    public String name() {
        return "list-" + operation.name().toLowerCase(java.util.Locale.ROOT);
    }

    @Override
    public int seconds(Effort effort) {
        int face = isMeasuredThroughFace() ? 1 : 0;
        return (effort.contenders().size() + face) * Contest.seconds(effort);
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int size : effort.collectionSizes()) {
            rows.addAll(contest(size).measure(effort));
        }
        return rows;
    }

    private boolean isMeasuredThroughFace() {
        return operation == Operation.GET || operation == Operation.APPEND;
    }

    private Contest contest(int size) {
        return new Contest(
                "%s/long/%d".formatted(name(), size),
                ListOperations.class,
                operation.method,
                Map.of("size", size),
                operation.touchesAll ? size : ListOperations.BATCH,
                Contest.mebibytes(size),
                isMeasuredThroughFace(),
                operation.allocates);
    }
}
