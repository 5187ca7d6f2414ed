package coex.bench.program;

import coex.bench.jvm.Figures;
import coex.bench.subject.KeyKind;
import coex.bench.subject.Keys;

import org.HdrHistogram.Histogram;

import java.util.concurrent.CountDownLatch;

/// A map that one thread replaces at full speed while others read it: each version has one value
/// more replaced than the last, and is published at once.
///
/// Every get and every replacement is timed, from the end of the last to its own end, so nothing
/// falls between two samples. The times of reads are corrected for coordinated omission: a read
/// that took long stands for those that would have begun meanwhile, at the median distance of
/// reads. The clock cannot tell the collector from the scheduler; there are a writer, a reader for
/// each other core (at least one), and the collector.
abstract class MapChurn {

    private static final int READERS = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);

    /// What a thread does with the map; made and used by that thread.
    interface Access {
        /// Replaces the value of the key at this position of [Keys#sought], and publishes the map.
        void replace(int position, long value);

        /// Looks the key at this position up in the map last published; false if it is missing.
        boolean get(int position);

        /// Ends the thread's part.
        void end();
    }

    private final CountDownLatch built = new CountDownLatch(1);
    private final Histogram reads = new Histogram(3);

    /// Set once by the main thread, polled by all others.
    private volatile boolean isWarm;

    private volatile boolean isDone;

    /// Builds and publishes the map. By the writer.
    abstract Access build(Keys keys);

    /// For a reader, after the map was built.
    abstract Access attach();

    /// When measuring begins.
    void warm() {}

    /// When the threads have ended.
    void ended() {}

    /// Reports percentiles of `read` and `write` in microseconds, and `throughput` of the writer
    /// and `reads` of all readers in million operations a second.
    final void run(int entries, int millis) throws InterruptedException {
        Keys keys = new Keys(KeyKind.LONG, entries);
        Thread writer = start("writer", () -> write(keys));
        Thread[] readers = new Thread[READERS];
        for (int i = 0; i < READERS; i++) {
            int number = i;
            readers[i] = start("reader " + i, () -> read(entries, number));
        }
        built.await();
        Thread.sleep(millis / 2);
        warm();
        isWarm = true;
        Thread.sleep(millis);
        isDone = true;
        writer.join();
        for (Thread reader : readers) {
            reader.join();
        }
        ended();
        long interval = reads.getValueAtPercentile(50);
        Percentiles.print("read", reads.copyCorrectedForCoordinatedOmission(interval));
        Figures.print("reads", reads.getTotalCount() / 1e3 / millis);
    }

    private interface Part {
        void run() throws InterruptedException;
    }

    /// If one fails nothing can be measured any more; the others are not worth waiting for.
    private static Thread start(String name, Part part) {
        return Thread.ofPlatform()
                .name(name)
                .start(
                        () -> {
                            try {
                                part.run();
                            } catch (Throwable e) {
                                System.err.println(e);
                                Runtime.getRuntime().halt(1);
                            }
                        });
    }

    private void write(Keys keys) {
        Access access = build(keys);
        built.countDown();
        int entries = keys.size();
        int position = 0;
        long value = 0;
        while (!isWarm) {
            access.replace(position, value++);
            position = position + 1 < entries ? position + 1 : 0;
        }
        Histogram writes = new Histogram(3);
        long first = System.nanoTime();
        long last = first;
        while (!isDone) {
            access.replace(position, value++);
            position = position + 1 < entries ? position + 1 : 0;
            long now = System.nanoTime();
            writes.recordValue(now - last);
            last = now;
        }
        access.end();
        Percentiles.print("write", writes);
        Figures.print("throughput", writes.getTotalCount() * 1e3 / (last - first));
    }

    private void read(int entries, int number) throws InterruptedException {
        built.await();
        Access access = attach();
        int position = entries / (READERS + 1) * (number + 1); // the writer begins at 0
        Histogram times = new Histogram(3);
        boolean counts = false;
        long last = System.nanoTime();
        while (!isDone) {
            if (!access.get(position)) {
                throw new IllegalStateException("missing key: position=" + position);
            }
            position = position + 1 < entries ? position + 1 : 0;
            long now = System.nanoTime();
            if (counts) {
                times.recordValue(now - last);
            } else {
                counts = isWarm;
            }
            last = now;
        }
        access.end();
        synchronized (reads) {
            reads.add(times);
        }
    }
}
