package coex.collections;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/// Measures what operations leave in the JVM's own heap.
public final class JvmGarbage {

    /// Tests with this tag run as production code does: where safepoints are checked more is left
    /// behind.
    public static final String TAG = "production";

    /// Some code makes small objects until the JVM has compiled it whole. On a busy machine that
    /// takes seconds, so a measurement that is too high is repeated for at most so long. Code that
    /// really makes an object for each operation makes it in every round, and is found.
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /// What is measured; its result is used, so that the JVM cannot leave the work out.
    public interface Operation {
        long run();
    }

    private static volatile long used;

    private JvmGarbage() {}

    /// The fewest bytes for each operation in any round of so many operations: the first round
    /// below `enough`, or the best of those that fit into the patience.
    public static double ofEach(int operations, double enough, Operation operation) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        double least = Double.MAX_VALUE;
        long start = System.nanoTime();
        while (least >= enough && System.nanoTime() - start < PATIENCE.toNanos()) {
            long results = 0;
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < operations; i++) {
                results += operation.run();
            }
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            least = Math.min(least, bytes / (double) operations);
            used = results;
        }
        return least;
    }
}
