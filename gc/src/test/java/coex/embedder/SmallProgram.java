package coex.embedder;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapOptions;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;

/// What an embedder's first program does, in a package of its own. `NoNativeAccessTest` runs it.
public final class SmallProgram {

    private SmallProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        HeapOptions options =
                HeapOptions.builder().initialBytes(1 << 20).maximumBytes(64 << 20).build();
        try (Heap heap = Heap.open(options)) {
            Shape node = heap.shape("Node").reference("next").longField("value").build();
            Shape bytes = heap.shape("Bytes").arrayOf(Kind.BYTE).build();
            Mutator mutator = heap.attach();
            try (Frame frame = mutator.frame(2)) {
                for (int i = 0; i < 200_000; i++) {
                    long handle = mutator.allocate(node);
                    mutator.setLong(handle, node.field("value"), i);
                    mutator.setReference(
                            handle, node.field("next"), i % 1000 == 0 ? 0 : frame.get(0));
                    mutator.seal(handle);
                    frame.set(0, handle);
                }
                frame.set(1, mutator.allocateArray(bytes, 10 << 20));
                Thread thread =
                        mutator.spawn(
                                (own, own0) -> own.getLong(own0.get(0), node.field("value")),
                                frame.get(0));
                try (var _ = mutator.safeRegion()) {
                    thread.join();
                }
                heap.collect();
                if (!heap.validate().isValid()) {
                    throw new AssertionError(heap.validate());
                }
                System.out.println("marked " + heap.stats().collection().objectsMarked());
            }
        }
    }
}
