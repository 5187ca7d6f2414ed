// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import static coex.gc.layout.ObjectHeader.HANDLE_MASK;

import coex.gc.Shape;
import coex.gc.handle.HandleTable;
import coex.gc.handle.Marks;
import coex.gc.handle.Tracing;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;
import coex.gc.layout.NodeForm;
import coex.gc.layout.ObjectHeader;
import coex.gc.layout.ShapeTable;
import coex.gc.layout.TraceWord;
import coex.gc.memory.BlockSpace;
import coex.gc.memory.LineMarks;
import coex.gc.memory.Memory;
import coex.gc.memory.Reservations;
import coex.gc.memory.WrittenParts;
import coex.gc.mutator.Protocol;

import java.util.function.LongConsumer;

/// Traces objects: takes a handle from the work list, marks the lines its object occupies, marks
/// and pushes what it refers to. Never by recursion; arrays are traced in slices.
///
/// A mark bit is set when a handle is pushed, so each is pushed once. The slot of a handle may turn
/// out not to hold an address: then the embedder has kept a reference to a freed object, there is
/// nothing to trace, and the mark is taken back.
///
/// The header of an object is read with acquire, before its references: who finds it sealed sees
/// all that was written before it was.
///
/// **Batches.** On a scattered heap tracing waits for memory: the slot of a handle, the object
/// behind it and the words of marks for both are each likely a cache miss. A batch of handles is
/// therefore taken at once and worked on in short loops (all slots, all headers and line marks,
/// then the contents), whose loads do not depend on each other and so overlap. On a heap that lies
/// almost wholly in tracing order there is little to overlap, and going depth first is faster; the
/// marker measures how far apart successive objects and their slots lie and chooses. Objects that
/// were moved together may have slots that lie far apart.
///
/// **Alone or beside others.** What one thread has for tracing; a heap has one or several
/// ([Marker]). Alone it marks by plain loads and stores. Beside others it tests a bit and then
/// claims it with an atomic operation, so that one of them traces the object. Lines it marks in a
/// map of its own, which the collector adds to the heap's in the end. Everything else here
/// belongs to the one thread that traces with it: the collector's, or that of a [MarkHelper] while
/// it takes part. The lock of [SharedWork] hands it back and forth.
///
/// The file is long because the steps of tracing, and their state, are read together.
final class MarkWorker {

    private static final int BATCH = 64;
    private static final int SLICE = 1024;
    private static final int SLICE_SHIFT = 32;
    private static final long NEAR_BYTES = 1024;

    /// The slots of a cache line.
    private static final long NEAR_HANDLES = 8;

    private static final int SAMPLE = 1024;
    private static final int NEAR_PERCENT = 90;

    private final HandleTable table;
    private final Marks marks;
    private final BlockSpace blocks;
    private final WrittenParts writtenParts;
    private final ShapeTable shapes;
    private final HeapCore core;
    private final Protocol protocol;
    private final Reservations region = new Reservations();
    private final MarkStack work;
    private final WeakCells weakCells;
    private final RereadLog again;
    private final MoveList moveList;

    private final boolean helps;

    /// The heap's for the collector, and a helper's own.
    private final LineMarks lines;

    /// How many blocks the lines marked since [#moveLines] may be in; 0 if there are none. Of a
    /// helper, and the collector's to write.
    private int blocksMarked;

    private final LongConsumer readLogged = this::readLogged;

    /// Whether anything is noted to be read again: there are young cycles.
    private final boolean rereads;

    private final long[] batchEntries = new long[BATCH];
    private final long[] batchAddresses = new long[BATCH];
    private final long[] batchHeaders = new long[BATCH];

    /// Written so that loads made only to have memory at hand are not optimised away.
    private long fetched;

    private long[] traceWords;
    private long objects;
    private long bytes;
    private long lastAddress;
    private long lastHandle;
    private int sampled;
    private int near;
    private boolean depthFirst;

    /// Whether the cycle moves objects.
    private boolean moves;

    /// Whether other markers trace at the same time.
    private boolean besideOthers;

    /// [#objects] as of a while ago, or exactly when this marker has run out.
    ///
    /// - writer: the marker, after each piece of work
    /// - reader: the collector, at any time
    /// - ordering: volatile, which costs nothing once in hundreds of objects
    private volatile long publishedObjects;

    // The object whose references are being reported, while there is a tracer
    private long reported;
    private long reportedAddress;

    /// @param helps whether it works beside the collector's own
    MarkWorker(HeapCore core, Protocol protocol, boolean helps) {
        this.core = core;
        this.protocol = protocol;
        this.table = core.handles().table();
        this.marks = core.handles().marks();
        this.blocks = core.blocks();
        this.writtenParts = blocks.writtenParts();
        this.shapes = core.shapes();
        this.helps = helps;
        try {
            this.work = new MarkStack(region, "mark stack", core.handles().maximumHandles());
            this.weakCells = new WeakCells(region, core);
            this.again = new RereadLog(region, core);
            this.moveList = new MoveList(region, core);
            LineMarks heaps = blocks.lineMarks();
            this.lines = helps ? heaps.ofAnother(region) : heaps;
            this.rereads = protocol.readsAgain() && core.options().youngCycles();
            this.traceWords = shapes.traceWords();
        } catch (RuntimeException | Error e) {
            region.release();
            throw e;
        }
    }

    /// Forgets the last cycle, but for what is to be read again.
    ///
    /// @param moving whether objects are to be moved
    /// @param others whether other markers trace at the same time
    void begin(boolean moving, boolean others) {
        moves = moving;
        besideOthers = others;
        publishedObjects = 0;
        moveList.begin();
        work.clear();
        weakCells.clear();
        traceWords = shapes.traceWords();
        objects = 0;
        bytes = 0;
        depthFirst = true;
    }

    /// Before a helper is called: makes sure that it has room to mark the lines of whatever it may
    /// trace in this cycle, all of which has been allocated. False if the system refuses.
    boolean prepareLines() {
        int limit = blocks.usedLimit();
        if (!lines.commitTo(limit)) {
            return false;
        }
        blocksMarked = Math.max(blocksMarked, limit);
        return true;
    }

    /// Adds the lines that a helper has marked to the heap's. Can be done again.
    void moveLines() {
        if (blocksMarked > 0) {
            lines.moveTo(blocks.lineMarks(), blocksMarked);
            blocksMarked = 0;
        }
    }

    /// Of a cycle that was given up, and memory that the heap has given back.
    private void trimLines() {
        if (blocksMarked > 0) {
            lines.clear(blocksMarked);
            blocksMarked = 0;
        }
        if (helps) {
            lines.uncommitTo(blocks.usedLimit());
        }
    }

    /// Others trace at the same time from here on.
    void joinOthers() {
        besideOthers = true;
    }

    /// Marks a handle, if it is not 0; whether it names an object that may be young when the cycle
    /// has ended.
    boolean visit(long handle) {
        return visit(handle, besideOthers);
    }

    private boolean visit(long handle, boolean others) {
        assert handle < core.handles().maximumHandles() : "no such handle: handle=" + handle;
        int found = handle == 0 ? Marks.MARKED : others ? findAndClaim(handle) : marks.mark(handle);
        if (Tracing.isOn() && handle != 0) {
            boolean already = found != Marks.FRESH;
            table.tracing().report(tracer -> tracer.marked(handle, already));
        }
        if (found == Marks.FRESH) {
            work.push(handle);
        }
        return found == Marks.SHADED_ONLY;
    }

    /// Reads an object that was written since the last cycle. Only if it is old: any other is
    /// traced if it is reached.
    void readLogged(long handle) {
        long address = table.resolve(handle);
        if (!HandleTable.isAddress(address) || !marks.isOld(handle)) {
            return; // it has died, or it is young
        }
        long header = Memory.getLongAcquire(address);
        long word = traceWord(ObjectHeader.shape(header));
        beginReport(handle, address, header);
        boolean namesYoung = false;
        if (TraceWord.form(word) == TraceWord.FIELDS) {
            namesYoung = pushChildren(address + Shape.HEADER_BYTES, TraceWord.references(word));
            if (TraceWord.weaks(word) != 0) {
                weakCells.add(handle);
            }
        } else if (TraceWord.form(word) == TraceWord.NODE) {
            int references = nodeReferences(address, word, nodeEntries(address));
            namesYoung = pushChildren(address + NodeForm.FIRST_REFERENCE, references);
        } else if (TraceWord.form(word) == TraceWord.REFERENCE_ARRAY) {
            int length = Memory.getInt(address + Shape.LENGTH_OFFSET);
            long first = address + TraceWord.fixedBytes(word);
            namesYoung =
                    isInParts(header)
                            ? pushWritten(first, first + ((long) length << 2))
                            : pushMany(first, length);
        }
        readAgainIf(namesYoung, handle, address, header);
        if (ObjectHeader.isUnsealed(header) && rereads) {
            again.addUnsealed(handle);
        }
    }

    private static int nodeEntries(long address) {
        return Integer.bitCount(Memory.getInt(address + NodeForm.ENTRY_BITS_OFFSET));
    }

    private static int nodeReferences(long address, long word, int entries) {
        int children = Integer.bitCount(Memory.getInt(address + NodeForm.CHILD_BITS_OFFSET));
        return TraceWord.nodeReferences(word, entries, children);
    }

    /// An object that names something newborn, which is not traced in this cycle: it will be old
    /// and the other one not (`Invariant.OLD_NAMES_OLD`). One under construction is noted in any
    /// case.
    private void readAgainIf(boolean namesYoung, long handle, long address, long header) {
        if (namesYoung && rereads && !ObjectHeader.isUnsealed(header)) {
            again.add(handle & HANDLE_MASK, address);
        }
    }

    /// Reads what the last cycle has noted to be read again.
    ///
    /// @param noter the marker that has noted it
    void readNoted(MarkWorker noter) {
        noter.again.forEachNoted(readLogged);
    }

    /// Shows what it has noted to be read again in the next cycle.
    void forEachToReadAgain(LongConsumer action) {
        again.forEachWaiting(action);
    }

    /// A cycle begins: see [RereadLog#handOver].
    void handOverNoted() {
        again.handOver();
    }

    /// Takes over a handle that a mutator has shaded. No other marker has work.
    void adopt(long handle) {
        if (marks.adopt(handle)) {
            work.push(handle);
        }
    }

    private int findAndClaim(long handle) {
        int found = marks.find(handle);
        if (found == Marks.FRESH) {
            core.pass(SchedulePoint.MARK_FOUND);
            return protocol.mayTrace(marks.claim(handle)) ? Marks.FRESH : Marks.MARKED;
        }
        return found;
    }

    private void unmark(long handle) {
        if (besideOthers) {
            marks.unclaim(handle);
        } else {
            marks.unmark(handle);
        }
    }

    /// Traces about `budget` objects; true if nothing is left to trace.
    boolean trace(int budget) {
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
                traceObject(entry, address, Memory.getLongAcquire(address));
            } else {
                unmark(entry & HANDLE_MASK);
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
                batchHeaders[i] = Memory.getLongAcquire(address);
                touched ^= lines.around(address);
            } else {
                batchHeaders[i] = 0;
            }
        }
        fetched = touched;
        if (besideOthers) {
            for (int i = 0; i < count; i++) {
                if (batchHeaders[i] != 0) {
                    peekChildren(batchAddresses[i], batchHeaders[i]);
                }
            }
        }
        for (int i = 0; i < count; i++) {
            if (batchHeaders[i] != 0) {
                traceObject(batchEntries[i], batchAddresses[i], batchHeaders[i]);
            } else {
                unmark(batchEntries[i] & HANDLE_MASK);
            }
        }
    }

    /// Has the marks of what an object names at hand. Beside others each mark is claimed by an
    /// atomic operation, over which the processor overlaps no loads.
    private void peekChildren(long address, long header) {
        long word = traceWord(ObjectHeader.shape(header));
        if (TraceWord.form(word) == TraceWord.FIELDS) {
            peekReferences(address + Shape.HEADER_BYTES, TraceWord.references(word));
        } else if (TraceWord.form(word) == TraceWord.NODE) {
            int references = nodeReferences(address, word, nodeEntries(address));
            peekReferences(address + NodeForm.FIRST_REFERENCE, references);
        }
    }

    private void peekReferences(long first, int count) {
        peekAt(first, first + ((long) Math.min(BATCH, count) << 2));
    }

    private void traceObject(long entry, long address, long header) {
        long word = traceWord(ObjectHeader.shape(header));
        beginReport(entry & HANDLE_MASK, address, header);
        if (ObjectHeader.isUnsealed(header) && rereads && entry >>> SLICE_SHIFT == 0) {
            again.addUnsealed(entry);
        }
        long handle = entry & HANDLE_MASK;
        long far = Math.abs(address - lastAddress) - NEAR_BYTES;
        long slotFar = Math.abs(handle - lastHandle) - NEAR_HANDLES;
        near += (int) ((far & slotFar) >>> 63); // 1 if both are less than 0; no branch
        lastAddress = address;
        lastHandle = handle;
        sampled++;
        if (TraceWord.form(word) == TraceWord.FIELDS) {
            int size = TraceWord.fixedBytes(word);
            count(entry, address, size);
            boolean namesYoung =
                    pushChildren(address + Shape.HEADER_BYTES, TraceWord.references(word));
            readAgainIf(namesYoung, entry, address, header);
            if (TraceWord.weaks(word) != 0) {
                weakCells.add(entry & HANDLE_MASK);
            }
        } else if (TraceWord.form(word) == TraceWord.NODE) {
            traceNode(entry, address, word, header);
        } else {
            traceArray(entry, address, word, header);
        }
    }

    private void beginReport(long handle, long address, long header) {
        if (Tracing.isOn()) {
            reported = handle;
            reportedAddress = address;
            Shape shape = shapes.find(ObjectHeader.shape(header));
            table.tracing().report(tracer -> tracer.tracing(handle, shape));
        }
    }

    private void traceNode(long entry, long address, long word, long header) {
        int entries = nodeEntries(address);
        int references = nodeReferences(address, word, entries);
        count(entry, address, TraceWord.nodeBytes(word, references, entries));
        boolean namesYoung = pushChildren(address + NodeForm.FIRST_REFERENCE, references);
        readAgainIf(namesYoung, entry, address, header);
    }

    private void traceArray(long entry, long address, long word, long header) {
        int length = Memory.getInt(address + Shape.LENGTH_OFFSET);
        int from = (int) (entry >>> SLICE_SHIFT);
        if (from == 0) {
            count(entry, address, TraceWord.bytes(word, length));
        }
        if (TraceWord.form(word) == TraceWord.REFERENCE_ARRAY) {
            int to = Math.min(length, from + SLICE);
            if (to < length) {
                work.push(entry & HANDLE_MASK | (long) to << SLICE_SHIFT);
            }
            long first = address + TraceWord.fixedBytes(word) + ((long) from << 2);
            boolean namesYoung =
                    isInParts(header) ? pushParts(first, to - from) : pushMany(first, to - from);
            readAgainIf(namesYoung, entry, address, header);
        }
    }

    /// Whether it is noted which parts of an array are written. Others are read as a whole, and so
    /// is what is under construction, which is written without being noted.
    private boolean isInParts(long header) {
        long both = ObjectHeader.LARGE | ObjectHeader.MUTABLE;
        return rereads && (header & both) == both;
    }

    /// As [#pushMany], of a large array: notes the parts that name something newborn, which are to
    /// be read again.
    private boolean pushParts(long address, int count) {
        boolean namesYoung = false;
        long end = address + ((long) count << 2);
        for (long at = address; at < end; at = endOfPart(at, end)) {
            peekAt(at, endOfPart(at, end));
            namesYoung |= pushPart(at, endOfPart(at, end));
        }
        return namesYoung;
    }

    /// As [#pushMany], of the parts of a large array that were written: those between `first` and
    /// `end`.
    private boolean pushWritten(long first, long end) {
        boolean namesYoung = false;
        long firstPart = writtenParts.partAt(first);
        long lastPart = writtenParts.partAt(end - 1);
        for (long word = firstPart >>> 6; word <= lastPart >>> 6; word++) {
            long mask = word == firstPart >>> 6 ? -1L << firstPart : -1L;
            mask &= word == lastPart >>> 6 ? -1L >>> ~lastPart : -1L;
            long written = protocol.takeParts(writtenParts, word, mask);
            long touched = 0;
            for (long left = written; left != 0; left &= left - 1) {
                touched ^= Memory.getInt(partOf(word, left, first));
            }
            fetched = touched;
            for (long left = written; left != 0; left &= left - 1) {
                long at = partOf(word, left, first);
                peekAt(at, endOfPart(at, end));
            }
            for (long left = written; left != 0; left &= left - 1) {
                long at = partOf(word, left, first);
                namesYoung |= pushPart(at, endOfPart(at, end));
            }
        }
        return namesYoung;
    }

    /// Where the lowest part of those in `bits` begins, of 64 from 64 times `word` on.
    private long partOf(long word, long bits, long first) {
        long part = (word << 6) + Long.numberOfTrailingZeros(bits);
        return Math.max(first, writtenParts.addressOf(part));
    }

    private static long endOfPart(long address, long end) {
        return Math.min(end, (address >>> WrittenParts.PART_SHIFT) + 1 << WrittenParts.PART_SHIFT);
    }

    private void peekAt(long from, long to) {
        long touched = 0;
        for (long at = from; at < to; at += 4) {
            touched ^= marks.peek(Memory.getInt(at) & HANDLE_MASK);
        }
        fetched = touched;
    }

    private boolean pushPart(long from, long to) {
        boolean namesYoung = pushChildren(from, (int) (to - from >>> 2));
        if (namesYoung) {
            writtenParts.note(from);
        }
        return namesYoung;
    }

    /// Of many children, those of a batch are looked up before the first of them is marked, for the
    /// same reason as in [#traceBatch].
    private boolean pushMany(long address, int count) {
        boolean namesYoung = false;
        for (int from = 0; from < count; from += BATCH) {
            int some = Math.min(BATCH, count - from);
            long at = address + ((long) from << 2);
            long touched = 0;
            for (int i = 0; i < some; i++) {
                touched ^= marks.peek(Memory.getInt(at + ((long) i << 2)) & HANDLE_MASK);
            }
            fetched = touched;
            namesYoung |= pushChildren(at, some);
        }
        return namesYoung;
    }

    /// Marks what the references there name, and has it traced; whether any of it may be young when
    /// the cycle has ended.
    private boolean pushChildren(long address, int count) {
        boolean namesYoung = false;
        boolean others = besideOthers;
        for (int i = 0; i < count; i++) {
            long child = Memory.getIntOpaque(address + ((long) i << 2)) & HANDLE_MASK;
            if (Tracing.isOn() && child != 0) {
                int offset = (int) (address - reportedAddress) + (i << 2);
                table.tracing().report(tracer -> tracer.referenceFound(reported, offset, child));
            }
            namesYoung |= visit(child, others);
        }
        return namesYoung;
    }

    /// The lines of what is to be moved are marked when it is known where it lies in the end.
    private void count(long handle, long address, long size) {
        if (!moves || !moveList.addIfCandidate(handle, address)) {
            lines.mark(address, size);
        }
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
    long clearWeakCells() {
        return weakCells.clearDead(again);
    }

    /// What is left to trace.
    MarkStack work() {
        return work;
    }

    /// Objects traced in this cycle. For the thread that traces, or when it has run out.
    long objects() {
        return objects;
    }

    /// Lets the collector know how far this marker is.
    void publishObjects() {
        publishedObjects = objects;
    }

    /// Objects traced in this cycle, as last made known.
    long publishedObjects() {
        return publishedObjects;
    }

    /// Their bytes. As [#objects].
    long bytes() {
        return bytes;
    }

    long sideBytes() {
        long own = helps ? lines.committedBytes() : 0;
        return own
                + work.sideBytes()
                + weakCells.sideBytes()
                + again.sideBytes()
                + moveList.sideBytes();
    }

    /// Ends a cycle.
    void end() {
        trimLines();
        work.trim();
        weakCells.trim();
        again.trim();
        moveList.end();
    }

    /// The objects that the cycle is to move.
    MoveList moveList() {
        return moveList;
    }

    void release() {
        region.release();
    }
}
