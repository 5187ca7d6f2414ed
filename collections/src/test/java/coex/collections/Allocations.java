package coex.collections;

import java.lang.management.ManagementFactory;

/// What a thread allocates in the JVM's heap: a measure of work that does not depend on speed.
final class Allocations {

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocations() {}

    /// Bytes, so far.
    static long ofThisThread() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().threadId());
    }
}
