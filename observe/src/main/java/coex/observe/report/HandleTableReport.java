// SPDX-License-Identifier: Apache-2.0
package coex.observe.report;

import coex.gc.HeapStats;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.diagnose.HeapInspector;
import coex.gc.diagnose.HeapInspector.SlotState;
import coex.gc.diagnose.ObjectView;

import java.util.function.Consumer;

/// The handle table.
///
///     === HANDLE TABLE ===
///     Table size: 65536 slots
///     Handles in use: 64
///     Handles set aside: 62
///     Handles free: 65471
///     Handles retired: 0
///     Next bump alloc: 64
///
///     In-use handles:
///       [1] -> 0x7f1234567890 (List)
///       [2] -> 0x7f12345678c0 (String)
///     Listed: 2 handles
///
///     Free list head: 64
///     Free list: 64-65535 (65472 entries in 1 runs)
///     Retired list head: none
///     ...
///
/// Those *in use* by this count include those *set aside* by threads for objects to come, which are
/// not listed. There is no list of free handles in this heap: what is shown as one are the runs of
/// neighbouring handles in the same state, lowest first. *Next bump alloc* is the lowest slot above
/// all that have been used since the table last shrank.
public final class HandleTableReport implements Subject {

    private final ConcurrentHeap heap;
    private final int verbosity;

    public HandleTableReport(ConcurrentHeap heap, int verbosity) {
        this.heap = heap;
        this.verbosity = verbosity;
    }

    @Override
    public void writeText(TextPage page) {
        HeapStats stats = heap.stats();
        HeapStats.Now now = stats.now();
        page.line("=== HANDLE TABLE ===");
        page.line("Table size: %d slots", now.tableHandles());
        page.line("Handles in use: %d", now.handlesInUse());
        page.line("Handles set aside: %d", Figures.setAside(stats));
        page.line("Handles free: %d", now.handlesFree());
        page.line("Handles retired: %d", now.handlesRetired());
        heap.inspect(inspector -> page.line("Next bump alloc: %d", nextUnused(inspector)));
        if (verbosity == 0) {
            return;
        }
        page.blank();
        page.line("In-use handles:");
        Walk walk =
                new Walk(
                        page,
                        object ->
                                page.line(
                                        "  [%d] -> 0x%x (%s)",
                                        object.handle(),
                                        object.address(),
                                        TypeName.inText(object)));
        walk.through(heap, now.tableHandles());
        page.more("  ", walk.rows.leftOut(), "");
        page.line("Listed: %d handles", walk.rows.seen());
        if (verbosity == 2) {
            page.blank();
            walk.free.write(page, "Free");
            walk.retired.write(page, "Retired");
            walk.setAside.write(page, "Set-aside");
        }
    }

    private static long nextUnused(HeapInspector inspector) {
        return Math.max(1, inspector.usedSlots());
    }

    @Override
    public void writeJson(JsonPage page) {
        HeapStats stats = heap.stats();
        HeapStats.Now now = stats.now();
        page.text("report", "handle_table");
        page.text("heap", heap.options().name());
        page.number("verbosity", verbosity);
        page.number("table_size", now.tableHandles());
        page.number("handles_in_use", now.handlesInUse());
        page.number("handles_set_aside", Figures.setAside(stats));
        page.number("handles_free", now.handlesFree());
        page.number("handles_retired", now.handlesRetired());
        heap.inspect(inspector -> page.number("next_bump_alloc", nextUnused(inspector)));
        if (verbosity == 0) {
            return;
        }
        page.array("in_use");
        Walk walk = new Walk(page, object -> writeHandle(page, object));
        walk.through(heap, now.tableHandles());
        page.endArray();
        page.number("more_handles", walk.rows.leftOut());
        page.number("listed_handles", walk.rows.seen());
        if (verbosity == 2) {
            walk.free.write(page, "free");
            walk.retired.write(page, "retired");
            walk.setAside.write(page, "set_aside");
        }
    }

    private static void writeHandle(JsonPage page, ObjectView object) {
        page.element();
        page.number("handle", object.handle());
        page.word("address", object.address());
        page.text("type", TypeName.plain(object));
        page.number("type_id", object.shapeId());
        page.endObject();
    }

    /// Meets every slot: writes those in use that are within the limit, and sorts the others.
    private static final class Walk implements HeapInspector.SlotVisitor {
        private final Page page;
        private final Consumer<ObjectView> write;
        private final RowCount rows;
        private final HandleRuns free = new HandleRuns();
        private final HandleRuns retired = new HandleRuns();
        private final HandleRuns setAside = new HandleRuns();
        private long last;

        Walk(Page page, Consumer<ObjectView> write) {
            this.page = page;
            this.write = write;
            this.rows = new RowCount(page.rows());
        }

        /// The slots above those the inspector shows have not been used and are free.
        void through(ConcurrentHeap heap, long tableSize) {
            heap.inspect(inspector -> inspector.forEachSlot(this));
            if (last + 1 < tableSize) {
                free.add(last + 1, tableSize - 1);
            }
        }

        @Override
        public boolean visit(long handle, SlotState state, ObjectView object) {
            last = handle;
            switch (state) {
                case FREE -> free.add(handle, handle);
                case RETIRED -> retired.add(handle, handle);
                case SET_ASIDE -> setAside.add(handle, handle);
                case IN_USE -> {
                    // An object that cannot be looked at is either gone by now, or the heap is
                    // corrupt, which is for validation to say.
                    if (object != null && rows.admitsNext()) {
                        write.accept(object);
                    }
                }
            }
            return true;
        }

        @Override
        public void rest() {
            page.rest();
        }
    }
}
