package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.Mutator;

import java.util.Random;

/// Measures how many objects a second our collector marks.
///
/// The rate is what `HeapStats` says of marking itself, on the thread that called `collect`, which
/// may have helpers; the handshakes before and the sweep after are not part of it. The code is
/// warmed up on a smaller heap of both layouts, so that it is compiled, and compiled for both.
public final class HandleMarking {

    private static final int WARM_UP_OBJECTS = 200_000;
    private static final int WARM_UP_COLLECTIONS = 30;

    private HandleMarking() {}

    /// Arguments: the layout, the number of objects, the number of collections, and of markers.
    static void main(String[] args) {
        boolean sequential = args[0].equals("SEQUENTIAL");
        int objects = Integer.parseInt(args[1]);
        int collections = Integer.parseInt(args[2]);
        int markers = Integer.parseInt(args[3]);
        markRates(true, WARM_UP_OBJECTS, WARM_UP_COLLECTIONS, markers);
        markRates(false, WARM_UP_OBJECTS, WARM_UP_COLLECTIONS, markers);
        Figures.print(
                "million-objects-per-second", markRates(sequential, objects, collections, markers));
    }

    /// The rates, in million objects a second.
    static double[] markRates(boolean sequential, int objects, int collections, int markers) {
        try (Heap heap = Heap.open(options(objects, markers))) {
            Mutator mutator = heap.attach();
            HandleTree tree = new HandleTree(heap, mutator);
            Frame frame = mutator.frame(1);
            frame.set(
                    0,
                    sequential
                            ? tree.buildSequential(objects)
                            : tree.buildScattered(objects, new Random(25)));
            heap.collect(); // drops what only building needed
            double[] rates = new double[collections];
            for (int i = 0; i < collections; i++) {
                heap.collect();
                rates[i] = rate(heap.stats(), objects);
            }
            return rates;
        }
    }

    private static HeapOptions options(int objects, int markers) {
        long bytes = Math.max(64L << 20, objects * 100L);
        return HeapOptions.builder()
                .initialBytes(bytes)
                .maximumBytes(bytes)
                .markers(markers)
                .build();
    }

    private static double rate(HeapStats stats, int objects) {
        long marked = stats.collection().objectsMarked();
        if (marked < objects) {
            throw new IllegalStateException("marked %d of %d".formatted(marked, objects));
        }
        return marked * 1e3 / stats.time().lastMark();
    }
}
