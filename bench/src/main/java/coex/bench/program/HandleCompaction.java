package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.MutatorStats;
import coex.gc.Shape;

import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/// Measures what is left of a heap when nine objects of ten have died at random and it has been
/// compacted, while four threads read what lives.
///
/// All objects are in one array. `held-mib` is what is committed for objects afterwards, `live-mib`
/// what lives of them, `tables-mib` what is committed beside the objects (the handle table, which
/// stays as large as it was, bitmaps, marks), `hold-ms` the longest time for which the collector
/// has held one of the readers, `moved` how many objects were moved. `compacted` and `in-order` are
/// millions of objects marked a second, afterwards and in a heap of as many objects that were made
/// one after the other.
public final class HandleCompaction {

    private static final int SURVIVES_ONE_IN = 10;
    private static final int READERS = 4;
    private static final int WARM_UP_OBJECTS = 100_000;
    private static final int WARM_UP_COLLECTIONS = 30;
    private static final int COLLECTIONS = 7;

    private final Heap heap;
    private final Mutator mutator;
    private final Shape node;
    private final Field number;
    private final Shape references;
    private final Frame frame;
    private final AtomicBoolean stop = new AtomicBoolean();

    private HandleCompaction(Heap heap) {
        this.heap = heap;
        this.mutator = heap.attach();
        this.node = heap.shape("Node").reference("next").longField("a").longField("b").build();
        this.number = node.field("a");
        this.references = heap.shape("References").arrayOf(Kind.REFERENCE).mutable().build();
        this.frame = mutator.frame(1);
    }

    /// Argument: how many objects.
    static void main(String[] args) throws InterruptedException {
        int objects = Integer.parseInt(args[0]);
        inOrder(WARM_UP_OBJECTS, WARM_UP_COLLECTIONS);
        Figures.print("in-order", inOrder(objects / SURVIVES_ONE_IN, COLLECTIONS));
        try (Heap heap = Heap.open(options(objects))) {
            new HandleCompaction(heap).measure(objects);
        }
    }

    private static HeapOptions options(int objects) {
        return HeapOptions.builder()
                .initialBytes(1 << 20)
                .maximumBytes(Math.max(64L << 20, objects * 64L))
                .initialHandles(objects)
                .build();
    }

    private static double[] inOrder(int objects, int collections) {
        try (Heap heap = Heap.open(options(objects))) {
            HandleCompaction work = new HandleCompaction(heap);
            work.build(objects);
            heap.collect();
            return work.markRates(collections);
        }
    }

    private double[] markRates(int collections) {
        double[] rates = new double[collections];
        for (int i = 0; i < collections; i++) {
            heap.collect();
            rates[i] =
                    heap.stats().collection().objectsMarked()
                            * 1e3
                            / heap.stats().time().lastMark();
        }
        return rates;
    }

    private void build(int objects) {
        frame.set(0, mutator.allocateArray(references, objects));
        for (int i = 0; i < objects; i++) {
            long made = mutator.allocate(node);
            mutator.setLong(made, number, i);
            mutator.seal(made);
            mutator.setReference(frame.get(0), i, made);
        }
    }

    private void measure(int objects) throws InterruptedException {
        build(objects);
        Random random = new Random(25);
        for (int i = 0; i < objects; i++) {
            if (random.nextInt(SURVIVES_ONE_IN) != 0) {
                mutator.setReference(frame.get(0), i, 0);
            }
        }
        gather(objects);
        heap.collect();
        GlobalRoot root = heap.newRoot();
        root.set(mutator, frame.get(0));
        Thread[] readers = new Thread[READERS];
        for (int i = 0; i < READERS; i++) {
            readers[i] = Thread.ofPlatform().start(() -> readAndVerify(root));
        }
        heap.compact();
        Figures.print("hold-ms", longestHold() / 1e6);
        stop.set(true);
        try (var _ = mutator.safeRegion()) {
            for (Thread reader : readers) {
                reader.join();
            }
        }
        heap.compact(); // what the readers held
        long held = heap.stats().now().heapBytes() - heap.stats().now().heapDiscarded();
        Figures.print("held-mib", held / 1048576.0);
        Figures.print("tables-mib", heap.stats().now().sideBytes() / 1048576.0);
        Figures.print("live-mib", heap.stats().collection().bytesMarked() / 1048576.0);
        Figures.print("moved", heap.stats().moving().objects());
        Figures.print("compacted", markRates(COLLECTIONS));
    }

    /// Puts the survivors into an array of their own, so that the old one dies.
    private void gather(int objects) {
        int survivors = 0;
        for (int i = 0; i < objects; i++) {
            survivors += mutator.getReference(frame.get(0), i) != 0 ? 1 : 0;
        }
        try (Frame inner = mutator.frame(1)) {
            inner.set(0, mutator.allocateArray(references, survivors));
            int at = 0;
            for (int i = 0; i < objects; i++) {
                long each = mutator.getReference(frame.get(0), i);
                if (each != 0) {
                    mutator.setReference(inner.get(0), at++, each);
                }
            }
            frame.set(0, inner.get(0));
        }
    }

    private long longestHold() {
        long longest = 0;
        for (MutatorStats each : heap.stats().mutators()) {
            longest = Math.max(longest, each.actions().maximum());
        }
        return longest;
    }

    /// Numbers of survivors rise from each to the next.
    private void readAndVerify(GlobalRoot root) {
        try (Mutator reader = heap.attach()) {
            Frame own = reader.frame(1);
            own.set(0, root.get(reader));
            int survivors = reader.length(own.get(0));
            while (!stop.get()) {
                long before = -1;
                for (int i = 0; i < survivors; i++) {
                    long found = reader.getLong(reader.getReference(own.get(0), i), number);
                    if (found <= before) {
                        throw new IllegalStateException("%d after %d".formatted(found, before));
                    }
                    before = found;
                    reader.safepoint();
                }
            }
        }
    }
}
