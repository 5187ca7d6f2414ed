// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.diagnose.ObjectView;
import coex.gc.diagnose.ObjectVisitor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Objects and bytes by shape, those with the most bytes first. Objects that are dead but have not
/// been collected count as well.
///
///     === HEAP CENSUS ===
///     Shapes: 2
///     Objects: 1200
///     Bytes: 67200
///
///       String (id=3): objects=1000, bytes=57600 (85.7%)
///       List (id=1): objects=200, bytes=9600 (14.3%)
public final class CensusReport implements Subject {

    private final ConcurrentHeap heap;

    public CensusReport(ConcurrentHeap heap) {
        this.heap = heap;
    }

    /// Counts; memory for each shape, not for each object.
    private static final class Count implements ObjectVisitor {
        private final Map<Integer, Entry> byId = new HashMap<>();
        private long objects;
        private long bytes;

        @Override
        public boolean visit(ObjectView object) {
            Entry entry =
                    byId.computeIfAbsent(object.shapeId(), id -> new Entry(id, object.shape()));
            entry.objects++;
            entry.bytes += object.bytes();
            objects++;
            bytes += object.bytes();
            return true;
        }

        List<Entry> largestFirst() {
            List<Entry> entries = new ArrayList<>(byId.values());
            entries.sort(
                    Comparator.comparingLong((Entry entry) -> entry.bytes)
                            .thenComparingLong(entry -> entry.objects)
                            .reversed()
                            .thenComparingInt(entry -> entry.id));
            return entries;
        }
    }

    private static final class Entry {
        private final int id;
        private final Shape shape; // null if no shape has the id
        private long objects;
        private long bytes;

        Entry(int id, Shape shape) {
            this.id = id;
            this.shape = shape;
        }

        String name() {
            return shape == null ? "invalid" : Quoted.name(shape.name());
        }
    }

    private Count take() {
        Count count = new Count();
        heap.inspect(inspector -> inspector.forEachObject(count));
        return count;
    }

    @Override
    public void writeText(TextPage page) {
        Count count = take();
        page.line("=== HEAP CENSUS ===");
        page.line("Shapes: %d", count.byId.size());
        page.line("Objects: %d", count.objects);
        page.line("Bytes: %d", count.bytes);
        page.blank();
        RowCount rows = new RowCount(page.rows());
        for (Entry entry : count.largestFirst()) {
            if (rows.admitsNext()) {
                page.line(
                        "  %s (id=%d): objects=%d, bytes=%d (%s)",
                        entry.name(),
                        entry.id,
                        entry.objects,
                        entry.bytes,
                        Amounts.percent(entry.bytes, count.bytes));
            }
        }
        page.more("  ", rows.leftOut(), "");
    }

    @Override
    public void writeJson(JsonPage page) {
        Count count = take();
        page.text("report", "census");
        page.text("heap", heap.options().name());
        page.number("shape_count", count.byId.size());
        page.number("object_count", count.objects);
        page.number("byte_count", count.bytes);
        page.array("shapes");
        RowCount rows = new RowCount(page.rows());
        for (Entry entry : count.largestFirst()) {
            if (rows.admitsNext()) {
                page.element();
                page.text("type", entry.shape == null ? null : entry.shape.name());
                page.number("type_id", entry.id);
                page.number("objects", entry.objects);
                page.number("bytes", entry.bytes);
                page.endObject();
            }
        }
        page.endArray();
        page.number("more_shapes", rows.leftOut());
    }
}
