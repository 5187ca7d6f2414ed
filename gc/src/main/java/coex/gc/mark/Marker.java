package coex.gc.mark;

import static coex.gc.layout.ObjectHeader.HANDLE_MASK;

import coex.gc.Shape;
import coex.gc.handle.HandleTable;
import coex.gc.handle.Marks;
import coex.gc.handle.Tracing;
import coex.gc.heap.HeapCore;
import coex.gc.layout.NodeForm;
import coex.gc.layout.ObjectHeader;
import coex.gc.layout.ShapeTable;
import coex.gc.layout.TraceWord;
import coex.gc.memory.BlockSpace;
import coex.gc.memory.Memory;
import coex.gc.memory.Reservations;

/// Traces objects: takes a handle from the work list, marks the lines its object occupies, marks
/// and pushes what it refers to. Never by recursion; arrays are traced in slices.
///
/// A mark bit is set when a handle is pushed, so each is pushed once. The slot of a handle may turn
/// out not to hold an address: then the embedder has kept a reference to a freed object, and there
/// is nothing to trace.
///
/// **Batches.** On a scattered heap tracing waits for memory: the slot of a handle, the object
/// behind it and the words of marks for both are each likely a cache miss. A batch of handles is
/// therefore taken at once and worked on in short loops (all slots, all headers and line marks,
/// then the contents), whose loads do not depend on each other and so overlap. On a heap that lies
/// almost wholly in tracing order there is little to overlap, and going depth first is faster; the
/// marker measures how far apart successive objects lie and chooses.
///
/// Used by the collector only.
public final class Marker {

    private static final int BATCH = 64;
    private static final int SLICE = 1024;
    private static final int SLICE_SHIFT = 32;
    private static final long NEAR_BYTES = 1024;
    private static final int SAMPLE = 1024;
    private static final int NEAR_PERCENT = 90;

    private final HandleTable table;
    private final Marks marks;
    private final BlockSpace blocks;
    private final ShapeTable shapes;
    private final Reservations region = new Reservations();
    private final MarkStack work;
    private final WeakCells weakCells;
    private final long[] batchEntries = new long[BATCH];
    private final long[] batchAddresses = new long[BATCH];
    private final long[] batchHeaders = new long[BATCH];

    /// Written so that loads made only to have memory at hand are not optimised away.
    private long fetched;

    private long[] traceWords;
    private long objects;
    private long bytes;
    private long lastAddress;
    private int sampled;
    private int near;
    private boolean depthFirst;

    // The object whose references are being reported, while there is a tracer
    private long reported;
    private long reportedAddress;

    public Marker(HeapCore core) {
        this.table = core.handles().table();
        this.marks = core.handles().marks();
        this.blocks = core.blocks();
        this.shapes = core.shapes();
        this.work = new MarkStack(region, "mark stack", core.handles().maximumHandles());
        this.weakCells = new WeakCells(region, core);
        this.traceWords = shapes.traceWords();
    }

    /// Forgets the last cycle.
    public void begin() {
        work.clear();
        weakCells.clear();
        traceWords = shapes.traceWords();
        objects = 0;
        bytes = 0;
        depthFirst = true;
    }

    /// Marks a handle found in a root.
    public void markRoot(long handle) {
        if (handle != 0 && mark(handle)) {
            work.push(handle);
        }
    }

    /// Takes over a handle that a mutator has shaded.
    public void adopt(long handle) {
        if (marks.adopt(handle)) {
            work.push(handle);
        }
    }

    private boolean mark(long handle) {
        boolean fresh = marks.mark(handle);
        if (Tracing.isOn()) {
            table.tracing().report(tracer -> tracer.marked(handle, !fresh));
        }
        return fresh;
    }

    /// Traces about `budget` objects; true if nothing is left to trace.
    public boolean trace(int budget) {
        long stopAt = objects + budget;
        while (!work.isEmpty() && objects < stopAt) {
            if (depthFirst) {
                traceDepthFirst(Math.min(stopAt, objects + SAMPLE));
            } else {
                traceBatch();
            }
            chooseOrder();
        }
        return work.isEmpty();
    }

    private void traceDepthFirst(long stopAt) {
        while (!work.isEmpty() && objects < stopAt) {
            long entry = work.pop();
            long address = table.resolve(entry & HANDLE_MASK);
            if (HandleTable.isAddress(address)) {
                traceObject(entry, address, Memory.getLong(address));
            }
        }
    }

    private void traceBatch() {
        int count = 0;
        while (count < BATCH && !work.isEmpty()) {
            batchEntries[count++] = work.pop();
        }
        for (int i = 0; i < count; i++) {
            batchAddresses[i] = table.resolve(batchEntries[i] & HANDLE_MASK);
        }
        long touched = 0;
        for (int i = 0; i < count; i++) {
            long address = batchAddresses[i];
            if (HandleTable.isAddress(address)) {
                batchHeaders[i] = Memory.getLong(address);
                touched ^= blocks.lineMarks(address);
            } else {
                batchHeaders[i] = 0;
            }
        }
        fetched = touched;
        for (int i = 0; i < count; i++) {
            if (batchHeaders[i] != 0) {
                traceObject(batchEntries[i], batchAddresses[i], batchHeaders[i]);
            }
        }
    }

    private void traceObject(long entry, long address, long header) {
        long word = traceWord(ObjectHeader.shape(header));
        if (Tracing.isOn()) {
            reported = entry & HANDLE_MASK;
            reportedAddress = address;
            Shape shape = shapes.find(ObjectHeader.shape(header));
            table.tracing().report(tracer -> tracer.tracing(reported, shape));
        }
        near += (int) (Math.abs(address - lastAddress) - NEAR_BYTES >>> 63); // 1 if less; no branch
        lastAddress = address;
        sampled++;
        if (TraceWord.form(word) == TraceWord.FIELDS) {
            int size = TraceWord.fixedBytes(word);
            count(address, size);
            pushChildren(address + Shape.HEADER_BYTES, TraceWord.references(word));
            if (TraceWord.weaks(word) != 0) {
                weakCells.add(entry & HANDLE_MASK);
            }
        } else if (TraceWord.form(word) == TraceWord.NODE) {
            traceNode(address, word);
        } else {
            traceArray(entry, address, word);
        }
    }

    private void traceNode(long address, long word) {
        int entries = Integer.bitCount(Memory.getInt(address + NodeForm.ENTRY_BITS_OFFSET));
        int children = Integer.bitCount(Memory.getInt(address + NodeForm.CHILD_BITS_OFFSET));
        int references = TraceWord.nodeReferences(word, entries, children);
        count(address, TraceWord.nodeBytes(word, references, entries));
        pushChildren(address + NodeForm.FIRST_REFERENCE, references);
    }

    private void traceArray(long entry, long address, long word) {
        int length = Memory.getInt(address + Shape.LENGTH_OFFSET);
        int from = (int) (entry >>> SLICE_SHIFT);
        if (from == 0) {
            count(address, TraceWord.bytes(word, length));
        }
        if (TraceWord.form(word) == TraceWord.REFERENCE_ARRAY) {
            int to = Math.min(length, from + SLICE);
            if (to < length) {
                work.push(entry & HANDLE_MASK | (long) to << SLICE_SHIFT);
            }
            pushMany(address + TraceWord.fixedBytes(word) + ((long) from << 2), to - from);
        }
    }

    /// Of many children, those of a batch are looked up before the first of them is marked, for the
    /// same reason as in [#traceBatch].
    private void pushMany(long address, int count) {
        for (int from = 0; from < count; from += BATCH) {
            int some = Math.min(BATCH, count - from);
            long at = address + ((long) from << 2);
            long touched = 0;
            for (int i = 0; i < some; i++) {
                touched ^= marks.peek(Memory.getInt(at + ((long) i << 2)) & HANDLE_MASK);
            }
            fetched = touched;
            pushChildren(at, some);
        }
    }

    private void pushChildren(long address, int count) {
        for (int i = 0; i < count; i++) {
            long child = Memory.getIntOpaque(address + ((long) i << 2)) & HANDLE_MASK;
            if (Tracing.isOn() && child != 0) {
                int offset = (int) (address - reportedAddress) + (i << 2);
                table.tracing().report(tracer -> tracer.referenceFound(reported, offset, child));
            }
            if (child != 0 && mark(child)) {
                work.push(child);
            }
        }
    }

    private void count(long address, long size) {
        blocks.markLines(address, size);
        objects++;
        bytes += size;
    }

    private long traceWord(int shape) {
        long word = shape < traceWords.length ? traceWords[shape] : 0;
        if (word == 0) {
            traceWords = shapes.traceWords(); // the shape is newer than the array
            word = traceWords[shape];
        }
        return word;
    }

    private void chooseOrder() {
        if (sampled >= SAMPLE) {
            depthFirst = near * 100 > sampled * NEAR_PERCENT;
            sampled = 0;
            near = 0;
        }
    }

    /// Clears the weak references to unmarked objects in the cells traced; returns how many.
    public long clearWeakCells() {
        return weakCells.clearDead();
    }

    /// Objects traced in this cycle.
    public long objects() {
        return objects;
    }

    /// Their bytes.
    public long bytes() {
        return bytes;
    }

    public long sideBytes() {
        return work.sideBytes() + weakCells.sideBytes();
    }

    /// Ends a cycle.
    public void end() {
        work.trim();
        weakCells.trim();
    }

    public void release() {
        region.release();
    }
}
