// SPDX-License-Identifier: Apache-2.0
package coex.micrometer;

import coex.gc.Heap;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/// What a heap holds and what its collector does, as meters.
///
/// ```java
/// new HeapMetrics(heap).bindTo(registry);
/// ```
///
/// Names are those that Micrometer's own binders use for the JVM's heap, with `coex` instead of
/// `jvm`, so that panels made for these need little change. All have the tag `heap` with the name
/// of the heap; heaps in one registry need different names.
///
/// | meter | |
/// | --- | --- |
/// | `coex.memory.used`, `.committed`, `.max` | gauges in bytes; tag `area`: `objects`, or `tables` for all that is not objects, of which there is no maximum |
/// | `coex.handles.used`, `.committed` | gauges: objects that there are or that threads have set aside, and room for them |
/// | `coex.roots` | gauge: global roots, among them those of versions of collections |
/// | `coex.threads.attached` | gauge: threads that work with handles |
/// | `coex.gc.live.data.size`, `coex.gc.max.data.size` | gauges in bytes: in objects that the last full collection found reachable, and at most |
/// | `coex.gc.memory.allocated`, `coex.gc.memory.reclaimed` | counters of bytes |
/// | `coex.gc.objects.allocated` | counter |
/// | `coex.gc.cycle` | timer of whole collections, beside which threads run; tags `kind` and `cause` |
/// | `coex.gc.concurrent.phase.time` | timer; tag `phase` |
/// | `coex.gc.handshake` | timer: from a question to all threads until the last has answered |
/// | `coex.gc.allocation.stall` | timer of threads that had to wait for a collection: what to alert on |
/// | `coex.gc.late.threads` | counter of threads that have kept a collection waiting |
///
/// The meters go when the heap is closed, or with [#close]. A registry does not keep a heap alive:
/// of one that is dropped without being closed the gauges say `NaN`. Bytes in use are looked up at
/// most ten times a second.
public final class HeapMetrics implements MeterBinder, AutoCloseable {

    private final Heap heap;
    private final Tags tags;

    /// What was bound, for [#close]. Any thread may bind or close.
    private final List<HeapMeters> bound = new CopyOnWriteArrayList<>();

    /// Meters with no other tag than `heap`, and their own.
    ///
    /// @param heap what they tell of
    public HeapMetrics(Heap heap) {
        this(heap, Tags.empty());
    }

    /// Meters with more tags.
    ///
    /// @param heap what they tell of
    /// @param tags on all meters, beside `heap`
    public HeapMetrics(Heap heap, Iterable<Tag> tags) {
        this.heap = Objects.requireNonNull(heap, "heap missing");
        this.tags = Tags.of(tags).and("heap", heap.options().name());
    }

    /// Adds the meters to a registry.
    ///
    /// @throws coex.gc.HeapClosedException if the heap is closed
    @Override
    public void bindTo(MeterRegistry registry) {
        HeapMeters meters = new HeapMeters(heap, new MeterSet(registry, tags));
        heap.addListener(meters); // which keeps it, while gauges refer to it weakly
        meters.addGauges();
        bound.add(meters);
    }

    /// Removes the meters from all registries.
    @Override
    public void close() {
        for (HeapMeters meters : bound) {
            heap.removeListener(meters);
            meters.remove();
        }
        bound.clear();
    }
}
