package coex.collections.list;

import coex.gc.HeapOptions;
import coex.gc.Phase;
import coex.gc.StressOptions;

import java.time.Duration;
import java.util.EnumSet;

/// Heaps to run the same test in.
public enum TestHeaps {
    PLAIN,
    /// Everything has its smallest size, and collections run beside the test and move all they can.
    TINY,
    /// A collection in every few allocations, and the heap verified in each.
    COLLECTING,
    /// Small blocks, short runs of handles, and a collection now and then, which moves all it can.
    SMALL_BLOCKS;

    public HeapOptions options() {
        HeapOptions.Builder options =
                HeapOptions.builder().hugePages(false).idleAfter(Duration.ofHours(1));
        StressOptions poison = StressOptions.NONE.withPoison(true);
        return switch (this) {
            case PLAIN -> options.initialBytes(8 << 20).maximumBytes(256 << 20).build();
            case TINY ->
                    options.initialBytes(64 << 10)
                            .maximumBytes(64 << 20)
                            .initialHandles(64)
                            .blockBytes(1024)
                            .runHandles(1)
                            .stackSlots(1)
                            .snapshotSlots(0)
                            .bufferEntries(1)
                            .triggerAllocations(200)
                            .stress(poison.withFullEvery(2).withMoveAll(true))
                            .build();
            case COLLECTING ->
                    options.initialBytes(1 << 20)
                            .maximumBytes(64 << 20)
                            .initialHandles(1 << 12)
                            .verifyAfter(EnumSet.of(Phase.MARK, Phase.SWEEP))
                            .stress(poison.withQuarantine(true).withCollectEvery(29))
                            .build();
            case SMALL_BLOCKS ->
                    options.initialBytes(64 << 10)
                            .maximumBytes(64 << 20)
                            .blockBytes(2048)
                            .runHandles(3)
                            .stress(poison.withCollectEvery(37).withMoveAll(true))
                            .build();
        };
    }
}
