package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapOptions;
import coex.gc.HeapUsageException;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.StressOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// Reports of every kind, from several threads, while others allocate, let objects die and collect:
/// each is well-formed, and the heap is sound afterwards. `-Dcoex.seed=N` repeats a run's choices.
@Timeout(600) // only a hang takes as long
class ReportsBesideEverythingTest {

    private static final int KINDS = 9;
    private static final int MUTATORS = 3;
    private static final int DUMPERS = 2;
    private static final int ROUNDS = 2 * KINDS;

    private final long seed = Long.getLong("coex.seed", System.nanoTime());
    private final AtomicBoolean stop = new AtomicBoolean();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong objectsFound = new AtomicLong();
    private Shape node;
    private Shape text;
    private Shape table;

    private Heap open() {
        Heap heap =
                Heap.open(
                        HeapOptions.builder()
                                .name("busy")
                                .initialBytes(256 << 10)
                                .maximumBytes(2 << 20)
                                .initialHandles(1 << 10)
                                .blockBytes(4096)
                                .hugePages(false)
                                .idleAfter(Duration.ofHours(1))
                                .stress(StressOptions.NONE.withPoison(true))
                                .build());
        node = heap.shape("Node").reference("next").reference("name").longField("id").build();
        text = heap.shape("Text").text().build();
        table = heap.shape("Table").arrayOf(Kind.REFERENCE).mutable().build();
        return heap;
    }

    @Test
    void everyReportIsWellFormedAndTheHeapStaysSound() throws InterruptedException {
        System.out.println("ReportsBesideEverythingTest: seed=" + seed);
        try (Heap heap = open()) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < MUTATORS; i++) {
                Random random = new Random(seed + i);
                threads.add(start("mutator-" + i, () -> mutate(heap, random)));
            }
            threads.add(start("collections", () -> collect(heap)));
            List<Thread> dumpers = new ArrayList<>();
            for (int i = 0; i < DUMPERS; i++) {
                Random random = new Random(seed + 100 + i);
                dumpers.add(start("dumper-" + i, () -> dump(heap, random, ROUNDS)));
            }
            for (Thread dumper : dumpers) {
                dumper.join();
            }
            stop.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(failures).as("seed=%d", seed).isEmpty();
            assertThat(written.get()).isEqualTo((long) DUMPERS * ROUNDS);
            assertThat(objectsFound.get()).isPositive();
            assertThat(heap.validate().isValid()).as("seed=%d", seed).isTrue();
            assertThat(heap.stats().registeredThreads()).isZero();
            heap.collect();
            heap.collect();
            assertThat(heap.stats().now().heapUsed()).as("seed=%d", seed).isZero();
        }
    }

    @Test
    void aHeapClosesWhileReportsAreBeingWritten() throws InterruptedException {
        System.out.println("ReportsBesideEverythingTest: seed=" + seed);
        for (int round = 0; round < 5; round++) {
            List<Thread> threads = new ArrayList<>();
            try (Heap heap = open()) {
                Random random = new Random(seed + round);
                threads.add(start("mutator", () -> mutate(heap, random)));
                for (int i = 0; i < DUMPERS; i++) {
                    Random choices = new Random(seed + 100 + i);
                    threads.add(start("dumper-" + i, () -> dump(heap, choices, 1_000_000)));
                }
                long goal = written.get() + 5;
                while (written.get() < goal && failures.isEmpty()) {
                    Thread.sleep(1);
                }
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(failures).as("seed=%d", seed).isEmpty();
        }
    }

    private Thread start(String name, Runnable task) {
        return Thread.ofPlatform()
                .name(name)
                .start(
                        () -> {
                            try {
                                task.run();
                            } catch (HeapClosedException e) {
                                // as the test wants it, or it fails for what it finds afterwards
                            } catch (Throwable e) {
                                failures.add(e);
                            }
                        });
    }

    private void mutate(Heap heap, Random random) {
        try (Mutator mutator = heap.attach();
                Frame frame = mutator.frame(3)) {
            frame.set(2, mutator.allocateArray(table, 50));
            while (!stop.get()) {
                byte[] name = ("name " + random.nextInt()).getBytes(StandardCharsets.UTF_8);
                frame.set(1, mutator.allocateArray(text, name.length));
                mutator.setBytes(frame.get(1), 0, name, 0, name.length);
                mutator.seal(frame.get(1));
                long made = mutator.allocate(node);
                mutator.setReference(made, node.field("name"), frame.get(1));
                mutator.setReference(
                        made, node.field("next"), random.nextInt(40) == 0 ? 0 : frame.get(0));
                mutator.seal(made);
                frame.set(0, made);
                mutator.setReference(frame.get(2), random.nextInt(50), made);
                try (Frame inner = mutator.frame(random.nextInt(4))) {
                    mutator.safepoint();
                    assertThat(inner.slots()).isLessThan(4);
                }
            }
        }
    }

    private void collect(Heap heap) {
        while (!stop.get()) {
            heap.collect();
        }
    }

    private void dump(Heap heap, Random random, int rounds) {
        HeapReports reports = HeapReports.of(heap);
        int first = random.nextInt(KINDS);
        for (int i = 0; i < rounds; i++) {
            dumpOne(reports, (first + i) % KINDS, random);
            written.incrementAndGet();
        }
    }

    private void dumpOne(HeapReports reports, int kind, Random random) {
        int verbosity = random.nextInt(3);
        switch (kind) {
            case 0 -> ParsedReports.stats(Written.text(reports.stats()));
            case 1 -> check(ParsedReports.heap(Written.text(reports.heap(verbosity)), verbosity));
            case 2 ->
                    check(
                            ParsedReports.table(
                                    Written.text(reports.handleTable(verbosity)), verbosity));
            case 3 -> ParsedReports.stacks(Written.text(reports.shadowStacks()));
            case 4 -> dumpObject(reports, 1 + random.nextInt(1000));
            case 5 ->
                    assertThat(
                                    ParsedReports.validation(Written.text(reports.validation()))
                                            .errors())
                            .isEmpty();
            case 6 -> ParsedReports.fragmentation(Written.text(reports.fragmentation()));
            case 7 -> {
                ParsedReports.Census census = ParsedReports.census(Written.text(reports.census()));
                long sum = census.kinds().stream().mapToLong(ParsedReports.Kind::objects).sum();
                assertThat(sum).isEqualTo(census.objects());
                objectsFound.addAndGet(sum);
            }
            default -> dumpJson(reports, verbosity);
        }
    }

    private static void check(ParsedReports.HeapDump dump) {
        assertThat(dump.objects().size() + dump.more()).isEqualTo(dump.listed());
        for (ParsedReports.Listed object : dump.objects()) {
            assertThat(object.type()).isIn("Node", "Text", "Table");
        }
    }

    private static void check(ParsedReports.Table table) {
        assertThat(table.slots().size() + table.more()).isEqualTo(table.listed());
        for (ParsedReports.Slot slot : table.slots()) {
            assertThat(slot.type()).isIn("Node", "Text", "Table");
        }
    }

    /// A text is always whole, however soon its object dies: its memory is not reused meanwhile.
    private static void dumpObject(HeapReports reports, long handle) {
        try {
            ParsedReports.ObjectDump dump =
                    ParsedReports.object(Written.text(reports.object(handle)));
            if (dump.text() != null) {
                assertThat(dump.text()).matches("(name -?\\d+)?\0*");
            }
        } catch (HeapUsageException e) {
            assertThat(e).hasMessageStartingWith("no such object: handle=" + handle);
        }
    }

    private static void dumpJson(HeapReports reports, int verbosity) {
        assertThat(Written.json(reports.stats()).get("heap").asString()).isEqualTo("busy");
        var heap = Written.json(reports.heap(verbosity));
        if (verbosity > 0) {
            assertThat(heap.get("objects").size() + heap.get("more_objects").asLong())
                    .isEqualTo(heap.get("listed_objects").asLong());
        }
        var table = Written.json(reports.handleTable(verbosity).limitedTo(10));
        assertThat(table.path("in_use").size()).isLessThanOrEqualTo(10);
        assertThat(Written.json(reports.shadowStacks()).has("threads")).isTrue();
        assertThat(Written.json(reports.fragmentation()).has("advice")).isTrue();
        assertThat(Written.json(reports.census()).has("shapes")).isTrue();
        assertThat(Written.json(reports.validation()).get("valid").asBoolean()).isTrue();
    }
}
