package coex.observe;

import coex.gc.HeapOptions;

import java.time.Duration;

/// Heaps for tests of dumps.
final class SmallHeaps {

    private SmallHeaps() {}

    /// Collects only when asked to.
    static HeapOptions.Builder calm() {
        return HeapOptions.builder()
                .initialBytes(64 << 20)
                .maximumBytes(256 << 20)
                .initialHandles(1 << 16)
                .hugePages(false)
                .idleAfter(Duration.ofHours(1));
    }
}
