package coex.bench.program;

import coex.bench.jvm.Figures;

import org.HdrHistogram.Histogram;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/// A map of maps that one thread changes and 50 virtual threads read, all at full speed.
///
/// Every write is timed from the end of the last to its own end. Reads are counted, and timed some
/// at a time: a clock for each would be a good part of it. Then the reader gives way to the others,
/// since a virtual thread is not interrupted; that is not in the time.
abstract class Board {

    private static final int READERS = 50;
    private static final int OUTER = 100;
    private static final int INNER = 100;
    private static final int READS_AT_ONCE = 64;

    private static final String[] OUTER_KEYS = keys("group ", OUTER);
    private static final String[] INNER_KEYS = keys("article ", INNER);

    /// Set once by the main thread, polled by all others.
    private volatile boolean isWarm;

    private volatile boolean isDone;

    private final LongAdder reads = new LongAdder();

    /// What readers have seen, added by each when it ends. Guarded by its monitor.
    private final Histogram readTimes = new Histogram(2);

    /// Puts an entry into an inner map, which is made if it is missing. One thread.
    abstract void put(String outer, String inner, long value);

    /// The value of an entry. Any thread.
    abstract Long get(String outer, String inner);

    private static String[] keys(String begin, int count) {
        String[] keys = new String[count];
        for (int i = 0; i < count; i++) {
            keys[i] = begin + i;
        }
        return keys;
    }

    /// Reports percentiles of `write`, and of `read` for some reads at a time, in microseconds, and
    /// `writes` and `reads` in million operations a second.
    final void run(int millis) throws InterruptedException {
        for (String outer : OUTER_KEYS) {
            for (String inner : INNER_KEYS) {
                put(outer, inner, 0);
            }
        }
        CountDownLatch ended = new CountDownLatch(READERS + 1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < READERS; i++) {
                threads.submit(() -> part(ended, this::read));
            }
            Thread.ofPlatform().name("writer").start(() -> part(ended, this::write));
            Thread.sleep(millis / 2);
            isWarm = true;
            Thread.sleep(millis);
            isDone = true;
            ended.await();
        }
        synchronized (readTimes) {
            Percentiles.print("read", readTimes);
        }
        Figures.print("reads", reads.sum() / 1e3 / millis);
    }

    /// If one fails nothing can be measured any more.
    private static void part(CountDownLatch ended, Runnable part) {
        try {
            part.run();
            ended.countDown();
        } catch (Throwable e) {
            System.err.println(e);
            Runtime.getRuntime().halt(1);
        }
    }

    private void write() {
        Histogram writes = new Histogram(3);
        long value = 1;
        while (!isWarm) {
            writeOne(value++);
        }
        long first = System.nanoTime();
        long last = first;
        while (!isDone) {
            writeOne(value++);
            long now = System.nanoTime();
            writes.recordValue(now - last);
            last = now;
        }
        Percentiles.print("write", writes);
        Figures.print("writes", writes.getTotalCount() * 1e3 / (last - first));
    }

    private void writeOne(long value) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        put(OUTER_KEYS[random.nextInt(OUTER)], INNER_KEYS[random.nextInt(INNER)], value);
    }

    private void read() {
        Histogram times = new Histogram(2);
        while (!isDone) {
            boolean counts = isWarm;
            long began = System.nanoTime();
            ThreadLocalRandom random = ThreadLocalRandom.current();
            for (int i = 0; i < READS_AT_ONCE; i++) {
                String outer = OUTER_KEYS[random.nextInt(OUTER)];
                if (get(outer, INNER_KEYS[random.nextInt(INNER)]) == null) {
                    throw new IllegalStateException("missing entry: outer=" + outer);
                }
            }
            if (counts) {
                times.recordValue(System.nanoTime() - began);
                reads.add(READS_AT_ONCE);
            }
            Thread.yield();
        }
        synchronized (readTimes) {
            readTimes.add(times);
        }
    }
}
