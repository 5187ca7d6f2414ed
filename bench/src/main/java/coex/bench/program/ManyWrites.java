// SPDX-License-Identifier: Apache-2.0
package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Kind;
import coex.gc.LatencyHistogram;
import coex.gc.Mutator;
import coex.gc.MutatorStats;
import coex.gc.Shape;

import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/// Measures how long handshake actions take on a mutator that has stored into so many small mutable
/// cells, each once, since the last collection.
public final class ManyWrites {

    private static final int ROUNDS = 3;

    private ManyWrites() {}

    /// Arguments: the number of collections of a round, then numbers of cells. Reports `p99@CELLS`
    /// and so on.
    static void main(String[] args) throws InterruptedException {
        int collections = Integer.parseInt(args[0]);
        int[] counts = Stream.of(args).skip(1).mapToInt(Integer::parseInt).toArray();
        double[][] p99 = new double[counts.length][ROUNDS];
        double[][] longest = new double[counts.length][ROUNDS];
        for (int count : counts) {
            actionsAfter(count, collections); // to have it compiled
        }
        for (int round = 0; round < ROUNDS; round++) { // in turn, so that all see the same noise
            for (int i = 0; i < counts.length; i++) {
                LatencyHistogram actions = actionsAfter(counts[i], collections);
                p99[i][round] = actions.percentile(99) / 1e3;
                longest[i][round] = actions.percentile(100) / 1e3;
            }
        }
        for (int i = 0; i < counts.length; i++) {
            Figures.print("p99@" + counts[i], p99[i]);
            Figures.print("longest@" + counts[i], longest[i]);
        }
    }

    private static LatencyHistogram actionsAfter(int count, int collections)
            throws InterruptedException {
        try (Heap heap = Heap.open(HeapOptions.builder().build())) {
            Writer writer = new Writer(heap, count);
            Thread thread = Thread.ofPlatform().start(writer);
            for (int i = 1; i <= collections; i++) {
                writer.round = i;
                while (writer.written < i) {
                    Thread.onSpinWait();
                }
                heap.collect();
            }
            writer.done.countDown();
            thread.join();
            return writer.stats.actions();
        }
    }

    /// A mutator that writes all cells in each round, and polls until the next.
    private static final class Writer implements Runnable {
        private final Heap heap;
        private final int count;
        private final Shape cell;
        private final Shape cells;
        private final Field content;
        private final CountDownLatch done = new CountDownLatch(1);

        /// The round it is to write in; written by the other thread.
        private volatile int round;

        /// The last one it has written in; written by this thread, as the statistics.
        private volatile int written;

        private volatile MutatorStats stats;

        Writer(Heap heap, int count) {
            this.heap = heap;
            this.count = count;
            this.cell = heap.shape("Cell").reference("content").mutable().build();
            this.cells = heap.shape("Cells").arrayOf(Kind.REFERENCE).build();
            this.content = cell.field("content");
        }

        @Override
        public void run() {
            try (Mutator mutator = heap.attach();
                    Frame frame = mutator.frame(1)) {
                frame.set(0, mutator.allocateArray(cells, count));
                for (int i = 0; i < count; i++) {
                    mutator.setReference(frame.get(0), i, mutator.allocate(cell));
                }
                while (done.getCount() > 0) {
                    int now = round;
                    if (written < now) {
                        writeAll(mutator, frame);
                        written = now;
                    }
                    mutator.safepoint();
                }
                stats = heap.stats().mutators().getFirst();
            }
        }

        private void writeAll(Mutator mutator, Frame frame) {
            for (int i = 0; i < count; i++) {
                mutator.setReference(mutator.getReference(frame.get(0), i), content, 0);
                if ((i & 1023) == 0) {
                    mutator.safepoint();
                }
            }
        }
    }
}
