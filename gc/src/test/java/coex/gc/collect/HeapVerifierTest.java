package coex.gc.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.GlobalRoot;
import coex.gc.HeapOptions;
import coex.gc.Heaps;
import coex.gc.Invariant;
import coex.gc.InvariantViolation;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Phase;
import coex.gc.Shape;
import coex.gc.ValidationReport;
import coex.gc.ValidationReport.Check;
import coex.gc.ValidationReport.Problem;
import coex.gc.diagnose.SecondTrace;
import coex.gc.handle.HandleTable;
import coex.gc.heap.HeapCore;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.Handshake;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.Protocol;
import coex.gc.mutator.ShadowStack;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/// Each way a heap can be broken is found, and named by handle, address and expectation. Whole,
/// since it is the list of them.
class HeapVerifierTest {

    private static final int NEVER_USED = 60;

    private ConcurrentHeap heap;
    private HeapCore core;
    private HandleTable table;
    private Mutator mutator;
    private Frame frame;
    private Shape node;
    private Shape wide;
    private Shape list;
    private long a;
    private long b;
    private long array;

    private void open(HeapOptions.Builder options) {
        heap = ConcurrentHeap.open(options.runHandles(1).build());
        core = heap.core();
        table = core.handles().table();
        mutator = heap.attach();
        node = heap.shape("Node").reference("next").longField("x").build();
        wide = heap.shape("Wide").longField("x").longField("y").longField("z").build();
        list = heap.shape("List").arrayOf(Kind.REFERENCE).mutable().build();
        frame = mutator.frame(4);
        a = root(0, mutator.allocate(node));
        b = root(1, mutator.allocate(node));
        array = root(2, mutator.allocateArray(list, 4));
        mutator.seal(a);
        mutator.seal(b);
    }

    private void open() {
        open(Heaps.calm());
        assertThat(heap.validate().isValid()).isTrue();
        assertThat(heap.validate().objects()).isEqualTo(3);
    }

    private long root(int slot, long handle) {
        frame.set(slot, handle);
        return handle;
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long address(long handle) {
        return table.resolve(handle);
    }

    private void setHeader(long handle, int shape, long flags) {
        Memory.putLong(address(handle), ObjectHeader.of(handle, shape, flags));
    }

    private Problem onlyProblem() {
        ValidationReport report = heap.validate();
        assertThat(report.errors()).hasSize(1);
        assertThat(report.toString())
                .startsWith("heap invalid: objects=")
                .contains("\nError: " + report.errors().getFirst())
                .endsWith("\nValidation found 1 errors");
        return report.errors().getFirst();
    }

    private void assertProblem(
            Problem problem, Check check, long handle, long address, String... message) {
        assertThat(problem.check()).isEqualTo(check);
        assertThat(problem.handle()).isEqualTo(handle);
        assertThat(problem.address()).isEqualTo(address);
        assertThat(problem.message()).contains(message);
        assertThat(problem.toString())
                .startsWith("%s: handle=%d address=0x%x ".formatted(check, handle, address));
    }

    @Test
    void anAddressThatIsNotAlignedIsFound() {
        open();
        long wrong = address(a) + 4;
        table.publish(a, wrong);
        assertProblem(onlyProblem(), Check.SLOT_ADDRESS, a, wrong, "expected an aligned address");
    }

    @Test
    void anAddressOutsideTheHeapIsFound() {
        open();
        long wrong = core.blocks().base() + core.blocks().committedBytes();
        table.publish(a, wrong);
        assertProblem(
                onlyProblem(),
                Check.SLOT_ADDRESS,
                a,
                wrong,
                "outside the blocks in use",
                "in [0x%x, 0x%x)".formatted(core.blocks().base(), wrong));
    }

    @Test
    void anAddressInAFreeBlockIsFound() {
        open();
        long wrong = core.blocks().base() + core.blocks().committedBytes() - 64;
        table.publish(a, wrong);
        assertProblem(onlyProblem(), Check.SLOT_ADDRESS, a, wrong, "outside the blocks in use");
    }

    @Test
    void anObjectThatNamesAnotherHandleIsFound() {
        open();
        Memory.putLong(address(a), ObjectHeader.of(99, node.id(), ObjectHeader.SEALED));
        assertProblem(
                onlyProblem(), Check.SLOT_ADDRESS, a, address(a), "names handle 99, expected " + a);
    }

    @Test
    void anArrayThatReachesOutOfTheHeapIsFound() {
        open();
        Memory.putInt(address(array) + Shape.LENGTH_OFFSET, 100_000_000);
        assertProblem(
                onlyProblem(),
                Check.SLOT_ADDRESS,
                array,
                address(array),
                "extends over 400000016 bytes");
    }

    @Test
    void anUnknownShapeIsFound() {
        open();
        setHeader(a, 4711, ObjectHeader.SEALED);
        assertProblem(
                onlyProblem(),
                Check.HEADER_SHAPE,
                a,
                address(a),
                "has shape id 4711, expected a registered one");
    }

    @Test
    void flagsThatDoNotExistOrDoNotFitTheShapeAreFound() {
        open();
        setHeader(a, node.id(), ObjectHeader.FLAGS.with(0x80));
        assertProblem(
                onlyProblem(),
                Check.HEADER_SHAPE,
                a,
                address(a),
                "has flags 0x80, expected those of a");
        setHeader(a, node.id(), ObjectHeader.MUTABLE);
        assertProblem(onlyProblem(), Check.HEADER_SHAPE, a, address(a), "has flags 0x2");
    }

    @Test
    void aNegativeLengthIsFound() {
        open();
        Memory.putInt(address(array) + Shape.LENGTH_OFFSET, -3);
        assertProblem(onlyProblem(), Check.HEADER_SHAPE, array, address(array), "has length -3");
    }

    @Test
    void aReferenceToNothingIsFound() {
        open();
        Field next = node.field("next");
        Memory.putInt(address(a) + next.offset(), NEVER_USED);
        assertProblem(
                onlyProblem(),
                Check.REFERENCE_TARGET,
                a,
                address(a),
                "reference at offset 8 holds 60, expected 0 or a handle in use");
        Memory.putInt(address(a) + next.offset(), -1);
        assertProblem(
                onlyProblem(), Check.REFERENCE_TARGET, a, address(a), "holds 4294967295, expected");
        long dead = mutator.allocate(node);
        Memory.putInt(address(a) + next.offset(), 0);
        heap.collect();
        Memory.putInt(address(a) + next.offset(), (int) dead);
        assertProblem(onlyProblem(), Check.REFERENCE_TARGET, a, address(a), "holds " + dead);
    }

    @Test
    void anElementThatRefersToNothingIsFound() {
        open();
        Memory.putInt(address(array) + list.fixedBytes() + 8, NEVER_USED);
        assertProblem(
                onlyProblem(),
                Check.REFERENCE_TARGET,
                array,
                address(array),
                "reference at offset 20 holds 60");
    }

    @Test
    void aGlobalRootThatRefersToNothingIsFound() {
        open();
        GlobalRoot root = heap.newRoot();
        root.set(mutator, a);
        Memory.putInt(core.roots().addressOf(0), NEVER_USED);
        assertProblem(onlyProblem(), Check.REFERENCE_TARGET, 0, 0, "global root holds 60");
    }

    @Test
    void aFreeHandleWithAnAddressIsFound() {
        open();
        table.publish(NEVER_USED, address(a));
        assertProblem(
                onlyProblem(),
                Check.FREE_HANDLES,
                NEVER_USED,
                address(a),
                "is free but its slot holds an address, expected a free slot");
    }

    @Test
    void aRetiredHandleWithAnAddressIsFound() {
        open();
        long dead = mutator.allocate(node);
        heap.collect();
        table.publish(dead, address(a));
        assertProblem(
                onlyProblem(), Check.FREE_HANDLES, dead, address(a), "is retired but its slot");
    }

    @Test
    void aHandleBothAllocatedAndRetiredIsFound() throws ReflectiveOperationException {
        open();
        var field = core.handles().getClass().getDeclaredField("resting");
        field.setAccessible(true);
        Object resting = field.get(core.handles());
        var add = resting.getClass().getDeclaredMethod("add", long.class, long.class, long.class);
        add.setAccessible(true);
        add.invoke(resting, 0L, 1L << a, 1L);
        assertProblem(
                onlyProblem(),
                Check.FREE_HANDLES,
                a,
                address(a),
                "is both allocated and retired, expected one of them");
    }

    @Test
    void anAllocatedHandleThatNamesNothingIsFound() {
        open();
        long lost = mutator.allocate(node);
        table.retire(lost, 3);
        assertProblem(
                onlyProblem(),
                Check.FREE_HANDLES,
                lost,
                7,
                "is allocated but names no object and no mutator has set it aside");
    }

    @Test
    void twoObjectsThatShareBytesAreFound() {
        open();
        setHeader(a, wide.id(), ObjectHeader.SEALED);
        assertProblem(
                onlyProblem(),
                Check.OVERLAP,
                b,
                address(b),
                "its 24 bytes overlap another object's, expected none shared");
    }

    @Test
    void aSlotOfAFrameThatHoldsNothingInUseIsFound() {
        open();
        MutatorContext context = ConcurrentHeap.contextOf(mutator);
        context.stack().set(3, NEVER_USED);
        assertProblem(
                onlyProblem(),
                Check.SHADOW_STACK,
                0,
                0,
                "thread " + Thread.currentThread().getName(),
                "frame 0 slot 3 holds 60, expected 0 or a handle in use");
    }

    @Test
    void framesThatDoNotLieOneAboveTheOtherAreFound() throws ReflectiveOperationException {
        open();
        assertThat(mutator.frame(2).slots()).isEqualTo(2);
        var field = ShadowStack.class.getDeclaredField("frames");
        field.setAccessible(true);
        long[] frames = (long[]) field.get(ConcurrentHeap.contextOf(mutator).stack());
        long good = frames[0];
        frames[0] = 5;
        assertProblem(
                onlyProblem(), Check.SHADOW_STACK, 0, 0, "frame 0 begins at slot 5, expected at");
        frames[0] = 1;
        assertProblem(
                onlyProblem(), Check.SHADOW_STACK, 0, 0, "lowest frame begins at slot 1, expected");
        frames[0] = good;
        assertThat(heap.validate().isValid()).isTrue();
    }

    @Test
    void aLiveObjectInAFreeLineIsFound() {
        open();
        GlobalRoot keepsA = heap.newRoot();
        GlobalRoot keepsC = heap.newRoot();
        keepsA.set(mutator, a);
        for (int i = 0; i < 10; i++) {
            mutator.allocate(wide); // so that c lies in another line than a
        }
        long c = mutator.allocate(node);
        mutator.seal(c);
        keepsC.set(mutator, c);
        mutator.close();
        heap.collect();
        assertThat(heap.validate().isValid()).isTrue();
        core.blocks().clearLineMarks();
        core.blocks().markLines(address(c), node.fixedBytes());
        core.blocks().sweep(0, core.blocks().usedLimit(), true, Integer.MAX_VALUE, 1000);
        assertProblem(
                onlyProblem(),
                Check.FREE_LINES,
                a,
                address(a),
                "lies in a line that is free for allocation, expected one in use");
    }

    @Test
    void aReachableObjectThatIsNotMarkedIsFound() {
        open();
        heap.collect();
        long late = mutator.allocate(node); // after the cycle births are not marked
        mutator.seal(late);
        root(3, late);
        long holder = mutator.allocate(node);
        mutator.setReference(holder, node.field("next"), late);
        root(3, holder);
        try (var _ = mutator.safeRegion()) {
            ValidationReport report =
                    new SecondTrace(core, new Handshake(core, heap.registry())).verify(1);
            assertThat(report.errors()).hasSize(2);
            assertProblem(
                    report.errors().get(0),
                    Check.SECOND_TRACE,
                    holder,
                    address(holder),
                    "is reachable from slot 3 of a stack but not marked");
            assertProblem(
                    report.errors().get(1),
                    Check.SECOND_TRACE,
                    late,
                    address(late),
                    "is reachable from handle %d at offset 8 but not marked".formatted(holder));
        }
    }

    @Test
    void severalErrorsAreAllListed() {
        open();
        Memory.putInt(address(a) + 8, NEVER_USED);
        setHeader(b, 4711, 0);
        table.publish(NEVER_USED + 1, address(a));
        MutatorContext context = ConcurrentHeap.contextOf(mutator);
        context.stack().set(3, 1000);
        ValidationReport report = heap.validate();
        assertThat(report.isValid()).isFalse();
        assertThat(report.errors())
                .extracting(Problem::check)
                .containsExactlyInAnyOrder(
                        Check.REFERENCE_TARGET,
                        Check.HEADER_SHAPE,
                        Check.FREE_HANDLES,
                        Check.SHADOW_STACK);
        assertThat(report.toString()).endsWith("Validation found 4 errors");
    }

    @Test
    void aCleanHeapIsValidWhileMutatorsRunComeAndGo() throws InterruptedException {
        heap =
                ConcurrentHeap.open(
                        Heaps.calm().initialBytes(8 << 20).maximumBytes(8 << 20).build());
        mutator = heap.attach();
        Shape link = heap.shape("Link").reference("next").build();
        AtomicBoolean stop = new AtomicBoolean();
        Runnable work =
                () -> {
                    while (!stop.get()) {
                        try (Mutator own = heap.attach();
                                Frame roots = own.frame(2)) {
                            for (int i = 0; i < 500; i++) {
                                long handle = own.allocate(link);
                                own.setReference(handle, link.field("next"), roots.get(i & 1));
                                own.seal(handle);
                                roots.set(i & 1, handle);
                            }
                        }
                    }
                };
        List<Thread> threads =
                List.of(
                        Thread.ofPlatform().start(work),
                        Thread.ofPlatform().start(work),
                        Thread.ofVirtual().start(work));
        try (var _ = mutator.safeRegion()) {
            for (int i = 0; i < 40; i++) {
                Heaps.assertValid(heap);
                if (i % 3 == 0) {
                    heap.collect();
                }
            }
        } finally {
            stop.set(true);
            try (var _ = mutator.safeRegion()) {
                for (Thread thread : threads) {
                    thread.join();
                }
            }
        }
        Heaps.assertValid(heap);
    }

    /// X exits while the handshake is under way, and Y, which has answered, takes X's handles.
    @Test
    void handlesThatChangeHandsDuringTheCheckAreNoError() throws InterruptedException {
        AtomicReference<Thread> y = new AtomicReference<>();
        CountDownLatch yAnswered = new CountDownLatch(1);
        ScheduleHook hook =
                point -> {
                    if (point == SchedulePoint.HANDSHAKE_ANSWERED
                            && Thread.currentThread() == y.get()) {
                        yAnswered.countDown();
                    }
                };
        heap = ConcurrentHeap.open(Heaps.calm().runHandles(64).build(), hook, Protocol.SOUND, true);
        Shape empty = heap.shape("Empty").build();
        CountDownLatch xReady = new CountDownLatch(1);
        CountDownLatch xMayGo = new CountDownLatch(1);
        CountDownLatch yReady = new CountDownLatch(1);
        CountDownLatch yDone = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread x =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    Mutator own = heap.attach();
                                    own.allocate(empty);
                                    xReady.countDown();
                                    await(xMayGo);
                                    own.close();
                                });
        await(xReady);
        Thread yThread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    y.set(Thread.currentThread());
                                    Mutator own = heap.attach();
                                    own.allocate(empty);
                                    yReady.countDown();
                                    while (yAnswered.getCount() > 0) {
                                        own.safepoint();
                                    }
                                    xMayGo.countDown();
                                    join(x);
                                    for (int i = 0; i < 64; i++) {
                                        own.allocate(empty);
                                    }
                                    yDone.countDown();
                                    try (var _ = own.safeRegion()) {
                                        await(end);
                                    }
                                    own.close();
                                });
        await(yReady);
        mutator = heap.attach(); // keeps the handshake open
        AtomicReference<ValidationReport> report = new AtomicReference<>();
        Thread validating = Thread.ofPlatform().start(() -> report.set(heap.validate()));
        await(yDone);
        while (validating.isAlive()) {
            mutator.safepoint();
        }
        end.countDown();
        join(yThread);
        assertThat(report.get().errors()).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(Heaps.HANG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void join(Thread thread) {
        try {
            assertThat(thread.join(Heaps.HANG)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aHeapVerifiedAfterEveryPhaseFailsWhenItIsBrokenAndSaysHow() {
        open(Heaps.verified());
        heap.collect();
        Memory.putInt(address(a) + 8, NEVER_USED);
        assertThatThrownBy(() -> heap.collect())
                .isInstanceOfSatisfying(
                        InvariantViolation.class,
                        e -> assertThat(e.invariant()).isEqualTo(Invariant.FREE_MEANS_UNNAMED))
                .hasMessageContaining("cycle=2 after=PREPARE")
                .hasMessageContaining("REFERENCE_TARGET: handle=%d".formatted(a));
        assertThatThrownBy(() -> heap.collect()).isInstanceOf(InvariantViolation.class);
    }

    @Test
    void anObjectThatDisappearsUnbalancesTheBooks() {
        open(Heaps.calm().verifyAfter(Set.of(Phase.PREPARE)));
        long garbage = mutator.allocate(node);
        core.handles().clearMarks(true);
        core.handles().marks().mark(a);
        core.handles().marks().mark(b);
        core.handles().marks().mark(array);
        assertThat(core.handles().retireDead(0, 1)).isEqualTo(1);
        assertThat(mutator.isLive(garbage)).isFalse();
        assertThatThrownBy(() -> heap.collect())
                .isInstanceOfSatisfying(
                        InvariantViolation.class,
                        e -> assertThat(e.invariant()).isEqualTo(Invariant.BOOKS_BALANCE))
                .hasMessageContaining("cycle=1 atSnapshot=4 old=0 traced=3 retired=0");
    }

    @Test
    void theCollectorThreadEndsWhenTheCollectorHasFailed() throws InterruptedException {
        open(Heaps.verified().name("failing"));
        Memory.putInt(address(a) + 8, NEVER_USED);
        assertThatThrownBy(() -> heap.collect()).isInstanceOf(InvariantViolation.class);
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("coex-gc-failing")) {
                thread.join(Heaps.HANG);
                assertThat(thread.isAlive()).isFalse();
            }
        }
    }
}
