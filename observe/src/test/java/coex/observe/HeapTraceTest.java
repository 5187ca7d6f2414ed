package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapUsageException;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/// Each level tells what it promises, in the format it promises, and no more.
class HeapTraceTest {

    private final StringBuffer out = new StringBuffer();
    private Heap heap;
    private Mutator mutator;
    private Shape pair;
    private HeapTrace trace;

    @BeforeEach
    void open() {
        heap = Heap.open(TracedHeaps.calm().build());
        mutator = heap.attach();
        pair = heap.shape("Pair").reference("left").reference("right").longField("n").build();
        trace = HeapTrace.on(heap, out);
    }

    @AfterEach
    void close() {
        trace.close();
        heap.close();
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    private List<String> linesWith(String text) {
        return lines().stream().filter(line -> line.contains(text)).toList();
    }

    /// What a program of two objects looks like: a parent that lives, and its only child.
    private record Family(long parent, long child) {}

    private Family family(Frame frame) {
        long child = mutator.allocate(pair);
        mutator.seal(child);
        frame.set(0, child);
        long parent = mutator.allocate(pair);
        mutator.setReference(parent, pair.field("right"), frame.get(0));
        mutator.seal(parent);
        frame.set(0, parent);
        return new Family(parent, child);
    }

    @Test
    void levelZeroTellsNothing() {
        trace.level(4).level(0);
        out.setLength(0);
        try (Frame frame = mutator.frame(1)) {
            family(frame);
            heap.collect();
        }
        assertThat(out.toString()).isEmpty();
        assertThat(trace.level()).isZero();
    }

    @Test
    void levelOneTellsOfCollections() {
        trace.level(1);
        try (Frame frame = mutator.frame(1)) {
            family(frame);
            mutator.allocate(pair);
            heap.collect();
        }
        assertThat(lines()).hasSize(4);
        assertThat(lines().get(0))
                .isEqualTo("[GC] Collection #1 starting (heap 0% full, full cycle)");
        assertThat(lines().get(1))
                .isEqualTo("[GC] Mark phase: 2 objects marked, 0.0 MB old in all");
        assertThat(lines().get(2)).isEqualTo("[GC] Sweep phase: 1 objects reclaimed (0.0 MB)");
        assertThat(lines().get(3)).matches("\\[GC] Collection #1 complete in \\d+\\.\\d ms");
    }

    @Test
    void levelOneCountsFullnessAndMegabytes() {
        trace.level(1);
        TracedHeaps.fill(heap, 16, 1 << 20, heap::collect); // less than would start a collection
        assertThat(lines().get(0))
                .isEqualTo("[GC] Collection #1 starting (heap 25% full, full cycle)");
        assertThat(lines().get(1))
                .isEqualTo("[GC] Mark phase: 8 objects marked, 8.0 MB old in all");
        assertThat(lines().get(2)).isEqualTo("[GC] Sweep phase: 8 objects reclaimed (8.0 MB)");
    }

    @Test
    void levelOneTellsAYoungCycleFromAFullOne() {
        try (Heap young = Heap.open(TracedHeaps.mostlyYoung().build());
                HeapTrace _ = HeapTrace.on(young, out).level(1)) {
            TracedHeaps.fill(young, 16, 1 << 20, young::collect);
            TracedHeaps.fill(young, 6, 8, ConcurrentHeap.of(young)::collectAsBest);
            assertThat(linesWith("#1 starting").getFirst()).endsWith("full, full cycle)");
            assertThat(linesWith("#2 starting").getFirst()).endsWith("full, young cycle)");
            assertThat(linesWith("Mark phase"))
                    .containsExactly(
                            "[GC] Mark phase: 8 objects marked, 8.0 MB old in all",
                            "[GC] Mark phase: 3 objects marked, 8.0 MB old in all");
        }
    }

    @Test
    void levelTwoTellsOfEveryObject() {
        trace.level(2);
        long size = pair.fixedBytes();
        try (Frame frame = mutator.frame(1)) {
            Family family = family(frame);
            long dead = mutator.allocate(pair);
            mutator.seal(dead);
            heap.collect();
            assertThat(lines())
                    .containsSubsequence(
                            "[GC] alloc: handle=%d, type=Pair, size=%d"
                                    .formatted(family.child(), size),
                            "[GC] alloc: handle=%d, type=Pair, size=%d"
                                    .formatted(family.parent(), size),
                            "[GC] Collection #1 starting (heap 0% full, full cycle)",
                            "[GC] mark: handle=%d marked (was unmarked)".formatted(family.child()),
                            "[GC] sweep: handle=%d reclaimed (Pair, %d bytes)"
                                    .formatted(dead, size),
                            "[GC] Mark phase: 2 objects marked, 0.0 MB old in all");
            assertThat(linesWith("sweep:")).hasSize(1);
            assertThat(out.toString()).doesNotContain("addr=", "tracing", "slot", "deref");
        }
    }

    @Test
    void anObjectFoundTwiceIsAlreadyMarked() {
        trace.level(2);
        try (Frame frame = mutator.frame(1)) {
            long child = mutator.allocate(pair);
            mutator.seal(child);
            frame.set(0, child);
            long parent = mutator.allocate(pair);
            mutator.setReference(parent, pair.field("left"), child);
            mutator.setReference(parent, pair.field("right"), child);
            mutator.seal(parent);
            frame.set(0, parent);
            heap.collect();
            assertThat(linesWith("mark: handle=" + child + " "))
                    .containsExactly(
                            "[GC] mark: handle=" + child + " marked (was unmarked)",
                            "[GC] mark: handle=" + child + " (already marked)");
        }
    }

    @Test
    void levelThreeTellsWhereAndHow() {
        trace.level(3);
        try (Frame frame = mutator.frame(1)) {
            Family family = family(frame);
            heap.collect();
            Field right = pair.field("right");
            String allocation = linesWith("alloc: handle=" + family.child() + ",").getFirst();
            String address = allocation.substring(allocation.indexOf("0x"));
            assertThat(allocation)
                    .matches("\\[GC] alloc: handle=\\d+, type=Pair, size=\\d+, addr=0x[0-9a-f]+");
            assertThat(lines())
                    .containsSubsequence(
                            allocation,
                            "[GC] handle_table: slot " + family.child() + " <- " + address,
                            "[GC] mark: tracing handle=" + family.parent() + ", type=Pair",
                            "[GC] mark: field at offset %d: child handle=%d"
                                    .formatted(right.offset(), family.child()),
                            "[GC] mark: handle=" + family.child() + " marked (was unmarked)",
                            "[GC] mark: tracing handle=" + family.child() + ", type=Pair");
            assertThat(out.toString()).doesNotContain("deref");
        }
    }

    @Test
    void levelFourTellsOfEveryDereference() {
        try (Frame frame = mutator.frame(1)) {
            Family family = family(frame);
            trace.level(4);
            mutator.getLong(family.parent(), pair.field("n"));
            assertThat(linesWith("deref: handle=" + family.parent() + ", addr=0x")).isNotEmpty();
            assertThat(linesWith("deref: handle=" + family.child() + ",")).isEmpty();
        }
    }

    @Test
    void theNumbersAreTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            trace.level(4);
            mutator.allocate(pair);
            heap.collect();
        } finally {
            Locale.setDefault(before);
        }
        assertThat(out.toString()).contains("sweep: handle=").matches("\\p{ASCII}*");
    }

    @Test
    void aLevelThatIsNotThereIsRefusedAndChangesNothing() {
        trace.level(1);
        for (int level : new int[] {-1, 5}) {
            assertThatThrownBy(() -> trace.level(level))
                    .isInstanceOf(HeapUsageException.class)
                    .hasMessage("no such trace level: level=" + level + " least=0 most=4");
        }
        assertThat(trace.level()).isEqualTo(1);
    }

    @Test
    void closingEndsTheTraceEvenAfterItsHeap() {
        trace.level(3);
        heap.close();
        assertThatThrownBy(() -> trace.level(0)).isInstanceOf(HeapClosedException.class);
        trace.close();
        assertThat(trace.level()).isZero();
    }

    @Test
    void aTraceThatCannotBeWrittenIsReportedOnceAndNeverReachesTheHeap() {
        AtomicBoolean full = new AtomicBoolean(true);
        Appendable disk =
                new Lines() {
                    @Override
                    void take(String line) throws IOException {
                        if (full.get()) {
                            throw new IOException("no space left");
                        }
                        out.append(line);
                    }
                };
        try (LoggedWarnings warnings = new LoggedWarnings("coex.observe", "coex.gc");
                HeapTrace failing = HeapTrace.on(heap, disk)) {
            failing.level(4);
            mutator.allocate(pair);
            heap.collect();
            assertThat(warnings.messages())
                    .containsExactly(
                            "heap trace cannot be written: java.io.IOException: no space left");
            full.set(false);
            failing.level(2);
            mutator.allocate(pair);
            assertThat(linesWith("alloc:")).hasSize(1);
        }
    }

    @Test
    @Timeout(300)
    void outputThatUsesTheHeapItselfIsNotFollowed() {
        long handle = mutator.allocate(pair);
        Appendable using =
                new Lines() {
                    @Override
                    void take(String line) {
                        mutator.getLong(handle, pair.field("n"));
                        out.append(line);
                    }
                };
        try (HeapTrace endless = HeapTrace.on(heap, using)) {
            endless.level(4);
            mutator.getLong(handle, pair.field("n"));
        }
        assertThat(linesWith("deref:")).isNotEmpty();
    }

    /// Lines are whole and the program sound, whatever the level does meanwhile.
    @Test
    @Timeout(300)
    void theLevelMayChangeAtAnyTime() throws Exception {
        Pattern line = Pattern.compile("\\[GC] [A-Za-z_ ]+[#:][^\n]*\n");
        List<String> torn = new ArrayList<>();
        AtomicInteger whole = new AtomicInteger();
        Appendable checking =
                new Lines() {
                    @Override
                    void take(String text) {
                        whole.incrementAndGet();
                        if (!line.matcher(text).matches()) {
                            torn.add(text);
                        }
                    }
                };
        HeapTrace changing = HeapTrace.on(heap, checking);
        mutator.close(); // this thread comes to no safepoint
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        AtomicInteger changes = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            Thread thread =
                    Thread.ofPlatform()
                            .unstarted(
                                    () ->
                                            allocateUntil(
                                                    () -> changes.get() >= 25 && whole.get() > 0));
            thread.setUncaughtExceptionHandler((_, e) -> failures.add(e));
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        while (threads.stream().anyMatch(Thread::isAlive)) {
            changing.level(changes.get() % 5);
            Thread.sleep(1);
            changes.incrementAndGet();
        }
        changing.close();
        assertThat(failures).isEmpty();
        assertThat(torn).isEmpty();
        assertThat(whole.get()).isPositive();
        assertThat(heap.validate().isValid()).isTrue();
    }

    private void allocateUntil(BooleanSupplier enough) {
        do {
            allocateAndCollect();
        } while (!enough.getAsBoolean());
    }

    private void allocateAndCollect() {
        try (Mutator own = heap.attach();
                Frame frame = own.frame(100)) {
            for (int i = 0; i < 2000; i++) {
                long handle = own.allocate(pair);
                own.seal(handle);
                frame.set(i % 100, handle);
                if (i % 500 == 0) {
                    heap.collect();
                }
            }
        }
    }

    /// Refuses everything but whole lines.
    private abstract static class Lines implements Appendable {

        abstract void take(String line) throws IOException;

        @Override
        public Appendable append(CharSequence line) throws IOException {
            take(line.toString());
            return this;
        }

        @Override
        public Appendable append(CharSequence line, int start, int end) {
            throw new UnsupportedOperationException("not in parts");
        }

        @Override
        public Appendable append(char c) {
            throw new UnsupportedOperationException("not in parts");
        }
    }
}
