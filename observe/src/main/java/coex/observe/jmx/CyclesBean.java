// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.gc.HeapStats;
import coex.observe.HeapCyclesMXBean;

import javax.management.ObjectName;

/// The cycles of a heap, as a bean.
final class CyclesBean extends CollectorBean implements HeapCyclesMXBean {

    private final HeapAnnouncer announcer;

    CyclesBean(WatchedHeap heap, HeapWatch watch, HeapAnnouncer announcer, ObjectName name) {
        super(heap, watch, name);
        this.announcer = announcer;
    }

    static String nameOf(String heapName) {
        return heapName + " cycles";
    }

    @Override
    public String getName() {
        return nameOf(heap.name());
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
    public long getYoungCollectionCount() {
        return heap.get().stats().collection().young();
    }

    @Override
    public long getFullCollectionCount() {
        HeapStats.Collection did = heap.get().stats().collection();
        return did.completed() - did.young();
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
