package coex.bench.program;

import coex.bench.jvm.Figures;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;

/// Has the JVM collect while a thread waits at a given depth of Java calls; its log says how long
/// threads were held.
public final class DeepJavaStack {

    private static final long STACK_BYTES = 1L << 30;

    private final CountDownLatch ready = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);

    private DeepJavaStack() {}

    /// Arguments: the depth, the number of collections.
    static void main(String[] args) throws InterruptedException {
        int depth = Integer.parseInt(args[0]);
        int collections = Integer.parseInt(args[1]);
        DeepJavaStack stack = new DeepJavaStack();
        Thread thread =
                new Thread(null, () -> stack.descend(depth, new Object()), "deep", STACK_BYTES);
        thread.start();
        stack.ready.await();
        System.gc();
        Figures.print("began", ManagementFactory.getRuntimeMXBean().getUptime() / 1e3);
        for (int i = 0; i < collections; i++) {
            System.gc();
        }
        stack.done.countDown();
        thread.join();
    }

    /// The object stays in the frame, as a handle does in a slot of ours.
    private int descend(int depth, Object held) {
        if (depth > 1) {
            return descend(depth - 1, held) + held.hashCode();
        }
        ready.countDown();
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return held.hashCode();
    }
}
