package coex.cli.heap;

import coex.observe.HeapCyclesMXBean.Cycle;
import coex.observe.HeapCyclesMXBean.PhaseTime;
import coex.observe.HeapCyclesMXBean.Running;
import coex.observe.HeapHoldsMXBean.Latency;
import coex.observe.HeapMXBean.Census;
import coex.observe.HeapMXBean.Counts;
import coex.observe.HeapMXBean.Fragmentation;
import coex.observe.HeapMXBean.MutatorFigures;
import coex.observe.HeapMXBean.ShapeFigures;
import coex.observe.HeapMXBean.Snapshot;

import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Samples of a heap that there never was.
final class Samples {
    private static final long MIB = 1 << 20;

    private Samples() {}

    static Snapshot snapshot(int threads, long allocations, long stalls) {
        return snapshot("worker-", threads, allocations, stalls);
    }

    private static Snapshot snapshot(String workers, int threads, long allocations, long stalls) {
        MemoryUsage objects = new MemoryUsage(MIB, 48 * MIB, 64 * MIB, 256 * MIB);
        MemoryUsage table = new MemoryUsage(0, MIB, 4 * MIB, 16 * MIB);
        MemoryUsage side = new MemoryUsage(-1, MIB, MIB, -1);
        List<MutatorFigures> mutators = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            mutators.add(thread(workers + i, (threads - i) * allocations));
        }
        return new Snapshot(
                "words",
                0,
                objects,
                Map.of("objects", objects, "handle table", table, "side tables", side),
                new Counts(
                        allocations,
                        24 * allocations,
                        stalls,
                        allocations / 1000,
                        allocations / 1200,
                        30 * MIB,
                        allocations * 100,
                        1000,
                        0,
                        100,
                        1,
                        threads,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        1000,
                        3 * MIB),
                new Fragmentation(16 * MIB, MIB, 20, 90),
                mutators,
                thread("detached", 0),
                cycle(workers + 0),
                new Running(8, "FULL", "GROWTH", 1_500_000, "SNAPSHOT"));
    }

    private static MutatorFigures thread(String name, long bytes) {
        Latency held = new Latency(10, 5000, 450, 900, 1000, 1_200);
        Latency answered = new Latency(10, 500_000, 20_000, 90_000, 95_000, 99_000);
        return new MutatorFigures(name, 0, bytes, 3, 2_000_000, 7, 9, held, answered);
    }

    private static Cycle cycle(String slowest) {
        MemoryUsage before = new MemoryUsage(MIB, 60 * MIB, 64 * MIB, 256 * MIB);
        MemoryUsage after = new MemoryUsage(MIB, 40 * MIB, 64 * MIB, 256 * MIB);
        return new Cycle(
                7,
                100,
                112,
                12,
                Map.of("objects", before),
                Map.of("objects", after),
                12_345_678,
                "YOUNG",
                "GROWTH",
                List.of(new PhaseTime("BARRIER_ON", 12_000), new PhaseTime("MARK", 11_000_000)),
                1000,
                24_000,
                30 * MIB,
                876_543,
                20 * MIB,
                2,
                0,
                2,
                34_000,
                slowest);
    }

    static TopSample sample(int threads, int shapes) {
        return sample("words", "worker-", threads, "Shape", shapes);
    }

    /// Of a program that has chosen the names.
    ///
    /// @param workers what names of threads begin with
    /// @param kinds what names of shapes begin with
    static TopSample sample(String heap, String workers, int threads, String kinds, int shapes) {
        Snapshot before = snapshot(workers, threads, 1_000_000, 0);
        Snapshot now = snapshot(workers, threads, 3_000_000, 5);
        List<ShapeFigures> figures = new ArrayList<>();
        for (int i = 0; i < shapes; i++) {
            figures.add(new ShapeFigures(kinds + i, 1000 - i, (1000 - i) * 24L));
        }
        return new TopSample(
                4711,
                heap,
                now,
                TopSample.Rates.between(before, now, 2_000_000_000L),
                new Census(figures, 2000, 48_000, true, 4_000_000),
                3_000_000_000L,
                "");
    }
}
