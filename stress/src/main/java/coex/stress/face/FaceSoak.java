package coex.stress.face;

import static coex.stress.face.Mismatch.require;
import static coex.stress.face.Mismatch.requireEqual;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentMap;
import coex.collections.SaveFile;
import coex.collections.Versioned;
import coex.gc.Heap;
import coex.gc.HeapOptions;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// One map of maps for a long time, as a program would have it: writers replace and remove values
/// of a [Versioned], virtual threads read it, versions are dropped without being closed, and each
/// second what is new is saved. Looks at the memory that the process has of the system, and fails
/// if it grows; and if the map, or its file, is not what the writers have written.
///
/// The JVM's own heap is part of that memory, so the JVM should have a small one.
public final class FaceSoak {

    private static final int READERS = 20;
    private static final int OUTER = 300;
    private static final int INNER = 60;
    private static final Duration LINE_EVERY = Duration.ofSeconds(10);

    /// How much more the last third may have than the first one, at most: a quarter, and some MiB
    /// that do not matter.
    private static final double GROWTH = 1.25;

    private static final long NOISE_BYTES = 16L << 20;

    /// A shorter run says nothing about growth: the JVM's own heap, its compiled code and our
    /// heap still become as large as the program needs.
    private static final Duration TELLS_GROWTH = Duration.ofMinutes(1);

    /// How much it may grow steadily in the last two thirds, and how long a run has to be to say
    /// so. A leak of 30 MiB in ten minutes is 20 in these.
    private static final long STEADY_BYTES = 10L << 20;

    private static final Duration TELLS_STEADY_GROWTH = Duration.ofMinutes(5);

    private final Duration duration;
    private final int threads;
    private final long seed;
    private final PrintStream out;
    private final PersistentCollections collections;
    private final Versioned<PersistentMap<String, PersistentMap<Long, String>>> current;
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong updates = new AtomicLong();
    private final AtomicLong reads = new AtomicLong();

    /// Written by the thread that runs the soak, read by all others.
    private volatile boolean ended;

    private FaceSoak(Duration duration, int threads, long seed, PrintStream out, Heap heap) {
        this.duration = duration;
        this.threads = threads;
        this.seed = seed;
        this.out = out;
        this.collections = PersistentCollections.in(heap);
        this.current =
                Versioned.of(
                        collections.map(
                                Codec.STRING, Codec.persistentMap(Codec.LONG, Codec.STRING)));
    }

    /// Runs, and prints memory as time passes.
    ///
    /// @param threads how many write
    /// @param mebibytes of the heap
    /// @param opened told the heap before it is used
    /// @return 0 if nothing grew and nothing was wrong, else 1
    public static int run(
            Duration duration,
            int threads,
            int mebibytes,
            long seed,
            PrintStream out,
            Consumer<Heap> opened) {
        HeapOptions options =
                HeapOptions.builder()
                        .name("soak")
                        .initialBytes(4 << 20)
                        .maximumBytes((long) mebibytes << 20)
                        .build();
        out.printf(
                "soak of collections: seed %d, %d writers, %d readers, %d MiB, %d seconds%n",
                seed, threads, READERS, mebibytes, duration.toSeconds());
        try (Heap heap = Heap.open(options)) {
            opened.accept(heap);
            return new FaceSoak(duration, threads, seed, out, heap).run();
        }
    }

    private int run() {
        List<Map<String, Map<Long, String>>> models = new ArrayList<>();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Map<String, Map<Long, String>> model = new HashMap<>();
            models.add(model);
            Random random = new Random(seed + i);
            String name = "writer " + i + " ";
            all.add(Thread.ofPlatform().start(() -> repeat(() -> write(name, random, model))));
        }
        for (int i = 0; i < READERS; i++) {
            Random random = new Random(seed - 1 - i);
            all.add(Thread.ofVirtual().start(() -> repeat(() -> read(random))));
        }
        ResidentMemory resident = new ResidentMemory();
        try (SavedSoak saved = new SavedSoak()) {
            watch(resident, saved);
            ended = true;
            for (Thread each : all) {
                each.join();
            }
            if (failures.isEmpty()) {
                compare(models, saved);
            }
        } catch (InterruptedException | IOException e) {
            failures.add(e);
        } catch (RuntimeException e) {
            failures.add(e);
        } finally {
            ended = true;
        }
        current.close();
        return tell(resident);
    }

    private void repeat(Runnable step) {
        try {
            while (!ended) {
                step.run();
            }
        } catch (Throwable e) {
            failures.add(e);
        }
    }

    /// Looks at memory, and saves, once a second.
    private void watch(ResidentMemory resident, SavedSoak saved)
            throws InterruptedException, IOException {
        long began = System.nanoTime();
        long nextLine = began + LINE_EVERY.toNanos();
        while (failures.isEmpty() && System.nanoTime() - began < duration.toNanos()) {
            TimeUnit.MILLISECONDS.sleep(Math.min(1000, Math.max(1, duration.toMillis() / 20)));
            saved.save();
            resident.look();
            if (System.nanoTime() - nextLine >= 0) {
                nextLine += LINE_EVERY.toNanos();
                out.printf(
                        "%5d s: %d updates, %d reads, %d versions held, %d MiB of the heap"
                                + " committed, %d MiB resident, file of %d KiB%n",
                        (System.nanoTime() - began) / 1_000_000_000,
                        updates.get(),
                        reads.get(),
                        collections.versions().count(),
                        collections.heap().stats().now().heapBytes() >> 20,
                        resident.last() >> 20,
                        saved.file.bytes() >> 10);
            }
        }
    }

    /// The map in a file, to which what is new is added.
    private final class SavedSoak implements AutoCloseable {

        private final Path folder;
        private final SaveFile<PersistentMap<String, PersistentMap<Long, String>>> file;

        SavedSoak() {
            try (var empty = current.snapshot()) {
                folder = Files.createTempDirectory("coex-soak");
                file = SaveFile.open(folder.resolve("map"), empty);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void save() throws IOException {
            try (var version = current.snapshot()) {
                file.save(version, new byte[0]);
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
            try (Stream<Path> all = Files.list(folder)) { // the file, and that of its lock
                for (Path each : all.toList()) {
                    Files.delete(each);
                }
            }
            Files.delete(folder);
        }
    }

    private void write(String name, Random random, Map<String, Map<Long, String>> model) {
        String outer = name + random.nextInt(OUTER);
        long inner = random.nextInt(INNER);
        boolean removes = random.nextInt(10) == 0;
        String value = "value ".repeat(random.nextInt(5)) + random.nextInt();
        boolean drops = random.nextBoolean();
        current.update(
                map -> {
                    PersistentMap<Long, String> found = map.get(outer);
                    if (found == null) {
                        found = collections.map(Codec.LONG, Codec.STRING);
                    }
                    PersistentMap<Long, String> changed =
                            removes ? found.without(inner) : found.with(inner, value);
                    PersistentMap<String, PersistentMap<Long, String>> next =
                            map.with(outer, changed);
                    if (!drops) {
                        changed.close();
                    }
                    return next;
                });
        Map<Long, String> kept = model.computeIfAbsent(outer, _ -> new HashMap<>());
        if (removes) {
            kept.remove(inner);
        } else {
            kept.put(inner, value);
        }
        updates.incrementAndGet();
    }

    private void read(Random random) {
        String outer = "writer " + random.nextInt(threads) + " " + random.nextInt(OUTER);
        long inner = random.nextInt(INNER);
        if (random.nextInt(100) == 0) {
            PersistentMap<String, PersistentMap<Long, String>> dropped = current.snapshot();
            require(dropped.size() <= threads * OUTER, "more keys than there are");
        } else {
            String found = current.read(map -> PersistentMap.getIn(map, outer, inner));
            require(found == null || !found.isEmpty(), "empty value");
        }
        reads.incrementAndGet();
        Thread.yield();
    }

    private void compare(List<Map<String, Map<Long, String>>> models, SavedSoak saved)
            throws IOException {
        saved.save();
        Map<String, Map<Long, String>> wanted = new HashMap<>();
        models.forEach(wanted::putAll);
        try (var last = current.snapshot()) {
            requireEqual("size", last.size(), wanted.size());
            for (var each : wanted.entrySet()) {
                try (PersistentMap<Long, String> inner = last.get(each.getKey())) {
                    requireEqual(each.getKey(), inner.asMap(), each.getValue());
                }
            }
            saved.file.close();
            try (var restored = SaveFile.open(saved.folder.resolve("map"), last);
                    var found = restored.current()) {
                requireEqual("restored", found, last);
            }
        }
    }

    private int tell(ResidentMemory resident) {
        boolean tellsGrowth = duration.compareTo(TELLS_GROWTH) >= 0;
        if (tellsGrowth && resident.grew(GROWTH, NOISE_BYTES)) {
            failures.add(
                    new Mismatch(
                            "resident memory grew: %d bytes in the first third, %d in the last"
                                    .formatted(resident.first(), resident.ending())));
        }
        if (duration.compareTo(TELLS_STEADY_GROWTH) >= 0 && resident.grewSteadily(STEADY_BYTES)) {
            failures.add(
                    new Mismatch(
                            "resident memory grows: steadily by %d bytes in the last two thirds"
                                    .formatted(resident.steadyGrowth(1.0 / 3))));
        }
        failures.stream().limit(10).forEach(each -> each.printStackTrace(out));
        out.printf(
                "soak of collections: %d updates, %d reads, %s, %s%n",
                updates.get(),
                reads.get(),
                resident,
                !failures.isEmpty()
                        ? "FAILED"
                        : tellsGrowth ? "nothing grew, 0 wrong" : "0 wrong, too short for growth");
        return failures.isEmpty() ? 0 : 1;
    }
}
