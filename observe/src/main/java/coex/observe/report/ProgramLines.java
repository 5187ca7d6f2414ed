// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.HeapStats;
import coex.gc.ValidationReport;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.diagnose.ObjectView;
import coex.gc.diagnose.ObjectVisitor;

/// What programs are told of their heap: first what the language says, in its form, then the report
/// on the same subject, which says more.
public final class ProgramLines {

    private static final int SMALL = 64;
    private static final int MEDIUM = 1024;

    /// Threads in the statistics. There may be one for each of a hundred thousand tasks.
    private static final int THREADS = 16;

    private final ConcurrentHeap heap;

    public ProgramLines(ConcurrentHeap heap) {
        this.heap = heap;
    }

    public void stats(TextPage page) {
        HeapStats stats = heap.stats();
        page.line(
                "total_allocations: %d total_bytes: %d",
                stats.allocation().allocations(), stats.allocation().bytesAllocated());
        page.line(
                "collections: %d marked_last: %d swept_last: %d",
                stats.collection().completed(),
                stats.collection().objectsMarked(),
                stats.collection().objectsSwept());
        page.line("heap_bytes: %d used_bytes: %d", stats.now().heapBytes(), stats.now().heapUsed());
        new StatsReport(heap).writeText(page.limitedTo(THREADS));
    }

    /// @param verbosity 0 for no objects, 1 for a line for each, 2 for its bytes too
    public void objects(TextPage page, int verbosity) {
        HeapStats stats = heap.stats();
        page.line("heap_bytes: %d used_bytes: %d", stats.now().heapBytes(), stats.now().heapUsed());
        long total = Figures.objects(stats);
        if (verbosity > 0) {
            var walk = new Listing(page, verbosity == 2);
            heap.inspect(inspector -> inspector.forEachObject(walk));
            total = walk.objects;
        }
        page.line("Total objects: " + total);
    }

    /// How the free memory lies, in one line.
    public void freeBlocks(TextPage page) {
        HeapStats.Fragmentation free = heap.stats().fragmentation();
        page.line("free_blocks: %d largest_free: %d", free.freeRuns(), free.largestFreeBytes());
    }

    /// @param verbosity as that of the report
    public void handleTable(TextPage page, int verbosity) {
        HeapStats.Now now = heap.stats().now();
        page.line(
                "size: %d allocated: %d free: %d retired: %d",
                now.tableHandles(), now.handlesInUse(), now.handlesFree(), now.handlesRetired());
        new HandleTableReport(heap, verbosity).writeText(page);
    }

    public void shadowStacks(TextPage page) {
        new ShadowStackReport(heap, true).writeText(page);
    }

    public void fragmentation(TextPage page) {
        var sizes = new Sizes();
        heap.inspect(inspector -> inspector.forEachObject(sizes));
        HeapStats stats = heap.stats();
        page.line("objects: %d bytes: %d", sizes.small + sizes.medium + sizes.large, sizes.bytes);
        page.line(
                "small(<=%d): %d medium(<=%d): %d large: %d",
                SMALL, sizes.small, MEDIUM, sizes.medium, sizes.large);
        page.line(
                "free_handles: %d retired_handles: %d",
                stats.now().handlesFree(), stats.now().handlesRetired());
        page.line(
                "free_bytes: %d largest_free: %d free_runs: %d",
                stats.fragmentation().freeBytes(),
                stats.fragmentation().largestFreeBytes(),
                stats.fragmentation().freeRuns());
        new FragmentationReport(heap).writeText(page);
    }

    /// One object, or that there is none.
    public void object(TextPage page, long handle) {
        var report = new ObjectReport(heap, handle);
        if (!report.writeTextIfThere(page)) {
            page.line("no object: handle=" + handle);
        }
    }

    /// What is wrong with the heap; nothing if it is sound.
    public static void errors(TextPage page, ValidationReport found) {
        if (!found.isValid()) {
            ValidationResult.writeText(page, found);
        }
    }

    /// A line for each object.
    private static final class Listing implements ObjectVisitor {
        private final TextPage page;
        private final boolean withBytes;
        private long objects;

        Listing(TextPage page, boolean withBytes) {
            this.page = page;
            this.withBytes = withBytes;
        }

        @Override
        public boolean visit(ObjectView object) {
            objects++;
            page.line(
                    "obj="
                            + object.handle()
                            + " type="
                            + TypeName.inText(object)
                            + " size="
                            + object.bytes()
                            + " addr=0x"
                            + Long.toHexString(object.address()));
            if (withBytes) {
                HexLines.write(page, object);
            }
            return true;
        }

        @Override
        public void rest() {
            page.rest();
        }
    }

    /// Counts objects by their size.
    private static final class Sizes implements ObjectVisitor {
        private long small;
        private long medium;
        private long large;
        private long bytes;

        @Override
        public boolean visit(ObjectView object) {
            bytes += object.bytes();
            if (object.bytes() <= SMALL) {
                small++;
            } else if (object.bytes() <= MEDIUM) {
                medium++;
            } else {
                large++;
            }
            return true;
        }
    }
}
