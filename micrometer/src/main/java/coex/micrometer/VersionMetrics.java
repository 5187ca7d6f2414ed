// SPDX-License-Identifier: Apache-2.0
package coex.micrometer;

import coex.collections.HeldVersions;
import coex.collections.PersistentCollections;
import coex.gc.Heap;
import coex.gc.HeapListener;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/// How many versions of collections a heap keeps, as meters beside those of [HeapMetrics].
///
/// ```java
/// new VersionMetrics(PersistentCollections.in(heap)).bindTo(registry);
/// ```
///
/// | meter | |
/// | --- | --- |
/// | `coex.versions.held` | gauge: versions that are neither closed nor known to be dropped. One that grows and grows is a leak |
/// | `coex.versions.oldest` | gauge in seconds: for how long the oldest has been held |
///
/// Tags, and when the meters go, are as there. Versions are counted at most once a second: it takes
/// time in proportion to their number.
public final class VersionMetrics implements MeterBinder, AutoCloseable {

    private final PersistentCollections collections;
    private final Tags tags;

    /// What was bound, for [#close]. Any thread may bind or close.
    private final List<Bound> bound = new CopyOnWriteArrayList<>();

    /// Meters with no other tag than `heap`.
    ///
    /// @param collections of the heap whose versions are counted
    public VersionMetrics(PersistentCollections collections) {
        this(collections, Tags.empty());
    }

    /// Meters with more tags.
    ///
    /// @param collections of the heap whose versions are counted
    /// @param tags on all meters, beside `heap`
    public VersionMetrics(PersistentCollections collections, Iterable<Tag> tags) {
        this.collections = Objects.requireNonNull(collections, "collections missing");
        this.tags = Tags.of(tags).and("heap", collections.heap().options().name());
    }

    /// In one registry. Kept by the heap, and referred to weakly by the gauges.
    private static final class Bound implements HeapListener {

        private static final long STALE = Duration.ofSeconds(1).toNanos();

        private final PersistentCollections collections;
        private final MeterSet meters;
        private HeldVersions held;
        private long at;

        Bound(PersistentCollections collections, MeterSet meters) {
            this.collections = collections;
            this.meters = meters;
        }

        void addGauges() {
            meters.gauge(
                    "coex.versions.held",
                    null,
                    Tags.empty(),
                    "Versions of collections that are neither closed nor known to be dropped",
                    this,
                    of -> of.held().count());
            meters.gauge(
                    "coex.versions.oldest",
                    "seconds",
                    Tags.empty(),
                    "For how long the oldest version has been held",
                    this,
                    of -> of.held().oldest().toSeconds());
        }

        private synchronized HeldVersions held() {
            if (held == null || System.nanoTime() - at > STALE) {
                held = collections.versions();
                at = System.nanoTime();
            }
            return held;
        }

        @Override
        public void closing(Heap closed) {
            meters.remove();
        }
    }

    /// Adds the meters to a registry.
    ///
    /// @throws coex.gc.HeapClosedException if the heap is closed
    @Override
    public void bindTo(MeterRegistry registry) {
        Bound one = new Bound(collections, new MeterSet(registry, tags));
        collections.heap().addListener(one);
        one.addGauges();
        bound.add(one);
    }

    /// Removes the meters from all registries.
    @Override
    public void close() {
        for (Bound one : bound) {
            collections.heap().removeListener(one);
            one.meters.remove();
        }
        bound.clear();
    }
}
