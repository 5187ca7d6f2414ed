package coex.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/// Heaps and phases that many tests want.
public final class Heaps {

    /// Long enough that only a hang takes longer, on any machine.
    public static final Duration HANG = Duration.ofMinutes(5);

    public static final Set<Phase> EVERY_PHASE = EnumSet.allOf(Phase.class);

    private Heaps() {}

    /// A heap that collects only when it is asked to, as long as a test allocates a few megabytes.
    public static HeapOptions.Builder calm() {
        return HeapOptions.builder()
                .initialBytes(64 << 20)
                .maximumBytes(256 << 20)
                .initialHandles(1 << 16)
                .hugePages(false)
                .idleAfter(Duration.ofHours(1));
    }

    /// A heap in which everything that has a size has its smallest.
    public static HeapOptions.Builder tiny() {
        return HeapOptions.builder()
                .initialBytes(1024)
                .maximumBytes(4 << 20)
                .initialHandles(64)
                .blockBytes(1024)
                .runHandles(1)
                .stackSlots(1)
                .snapshotSlots(0)
                .bufferEntries(1)
                .hugePages(false)
                .idleAfter(Duration.ofHours(1));
    }

    /// A heap that is verified after every phase, and small so that this does not take long.
    public static HeapOptions.Builder verified() {
        return calm().initialBytes(4 << 20)
                .maximumBytes(16 << 20)
                .verifyAfter(EVERY_PHASE)
                .stress(StressOptions.NONE.withPoison(true));
    }

    public static void assertValid(Heap heap) {
        ValidationReport report = heap.validate();
        assertThat(report.isValid()).as(report.toString()).isTrue();
    }
}
