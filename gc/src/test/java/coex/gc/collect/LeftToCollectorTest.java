// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.SafeRegion;
import coex.gc.Shape;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorRegistry;
import coex.gc.mutator.Protocol;
import coex.gc.mutator.TaskMutators;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;

/// A mutator comes or goes, and the JVM is out of memory or of stack just then: no collection waits
/// for one that nobody runs on.
class LeftToCollectorTest {

    private static Stream<Error> failures() {
        return Stream.of(new OutOfMemoryError("a test's"), new StackOverflowError("a test's"));
    }

    private static final String COLLECTOR = "collects";

    /// Where every thread fails but the one that collects.
    private final Set<SchedulePoint> failing = EnumSet.noneOf(SchedulePoint.class);

    private volatile Error failure;

    private final ScheduleHook hook =
            point -> {
                synchronized (failing) {
                    if (failing.contains(point)
                            && !Thread.currentThread().getName().equals(COLLECTOR)) {
                        throw failure;
                    }
                }
            };

    private final ConcurrentHeap heap =
            ConcurrentHeap.open(Heaps.calm().build(), hook, Protocol.SOUND, false);
    private final Shape cell = heap.shape("cell").reference("content").mutable().build();
    private final Field content = cell.field("content");
    private final MutatorRegistry registry = heap.registry();

    @AfterEach
    void close() {
        heap.close();
    }

    private void failAt(Error thrown, SchedulePoint... points) {
        failure = thrown;
        synchronized (failing) {
            failing.addAll(List.of(points));
        }
    }

    private void failNoMore() {
        synchronized (failing) {
            failing.clear();
        }
    }

    private Thread startCollecting() {
        return Thread.ofPlatform().name(COLLECTOR).start(heap::collect);
    }

    /// Collects, while the calling thread is in a safe region if it has a mutator. A mutator that
    /// runs would be waited for.
    private void collect() throws InterruptedException {
        Mutator own = heap.current();
        SafeRegion region = own == null ? null : own.safeRegion();
        for (MutatorContext each : registry.all()) {
            assertThat(each.mode().isBlocked()).as("%s would be waited for", each.name()).isTrue();
        }
        assertThat(startCollecting().join(Heaps.HANG)).as("the cycle ended").isTrue();
        if (region != null) {
            region.close();
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aThreadThatFailsToAttachIsNotWaitedFor(Error thrown) throws Exception {
        failAt(thrown, SchedulePoint.ATTACHING);
        assertThatThrownBy(heap::attach).isSameAs(thrown);
        assertThat(registry.all()).as("it was removed at once").isEmpty();
        assertThat(heap.current()).isNull();
        failNoMore();
        assertThat(heap.attach().allocate(cell)).isNotZero();
        collect();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aThreadThatFailsToAttachAndToExitIsNotWaitedFor(Error thrown) throws Exception {
        failAt(thrown, SchedulePoint.ATTACHING, SchedulePoint.EXIT);
        assertThatThrownBy(heap::attach).isSameAs(thrown);
        assertThat(registry.all()).hasSize(1);
        assertThat(heap.current()).isNull();
        collect();
        assertThat(registry.all()).isEmpty();
        failNoMore();
        assertThat(heap.attach().allocate(cell)).isNotZero();
        collect();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aThreadThatCannotDetachIsDetachedByTheNextCycleWithAllItHas(Error thrown)
            throws Exception {
        Mutator mutator = heap.attach();
        MutatorContext context = ConcurrentHeap.contextOf(mutator);
        long written = mutator.allocate(cell);
        mutator.setReference(written, content, 0);
        failAt(thrown, SchedulePoint.EXIT_PREPARED);
        mutator.close();
        mutator.close();
        assertThat(heap.current()).isNull();
        assertThatThrownBy(mutator::safepoint).hasMessageStartingWith("mutator detached");
        assertThat(registry.all()).containsExactly(context);
        List<Long> logged = new ArrayList<>();
        context.log().forEach(logged::add);
        assertThat(logged).containsExactly(written);

        collect();
        assertThat(registry.all()).isEmpty();
        assertThat(registry.detachedStats().allocations()).isEqualTo(1);
        failNoMore();
        Mutator again = heap.attach();
        assertThat(again).isNotSameAs(mutator);
        assertThat(again.isLive(written)).isFalse();
        again.close();
    }

    /// It is left when a handshake is under way, and the collector answers for it.
    @ParameterizedTest
    @MethodSource("failures")
    void whatItHoldsLivesUntilItIsDetached(Error thrown) throws Exception {
        Mutator mutator = heap.attach();
        Frame frame = mutator.frame(1);
        frame.set(0, mutator.allocate(cell));
        MutatorContext context = ConcurrentHeap.contextOf(mutator);
        Thread waiter = startCollecting();
        while (!context.isAsked()) {
            Thread.onSpinWait();
        }
        failAt(thrown, SchedulePoint.EXIT);
        mutator.close();
        assertThat(context.isDead()).isTrue();
        failNoMore();
        assertThat(waiter.join(Heaps.HANG)).as("the cycle ended").isTrue();
        Heaps.assertValid(heap);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whoLooksAndCannotExitIsNotWaitedFor(Error thrown) throws Exception {
        Mutator mutator = heap.attach();
        Frame frame = mutator.frame(1);
        frame.set(0, mutator.allocate(cell));
        failAt(thrown, SchedulePoint.EXIT);
        List<Long> seen = new ArrayList<>();
        heap.inspect(
                inspector ->
                        inspector.forEachObject(
                                view -> {
                                    seen.add(view.handle());
                                    return true;
                                }));
        assertThat(seen).containsExactly(frame.get(0));
        assertThat(registry.all()).hasSize(2);
        collect();
        assertThat(registry.all()).containsExactly(ConcurrentHeap.contextOf(mutator));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aTaskThatCannotExitIsNotWaitedFor(Error thrown) throws Exception {
        TaskMutators mutators = heap.taskMutators();
        List<MutatorContext> taken = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            taken.add(mutators.take());
        }
        failAt(thrown, SchedulePoint.EXIT);
        taken.forEach(mutators::giveBack);
        collect();
        assertThat(registry.all()).as("those that are kept").hasSize(64);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aChildThatCannotBeStartedNorExitIsNotWaitedFor(Error thrown) throws Exception {
        Mutator parent = heap.attach();
        ThreadFactory factory =
                task ->
                        new Thread(task) {
                            @Override
                            public void start() {
                                throw new OutOfMemoryError("no more threads");
                            }
                        };
        failAt(thrown, SchedulePoint.EXIT);
        assertThatThrownBy(() -> parent.spawn(factory, (_, _) -> {})).hasMessage("no more threads");
        assertThat(registry.all()).hasSize(2);
        collect();
        assertThat(registry.all()).containsExactly(ConcurrentHeap.contextOf(parent));
    }

    /// The thread that was to be the child goes on with something else.
    @ParameterizedTest
    @MethodSource("failures")
    void aChildThatCannotBeginNorExitIsNotWaitedFor(Error thrown) throws Exception {
        Mutator parent = heap.attach();
        CountDownLatch failed = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        ThreadFactory factory =
                task ->
                        new Thread(
                                () -> {
                                    try {
                                        task.run();
                                    } catch (Error e) {
                                        failed.countDown();
                                        await(done);
                                    }
                                });
        failAt(thrown, SchedulePoint.REGION_LEFT, SchedulePoint.EXIT);
        Thread child = parent.spawn(factory, (_, _) -> {});
        failed.await();
        failNoMore();
        assertThat(registry.all()).hasSize(2);
        collect();
        assertThat(registry.all()).containsExactly(ConcurrentHeap.contextOf(parent));
        done.countDown();
        child.join();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aHeapClosesAlthoughSomebodyWasLeftToItsCollector(Error thrown) {
        Heap unused = heap;
        failAt(thrown, SchedulePoint.ATTACHING, SchedulePoint.EXIT);
        assertThatThrownBy(heap::attach).isSameAs(thrown);
        unused.close();
        assertThat(heap.closer().isReleased()).isTrue();
    }
}
