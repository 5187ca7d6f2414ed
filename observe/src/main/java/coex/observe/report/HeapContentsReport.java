// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.HeapStats;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.diagnose.ObjectView;
import coex.gc.diagnose.ObjectVisitor;
import coex.gc.diagnose.ReachableObjects;

import java.time.Duration;
import java.util.function.Consumer;

/// The objects of a heap that roots lead to, or all that are not known to be dead, by ascending
/// handle.
///
///     === HEAP DUMP ===
///     Heap size: 67108864 bytes (64 MB)
///     Heap used: 120 bytes (120 bytes)
///     Free blocks: 1
///     Largest free: 67076096 bytes
///
///     Live objects (2 total):
///       Handle 1: type=List, size=48, addr=0x7f1234567890
///       Handle 2: type=String, size=72, addr=0x7f12345678c0
///         0000: 02 00 00 00 03 00 00 01 ...
///     Listed: 2 objects, 120 bytes
///
/// Which ones are reachable is found out first, in one go; then they are listed, while collections
/// go on. The total above the list is that of the former, or for all objects what the heap's
/// figures say; the one below it is what was met on the way. In a heap in use they differ. What
/// stands under a handle whose object has gone meanwhile is listed in its place. Objects beyond the
/// limit of rows are met, but not shown.
///
/// If a collection hangs, so that nobody can say what is reachable, all objects are listed and the
/// line above the list says so.
public final class HeapContentsReport implements Subject {

    /// How long a collection may take before it counts as one that hangs.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ConcurrentHeap heap;
    private final int verbosity;
    private final boolean all;

    public HeapContentsReport(ConcurrentHeap heap, int verbosity, boolean all) {
        this.heap = heap;
        this.verbosity = verbosity;
        this.all = all;
    }

    /// Null if all objects are to be listed.
    private ReachableObjects reachable() {
        return all ? null : heap.reachableObjects(PATIENCE);
    }

    @Override
    public void writeText(TextPage page) {
        HeapStats stats = heap.stats();
        long size = stats.now().heapBytes();
        long used = stats.now().heapUsed();
        page.line("=== HEAP DUMP ===");
        page.line("Heap size: %d bytes (%s)", size, Amounts.bytes(size));
        page.line("Heap used: %d bytes (%s)", used, Amounts.bytes(used));
        page.line("Free blocks: %d", stats.fragmentation().freeRuns());
        page.line("Largest free: %d bytes", stats.fragmentation().largestFreeBytes());
        if (verbosity == 0) {
            return;
        }
        page.blank();
        ReachableObjects reachable = reachable();
        if (reachable != null) {
            page.line("Live objects (%d total):", reachable.count());
        } else {
            String why = all ? "" : ", reachable or not: the collector is busy";
            page.line("All objects (%d total%s):", Figures.objects(stats), why);
        }
        Walk walk = new Walk(page, reachable, object -> writeObject(page, object));
        heap.inspect(inspector -> inspector.forEachObject(walk));
        page.more("  ", walk.rows.leftOut(), "");
        page.line("Listed: %d objects, %d bytes", walk.rows.seen(), walk.bytes);
    }

    private void writeObject(TextPage page, ObjectView object) {
        page.line(
                "  Handle %d: type=%s, size=%d, addr=0x%x",
                object.handle(), TypeName.inText(object), object.bytes(), object.address());
        if (verbosity == 2) {
            HexLines.write(page, object);
        }
    }

    @Override
    public void writeJson(JsonPage page) {
        HeapStats stats = heap.stats();
        page.text("report", "heap");
        page.text("heap", heap.options().name());
        page.number("verbosity", verbosity);
        page.number("heap_size", stats.now().heapBytes());
        page.number("heap_used", stats.now().heapUsed());
        page.number("free_blocks", stats.fragmentation().freeRuns());
        page.number("largest_free", stats.fragmentation().largestFreeBytes());
        if (verbosity == 0) {
            return;
        }
        ReachableObjects reachable = reachable();
        page.text("scope", reachable != null ? "reachable" : "all");
        page.number("object_count", reachable != null ? reachable.count() : Figures.objects(stats));
        page.array("objects");
        Walk walk = new Walk(page, reachable, object -> writeObject(page, object));
        heap.inspect(inspector -> inspector.forEachObject(walk));
        page.endArray();
        page.number("more_objects", walk.rows.leftOut());
        page.number("listed_objects", walk.rows.seen());
        page.number("listed_bytes", walk.bytes);
    }

    private void writeObject(JsonPage page, ObjectView object) {
        page.element();
        page.number("handle", object.handle());
        page.text("type", TypeName.plain(object));
        page.number("type_id", object.shapeId());
        page.number("size", object.bytes());
        page.word("address", object.address());
        if (verbosity == 2) {
            HexLines.write(page, object);
        }
        page.endObject();
    }

    /// Meets every object in question, writes those within the limit and counts them all.
    private static final class Walk implements ObjectVisitor {
        private final Page page;
        private final ReachableObjects reachable;
        private final Consumer<ObjectView> write;
        private final RowCount rows;
        private long bytes;

        Walk(Page page, ReachableObjects reachable, Consumer<ObjectView> write) {
            this.page = page;
            this.reachable = reachable;
            this.write = write;
            this.rows = new RowCount(page.rows());
        }

        @Override
        public boolean visit(ObjectView object) {
            if (reachable != null && !reachable.contains(object.handle())) {
                return true;
            }
            bytes += object.bytes();
            if (rows.admitsNext()) {
                write.accept(object);
            }
            return true;
        }

        @Override
        public void rest() {
            page.rest();
        }
    }
}
