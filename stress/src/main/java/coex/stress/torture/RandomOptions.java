package coex.stress.torture;

import coex.gc.HeapOptions;
import coex.gc.Phase;
import coex.gc.StressOptions;

import java.time.Duration;
import java.util.EnumSet;
import java.util.SplittableRandom;

/// Heap options from a seed: small enough that everything overflows, grows and runs out.
public final class RandomOptions {

    private final SplittableRandom random;
    private final int threads;

    /// @param threads how many will allocate
    public RandomOptions(SplittableRandom random, int threads) {
        this.random = random;
        this.threads = threads;
    }

    /// @param forced what is not drawn, or not used
    HeapOptions make(String name, Forced forced) {
        return makeAtLeast(name, 1L << 20, 0, forced);
    }

    /// @param bytes what the heap may grow to, or more
    /// @param handles how many there may be, or more
    /// @param forced what is not drawn, or not used
    public HeapOptions makeAtLeast(String name, long bytes, long handles, Forced forced) {
        int blockBytes = 1024 << random.nextInt(6);
        // A mutator holds up to four blocks, a child of it as many; several children may live.
        long least = Math.max(bytes, 64L * blockBytes * threads);
        long maximumBytes = least << random.nextInt(3);
        int runHandles = oneOf(1, 7, 64, 256, 1024);
        long maximumHandles =
                Math.max(
                        handles,
                        oneOf(1 << 13, 1 << 15, 1 << 17)
                                + 16L * threads * Math.max(64, runHandles));
        HeapOptions.Builder options =
                HeapOptions.builder()
                        .name(name)
                        .blockBytes(blockBytes)
                        .initialBytes(Math.max(blockBytes, maximumBytes >> random.nextInt(8)))
                        .maximumBytes(maximumBytes)
                        .initialHandles(64L << random.nextInt(6))
                        .maximumHandles(maximumHandles)
                        .runHandles(runHandles)
                        .stackSlots(1 << random.nextInt(8))
                        .snapshotSlots(oneOf(0, 0, 4, 512))
                        .bufferEntries(1 << random.nextInt(6))
                        .growthPercent(oneOf(10, 50, 100, 300))
                        .triggerAllocations(oneOf(0, 0, 100, 1000))
                        .idleAfter(Duration.ofMillis(oneOf(10, 1000)))
                        .lateAfter(Duration.ofMinutes(1))
                        .hugePages(random.nextInt(4) == 0);
        EnumSet<Phase> verifyAfter = phases();
        StressOptions stress =
                new StressOptions(
                        oneOf(0, 0, 0, 100, 1000),
                        oneOf(0, 0, 1, 3, 10, Integer.MAX_VALUE),
                        random.nextLong(),
                        oneOf(0, 0, 2, 20),
                        oneOf(0, 10, 100),
                        random.nextBoolean(),
                        random.nextInt(4) == 0,
                        false,
                        false);
        options.youngCycles(random.nextInt(8) > 0);
        // Drawn last, so that seeds give what they gave before there was moving.
        options.moving(random.nextInt(8) > 0);
        stress = stress.withMoveAll(random.nextInt(3) == 0);
        // And this after that.
        int markers = oneOf(1, 2, 3, 5);
        options.markers(markers);
        return forced.in(options, verifyAfter, stress.withAllMarkers(markers > 1));
    }

    private EnumSet<Phase> phases() {
        return switch (random.nextInt(4)) {
            case 0 -> EnumSet.allOf(Phase.class);
            case 1 -> EnumSet.noneOf(Phase.class);
            default -> EnumSet.of(Phase.MARK);
        };
    }

    private int oneOf(int... values) {
        return values[random.nextInt(values.length)];
    }

    /// What was drawn, in one line.
    public static String describe(HeapOptions options) {
        return ("blocks %d of %d to %d bytes, handles %d to %d in runs of %d, stack %d, snapshot"
                    + " %d, buffer %d, growth %d%%, young %b, moving %b, markers %d, trigger %d,"
                    + " verify %s, %s")
                .formatted(
                        options.blockBytes(),
                        options.initialBytes(),
                        options.maximumBytes(),
                        options.initialHandles(),
                        options.maximumHandles(),
                        options.runHandles(),
                        options.stackSlots(),
                        options.snapshotSlots(),
                        options.bufferEntries(),
                        options.growthPercent(),
                        options.youngCycles(),
                        options.moving(),
                        options.markers(),
                        options.triggerAllocations(),
                        options.verifyAfter().size() == Phase.values().length
                                ? "all"
                                : options.verifyAfter(),
                        options.stress());
    }
}
