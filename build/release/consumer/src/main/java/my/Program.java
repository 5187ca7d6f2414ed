package my;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.micrometer.HeapMetrics;
import coex.observe.HeapReports;
import coex.web.HeapPage;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/// Uses each of the published modules once, but for the state stores.
public final class Program {

    private Program() {}

    /// Prints what it has read back, and whether it runs as a module.
    public static void main(String[] arguments) throws Exception {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (Heap heap = Heap.open();
                HeapMetrics metrics = new HeapMetrics(heap);
                HeapPage page = HeapPage.open(heap)) {
            metrics.bindTo(meters);
            var none = PersistentCollections.in(heap).map(Codec.STRING, Codec.LONG);
            var today = none.with("tea", 250L);
            Shape pair = heap.shape("Pair").reference("left").longField("weight").build();
            Mutator mutator = heap.attach();
            try (Frame frame = mutator.frame(1)) {
                frame.set(0, mutator.create(pair, 0, 42));
                heap.collect();
                StringBuilder census = new StringBuilder();
                HeapReports.of(heap).census().writeJson(census);
                boolean isSeen =
                        census.indexOf("\"Pair\"") > 0
                                && page.link().getPort() > 0
                                && meters.get("coex.memory.max").gauge().value() > 0;
                System.out.println(
                        "%d %d %s %s"
                                .formatted(
                                        today.get("tea"),
                                        mutator.getLong(frame.get(0), pair.field("weight")),
                                        isSeen,
                                        Program.class.getModule().isNamed()));
            }
        }
    }
}
