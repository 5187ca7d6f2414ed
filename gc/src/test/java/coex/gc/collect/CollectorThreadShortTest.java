// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heaps;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Protocol;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/// The JVM is out of memory or of stack while the collector thread does something between two
/// cycles.
@Timeout(300)
class CollectorThreadShortTest {

    private static final String NAME = "short";
    private static final int FAILURES = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static Stream<Error> failures() {
        return Stream.of(new OutOfMemoryError("a test's"), new StackOverflowError("a test's"));
    }

    /// It buries a thread that has ended, which fails three times. With a hook no other thread
    /// collects.
    @ParameterizedTest
    @MethodSource("failures")
    void itGoesOnAndReturnsTheRole(Error failure) throws Exception {
        CountDownLatch failed = new CountDownLatch(FAILURES);
        ScheduleHook hook =
                point -> {
                    boolean isCollector =
                            Thread.currentThread().getName().equals("coex-gc-" + NAME);
                    if (point == SchedulePoint.EXIT && isCollector && failed.getCount() > 0) {
                        failed.countDown();
                        throw failure;
                    }
                };
        // Not closed if this fails: closing waits for the role.
        ConcurrentHeap heap =
                ConcurrentHeap.open(
                        Heaps.calm().name(NAME).idleAfter(Duration.ofMillis(1)).build(),
                        hook,
                        Protocol.SOUND,
                        true);
        Thread.ofPlatform().start(heap::attach).join();
        while (failed.getCount() == FAILURES) {
            Thread.sleep(1);
        }
        assertThat(heap.reachableObjects(PATIENCE)).as("got the role").isNotNull();
        while (failed.getCount() > 0) {
            heap.attach().close(); // which throws if the collector has failed
            Thread.sleep(1);
        }
        heap.collect();
        assertThat(heap.registry().all()).isEmpty();
        heap.close();
    }
}
