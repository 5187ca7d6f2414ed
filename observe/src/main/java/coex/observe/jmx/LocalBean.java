// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.gc.Heap;
import coex.gc.collect.ConcurrentHeap;
import coex.observe.HeapBeans;
import coex.observe.HeapMXBean;

import java.util.concurrent.atomic.AtomicBoolean;

/// The bean of a heap for its own program, which no server knows.
public final class LocalBean implements HeapBeans.View {

    private final WatchedHeap heap;
    private final HeapAnnouncer announcer;
    private final HeapWatch watch;
    private final HeapBean bean;
    private final Runnable whenGone;
    private final AtomicBoolean gone = new AtomicBoolean();

    private LocalBean(Heap heap, Runnable whenGone) {
        this.whenGone = whenGone;
        this.heap = new WatchedHeap(heap);
        this.announcer = new HeapAnnouncer(heap.options().name());
        this.watch = new HeapWatch(heap, announcer, this::close);
        this.bean =
                new HeapBean(this.heap, watch, new Reports(this.heap), new HprofFile(this.heap));
    }

    public static LocalBean of(Heap heap, Runnable whenGone) {
        LocalBean local = new LocalBean(heap, whenGone);
        heap.addListener(local.watch);
        ConcurrentHeap.of(heap).whenDropped(local::close);
        if (heap.isClosed()) { // and may have told its listeners before this one was added
            local.close();
        }
        return local;
    }

    @Override
    public HeapMXBean bean() {
        return bean;
    }

    @Override
    public boolean isHeapClosed() {
        Heap known = heap.orNull();
        return known == null || known.isClosed();
    }

    @Override
    public void close() {
        if (gone.compareAndSet(false, true)) {
            Heap known = heap.orNull();
            if (known != null) {
                known.removeListener(watch);
            }
            announcer.close();
            whenGone.run();
        }
    }
}
