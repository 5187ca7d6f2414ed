package coex.observe;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.StressOptions;

import java.time.Duration;

/// Heaps and programs for the tests of logs, traces and events.
final class TracedHeaps {

    private TracedHeaps() {}

    /// A heap that collects only when it is asked to.
    static HeapOptions.Builder calm() {
        return HeapOptions.builder()
                .initialBytes(64 << 20)
                .maximumBytes(256 << 20)
                .initialHandles(1 << 16)
                .hugePages(false)
                .idleAfter(Duration.ofHours(1));
    }

    /// A calm heap whose collections are all young but for the first and those that must be full.
    static HeapOptions.Builder mostlyYoung() {
        return calm().stress(StressOptions.NONE.withFullEvery(Integer.MAX_VALUE));
    }

    /// A heap that has to grow early, and can hold four megabytes.
    static HeapOptions.Builder tiny() {
        return HeapOptions.builder()
                .initialBytes(1 << 20)
                .maximumBytes(4 << 20)
                .initialHandles(64)
                .hugePages(false)
                .idleAfter(Duration.ofHours(1));
    }

    /// Makes `count` arrays of about `bytes` bytes each and keeps every second one alive until
    /// `then` has run.
    static void fill(Heap heap, int count, int bytes, Runnable then) {
        Mutator mutator = heap.attach();
        Shape array =
                heap.shape("Bytes-" + count + "-" + bytes).arrayOf(Kind.BYTE).mutable().build();
        try (Frame frame = mutator.frame(count)) {
            for (int i = 0; i < count; i++) {
                long handle = mutator.allocateArray(array, bytes);
                if (i % 2 == 0) {
                    frame.set(i, handle);
                }
            }
            then.run();
        }
        mutator.close();
    }

    /// Allocates until the heap has been full several times.
    static void churn(Heap heap, long bytes) {
        Mutator mutator = heap.attach();
        Shape array = heap.shape("Churned").arrayOf(Kind.BYTE).mutable().build();
        for (long made = 0; made < bytes; made += 1024) {
            mutator.allocateArray(array, 1000);
        }
        mutator.close();
    }
}
