package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;
import coex.gc.mutator.MutatorContext;

/// Runs one of [CapacityWork] at handle level, in a heap with default options but for its limit.
///
/// Reports `seconds` for the whole of it, `peak-mib`, the most that was committed for objects and
/// tables together, and `cycles`. The JVM is not warmed up: a program runs once.
public final class Capacity implements AutoCloseable {

    private static final int SLOTS = 4;
    private static final long MAXIMUM_BYTES = 6L << 30;
    private static final int LOOK_EVERY_MILLIS = 5;

    private final Heap heap = Heap.open(HeapOptions.builder().maximumBytes(MAXIMUM_BYTES).build());
    private final Mutator mutator = heap.attach();
    private final MutatorContext context = ConcurrentHeap.contextOf(mutator);
    private final Frame frame = mutator.frame(SLOTS);

    private Capacity() {}

    /// Arguments: the work, and what to divide its numbers by.
    static void main(String[] args) throws InterruptedException {
        CapacityWork work = CapacityWork.valueOf(args[0]);
        int divisor = Integer.parseInt(args[1]);
        try (Capacity capacity = new Capacity()) {
            PeakMemory peak = new PeakMemory(capacity.heap);
            Thread watcher = Thread.ofPlatform().daemon().start(peak);
            long began = System.nanoTime();
            work.run(capacity, divisor);
            double seconds = (System.nanoTime() - began) / 1e9;
            watcher.interrupt();
            watcher.join();
            Figures.print("seconds", seconds);
            Figures.print("peak-mib", peak.bytes() >> 20);
            Figures.print("cycles", capacity.heap.stats().collection().completed());
        }
    }

    Heap heap() {
        return heap;
    }

    MutatorContext context() {
        return context;
    }

    /// Keeps an object alive.
    void keep(int slot, long handle) {
        frame.set(slot, handle);
    }

    @Override
    public void close() {
        mutator.close();
        heap.close();
    }

    /// Looks every few milliseconds how much memory the heap has.
    private static final class PeakMemory implements Runnable {
        private final Heap heap;

        /// Written by the watching thread, read after it was joined.
        private long most;

        PeakMemory(Heap heap) {
            this.heap = heap;
        }

        @Override
        public void run() {
            try {
                while (true) {
                    look();
                    Thread.sleep(LOOK_EVERY_MILLIS);
                }
            } catch (InterruptedException e) {
                look();
            }
        }

        private void look() {
            HeapStats.Now now = heap.stats().now();
            most = Math.max(most, now.heapBytes() + now.sideBytes());
        }

        long bytes() {
            return most;
        }
    }
}
