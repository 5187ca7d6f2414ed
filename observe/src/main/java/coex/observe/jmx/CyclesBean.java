package coex.observe.jmx;

import coex.gc.Heap;
import coex.observe.HeapCyclesMXBean;

import javax.management.ObjectName;

/// The cycles of a heap, as a bean.
final class CyclesBean implements HeapCyclesMXBean {

    private final WatchedHeap heap;
    private final HeapWatch watch;
    private final HeapAnnouncer announcer;
    private final ObjectName name;

    CyclesBean(WatchedHeap heap, HeapWatch watch, HeapAnnouncer announcer, ObjectName name) {
        this.heap = heap;
        this.watch = watch;
        this.announcer = announcer;
        this.name = name;
    }

    static String nameOf(String heapName) {
        return heapName + " cycles";
    }

    @Override
    public String getName() {
        return nameOf(heap.name());
    }

    @Override
    public ObjectName getObjectName() {
        return name;
    }

    @Override
    public boolean isValid() {
        Heap known = heap.orNull();
        return known != null && !known.isClosed();
    }

    @Override
    public String[] getMemoryPoolNames() {
        return new String[] {Figures.OBJECTS, Figures.HANDLE_TABLE, Figures.SIDE_TABLES};
    }

    @Override
    public long getCollectionCount() {
        return heap.get().stats().collection().completed();
    }

    @Override
    public long getCollectionTime() {
        return getCollectionNanos() / 1_000_000;
    }

    @Override
    public long getCollectionNanos() {
        return heap.get().stats().time().total();
    }

    @Override
    public Cycle getLastCycle() {
        return watch.lastCycle();
    }

    @Override
    public Running getRunningCycle() {
        return watch.runningCycle();
    }

    @Override
    public long getNotificationsLost() {
        return announcer.lost();
    }
}
