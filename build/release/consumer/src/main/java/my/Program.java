package my;

import coex.collections.Codec;
import coex.collections.PersistentCollections;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.observe.HeapReports;

/// Uses each of the published modules once.
public final class Program {

    private Program() {}

    /// Prints what it has read back, and whether it runs as a module.
    public static void main(String[] arguments) throws Exception {
        try (Heap heap = Heap.open()) {
            var none = PersistentCollections.in(heap).map(Codec.STRING, Codec.LONG);
            var today = none.with("tea", 250L);
            Shape pair = heap.shape("Pair").reference("left").longField("weight").build();
            Mutator mutator = heap.attach();
            try (Frame frame = mutator.frame(1)) {
                frame.set(0, mutator.create(pair, 0, 42));
                heap.collect();
                StringBuilder census = new StringBuilder();
                HeapReports.of(heap).census().writeJson(census);
                System.out.println(
                        "%d %d %s %s"
                                .formatted(
                                        today.get("tea"),
                                        mutator.getLong(frame.get(0), pair.field("weight")),
                                        census.indexOf("\"Pair\"") > 0,
                                        Program.class.getModule().isNamed()));
            }
        }
    }
}
