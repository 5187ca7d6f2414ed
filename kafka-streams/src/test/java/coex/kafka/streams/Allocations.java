package coex.kafka.streams;

import com.sun.management.ThreadMXBean;

import java.lang.management.ManagementFactory;

/// What a thread allocates in the JVM's heap: a measure of work that does not depend on speed.
final class Allocations {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocations() {}

    /// The bytes that the calling thread allocates for this.
    static long of(Runnable work) {
        long thread = Thread.currentThread().threadId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        work.run();
        return THREADS.getThreadAllocatedBytes(thread) - before;
    }
}
