// SPDX-License-Identifier: Apache-2.0
package coex.observe.jmx;

import coex.gc.Heap;

import java.lang.management.GarbageCollectorMXBean;

import javax.management.ObjectName;

/// What the beans have in common that tools take for those of a collector.
abstract class CollectorBean implements GarbageCollectorMXBean {

    final WatchedHeap heap;
    final HeapWatch watch;
    private final ObjectName name;

    CollectorBean(WatchedHeap heap, HeapWatch watch, ObjectName name) {
        this.heap = heap;
        this.watch = watch;
        this.name = name;
    }

    @Override
    public final ObjectName getObjectName() {
        return name;
    }

    @Override
    public final boolean isValid() {
        Heap known = heap.orNull();
        return known != null && !known.isClosed();
    }
}
