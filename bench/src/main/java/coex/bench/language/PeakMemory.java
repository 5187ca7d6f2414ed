package coex.bench.language;

import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapStats;

/// The most memory that a heap ever had. A heap grows when it is short of room and shrinks after a
/// collection, so every growth is heard of.
final class PeakMemory implements HeapListener {

    /// Set before the heap is used, read on any thread then.
    private volatile Heap heap;

    private volatile long most;

    @Override
    public void listening(Heap listened) {
        heap = listened;
        look();
    }

    @Override
    public void resized(String region, long fromBytes, long toBytes) {
        look();
    }

    private synchronized void look() {
        HeapStats.Now now = heap.stats().now();
        most = Math.max(most, now.heapBytes() + now.sideBytes());
    }

    long bytes() {
        return most;
    }
}
