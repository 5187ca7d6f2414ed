package coex.bench.rows;

import coex.bench.Effort;
import coex.bench.jvm.JmhRun;
import coex.bench.micro.Allocate;
import coex.bench.micro.Refill;
import coex.bench.report.Goal;
import coex.bench.report.Measured;
import coex.bench.report.Row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What it takes a thread to get its next block of memory, or its next run of handles, beside
/// HotSpot's next allocation buffer. None of them can be timed alone, so each is the difference
/// between the same allocations with small pieces and with large ones, divided by how many refills
/// more there were.
public final class RefillRows implements RowGroup {

    private static final int OUR_BYTES = 32;
    private static final int PEER_BYTES = 40;

    private static final int SMALL_BLOCK = 2 << 10;
    private static final int LARGE_BLOCK = 32 << 10;
    private static final int SMALL_RUN = 8;
    private static final int LARGE_RUN = 1024;

    private static final long HEAP_MEBIBYTES = Allocate.HEAP_BYTES >> 20;

    @Override
    public String name() {
        return "refill";
    }

    @Override
    public int seconds(Effort effort) {
        return 5 * effort.microSeconds();
    }

    @Override
    public List<Row> measure(Effort effort) throws IOException {
        Measured usual = ours(effort, LARGE_BLOCK, LARGE_RUN);
        Measured smallBlocks = ours(effort, SMALL_BLOCK, LARGE_RUN);
        Measured smallRuns = ours(effort, LARGE_BLOCK, SMALL_RUN);
        Measured peer =
                difference(
                        plain(effort, SMALL_BLOCK),
                        plain(effort, LARGE_BLOCK),
                        refillsMore(PEER_BYTES, SMALL_BLOCK, LARGE_BLOCK));
        return List.of(
                row(
                        "refill/block",
                        difference(
                                smallBlocks,
                                usual,
                                refillsMore(OUR_BYTES, SMALL_BLOCK, LARGE_BLOCK)),
                        peer,
                        "blocks of 2 KiB against 32 KiB"),
                row(
                        "refill/handles",
                        difference(smallRuns, usual, refillsMore(1, SMALL_RUN, LARGE_RUN)),
                        peer,
                        "runs of 8 handles against 1,024"));
    }

    /// How many refills more an object takes, of which each has a share of `part`, from small
    /// pieces than from large.
    private static double refillsMore(int part, int small, int large) {
        return (double) part / small - (double) part / large;
    }

    private static Measured ours(Effort effort, int blockBytes, int runHandles) throws IOException {
        return JmhRun.of(
                Refill.class,
                "ours",
                Map.of("blockBytes", blockBytes, "runHandles", runHandles),
                effort.micro(),
                List.of(HostJvm.OURS));
    }

    private static Measured plain(Effort effort, int bufferBytes) throws IOException {
        List<String> flags = new ArrayList<>(List.of(HostJvm.peer("Serial", HEAP_MEBIBYTES)));
        flags.addAll(
                List.of(
                        "-XX:-ResizeTLAB",
                        "-XX:MinTLABSize=" + bufferBytes,
                        "-XX:TLABSize=" + bufferBytes));
        return JmhRun.of(Allocate.class, "plain", Map.of(), effort.micro(), flags);
    }

    /// Of the fastest iterations, since a disturbance in one of them is larger than what is looked
    /// for. The range is as wide as both ranges allow, and begins below zero if that is so here.
    private static Measured difference(Measured small, Measured large, double refills) {
        return new Measured(
                (small.low() - large.low()) / refills,
                (small.low() - large.high()) / refills,
                (small.high() - large.low()) / refills);
    }

    private static Row row(String name, Measured ours, Measured peer, String note) {
        return new Row(
                name,
                ours,
                peer,
                "buffer of Serial, 2 KiB against 32 KiB",
                "ns/refill",
                Goal.NONE,
                "one thread, heap of " + HEAP_MEBIBYTES + " MiB; " + note);
    }
}
