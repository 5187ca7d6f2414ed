package coex.bench.program;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// [Churn] on the JVM's heap; its log says how long threads were held.
public final class PlainChurn {

    private PlainChurn() {}

    /// Arguments: live objects in all, milliseconds.
    static void main(String[] args) throws InterruptedException {
        int live = Integer.parseInt(args[0]);
        int millis = Integer.parseInt(args[1]);
        AtomicInteger seed = new AtomicInteger();
        Churn.run(
                millis,
                () -> new PlainWorker(live / Churn.THREADS, seed.incrementAndGet()),
                () -> {},
                () -> {});
    }

    private record Triple(long a, long b, long c) {}

    private static final class PlainWorker implements Churn.Worker {
        private final int chunks;
        private final Dice dice;
        private final Triple[] ring = new Triple[Churn.RING];
        private Triple[][] live;

        PlainWorker(int live, long seed) {
            this.chunks = live / HandleChurn.CHUNK;
            this.dice = new Dice(seed);
        }

        @Override
        public void build() {
            live = new Triple[chunks][];
            for (int chunk = 0; chunk < chunks; chunk++) {
                live[chunk] = new Triple[HandleChurn.CHUNK];
                for (int i = 0; i < HandleChurn.CHUNK; i++) {
                    live[chunk][i] = new Triple(i, i + 1, i + 2);
                }
            }
        }

        @Override
        public void operate(int number) {
            Triple triple = new Triple(number, number + 1, number + 2);
            ring[number % Churn.RING] = triple;
            if (number % Churn.REPLACE_EVERY == 0) {
                live[dice.below(chunks)][dice.below(HandleChurn.CHUNK)] = triple;
            }
        }

        @Override
        public void await(CountDownLatch latch) throws InterruptedException {
            latch.await();
        }

        @Override
        public void end() {
            live = null;
        }
    }
}
