package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapListener.Handshake;
import coex.gc.HeapListener.LateMutator;
import coex.gc.HeapStats;
import coex.gc.HeapUsageException;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.Shape;
import coex.gc.StressOptions;
import coex.gc.collect.ConcurrentHeap;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// What the log says.
class GcLogTest {

    private final StringBuffer out = new StringBuffer();

    private GcLogOptions fixed(LogLevel level) {
        return GcLogOptions.defaults().withLevel(level).withUptime(() -> 1_234_999_999L);
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    /// A cycle of a heap of 64 megabytes that grows to 128.
    private static HeapStats stats() {
        return new HeapStats(
                new HeapStats.Allocation(0, 0, 0, 0),
                new HeapStats.Collection(
                        7,
                        3,
                        CycleKind.YOUNG,
                        29 << 20,
                        1,
                        5 << 20,
                        567,
                        19 << 20,
                        567,
                        89,
                        2,
                        3,
                        4,
                        Cause.GROWTH,
                        24 << 20,
                        9_999),
                HeapStats.Moving.NONE,
                new HeapStats.Growth(0, 0, 0, 0),
                new HeapStats.Now(64 << 20, 0, 5 << 20, 128 << 20, 1024, 500, 400, 124, 0, 0),
                new HeapStats.Fragmentation(0, 0, 0, 0, 0, List.of()),
                new HeapStats.Time(12_345_678, 3_000_000, 400_499, 0),
                List.of(),
                null);
    }

    private static void cycle(GcLog log) {
        log.cycleStarted(7, CycleKind.YOUNG, Cause.GROWTH);
        log.phaseEnded(7, Phase.PREPARE, Duration.ofNanos(999));
        log.handshakeEnded(
                new Handshake(
                        7,
                        Phase.SNAPSHOT,
                        3,
                        1,
                        Duration.ofNanos(52_000),
                        "worker-2",
                        Duration.ofNanos(49_000),
                        List.of()));
        log.phaseEnded(7, Phase.SNAPSHOT, Duration.ofNanos(53_000));
        log.phaseEnded(7, Phase.MARK, Duration.ofNanos(3_000_000));
        log.handshakeEnded(
                new Handshake(
                        7,
                        Phase.FLUSH,
                        1,
                        1,
                        Duration.ofNanos(2_000),
                        "",
                        Duration.ZERO,
                        List.of()));
        log.phaseEnded(7, Phase.RETIRE, Duration.ofNanos(912_000));
        log.resized("handle table", 64 << 20, 128 << 20);
        log.cycleEnded(7, stats());
    }

    @Test
    void aCycleIsToldInTheWordsOfTheJvm() {
        try (GcLog log = GcLog.to(out, fixed(LogLevel.INFO))) {
            cycle(log);
        }
        assertThat(lines())
                .containsExactly(
                        "[1.234s][info][gc,start] GC(7) Garbage Collection (Young) (Growth)",
                        "[1.234s][info][gc,phases] GC(7) Concurrent Reset 0.001ms",
                        "[1.234s][info][gc,handshake] GC(7) Snapshot: 3 mutators, 1 blocked,"
                                + " 0.052ms, slowest worker-2 0.049ms",
                        "[1.234s][info][gc,phases] GC(7) Concurrent Mark 3.000ms",
                        "[1.234s][info][gc,handshake] GC(7) Flush: 1 mutator, 1 blocked, 0.002ms",
                        "[1.234s][info][gc,ergo,heap] Handle table grown: 64M->128M",
                        "[1.234s][info][gc,phases] GC(7) Concurrent Cycle 12.346ms",
                        "[1.234s][info][gc,marking] GC(7) Marked: 1 object, 5120K, 29M old in"
                                + " all, 2 rounds, 3 weak cleared, by 4 markers",
                        "[1.234s][info][gc,sweep] GC(7) Reclaimed: 567 objects, 19M, retired in"
                                + " 0.912ms, swept in 0.400ms",
                        "[1.234s][info][gc,heap] GC(7) Capacity: 64M (50%)",
                        "[1.234s][info][gc] GC(7) Garbage Collection (Young) (Growth)"
                                + " 24M(19%)->9999B(0%)");
    }

    @Test
    void debugHasEveryPhaseAndTheHandlesToo() {
        try (GcLog log = GcLog.to(out, fixed(LogLevel.DEBUG))) {
            cycle(log);
        }
        assertThat(lines().stream().filter(line -> line.contains("[debug]")))
                .containsExactly(
                        "[1.234s][debug][gc,phases] GC(7) Snapshot 0.053ms",
                        "[1.234s][debug][gc,phases] GC(7) Concurrent Retire 0.912ms",
                        "[1.234s][debug][gc,heap] GC(7) Handles: 500 in use, 400 retired, 124 free"
                                + " of 1024, 89 recycled");
        assertThat(lines().stream().filter(line -> line.contains("[info]"))).hasSize(11);
    }

    @Test
    void atLevelWarningOnlyTroubleIsLogged() {
        try (GcLog log = GcLog.to(out, fixed(LogLevel.WARNING))) {
            cycle(log);
            log.allocationStalled("main", 40, Duration.ofMillis(5));
            log.mutatorLate(
                    new LateMutator(
                            8,
                            Phase.BARRIER_ON,
                            "slow",
                            Duration.ofMillis(1001),
                            "A.b(A.java:7)",
                            2));
            log.mutatorAbandoned("gone");
        }
        assertThat(lines())
                .containsExactly(
                        "[1.234s][warning][gc,handshake] GC(8) Barrier On: slow late by"
                                + " 1001.000ms and 2 more threads at A.b(A.java:7)",
                        "[1.234s][warning][gc,handshake] Thread ended without detaching: gone");
    }

    @Test
    void stallsAreLoggedAsZgcLogsThem() {
        try (GcLog log = GcLog.to(out, fixed(LogLevel.INFO))) {
            log.allocationStalled("main", 4096, Duration.ofNanos(5_123_400));
        }
        assertThat(lines())
                .containsExactly("[1.234s][info][gc,alloc] Allocation Stall (main) 4096B 5.123ms");
    }

    @Test
    void theNumbersAreTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try (GcLog log = GcLog.to(out, fixed(LogLevel.DEBUG))) {
            cycle(log);
            log.allocationStalled("main", 4096, Duration.ofMillis(5));
            log.mutatorLate(
                    new LateMutator(8, Phase.FLUSH, "t", Duration.ofSeconds(1), "unknown", 0));
        } finally {
            Locale.setDefault(before);
        }
        assertThat(out.toString()).contains("Concurrent Cycle 12.346ms", "Marked: 1 object");
        assertThat(out.toString()).matches("\\p{ASCII}*");
    }

    @Test
    void aThreadNameCannotForgeALine() {
        try (GcLog log = GcLog.to(out, fixed(LogLevel.INFO))) {
            log.mutatorAbandoned("evil\n[0.000s][info][gc] GC(1) fake");
        }
        assertThat(lines()).hasSize(1);
    }

    @Test
    void everyPhaseKindAndCauseHasItsName() {
        try (GcLog log = GcLog.to(out, fixed(LogLevel.DEBUG))) {
            for (Phase phase : Phase.values()) {
                log.phaseEnded(1, phase, Duration.ofMillis(1));
            }
            for (Cause cause : Cause.values()) {
                for (CycleKind kind : CycleKind.values()) {
                    log.cycleStarted(1, kind, cause);
                }
            }
        }
        assertThat(lines())
                .doesNotHaveDuplicates()
                .hasSize(Phase.values().length + CycleKind.values().length * Cause.values().length);
    }

    @Test
    void aRealHeapIsLoggedFromItsOpeningToItsClosing() {
        try (GcLog log = GcLog.to(out, fixed(LogLevel.INFO))) {
            try (Heap heap = Heap.open(TracedHeaps.tiny().name("small").listener(log).build())) {
                TracedHeaps.churn(heap, 16 << 20);
                heap.collect(); // may share a cycle that the churn has asked for
                heap.collect();
            }
        }
        assertThat(lines().subList(0, 3))
                .containsExactly(
                        "[1.234s][info][gc] Using Coex",
                        "[1.234s][info][gc,init] Heap Name: small",
                        "[1.234s][info][gc,init] Heap Initial Capacity: 1024K");
        assertThat(lines().getLast()).isEqualTo("[1.234s][info][gc,heap,exit] Heap closed: small");
        assertThat(out.toString())
                .containsPattern("Heap grown: \\d+K->\\d+K")
                .containsPattern("Snapshot: 1 mutator")
                .contains("Garbage Collection (Full) (Requested)");
        for (String each : Arrays.asList("gc,start", "gc,phases", "gc,handshake", "gc,heap")) {
            assertThat(out.toString()).contains("[" + each + "] GC(1) ");
        }
    }

    /// What the beginning of a cycle says is what its end says, and what the heap did.
    @Test
    void bothLinesOfACycleSayWhichKindItWas() {
        try (GcLog log = GcLog.to(out, fixed(LogLevel.INFO));
                Heap heap = Heap.open(TracedHeaps.mostlyYoung().listener(log).build())) {
            TracedHeaps.fill(heap, 4, 1 << 20, heap::collect);
            TracedHeaps.fill(heap, 6, 1 << 10, ConcurrentHeap.of(heap)::collectAsBest);
        }
        assertThat(lines())
                .contains("[1.234s][info][gc,init] Young Collections: Enabled")
                .contains("[1.234s][info][gc,init] Moving: Enabled")
                .contains("[1.234s][info][gc,start] GC(1) Garbage Collection (Full) (Requested)")
                .anyMatch(
                        line -> line.contains("[gc] GC(1) Garbage Collection (Full) (Requested) "))
                .anyMatch(line -> line.contains("GC(1) Marked: 2 objects, 2048K, 2048K old in all"))
                .contains("[1.234s][info][gc,start] GC(2) Garbage Collection (Young) (Requested)")
                .anyMatch(
                        line -> line.contains("[gc] GC(2) Garbage Collection (Young) (Requested) "))
                .anyMatch(
                        line ->
                                line.matches(
                                        ".*GC\\(2\\) Marked: 3 objects, 3\\d+B, 2051K old in"
                                                + " all.*"));
    }

    @Test
    void aHeapWithoutYoungCyclesSaysSo() {
        try (GcLog log = GcLog.to(out, fixed(LogLevel.INFO));
                Heap heap =
                        Heap.open(TracedHeaps.calm().youngCycles(false).listener(log).build())) {
            heap.collect();
            ConcurrentHeap.of(heap).collectAsBest();
        }
        assertThat(lines())
                .contains("[1.234s][info][gc,init] Young Collections: Disabled")
                .contains("[1.234s][info][gc,start] GC(2) Garbage Collection (Full) (Requested)");
    }

    @Test
    void aCycleThatMovesSaysSo() {
        try (GcLog log = GcLog.to(out, fixed(LogLevel.INFO));
                Heap heap =
                        Heap.open(
                                TracedHeaps.calm()
                                        .stress(StressOptions.NONE.withMoveAll(true))
                                        .listener(log)
                                        .build())) {
            Shape bytes = heap.shape("bytes").arrayOf(Kind.BYTE).build();
            Mutator mutator = heap.attach();
            Frame frame = mutator.frame(1);
            frame.set(0, mutator.allocateArray(bytes, 100));
            mutator.seal(frame.get(0));
            heap.collect(); // the thread gives its block up
            heap.collect();
        }
        assertThat(lines())
                .anyMatch(line -> line.matches(".*\\[gc,sweep] GC\\(2\\) Moved: \\d+ objects?, .*"))
                .noneMatch(line -> line.contains("GC(1) Moved"));
    }

    @Test
    void theLogOfAHeapEndsWithItAndIsCompleteAfterClose() {
        GcLog log = GcLog.to(out, fixed(LogLevel.INFO));
        Heap heap = Heap.open(TracedHeaps.calm().listener(log).build());
        heap.close();
        log.close();
        log.mutatorAbandoned("too late");
        log.close();
        assertThat(out.toString()).contains("Heap closed").doesNotContain("too late");
    }

    @Test
    void aLogRefusesASecondHeap() {
        try (GcLog log = GcLog.to(out, fixed(LogLevel.INFO));
                Heap first = Heap.open(TracedHeaps.calm().name("first").build());
                Heap second = Heap.open(TracedHeaps.calm().name("second").build())) {
            log.listening(first);
            assertThatThrownBy(() -> log.listening(second))
                    .isInstanceOf(HeapUsageException.class)
                    .hasMessage("a log is of one heap: heap=first another=second");
        }
    }

    @Test
    void impossibleOptionsAreRefused() {
        GcLogOptions options = GcLogOptions.defaults();
        assertThatThrownBy(() -> options.withFiles(10, 5))
                .isInstanceOf(HeapUsageException.class)
                .hasMessageStartingWith("option out of range: option=fileBytes value=10");
        assertThatThrownBy(() -> options.withFiles(0, -1)).hasMessageContaining("fileCount");
        assertThatThrownBy(() -> options.withQueuedLines(0)).hasMessageContaining("queuedLines");
        assertThatThrownBy(() -> options.withLevel(null)).hasMessageContaining("level=null");
        assertThatThrownBy(() -> GcLog.to(null, options)).hasMessageContaining("out=null");
    }
}
