// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.observe.HeapReports;
import coex.observe.Report;
import coex.observe.Scope;

import java.io.IOException;
import java.util.List;

/// The reports of a heap by their names.
final class Reports implements HeapReporter {

    private static final List<String> NAMES =
            List.of(
                    "stats",
                    "heap",
                    "heap-all",
                    "handles",
                    "stacks",
                    "validation",
                    "fragmentation",
                    "census");

    private final WatchedHeap heap;

    Reports(WatchedHeap heap) {
        this.heap = heap;
    }

    @Override
    public List<String> names() {
        return NAMES;
    }

    @Override
    public void write(Request request, Appendable out) throws IOException {
        HeapReports reports = HeapReports.of(heap.get());
        Report whole = wanted(reports, request);
        Report report = request.rows() == 0 ? whole : whole.limitedTo(request.rows());
        if (request.json()) {
            report.writeJson(out);
        } else {
            report.writeText(out);
        }
    }

    private static Report wanted(HeapReports reports, Request request) {
        if (request.path() != null) {
            return reports.pathTo(request.path());
        }
        return request.report() == null
                ? reports.object(request.handle())
                : report(reports, request.report(), request.verbosity());
    }

    private static Report report(HeapReports reports, String name, int verbosity) {
        return switch (name) {
            case "stats" -> reports.stats();
            case "heap" -> reports.heap(verbosity);
            case "heap-all" -> reports.heap(verbosity, Scope.ALL);
            case "handles" -> reports.handleTable(verbosity);
            case "stacks" -> reports.shadowStacks();
            case "validation" -> reports.validation();
            case "fragmentation" -> reports.fragmentation();
            case "census" -> reports.census();
            default ->
                    throw new IllegalArgumentException(
                            "no such report: report=%s known=%s"
                                    .formatted(name, String.join(",", NAMES)));
        };
    }
}
