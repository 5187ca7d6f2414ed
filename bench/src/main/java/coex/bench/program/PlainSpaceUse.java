package coex.bench.program;

import coex.bench.jvm.Figures;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/// Measures what a Java object with 24 bytes of payload costs beyond its payload: by how much the
/// heap in use grows, after a collection. The array that keeps the objects alive is left out.
public final class PlainSpaceUse {

    private static final int PAYLOAD = 24;

    private PlainSpaceUse() {}

    private record Triple(long a, long b, long c) {}

    /// Argument: the number of objects.
    static void main(String[] args) {
        int objects = Integer.parseInt(args[0]);
        Object[] kept = new Object[objects];
        usedAfterCollection(); // what asking needs is there before it counts
        long before = usedAfterCollection();
        for (int i = 0; i < objects; i++) {
            kept[i] = new Triple(i, i, i);
        }
        long after = usedAfterCollection();
        Figures.print("used", (double) (after - before) / kept.length - PAYLOAD);
    }

    private static long usedAfterCollection() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        System.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
