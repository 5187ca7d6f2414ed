package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.MutatorStats;
import coex.gc.SafeRegion;
import coex.gc.Shape;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// [Churn] in our heap, through the public API.
///
/// Reports also `hold`: how long the collector held a mutator each time it did, which is the
/// handshake actions on its thread and the allocations that waited for a collection.
public final class HandleChurn {

    static final int CHUNK = 4096;

    private HandleChurn() {}

    /// Arguments: live objects in all, bytes of the heap, milliseconds.
    static void main(String[] args) throws InterruptedException {
        int live = Integer.parseInt(args[0]);
        long bytes = Long.parseLong(args[1]);
        int millis = Integer.parseInt(args[2]);
        Stalls stalls = new Stalls();
        HeapOptions options =
                HeapOptions.builder()
                        .initialBytes(bytes)
                        .maximumBytes(bytes)
                        .listener(stalls)
                        .build();
        try (Heap heap = Heap.open(options)) {
            Shapes shapes = Shapes.of(heap);
            AtomicInteger seed = new AtomicInteger();
            HeapStats[] before = new HeapStats[1];
            Churn.run(
                    millis,
                    () ->
                            new HandleWorker(
                                    heap, shapes, live / Churn.THREADS, seed.incrementAndGet()),
                    () -> {
                        before[0] = heap.stats();
                        stalls.times.reset();
                    },
                    () -> report(before[0], heap.stats(), stalls.times));
        }
    }

    private static void report(HeapStats before, HeapStats after, Histogram stalls) {
        Histogram holds = new Histogram(3);
        for (MutatorStats mutator : after.mutators()) {
            HoldTimes.addTo(holds, mutator.actions());
        }
        Percentiles.print("action", holds);
        holds.add(stalls);
        Percentiles.print("hold", holds);
        Percentiles.print("stall", stalls);
        Figures.print("cycles", after.collection().completed() - before.collection().completed());
        Figures.print("young", after.collection().young() - before.collection().young());
        Figures.print("cycle-ms", after.time().lastCycle() / 1e6);
        Figures.print("heap-mib", after.now().heapMaximum() >> 20);
        Figures.print("heap-used-mib", after.now().heapUsed() >> 20);
        Figures.print("side-mib", after.now().sideBytes() >> 20);
    }

    /// Notes how long allocations waited.
    private static final class Stalls implements HeapListener {
        private final Histogram times = new ConcurrentHistogram(3);

        @Override
        public void allocationStalled(String thread, long bytes, Duration waited) {
            times.recordValue(waited.toNanos());
        }
    }

    private record Shapes(Shape triple, Shape references) {
        static Shapes of(Heap heap) {
            return new Shapes(
                    heap.shape("Triple").longField("a").longField("b").longField("c").build(),
                    heap.shape("References").arrayOf(Kind.REFERENCE).mutable().build());
        }
    }

    /// Slot 0 of the frame holds the live set, the others a ring of what was made last.
    private static final class HandleWorker implements Churn.Worker {
        private final Heap heap;
        private final Shapes shapes;
        private final int chunks;
        private final Dice dice;
        private Mutator mutator;
        private Frame frame;

        HandleWorker(Heap heap, Shapes shapes, int live, long seed) {
            this.heap = heap;
            this.shapes = shapes;
            this.chunks = live / CHUNK;
            this.dice = new Dice(seed);
        }

        @Override
        public void build() {
            mutator = heap.attach();
            frame = mutator.frame(1 + Churn.RING);
            frame.set(0, mutator.allocateArray(shapes.references, chunks));
            for (int chunk = 0; chunk < chunks; chunk++) {
                frame.set(1, mutator.allocateArray(shapes.references, CHUNK));
                mutator.setReference(frame.get(0), chunk, frame.get(1));
                for (int i = 0; i < CHUNK; i++) {
                    long triple = newTriple(i);
                    mutator.setReference(frame.get(1), i, triple);
                }
            }
        }

        @Override
        public void operate(int number) {
            long triple = newTriple(number);
            frame.set(1 + number % Churn.RING, triple);
            if (number % Churn.REPLACE_EVERY == 0) {
                long chunk = mutator.getReference(frame.get(0), dice.below(chunks));
                mutator.setReference(chunk, dice.below(CHUNK), triple);
            }
        }

        private long newTriple(long value) {
            return mutator.create(shapes.triple, value, value + 1, value + 2);
        }

        @Override
        public void await(CountDownLatch latch) throws InterruptedException {
            try (SafeRegion _ = mutator.safeRegion()) {
                latch.await();
            }
        }

        @Override
        public void end() {
            mutator.close();
        }
    }
}
