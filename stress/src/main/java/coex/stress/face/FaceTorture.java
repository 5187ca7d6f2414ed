package coex.stress.face;

import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.ValidationReport;
import coex.stress.torture.Forced;
import coex.stress.torture.RandomOptions;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Random operations on persistent collections by platform and virtual threads, compared with
/// `java.util`, while versions are closed, dropped, saved and shared by data races.
///
/// The time is divided into rounds, each with a heap of its own, whose options and whose threads'
/// choices follow from the seed; round `n` of seed `s` is round 0 of seed `s + n`. A round ends
/// with a validation of the heap, and when all versions that were dropped have been found.
public final class FaceTorture {

    /// Of virtual threads there are so many for each platform thread.
    private static final int VIRTUAL = 2;

    private static final Duration LONGEST_ROUND = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /// Versions of some kilobytes, of which each thread holds some dozens, and what was dropped and
    /// not yet found.
    private static final long LEAST_BYTES = 32L << 20;

    private static final long LEAST_HANDLES = 1 << 18;

    private final Duration duration;
    private final int threads;
    private final long seed;
    private final Forced forced;
    private final PrintStream out;
    private final Consumer<Heap> opened;
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    private FaceTorture(
            Duration duration,
            int threads,
            long seed,
            Forced forced,
            PrintStream out,
            Consumer<Heap> opened) {
        this.duration = duration;
        this.threads = threads;
        this.seed = seed;
        this.forced = forced;
        this.out = out;
        this.opened = opened;
    }

    /// Runs, and prints what was done and found.
    ///
    /// @param threads platform threads; there are twice as many virtual ones
    /// @param forced what all heaps have, whatever the seed says
    /// @param opened told each heap before its threads start
    /// @return 0 if nothing was found, else 1
    public static int run(
            Duration duration,
            int threads,
            long seed,
            Forced forced,
            PrintStream out,
            Consumer<Heap> opened) {
        return new FaceTorture(duration, threads, seed, forced, out, opened).run();
    }

    /// What one round did.
    ///
    /// @param operations how many operations
    /// @param wrong what was found; empty if all is well
    record Did(long operations, List<Throwable> wrong) {}

    /// One round of a number of operations, however long they take; it ends before if anything is
    /// wrong.
    static Did round(int threads, long seed, Forced forced, long operations) {
        FaceTorture torture =
                new FaceTorture(Duration.ZERO, threads, seed, forced, System.out, _ -> {});
        SharedPlaces did =
                torture.runRound(
                        options(threads, seed, forced),
                        seed,
                        shared -> shared.operations.get() < operations);
        return new Did(did.operations.get(), List.copyOf(torture.failures));
    }

    private int run() {
        out.printf(
                "torture of collections: seed %d, %d platform and %d virtual threads, %d seconds%n",
                seed, threads, VIRTUAL * threads, duration.toSeconds());
        long began = System.nanoTime();
        long operations = 0;
        long refusals = 0;
        long exhaustions = 0;
        long round = 0;
        while (failures.isEmpty()
                && (round == 0 || System.nanoTime() - began < duration.toNanos())) {
            long end =
                    Math.min(
                            began + duration.toNanos(),
                            System.nanoTime() + LONGEST_ROUND.toNanos());
            HeapOptions options = options(threads, seed + round, forced);
            out.printf("seed %d: %s%n", seed + round, RandomOptions.describe(options));
            SharedPlaces did = runRound(options, seed + round, _ -> System.nanoTime() - end < 0);
            operations += did.operations.get();
            refusals += did.refusals.get();
            exhaustions += did.exhaustions.get();
            round++;
        }
        failures.stream().limit(10).forEach(each -> out.println(described(each)));
        out.printf(
                "torture of collections: %d seeds, %d operations, %d refused by what another had"
                        + " closed, %d times out of memory, %s%n",
                round,
                operations,
                refusals,
                exhaustions,
                failures.isEmpty() ? "0 wrong" : "FAILED: " + failures.size() + " wrong");
        if (failures.isEmpty()) {
            return 0;
        }
        out.printf(
                "replay: ./coex torture --collections --seed %d --threads %d --seconds %d%s%n",
                seed + round - 1, threads, LONGEST_ROUND.toSeconds(), forced.inCommand());
        return 1;
    }

    static HeapOptions options(int threads, long roundSeed, Forced forced) {
        SplittableRandom random = new SplittableRandom(roundSeed);
        return new RandomOptions(random, (1 + VIRTUAL) * threads)
                .makeAtLeast("face-" + roundSeed, LEAST_BYTES, LEAST_HANDLES, forced);
    }

    private static String described(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private interface Lasting {
        boolean goesOn(SharedPlaces shared);
    }

    private SharedPlaces runRound(HeapOptions options, long roundSeed, Lasting lasting) {
        try (Heap heap = Heap.open(options)) {
            opened.accept(heap);
            SharedPlaces shared = new SharedPlaces(heap);
            BooleanSupplier goesOn = () -> failures.isEmpty() && lasting.goesOn(shared);
            List<Thread> all = new ArrayList<>();
            for (int i = 0; i < (1 + VIRTUAL) * threads; i++) {
                Tormentor tormentor = new Tormentor(shared, new Random(roundSeed * 1000 + i));
                Thread.Builder builder = i < threads ? Thread.ofPlatform() : Thread.ofVirtual();
                all.add(
                        builder.name("tormentor-" + i)
                                .start(() -> runTelling(() -> tormentor.run(goesOn))));
            }
            all.forEach(FaceTorture::join);
            runTelling(() -> finish(shared));
            return shared;
        }
    }

    private void runTelling(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            failures.add(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody should interrupt torture", e);
        }
    }

    /// Everything was closed or dropped, so all roots go.
    private static void finish(SharedPlaces shared) {
        ValidationReport report = shared.heap.validate();
        Mismatch.require(report.isValid(), "heap is not valid: " + report);
        shared.balance.close();
        shared.equals.close();
        for (int i = 0; i < SharedPlaces.PLACES; i++) {
            shared.places[i] = null;
        }
        long giveUpAt = System.nanoTime() + PATIENCE.toNanos();
        while (shared.collections.versions().count() > 0) {
            Mismatch.require(
                    System.nanoTime() - giveUpAt < 0,
                    "never found to be dropped: " + shared.collections.versions());
            System.gc();
            try {
                TimeUnit.MILLISECONDS.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody should interrupt torture", e);
            }
        }
    }
}
