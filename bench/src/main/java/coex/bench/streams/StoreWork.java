package coex.bench.streams;

import coex.bench.jvm.Figures;
import coex.bench.jvm.ProcessMemory;

import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// What a task does to one store, each of these in a JVM of its own: [Phase] says what.
///
/// Keys have 16 bytes and come in random order, values 64.
public final class StoreWork {

    /// What is measured.
    public enum Phase {
        /// Filling it, reading and updating it, opening it again, and restoring it from a
        /// changelog.
        SPEED,

        /// Updating and committing it while two threads go through all of it again and again.
        STALL,

        /// Filling and updating it.
        UPDATES
    }

    private static final int QUERY_THREADS = 2;
    private static final int VALUE_BYTES = 64;
    private static final int RESTORE_BATCH = 1000; // what Kafka's consumer returns at most
    private static final long COMMIT_NANOS = 1_000_000_000;
    private static final int SAMPLES = 5;
    private static final int RESTARTS = 3;
    private static final long SEED = 19;

    private final StoreKind kind;
    private final Path folder;
    private final int entries;
    private final SplittableRandom random = new SplittableRandom(SEED);

    private StoreWork(StoreKind kind, Path folder, int entries) {
        this.kind = kind;
        this.folder = folder;
        this.entries = entries;
    }

    /// Arguments: the phase, the kind of store, entries, records to restore, milliseconds of what
    /// is measured for a time.
    static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("coex-bench-streams");
        try {
            StoreKind kind = StoreKind.valueOf(args[1]);
            StoreWork work = new StoreWork(kind, folder, Integer.parseInt(args[2]));
            int millis = Integer.parseInt(args[4]);
            switch (Phase.valueOf(args[0])) {
                case SPEED -> {
                    work.speed(millis);
                    work.restore(Integer.parseInt(args[3]));
                }
                case STALL -> work.stall(millis);
                case UPDATES -> work.updates(millis);
            }
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        System.exit(0); // whatever threads a library has left
    }

    /// Scrambled, so that keys come in random order.
    private static byte[] key(long number) {
        long scrambled = number * 0x9E3779B97F4A7C15L;
        return ByteBuffer.allocate(16)
                .putLong(scrambled ^ scrambled >>> 32)
                .putLong(number)
                .array();
    }

    private static byte[] value(long number) {
        return ByteBuffer.allocate(VALUE_BYTES).putLong(number).array();
    }

    private Bytes anyKey() {
        return Bytes.wrap(key(random.nextInt(entries)));
    }

    private KeyValueStore<Bytes, byte[]> filled(TaskContext context) {
        KeyValueStore<Bytes, byte[]> store = open("store", context);
        for (int i = 0; i < entries; i++) {
            store.put(Bytes.wrap(key(i)), value(i));
        }
        return store;
    }

    private KeyValueStore<Bytes, byte[]> open(String name, TaskContext context) {
        KeyValueStore<Bytes, byte[]> store = kind.make(name);
        store.init(context, store);
        return store;
    }

    private void speed(int millis) {
        long before = usedByJvm();
        double residentBefore = ProcessMemory.residentBytes();
        TaskContext context = new TaskContext(kind, folder);
        KeyValueStore<Bytes, byte[]> store = filled(context);
        Figures.print("updates", updateSpeeds(store, millis));
        Figures.print("reads", speeds(() -> reads(store, millis / SAMPLES)));
        Figures.print("jvm-bytes", (double) (usedByJvm() - before) / entries);
        double resident = ProcessMemory.residentBytes() - residentBefore;
        Figures.print("resident-bytes", resident / entries);
        Figures.print("held-bytes", context.metric("bytes-held") / entries);
        restart(store);
    }

    private void updates(int millis) {
        KeyValueStore<Bytes, byte[]> store = filled(new TaskContext(kind, folder));
        Figures.print("updates", updateSpeeds(store, millis));
        store.close();
    }

    private double[] updateSpeeds(KeyValueStore<Bytes, byte[]> store, int millis) {
        updates(store, millis / 2); // and the JIT compiler
        return speeds(() -> updates(store, millis / SAMPLES));
    }

    private static double[] speeds(DoubleSupplier measured) {
        return DoubleStream.generate(measured).limit(SAMPLES).toArray();
    }

    private void stall(int millis) throws InterruptedException {
        KeyValueStore<Bytes, byte[]> store = filled(new TaskContext(kind, folder));
        store.commit(Map.of(TaskContext.CHANGELOG, 0L));
        whileScanned(store, millis);
        store.close();
    }

    private static long usedByJvm() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /// Millions a second.
    private double updates(KeyValueStore<Bytes, byte[]> store, int millis) {
        long begin = System.nanoTime();
        long end = begin + millis * 1_000_000L;
        long count = 0;
        do {
            for (int i = 0; i < 100; i++) {
                store.put(anyKey(), value(count++));
            }
        } while (System.nanoTime() < end);
        return count * 1e3 / (System.nanoTime() - begin);
    }

    private double reads(KeyValueStore<Bytes, byte[]> store, int millis) {
        long begin = System.nanoTime();
        long end = begin + millis * 1_000_000L;
        long count = 0;
        long found = 0;
        do {
            for (int i = 0; i < 100; i++) {
                found += store.get(anyKey()).length;
                count++;
            }
        } while (System.nanoTime() < end);
        if (found != count * VALUE_BYTES) {
            throw new IllegalStateException("values of the wrong length");
        }
        return count * 1e3 / (System.nanoTime() - begin);
    }

    /// Updates while others read everything, and a commit now and then, as a task makes them. A
    /// stall is the time of one update, with the commit before it if there is one.
    private void whileScanned(KeyValueStore<Bytes, byte[]> store, int millis)
            throws InterruptedException {
        AtomicLong scanned = new AtomicLong();
        List<Thread> queries = new ArrayList<>();
        for (int i = 0; i < QUERY_THREADS; i++) {
            queries.add(Thread.ofPlatform().start(() -> scan(store, scanned)));
        }
        Histogram times = new Histogram(3);
        long begin = System.nanoTime();
        long last = begin;
        long end = begin + millis * 1_000_000L;
        long nextCommit = begin + COMMIT_NANOS;
        long count = 0;
        while (last < end) {
            if (last > nextCommit) {
                store.commit(Map.of(TaskContext.CHANGELOG, count));
                nextCommit = last + COMMIT_NANOS;
            }
            store.put(anyKey(), value(count++));
            long now = System.nanoTime();
            times.recordValue(now - last);
            last = now;
        }
        double seconds = (last - begin) / 1e9;
        queries.forEach(Thread::interrupt);
        for (Thread each : queries) {
            each.join();
        }
        Figures.print("stall", times.getMaxValue() / 1e3);
        Figures.print("p99.9", times.getValueAtPercentile(99.9) / 1e3);
        Figures.print("updates-scanned", count / seconds / 1e6);
        Figures.print("scanned", scanned.get() / seconds / 1e6);
    }

    private static void scan(KeyValueStore<Bytes, byte[]> store, AtomicLong scanned) {
        while (!Thread.currentThread().isInterrupted()) {
            try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
                while (all.hasNext() && !Thread.currentThread().isInterrupted()) {
                    all.next();
                    scanned.incrementAndGet();
                }
            }
        }
    }

    /// Milliseconds from opening to the first answer; 0 if the store is not persistent.
    private void restart(KeyValueStore<Bytes, byte[]> store) {
        store.commit(Map.of(TaskContext.CHANGELOG, 1L));
        store.close();
        if (kind == StoreKind.MEMORY) {
            Figures.print("restart", 0);
            return;
        }
        double[] millis = new double[RESTARTS];
        for (int i = 0; i < RESTARTS; i++) {
            TaskContext context = new TaskContext(kind, folder);
            long begin = System.nanoTime();
            KeyValueStore<Bytes, byte[]> again = open("store", context);
            if (again.get(Bytes.wrap(key(0))) == null) {
                throw new IllegalStateException("nothing restored");
            }
            millis[i] = (System.nanoTime() - begin) / 1e6;
            again.close();
        }
        Figures.print("restart", millis);
    }

    /// Milliseconds that it takes to apply a changelog, each time to an empty store.
    private void restore(int records) {
        double[] millis = new double[RESTARTS];
        for (int i = 0; i < RESTARTS; i++) {
            millis[i] = restore("restored-" + i, records);
        }
        Figures.print("restore", millis);
    }

    private double restore(String name, int records) {
        TaskContext context = new TaskContext(kind, folder);
        KeyValueStore<Bytes, byte[]> store = open(name, context);
        List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
        long nanos = 0;
        for (int i = 0; i < records; i++) {
            batch.add(new ConsumerRecord<>("changelog", 0, i, key(i), value(i)));
            if (batch.size() == RESTORE_BATCH || i == records - 1) {
                long begin = System.nanoTime();
                context.restore(batch);
                nanos += System.nanoTime() - begin;
                batch.clear();
            }
        }
        store.close();
        return nanos / 1e6;
    }
}
