package coex.bench.program;

import java.util.concurrent.CountDownLatch;

/// [Churn] without allocation: what the probe shows when nothing collects, which is how long the
/// scheduler keeps a thread waiting.
public final class NoChurn {

    private NoChurn() {}

    /// Argument: milliseconds.
    static void main(String[] args) throws InterruptedException {
        Churn.run(Integer.parseInt(args[0]), IdleWorker::new, () -> {}, () -> {});
    }

    private static final class IdleWorker implements Churn.Worker {
        private final Dice dice = new Dice(1);
        private final long[] ring = new long[Churn.RING];

        @Override
        public void build() {}

        @Override
        public void operate(int number) {
            ring[number % Churn.RING] += dice.below(1024);
        }

        @Override
        public void await(CountDownLatch latch) throws InterruptedException {
            latch.await();
        }

        @Override
        public void end() {}
    }
}
