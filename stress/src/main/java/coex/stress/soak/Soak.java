package coex.stress.soak;

import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.ValidationReport;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/// One heap for hours: rounds of the same work, and after each what the heap still holds.
///
/// In a round every thread attaches, replaces what is on its [Shelf] several times over, and
/// detaches. Then the heap is collected twice (handles rest for a cycle), validated and looked at.
/// It fails if an object was changed or the heap is not valid, or as [SoakBounds] says. It tells
/// nothing about speed.
public final class Soak {

    private static final int LEAST_ROUNDS = 3 * SoakBounds.FIRST_ROUNDS;
    private static final int TURNS = 3;
    private static final Duration LINE_EVERY = Duration.ofSeconds(10);
    private static final long MOST_BYTES_FOR_EACH = 64L << 20;

    private final SoakOptions options;
    private final PrintStream out;

    /// How many objects each round leaves behind that it should not, to see that it is noticed.
    private final int leak;

    private final Heap heap;
    private final List<Shelf> shelves = new ArrayList<>();
    private final List<GlobalRoot> leaked = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    private Soak(SoakOptions options, PrintStream out, int leak) {
        this.options = options;
        this.out = out;
        this.leak = leak;
        this.heap =
                Heap.open(
                        HeapOptions.builder()
                                .name("soak")
                                .initialBytes(4 << 20)
                                .maximumBytes(options.threads() * MOST_BYTES_FOR_EACH)
                                .build());
    }

    /// Runs, and prints what the heap holds as time passes.
    ///
    /// @param opened told the heap before it is used
    /// @return 0 if nothing grew and nothing was damaged, else 1
    public static int run(SoakOptions options, PrintStream out, Consumer<Heap> opened) {
        return new Soak(options, out, 0).run(opened);
    }

    static int run(SoakOptions options, PrintStream out, int leak) {
        return new Soak(options, out, leak).run(_ -> {});
    }

    private int run(Consumer<Heap> opened) {
        out.printf(
                "soak: seed %d, %d threads, %d seconds%n",
                options.seed(), options.threads(), options.duration().toSeconds());
        try (heap) {
            opened.accept(heap);
            SplittableRandom random = new SplittableRandom(options.seed());
            makeShelves(random.split());
            return runRounds(random);
        }
    }

    private void makeShelves(SplittableRandom random) {
        try (Mutator mutator = heap.attach()) {
            for (int i = 0; i < options.threads(); i++) {
                shelves.add(new Shelf(heap, mutator, i));
                shelves.getLast().fill(mutator, random);
            }
        }
    }

    private int runRounds(SplittableRandom random) {
        long began = System.nanoTime();
        long nextLine = began;
        SoakBounds bounds = new SoakBounds(options.threads() * Shelf.OBJECTS);
        List<String> wrong = new ArrayList<>();
        long round = 0;
        SoakSample unsaid = null;
        while (wrong.isEmpty()
                && (round < LEAST_ROUNDS
                        || System.nanoTime() - began < options.duration().toNanos())) {
            round++;
            work(random);
            SoakSample sample = SoakSample.of(round, heap.stats());
            List<String> found = bounds.look(sample);
            if (!found.isEmpty()) { // more than it needs is no leak if it can be given back
                heap.compact();
                sample = SoakSample.of(round, heap.stats());
                found = bounds.look(sample);
            }
            wrong.addAll(found);
            wrong.addAll(damages());
            boolean isTime = System.nanoTime() - nextLine >= 0;
            unsaid = sample;
            if (isTime || round == SoakBounds.FIRST_ROUNDS) {
                nextLine = System.nanoTime() + LINE_EVERY.toNanos();
                say(began, sample);
                unsaid = null;
            }
        }
        if (unsaid != null) {
            say(began, unsaid); // the last one, beside which the first ones can be held
        }
        wrong.forEach(each -> out.println("FAILED: " + each));
        out.printf(
                "soak: %d rounds, %d collections, %d of them young, %d objects, %s%n",
                round,
                heap.stats().collection().completed(),
                heap.stats().collection().young(),
                heap.stats().allocation().allocations(),
                wrong.isEmpty() ? "nothing grew" : "FAILED");
        return wrong.isEmpty() ? 0 : 1;
    }

    private void say(long began, SoakSample sample) {
        out.printf("%6d s, %s%n", (System.nanoTime() - began) / 1_000_000_000, sample);
    }

    private void work(SplittableRandom random) {
        List<Thread> threads = new ArrayList<>();
        for (Shelf shelf : shelves) {
            SplittableRandom own = random.split();
            threads.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try (Mutator mutator = heap.attach()) {
                                            shelf.churn(mutator, own, TURNS);
                                        } catch (Throwable e) {
                                            failures.add(e);
                                        }
                                    }));
        }
        for (Thread thread : threads) {
            joinUninterrupted(thread);
        }
        leakSome();
        heap.collect();
        heap.collect();
    }

    private static void joinUninterrupted(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody should interrupt a soak", e);
        }
    }

    private void leakSome() {
        if (leak == 0) {
            return;
        }
        try (Mutator mutator = heap.attach()) {
            Shape shape = heap.shape("Leak" + leaked.size()).build();
            for (int i = 0; i < leak; i++) {
                long handle = mutator.allocate(shape);
                mutator.seal(handle);
                leaked.add(heap.newRoot());
                leaked.getLast().set(mutator, handle);
            }
        }
    }

    private List<String> damages() {
        List<String> found = new ArrayList<>(failures.stream().map(Throwable::toString).toList());
        ValidationReport report = heap.validate();
        if (!report.isValid()) {
            found.add(report.toString());
        }
        return found;
    }
}
