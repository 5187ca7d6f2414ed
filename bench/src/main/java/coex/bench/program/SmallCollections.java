package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;

/// Times `collect()` on a heap with a thousand live objects and default options.
public final class SmallCollections {

    static final int LIVE = 1000;

    private SmallCollections() {}

    /// Argument: how many collections to time; as many warm up.
    static void main(String[] args) {
        int collections = Integer.parseInt(args[0]);
        try (Heap heap = Heap.open(HeapOptions.builder().build())) {
            Mutator mutator = heap.attach();
            Frame frame = mutator.frame(1);
            frame.set(0, new HandleTree(heap, mutator).buildSequential(LIVE));
            CollectionTimes.measure(heap::collect, collections);
            CollectionTimes.print(CollectionTimes.measure(heap::collect, collections));
            Figures.print("collections", heap.stats().collection().completed());
        }
    }
}
