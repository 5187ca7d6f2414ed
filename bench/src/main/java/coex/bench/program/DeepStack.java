package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.LatencyHistogram;
import coex.gc.Mutator;
import coex.gc.MutatorStats;
import coex.gc.Shape;

import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/// Measures how long handshake actions take on a mutator that polls at a given depth of its shadow
/// stack, while another thread collects over and over.
///
/// Frames have one slot each. The upper 1,024 hold objects of their own, so that shading them is
/// work; those below share one, which keeps the collector's part short.
///
/// Collections begin [#INTERVAL_NANOS] apart at every depth. Without that a collection of a deep
/// stack, which the collector reads for a millisecond or more, would leave the mutator more time to
/// forget the code of an action than one of a shallow stack, and that would be measured as depth.
public final class DeepStack {

    private static final int DISTINCT = 1024;
    private static final int ROUNDS = 3;
    private static final long INTERVAL_NANOS = 10_000_000;

    private DeepStack() {}

    /// Arguments: the number of collections of a round, then depths. Reports `p50@DEPTH` and so on.
    static void main(String[] args) throws InterruptedException {
        int collections = Integer.parseInt(args[0]);
        int[] depths = Stream.of(args).skip(1).mapToInt(Integer::parseInt).toArray();
        LatencyHistogram[][] actions = new LatencyHistogram[depths.length][ROUNDS];
        for (int depth : depths) {
            actionsAt(depth, collections); // to have it compiled
        }
        for (int round = 0; round < ROUNDS; round++) { // in turn, so that all see the same noise
            for (int i = 0; i < depths.length; i++) {
                actions[i][round] = actionsAt(depths[i], collections);
            }
        }
        for (int i = 0; i < depths.length; i++) {
            print(depths[i], actions[i]);
        }
    }

    private static void print(int depth, LatencyHistogram[] rounds) {
        for (int percentile : new int[] {50, 90, 99}) {
            double[] micros = new double[rounds.length];
            for (int round = 0; round < rounds.length; round++) {
                micros[round] = rounds[round].percentile(percentile) / 1e3;
            }
            Figures.print("p%d@%d".formatted(percentile, depth), micros);
        }
    }

    private static LatencyHistogram actionsAt(int depth, int collections)
            throws InterruptedException {
        try (Heap heap = Heap.open(HeapOptions.builder().build())) {
            Shape shape = heap.shape("Leaf").longField("value").build();
            Poller poller = new Poller(heap, shape, depth);
            Thread thread = Thread.ofPlatform().start(poller);
            poller.ready.await();
            for (int i = 0; i < collections; i++) {
                long next = System.nanoTime() + INTERVAL_NANOS;
                heap.collect();
                while (System.nanoTime() < next) {
                    Thread.onSpinWait();
                }
            }
            poller.done = true;
            thread.join();
            return poller.stats.actions();
        }
    }

    /// A mutator that only polls.
    private static final class Poller implements Runnable {
        private final Heap heap;
        private final Shape shape;
        private final int depth;
        private final CountDownLatch ready = new CountDownLatch(1);
        private volatile boolean done;
        private volatile MutatorStats stats;

        Poller(Heap heap, Shape shape, int depth) {
            this.heap = heap;
            this.shape = shape;
            this.depth = depth;
        }

        @Override
        public void run() {
            try (Mutator mutator = heap.attach()) {
                fill(mutator);
                ready.countDown();
                while (!done) {
                    mutator.safepoint();
                }
                stats = heap.stats().mutators().getFirst();
            }
        }

        private void fill(Mutator mutator) {
            Field value = shape.field("value");
            Frame bottom = mutator.frame(1);
            bottom.set(0, mutator.allocate(shape));
            long shared = bottom.get(0);
            for (int i = 1; i < depth; i++) {
                Frame frame = mutator.frame(1);
                if (depth - i > DISTINCT) {
                    frame.set(0, shared);
                } else {
                    frame.set(0, mutator.allocate(shape));
                    mutator.setLong(frame.get(0), value, i);
                }
            }
        }
    }
}
