package coex.embedder;

import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapExhaustedException;
import coex.gc.HeapOptions;
import coex.gc.MemoryRefusedException;
import coex.gc.Mutator;
import coex.gc.Shape;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/// Asks for more than a small JVM has. `SmallJvmTest` runs it.
public final class HungryProgram {

    private HungryProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        openTooLarge();
        HeapOptions options =
                HeapOptions.builder()
                        .initialBytes(1 << 20)
                        .maximumBytes(16 << 20)
                        .initialHandles(1 << 10)
                        .stackSlots(1 << 20)
                        .build();
        try (Heap heap = Heap.open(options)) {
            Mutator mutator = heap.attach();
            pushTooMany(mutator);
            attachTooMany(heap, mutator);
            Shape node = heap.shape("Node").reference("next").build();
            try (Frame frame = mutator.frame(1)) {
                frame.set(0, mutator.allocate(node));
                mutator.seal(frame.get(0));
                heap.collect();
                if (mutator.isLive(frame.get(0)) && heap.validate().isValid()) {
                    System.out.println("all is well");
                }
            }
        }
    }

    /// The tables for so many blocks would take gigabytes.
    private static void openTooLarge() {
        HeapOptions tooLarge =
                HeapOptions.builder().initialBytes(1L << 43).maximumBytes(1L << 43).build();
        try (Heap heap = Heap.open(tooLarge)) {
            System.out.println("open: " + heap);
        } catch (MemoryRefusedException e) {
            System.out.println("heap refused");
        }
    }

    /// Frames without slots: only the list of frames grows.
    private static void pushTooMany(Mutator mutator) {
        try (Frame _ = mutator.frame(0)) {
            while (true) {
                mutator.frame(0);
            }
        } catch (HeapExhaustedException e) {
            if (e.resource() == HeapExhaustedException.Resource.STACK) {
                System.out.println("frames exhausted");
            }
        }
    }

    /// The stacks of a few threads fill the JVM's heap.
    private static void attachTooMany(Heap heap, Mutator mutator) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        AtomicReference<Throwable> refused = new AtomicReference<>();
        Thread last = null;
        try (var _ = mutator.safeRegion()) {
            while (refused.get() == null) {
                CountDownLatch attached = new CountDownLatch(1);
                last =
                        Thread.ofPlatform()
                                .daemon()
                                .start(
                                        () -> {
                                            try (Mutator own = heap.attach();
                                                    var _ = own.safeRegion()) {
                                                attached.countDown();
                                                end.await();
                                            } catch (Throwable e) {
                                                refused.set(e);
                                                attached.countDown();
                                            }
                                        });
                attached.await();
            }
            end.countDown();
            last.join();
        }
        if (refused.get() instanceof HeapExhaustedException) {
            System.out.println("threads exhausted");
        } else {
            refused.get().printStackTrace();
        }
    }
}
