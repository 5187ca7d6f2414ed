package coex.observe.report;

import coex.gc.HeapStats;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.diagnose.ObjectView;
import coex.gc.diagnose.ObjectVisitor;

import java.util.function.Consumer;

/// The objects of a heap that are not known to be dead, by ascending handle.
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
/// The total above the list is what the heap's figures say, the one below it what was met on the way;
/// in a heap in use they differ. Objects beyond the limit of rows are met, but not shown.
public final class HeapContentsReport implements Subject {

    private final ConcurrentHeap heap;
    private final int verbosity;

    public HeapContentsReport(ConcurrentHeap heap, int verbosity) {
        this.heap = heap;
        this.verbosity = verbosity;
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
        page.line("Live objects (%d total):", Figures.objects(stats));
        Walk walk = new Walk(page, object -> writeObject(page, object));
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
        page.number("object_count", Figures.objects(stats));
        page.array("objects");
        Walk walk = new Walk(page, object -> writeObject(page, object));
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

    /// Meets every object, writes those within the limit and counts them all.
    private static final class Walk implements ObjectVisitor {
        private final Page page;
        private final Consumer<ObjectView> write;
        private final RowCount rows;
        private long bytes;

        Walk(Page page, Consumer<ObjectView> write) {
            this.page = page;
            this.write = write;
            this.rows = new RowCount(page.rows());
        }

        @Override
        public boolean visit(ObjectView object) {
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
