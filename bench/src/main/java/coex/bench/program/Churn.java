package coex.bench.program;

import coex.bench.jvm.Figures;

import org.HdrHistogram.Histogram;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/// Threads that allocate at full speed over a large live set, and the probe that watches them.
///
/// The same on both sides: only what a [Worker] does differs. The probe reads the clock after every
/// 64 operations and records the time since it last did, so no delay falls between two samples. It
/// cannot tell the collector from the scheduler: with more threads than cores a thread waits for
/// its turn, too. `NoChurn` shows how long.
final class Churn {

    static final int THREADS = 4;
    static final int RING = 512;

    /// One operation in this many also replaces a random object of the live set.
    static final int REPLACE_EVERY = 32;

    private static final int OPERATIONS_PER_SAMPLE = 64;
    private static final int LONGEST_WARM_UP_MILLIS = 2000;

    /// The work of one thread.
    interface Worker {
        /// Builds this thread's part of the live set.
        void build();

        /// Waits without holding anyone up.
        void await(CountDownLatch latch) throws InterruptedException;

        /// Makes an object and keeps it for a while.
        void operate(int number);

        /// Ends the thread's part; nothing is used afterwards.
        void end();
    }

    private final CountDownLatch built = new CountDownLatch(THREADS);
    private final CountDownLatch stopped = new CountDownLatch(THREADS);
    private final CountDownLatch measured = new CountDownLatch(1);
    private final List<Histogram> histograms = new ArrayList<>();

    private volatile boolean isWarm;
    private volatile boolean isDone;
    private long operations;

    private Churn() {}

    /// Runs the workers and reports `began`, `throughput` in million operations a second, and the
    /// percentiles of the probe. Calls `whenMeasured` while the workers still exist.
    static void run(int millis, Supplier<Worker> workers, Runnable whenWarm, Runnable whenMeasured)
            throws InterruptedException {
        Churn churn = new Churn();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(
                    Thread.ofPlatform().name("worker " + i).start(() -> churn.work(workers.get())));
        }
        churn.built.await();
        Thread.sleep(Math.min(millis, LONGEST_WARM_UP_MILLIS));
        whenWarm.run();
        Figures.print("began", ManagementFactory.getRuntimeMXBean().getUptime() / 1e3);
        long began = System.nanoTime();
        churn.isWarm = true;
        Thread.sleep(millis);
        churn.isDone = true;
        long took = System.nanoTime() - began;
        churn.stopped.await();
        whenMeasured.run();
        churn.measured.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        churn.report(took);
    }

    private void work(Worker worker) {
        try {
            worker.build();
            built.countDown();
            worker.await(built);
            int number = operateUntilWarm(worker);
            Histogram histogram = new Histogram(3);
            long done = operateUntilDone(worker, number, histogram);
            synchronized (this) {
                histograms.add(histogram);
                operations += done;
            }
            stopped.countDown();
            worker.await(measured);
            worker.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            fail(e);
        }
    }

    /// Nothing can be measured any more; the others are not worth waiting for.
    private static void fail(Throwable cause) {
        System.err.println(cause);
        Runtime.getRuntime().halt(1);
    }

    private int operateUntilWarm(Worker worker) {
        int number = 0;
        while (!isWarm) {
            for (int i = 0; i < OPERATIONS_PER_SAMPLE; i++) {
                worker.operate(number++);
            }
        }
        return number;
    }

    private long operateUntilDone(Worker worker, int first, Histogram histogram) {
        int number = first;
        long done = 0;
        long last = System.nanoTime();
        while (!isDone) {
            for (int i = 0; i < OPERATIONS_PER_SAMPLE; i++) {
                worker.operate(number++);
            }
            done += OPERATIONS_PER_SAMPLE;
            long now = System.nanoTime();
            histogram.recordValue(now - last);
            last = now;
        }
        return done;
    }

    private void report(long nanos) {
        Histogram all = new Histogram(3);
        histograms.forEach(all::add);
        Figures.print("throughput", operations * 1e3 / nanos);
        Percentiles.print("probe", all);
    }
}
