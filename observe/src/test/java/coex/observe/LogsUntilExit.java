package coex.observe;

import coex.gc.Heap;
import coex.gc.HeapOptions;

import java.nio.file.Path;

/// A program that ends in the middle of everything, and closes nothing.
final class LogsUntilExit {

    private LogsUntilExit() {}

    static void main(String[] args) throws Exception {
        GcLog log = GcLog.toFile(Path.of(args[0]));
        Heap heap = Heap.open(HeapOptions.builder().name("abrupt").listener(log).build());
        heap.collect();
        System.exit(heap.stats().collection().completed() == 1 ? 0 : 1);
    }
}
