// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.Heap;
import coex.gc.HeapStats;
import coex.gc.MutatorStats;

import java.util.Locale;
import java.util.Objects;

/// Every figure of a heap.
///
///     === GC STATISTICS ===
///     heap: main
///     last_cycle_kind: FULL
///     last_cycle_cause: REQUEST
///
///     allocation:
///       total_allocations: 1234
///       total_bytes_allocated: 12345678 (11.77 MB)
///     ...
///     by thread:
///       Thread 0 (main): allocations=1234, bytes=12345678, stalls=0, ...
///
/// A line of a figure is its name, a colon and a number; what stands in brackets repeats the number
/// for people.
public final class StatsReport implements Subject {

    private final Heap heap;

    public StatsReport(Heap heap) {
        this.heap = heap;
    }

    @Override
    public void writeText(TextPage page) {
        HeapStats stats = heap.stats();
        page.line("=== GC STATISTICS ===");
        page.line("heap: " + Quoted.name(heap.options().name()));
        page.line("last_cycle_kind: " + orNone(stats.collection().lastKind()));
        page.line("last_cycle_cause: " + orNone(stats.collection().lastCause()));
        for (Figures.Group group : Figures.of(stats)) {
            page.blank();
            page.line(group.name() + ":");
            for (Figures.Figure figure : group.figures()) {
                page.line("  " + figure.name() + ": " + readable(figure));
            }
        }
        page.blank();
        page.line("by thread:");
        RowCount rows = new RowCount(page.rows());
        for (MutatorStats mutator : stats.mutators()) {
            if (rows.admitsNext()) {
                String name = Quoted.escaped(mutator.thread());
                page.line("  Thread %d (%s): %s", rows.seen() - 1, name, summary(mutator));
            }
        }
        page.more("  ", rows.leftOut(), "");
        page.line("  Detached: " + summary(stats.detached()));
    }

    private static String orNone(Object known) {
        return Objects.toString(known, "none");
    }

    private static String readable(Figures.Figure figure) {
        return switch (figure.unit()) {
            case COUNT, PERCENT -> Long.toString(figure.value());
            case BYTES -> figure.value() + " (" + Amounts.bytes(figure.value()) + ")";
            case NANOS -> figure.value() + " (" + Amounts.nanos(figure.value()) + ")";
        };
    }

    private static String summary(MutatorStats mutator) {
        return String.format(
                Locale.ROOT,
                "allocations=%d, bytes=%d, stalls=%d, stall_ns=%d, stack_depth=%d,"
                        + " max_stack_depth=%d, handshakes=%d, handshake_p50_ns=%d,"
                        + " handshake_p99_ns=%d, handshake_max_ns=%d, action_max_ns=%d",
                mutator.allocations(),
                mutator.bytesAllocated(),
                mutator.stalls(),
                mutator.stallNanos(),
                mutator.stackDepth(),
                mutator.maximumStackDepth(),
                mutator.acknowledgements().count(),
                mutator.acknowledgements().percentile(50),
                mutator.acknowledgements().percentile(99),
                mutator.acknowledgements().maximum(),
                mutator.actions().maximum());
    }

    @Override
    public void writeJson(JsonPage page) {
        HeapStats stats = heap.stats();
        page.text("report", "stats");
        page.text("heap", heap.options().name());
        page.text("last_cycle_kind", Objects.toString(stats.collection().lastKind(), null));
        page.text("last_cycle_cause", Objects.toString(stats.collection().lastCause(), null));
        for (Figures.Group group : Figures.of(stats)) {
            page.object(group.name());
            for (Figures.Figure figure : group.figures()) {
                page.number(figure.name(), figure.value());
            }
            page.endObject();
        }
        page.array("by_thread");
        RowCount rows = new RowCount(page.rows());
        for (MutatorStats mutator : stats.mutators()) {
            if (rows.admitsNext()) {
                page.element();
                page.text("thread", mutator.thread());
                writeSummary(page, mutator);
                page.endObject();
            }
        }
        page.endArray();
        page.number("more_threads", rows.leftOut());
        page.object("detached");
        writeSummary(page, stats.detached());
        page.endObject();
    }

    private static void writeSummary(JsonPage page, MutatorStats mutator) {
        page.number("allocations", mutator.allocations());
        page.number("bytes", mutator.bytesAllocated());
        page.number("stalls", mutator.stalls());
        page.number("stall_ns", mutator.stallNanos());
        page.number("stack_depth", mutator.stackDepth());
        page.number("max_stack_depth", mutator.maximumStackDepth());
        page.number("handshakes", mutator.acknowledgements().count());
        page.number("handshake_p50_ns", mutator.acknowledgements().percentile(50));
        page.number("handshake_p99_ns", mutator.acknowledgements().percentile(99));
        page.number("handshake_max_ns", mutator.acknowledgements().maximum());
        page.number("action_max_ns", mutator.actions().maximum());
    }
}
