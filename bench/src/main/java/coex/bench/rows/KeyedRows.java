package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.micro.KeyedOperations;
import coex.bench.report.Row;
import coex.bench.subject.KeyKind;
import coex.bench.subject.Keyed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// One operation of maps or sets, for each kind of key and each size.
public final class KeyedRows implements RowGroup {

    /// What is measured, and how a quick run saves time.
    public enum Operation {
        GET(false, false, List.of(KeyKind.values())),
        UPDATE(false, true, List.of(KeyKind.values())),
        REMOVE(false, true, List.of(KeyKind.LONG)),
        BUILD(true, true, List.of(KeyKind.LONG)),
        ITERATE(true, false, List.of(KeyKind.LONG)),
        /// Of what is sorted.
        RANGE(false, false, List.of(KeyKind.LONG));

        private final boolean touchesAll;
        private final boolean allocates;
        private final List<KeyKind> quickKeys;

        Operation(boolean touchesAll, boolean allocates, List<KeyKind> quickKeys) {
            this.touchesAll = touchesAll;
            this.allocates = allocates;
            this.quickKeys = quickKeys;
        }

        private String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /// A million strings, stored and sought, fill half a gibibyte in the JVM.
    private static final int MEBIBYTES_FOR_STRINGS = 1024;

    private final Keyed collection;
    private final Operation operation;

    public KeyedRows(Keyed collection, Operation operation) {
        this.collection = collection;
        this.operation = operation;
    }

    @Override
    public String name() {
        return collection.word() + "-" + operation.word();
    }

    @Override
    public int seconds(Effort effort) {
        int face = isMeasuredThroughFace() ? 1 : 0;
        int contenders = Contest.contenders(effort, collection).size() + face;
        int runs = keys(effort).size() * contenders;
        return runs * Contest.seconds(effort);
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (KeyKind keys : keys(effort)) {
            for (int size : effort.collectionSizes()) {
                rows.addAll(contest(keys, size).measure(effort));
            }
        }
        return rows;
    }

    private List<KeyKind> keys(Effort effort) {
        if (effort == Effort.FULL) {
            return List.of(KeyKind.values());
        }
        return collection == Keyed.MAP || operation == Operation.GET
                ? operation.quickKeys
                : List.of(KeyKind.LONG);
    }

    private boolean isMeasuredThroughFace() {
        return switch (operation) {
            case GET, UPDATE -> collection != Keyed.SET;
            case RANGE -> true;
            case REMOVE, BUILD, ITERATE -> false;
        };
    }

    private Contest contest(KeyKind keys, int size) {
        return new Contest(
                "%s/%s/%d".formatted(name(), keys.word(), size),
                KeyedOperations.class,
                operation.word(),
                Map.of("collection", collection, "keys", keys, "size", size),
                operation.touchesAll ? size : KeyedOperations.BATCH,
                mebibytes(keys, size),
                isMeasuredThroughFace(),
                operation.allocates);
    }

    private static int mebibytes(KeyKind keys, int size) {
        int ofLongs = Contest.mebibytes(size);
        return keys == KeyKind.STRING && ofLongs > Contest.MEBIBYTES
                ? MEBIBYTES_FOR_STRINGS
                : ofLongs;
    }
}
