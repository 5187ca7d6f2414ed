package coex.bench.subject;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

/// The heap that our collections are measured in: one for the JVM, in a constant, so that the types
/// made for it are constants too, as in generated code.
public final class OurHeap {

    /// System property: mebibytes of the heap, which all of it has from the start.
    public static final String MEBIBYTES = "coex.bench.mebibytes";

    /// System property: set if a measurement is worth nothing unless the collector ran meanwhile.
    public static final String MUST_COLLECT = "coex.bench.mustCollect";

    private static final long BYTES = Integer.getInteger(MEBIBYTES, 32) * (1L << 20);

    public static final Heap HEAP =
            Heap.open(HeapOptions.builder().initialBytes(BYTES).maximumBytes(BYTES).build());

    private static final Shape KEPT = HEAP.shape("Kept").arrayOf(Kind.REFERENCE).mutable().build();

    private static final int TOUCHED_AT_ONCE = 4096;

    private final Mutator mutator;
    private final Frame frame;
    private final MutatorContext context;
    private final long collections;

    /// Attaches this thread, with `slots` roots.
    OurHeap(int slots) {
        mutator = HEAP.attach();
        frame = mutator.frame(slots);
        context = ConcurrentHeap.contextOf(mutator);
        touchMemory();
        collections = HEAP.stats().collection().completed();
    }

    /// Allocates as much as the heap has, so that the system gives all of it: what a peer's JVM
    /// does with `-XX:+AlwaysPreTouch`.
    private void touchMemory() {
        for (long bytes = 0; bytes < BYTES; bytes += TOUCHED_AT_ONCE) {
            mutator.allocateArray(KEPT, TOUCHED_AT_ONCE / Integer.BYTES);
        }
    }

    MutatorContext context() {
        return context;
    }

    /// Keeps an object alive.
    void keep(int slot, long handle) {
        frame.set(slot, handle);
    }

    /// Makes room in a slot to keep several objects alive, with [#keep(int, int, long)].
    void keepMany(int slot, int count) {
        frame.set(slot, mutator.allocateArray(KEPT, count));
    }

    void keep(int slot, int index, long handle) {
        mutator.setReference(frame.get(slot), index, handle);
    }

    /// Detaches this thread.
    ///
    /// @throws IllegalStateException if [#MUST_COLLECT] is set and no collection ran since
    void close() {
        mutator.close();
        if (Boolean.getBoolean(MUST_COLLECT)
                && HEAP.stats().collection().completed() == collections) {
            throw new IllegalStateException("no collection ran, so its cost was not measured");
        }
    }
}
