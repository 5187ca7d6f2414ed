package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.heap.HeapCore;

/// Measures what an object with 24 bytes of payload costs beyond its payload.
///
/// `used` counts headers, and the share of each side table that belongs to handles and memory in
/// use. `committed` counts all the memory the heap has taken from the system, which grows in steps
/// and so depends on where between two steps a heap stands. The array that keeps the objects alive
/// is left out of both.
public final class HandleSpaceUse {

    private static final int PAYLOAD = 24;

    private HandleSpaceUse() {}

    /// Argument: the number of objects.
    static void main(String[] args) {
        int objects = Integer.parseInt(args[0]);
        HeapOptions options = HeapOptions.builder().maximumBytes(4L << 30).build();
        try (Heap heap = Heap.open(options)) {
            Shape array = heap.shape("Triples").arrayOf(Kind.REFERENCE).mutable().build();
            Mutator mutator = heap.attach();
            Frame frame = mutator.frame(1);
            frame.set(0, mutator.allocateArray(array, objects));
            fill(heap, mutator, frame, objects);
            heap.collect();
            report(heap, mutator, objects, array.arrayBytes(objects));
        }
    }

    private static void fill(Heap heap, Mutator mutator, Frame frame, int objects) {
        Shape triple = heap.shape("Triple").longField("a").longField("b").longField("c").build();
        Field a = triple.field("a");
        for (int i = 0; i < objects; i++) {
            long handle = mutator.allocate(triple);
            mutator.setLong(handle, a, i);
            mutator.seal(handle);
            mutator.setReference(frame.get(0), i, handle);
        }
    }

    private static void report(Heap heap, Mutator mutator, int objects, long arrayBytes) {
        HeapStats.Now now = heap.stats().now();
        HeapCore core = ConcurrentHeap.contextOf(mutator).core();
        long objectBytes = now.heapUsed() - arrayBytes;
        double handleSide = core.handles().counts().sideBytes() / (double) now.tableHandles();
        double memorySide = core.blocks().sideBytes() / (double) now.heapBytes();
        double used =
                objectBytes
                        - (double) objects * PAYLOAD
                        + handleSide * (core.handles().usedWords() << 6)
                        + memorySide * objectBytes;
        double committed =
                now.heapBytes() + now.sideBytes() - arrayBytes - (double) objects * PAYLOAD;
        Figures.print("used", used / objects);
        Figures.print("committed", committed / objects);
        Figures.print("header", objectBytes / (double) objects - PAYLOAD);
        Figures.print("handle", handleSide);
        Figures.print("memory", memorySide * objectBytes / objects);
    }
}
