package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.gc.CycleKind;
import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;

/// Measures young cycles beside an old part of some size, and building where everything survives.
///
/// *Young cycles*: before each, the same number of objects is made, of which one in 32 is put into
/// an old array and so survives; the array is the same, however large the old part is. Their times
/// are reported as `young-ms`. *Building*: a list is made of which nothing dies, with young cycles
/// or without; `build-s` is how long it took, cycles included.
public final class HandleYoung {

    private static final int YOUNG_OBJECTS = 1_000_000;
    private static final int SURVIVES_ONE_IN = 32;
    private static final int OBJECT_BYTES = 32;
    private static final int WARM_UP_CYCLES = 20;

    private final Heap heap;
    private final Mutator mutator;
    private final Shape node;
    private final Field next;
    private final Shape references;
    private final Frame frame;

    private HandleYoung(Heap heap) {
        this.heap = heap;
        this.mutator = heap.attach();
        this.node = heap.shape("Node").reference("next").longField("a").longField("b").build();
        this.next = node.field("next");
        this.references = heap.shape("References").arrayOf(Kind.REFERENCE).mutable().build();
        this.frame = mutator.frame(2);
    }

    /// Arguments: `cycles`, mebibytes of the old part, how many cycles; or `build`, objects,
    /// whether there are young cycles.
    static void main(String[] args) {
        if (args[0].equals("cycles")) {
            measureCycles(Long.parseLong(args[1]), Integer.parseInt(args[2]));
        } else {
            measureBuilding(Integer.parseInt(args[1]), Boolean.parseBoolean(args[2]));
        }
    }

    private static void measureCycles(long oldMebibytes, int cycles) {
        long bytes = (oldMebibytes + 512) << 20;
        HeapOptions options = HeapOptions.builder().initialBytes(bytes).maximumBytes(bytes).build();
        try (Heap heap = Heap.open(options)) {
            HandleYoung work = new HandleYoung(heap);
            work.build((oldMebibytes << 20) / OBJECT_BYTES);
            work.frame.set(
                    1,
                    work.mutator.allocateArray(work.references, YOUNG_OBJECTS / SURVIVES_ONE_IN));
            heap.collect();
            work.youngCycles(WARM_UP_CYCLES);
            Figures.print("young-ms", work.youngCycles(cycles));
        }
    }

    private static void measureBuilding(int objects, boolean young) {
        long bytes = objects * 100L;
        for (int round = 0; round < 3; round++) { // the last one is compiled
            HeapOptions options =
                    HeapOptions.builder().maximumBytes(bytes).youngCycles(young).build();
            try (Heap heap = Heap.open(options)) {
                HandleYoung work = new HandleYoung(heap);
                long began = System.nanoTime();
                work.build(objects);
                if (round == 2) {
                    Figures.print("build-s", (System.nanoTime() - began) / 1e9);
                    Figures.print("cycles", heap.stats().collection().completed());
                }
            }
        }
    }

    /// A list of so many nodes, in the first slot.
    private void build(long objects) {
        for (long i = 0; i < objects; i++) {
            frame.set(0, newNode(frame.get(0)));
        }
    }

    private long newNode(long named) {
        long made = mutator.allocate(node);
        mutator.setReference(made, next, named);
        mutator.seal(made);
        return made;
    }

    /// Milliseconds of each. A full cycle that comes between them is left out.
    private double[] youngCycles(int count) {
        double[] times = new double[count];
        int done = 0;
        while (done < count) {
            for (int i = 0; i < YOUNG_OBJECTS; i++) {
                long made = newNode(0);
                if (i % SURVIVES_ONE_IN == 0) {
                    mutator.setReference(frame.get(1), i / SURVIVES_ONE_IN, made);
                }
            }
            heap.requestCollection();
            heap.awaitCollection();
            if (heap.stats().collection().lastKind() == CycleKind.YOUNG) {
                times[done++] = heap.stats().time().lastCycle() / 1e6;
            }
        }
        return times;
    }
}
