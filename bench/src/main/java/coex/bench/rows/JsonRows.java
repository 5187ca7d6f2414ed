package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.JmhRun;
import coex.bench.micro.JsonOperations;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;
import coex.bench.subject.JsonDocument;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Reading and writing a JSON document of a few megabytes, beside Jackson's tree model.
public final class JsonRows implements RowGroup {

    private static final int MEBIBYTES = 512;

    @Override
    public String name() {
        return "json";
    }

    @Override
    public int seconds(Effort effort) {
        return 4 * (effort.collectionMicro(JsonDocument.RECORDS).seconds() + 1);
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException {
        int records = effort == Effort.SMOKE ? 10 : JsonDocument.RECORDS;
        double megabytes = JsonDocument.of(records).length / 1e6;
        String note =
                "%,d records, %.2f MB; heaps of %d MiB, Jackson under %s"
                        .formatted(records, megabytes, MEBIBYTES, HostJvm.PEERS_COLLECTOR);
        List<Row> rows = new ArrayList<>();
        for (String method : List.of("parse", "write")) {
            rows.add(
                    new Row(
                            "json-" + method,
                            measure(method, true, records, effort),
                            measure(method, false, records, effort),
                            "Jackson",
                            "ms",
                            Goal.ratioAtMost(1, 1.5),
                            note));
        }
        return rows;
    }

    private static Measured measure(String method, boolean ours, int records, Effort effort)
            throws IOException {
        List<String> flags =
                ours ? HostJvm.ourCollections(MEBIBYTES) : HostJvm.peerCollections(MEBIBYTES);
        return JmhRun.of(
                        JsonOperations.class,
                        method,
                        Map.of("ours", ours, "records", records),
                        effort.collectionMicro(JsonDocument.RECORDS),
                        flags)
                .dividedBy(1e6);
    }
}
