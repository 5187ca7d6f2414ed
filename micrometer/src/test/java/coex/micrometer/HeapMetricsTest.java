package coex.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.collections.PersistentMap;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapListener;
import coex.gc.HeapOptions;
import coex.gc.Phase;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

class HeapMetricsTest {

    private static Heap heap(String name) {
        return Heap.open(
                HeapOptions.builder()
                        .name(name)
                        .initialBytes(1 << 20)
                        .maximumBytes(16 << 20)
                        .idleAfter(Duration.ofDays(1))
                        .build());
    }

    /// Waits until something has become true: figures may be some moments old.
    private static void await(BooleanSupplier wanted) throws InterruptedException {
        long giveUpAt = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!wanted.getAsBoolean()) {
            assertThat(System.nanoTime()).as("two minutes are over").isLessThan(giveUpAt);
            Thread.sleep(10);
        }
    }

    private static double value(MeterRegistry registry, String name, String... tags) {
        return registry.get(name).tags(tags).meter().measure().iterator().next().getValue();
    }

    private static void makeGarbage(PersistentCollections collections) {
        PersistentMap<Long, Long> map = collections.map(Codec.LONG, Codec.LONG);
        for (long i = 0; i < 20_000; i++) {
            PersistentMap<Long, Long> next = map.with(i % 100, i);
            map.close();
            map = next;
        }
        map.close();
    }

    @Test
    void metersSayWhatTheHeapSays() throws InterruptedException {
        MeterRegistry registry = new SimpleMeterRegistry();
        try (Heap heap = heap("shop")) {
            new HeapMetrics(heap, Tags.of("app", "till")).bindTo(registry);
            makeGarbage(PersistentCollections.in(heap));
            heap.collect();
            heap.collect();
            await(() -> value(registry, "coex.gc.objects.allocated") >= 20_000);
            assertThat(value(registry, "coex.gc.memory.allocated")).isGreaterThan(20_000 * 16);
            assertThat(value(registry, "coex.gc.memory.reclaimed"))
                    .isPositive()
                    .isLessThanOrEqualTo(heap.stats().allocation().bytesAllocated());
            assertThat(value(registry, "coex.memory.max", "area", "objects")).isEqualTo(16 << 20);
            assertThat(value(registry, "coex.gc.max.data.size")).isEqualTo(16 << 20);
            assertThat(value(registry, "coex.memory.used", "area", "tables")).isPositive();
            assertThat(value(registry, "coex.gc.live.data.size"))
                    .isEqualTo(heap.stats().collection().bytesMarked());
            await(
                    () ->
                            value(registry, "coex.memory.used", "area", "objects")
                                    == heap.stats().now().heapUsed());
            long timed =
                    registry.get("coex.gc.cycle").timers().stream().mapToLong(t -> t.count()).sum();
            assertThat(timed).isEqualTo(heap.stats().collection().completed());
            assertThat(
                            registry.get("coex.gc.cycle")
                                    .tags("kind", "full", "cause", "request", "app", "till")
                                    .timer()
                                    .totalTime(TimeUnit.NANOSECONDS))
                    .isPositive();
            assertThat(registry.get("coex.gc.concurrent.phase.time").tags("phase", "mark").timer())
                    .isNotNull();
            assertThat(value(registry, "coex.gc.late.threads")).isZero();
            assertThat(registry.getMeters())
                    .allMatch(meter -> "shop".equals(meter.getId().getTag("heap")));
        }
        assertThat(registry.getMeters()).as("of a closed heap").isEmpty();
    }

    @Test
    void versionsAreCounted() throws InterruptedException {
        MeterRegistry registry = new SimpleMeterRegistry();
        try (Heap heap = heap("versions")) {
            PersistentCollections collections = PersistentCollections.in(heap);
            new VersionMetrics(collections).bindTo(registry);
            assertThat(value(registry, "coex.versions.held")).isZero();
            PersistentMap<Long, Long> one = collections.map(Codec.LONG, Codec.LONG).with(1L, 1L);
            PersistentMap<Long, Long> other = one.with(2L, 2L);
            await(() -> value(registry, "coex.versions.held") == 2);
            one.close();
            await(() -> value(registry, "coex.versions.held") == 1);
            assertThat(value(registry, "coex.versions.oldest")).isNotNegative();
            other.close();
            await(() -> value(registry, "coex.versions.held") == 0);
        }
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void whatHoldsThreadsUpIsTimed() {
        MeterRegistry registry = new SimpleMeterRegistry();
        try (Heap heap = heap("stalls")) {
            HeapMeters meters =
                    new HeapMeters(heap, new MeterSet(registry, Tags.of("heap", "stalls")));
            meters.addGauges();
            meters.allocationStalled("worker", 100, Duration.ofMillis(3));
            meters.allocationStalled("worker", 100, Duration.ofMillis(5));
            meters.mutatorLate(
                    new HeapListener.LateMutator(
                            1, Phase.SNAPSHOT, "worker", Duration.ofSeconds(2), "unknown", 4));
            assertThat(
                            registry.get("coex.gc.allocation.stall")
                                    .timer()
                                    .totalTime(TimeUnit.MILLISECONDS))
                    .isEqualTo(8);
            assertThat(value(registry, "coex.gc.late.threads")).isEqualTo(5);
            meters.closing(heap);
            meters.allocationStalled("worker", 100, Duration.ofMillis(5));
            assertThat(registry.getMeters()).as("after closing").isEmpty();
        }
    }

    @Test
    void twoHeapsInOneStrictRegistryAreTwoSeries() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Heap one = heap("one");
                Heap other = heap("other")) {
            for (Heap each : new Heap[] {one, other}) {
                new HeapMetrics(each).bindTo(registry);
                new VersionMetrics(PersistentCollections.in(each)).bindTo(registry);
                makeGarbage(PersistentCollections.in(each));
                each.collect();
            }
            String page = registry.scrape();
            for (String name : new String[] {"one", "other"}) {
                assertThat(page)
                        .contains("coex_memory_used_bytes{area=\"objects\",heap=\"" + name + "\"}")
                        .contains("coex_memory_max_bytes{area=\"objects\",heap=\"" + name + "\"}")
                        .contains("coex_gc_memory_allocated_bytes_total{heap=\"" + name + "\"}")
                        .contains("coex_gc_late_threads_total{heap=\"" + name + "\"}")
                        .contains("coex_versions_held{heap=\"" + name + "\"}")
                        .contains("coex_versions_oldest_seconds{heap=\"" + name + "\"}")
                        .containsPattern(
                                "coex_gc_cycle_seconds_count\\{cause=\"request\",heap=\"%s\",kind=\"full\"}"
                                        .formatted(name))
                        .containsPattern(
                                "coex_gc_concurrent_phase_time_seconds_sum\\{heap=\"%s\",phase=\"mark\"}"
                                        .formatted(name));
            }
        }
        assertThat(registry.scrape()).doesNotContain("coex_");
    }

    @Test
    void closingTheMetricsLeavesTheHeapAlone() {
        MeterRegistry registry = new SimpleMeterRegistry();
        registry.gauge("other", 1);
        try (Heap heap = heap("mine")) {
            HeapMetrics metrics = new HeapMetrics(heap);
            metrics.bindTo(registry);
            assertThat(registry.getMeters()).hasSizeGreaterThan(10);
            metrics.close();
            heap.collect();
            TreeSet<String> left = new TreeSet<>();
            for (Meter meter : registry.getMeters()) {
                left.add(meter.getId().getName());
            }
            assertThat(left).containsExactly("other");
        }
    }

    @Test
    void aClosedHeapIsRefused() {
        Heap heap = heap("closed");
        HeapMetrics metrics = new HeapMetrics(heap);
        heap.close();
        assertThatThrownBy(() -> metrics.bindTo(new SimpleMeterRegistry()))
                .isInstanceOf(HeapClosedException.class);
    }
}
