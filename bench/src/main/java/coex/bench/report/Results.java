package coex.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The rows of a run, with what it takes to run it again, as a JSON document.
///
/// @param metadata when, where and how the rows were measured
/// @param failures what could not be measured, and why
public record Results(Map<String, Object> metadata, List<Row> rows, List<String> failures) {

    public Results {
        metadata = new LinkedHashMap<>(metadata);
        rows = List.copyOf(rows);
        failures = List.copyOf(failures);
    }

    public String toJson() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("metadata", metadata);
        List<Object> entries = new ArrayList<>();
        rows.forEach(row -> entries.add(entry(row)));
        document.put("rows", entries);
        document.put("failures", failures);
        return Json.of(document);
    }

    private static Map<String, Object> entry(Row row) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", row.name());
        entry.put("ours", row.ours().value());
        entry.put("peer", row.peer().value());
        entry.put("peerName", row.peerName());
        entry.put("unit", row.unit());
        entry.put("ratio", row.ratio());
        entry.put("goal", row.goal().isPresent() ? row.goal().toString() : null);
        entry.put("met", row.met());
        entry.put("verdict", row.verdict());
        entry.put("oursRange", range(row.ours()));
        entry.put("peerRange", range(row.peer()));
        entry.put("note", row.note());
        if (row.oursCurve().isPresent() || row.peerCurve().isPresent()) {
            entry.put("percentiles", list(Curve.PERCENTILES));
            entry.put("oursCurve", list(row.oursCurve().values()));
            entry.put("peerCurve", list(row.peerCurve().values()));
        }
        return entry;
    }

    private static List<Double> list(double[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    private static List<Double> range(Measured measured) {
        return measured.isPresent() ? List.of(measured.low(), measured.high()) : null;
    }
}
