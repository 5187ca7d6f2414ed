// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.Cause;
import coex.gc.CleanerQueue;
import coex.gc.CollectorFailedException;
import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapId;
import coex.gc.HeapListener;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.HeapTracer;
import coex.gc.HeapUsageException;
import coex.gc.Mutator;
import coex.gc.SafeRegion;
import coex.gc.Shape;
import coex.gc.ValidationReport;
import coex.gc.diagnose.HeapInspector;
import coex.gc.diagnose.LiveObjects;
import coex.gc.diagnose.ReachableObjects;
import coex.gc.heap.HeapCore;
import coex.gc.heap.ScheduleHook;
import coex.gc.heap.SchedulePoint;
import coex.gc.layout.NodeForm;
import coex.gc.layout.NodeShape;
import coex.gc.mark.Cleaners;
import coex.gc.mutator.CycleDemand;
import coex.gc.mutator.LentMutators;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorRegistry;
import coex.gc.mutator.Protocol;
import coex.gc.mutator.StackRoom;
import coex.gc.mutator.TaskMutators;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// A heap as an embedder has it: every operation of the API passes through here.
///
/// Nothing that the collector thread reaches refers to it strongly: it belongs to those who use it,
/// that is whoever has it, one of its mutators, global roots or queues, or a collection in it. When
/// the JVM finds that nobody does, what is behind it is released ([DroppedHeap]).
///
/// The file is long because it is all of the API, and what our own modules need beside it.
public final class ConcurrentHeap extends Heap {

    /// How many cycles [#compact] has move objects, unless one gains little.
    private static final int MOST_COMPACTIONS = 4;

    /// Little is less than this share of the memory there is.
    private static final int LEAST_GAIN = 16;

    private final HeapId id;
    private final HeapOptions options;
    private final CycleRunner runner;
    private final HeapCore core;
    private final MutatorRegistry registry;
    private final LentMutators lent;
    private final Collector collector;
    private final CycleSchedule schedule;
    private final HeapCloser closer;
    private final StampedLock memoryInUse;

    // What may refer to this heap. The collector knows it weakly.

    private final Cleaners cleaners;
    private final Object listeners;
    private final Map<Class<?>, Object> extensions = new ConcurrentHashMap<>();

    /// Written by whoever traces, under the lock of this; read by nobody: it keeps the tracer.
    private HeapTracer tracer;

    /// What happens when nobody has this heap any more. Written once, before anybody else has it.
    private Cleaner.Cleanable watch;

    /// Attached threads. An entry is added and removed by its own thread; those of threads that
    /// ended without detaching are dropped at the end of a cycle.
    private final Map<Thread, CheckedMutator> attached = new ConcurrentHashMap<>();

    private ConcurrentHeap(HeapOptions options, CycleRunner runner, Cleaners cleaners) {
        this.id = new HeapId(options.name());
        this.options = options;
        this.runner = runner;
        this.cleaners = cleaners;
        this.core = runner.core();
        this.registry = runner.registry();
        this.lent = new LentMutators(registry);
        this.collector = runner.collector();
        this.schedule = runner.schedule();
        this.closer = runner.closer();
        this.memoryInUse = closer.memoryInUse();
        this.listeners = core.listeners().handOver();
        runner.belongTo(this);
    }

    /// Opens a heap; for embedders, who come here through [Heap#open].
    public static ConcurrentHeap open(HeapOptions options) {
        return open(options, null, Protocol.SOUND, true);
    }

    /// Opens a heap for a test that drives its threads, or breaks a rule of the protocol.
    ///
    /// @param hook called at schedule points; may be null
    /// @param withThread whether a collector thread runs; without one, cycles run only inside
    ///     [#collect] and where an allocation must wait
    public static ConcurrentHeap open(
            HeapOptions options, ScheduleHook hook, Protocol protocol, boolean withThread) {
        if (options == null) {
            throw new HeapUsageException("options missing: options=null");
        }
        StackRoom.require(); // for giving back what was made, should it fail
        Cleaners cleaners = new Cleaners();
        HeapCore core = new HeapCore(options.withoutListener(), hook);
        CycleRunner runner;
        try {
            runner = new CycleRunner(core, protocol, withThread, cleaners);
        } catch (RuntimeException | Error e) {
            core.release();
            throw e;
        }
        ConcurrentHeap heap;
        try {
            heap = new ConcurrentHeap(options, runner, cleaners);
            core.pass(SchedulePoint.OPENING);
            heap.watch = DroppedHeap.watch(heap, runner);
        } catch (RuntimeException | Error e) {
            runner.closer().release(); // there is no heap to close
            throw e;
        }
        try {
            core.pass(SchedulePoint.OPENING);
            core.listeners().add(options.listener(), heap);
            core.pass(SchedulePoint.OPENING);
            if (withThread) {
                heap.runner.startThread();
            }
        } catch (RuntimeException | Error e) {
            heap.closeUnopened();
            throw e;
        }
        return heap;
    }

    /// If this fails too, what is behind the heap is released when the JVM finds that it was
    /// dropped.
    private void closeUnopened() {
        try {
            close();
        } catch (OutOfMemoryError | StackOverflowError e) {
            // The caller is thrown why it was not opened.
        }
    }

    /// The inside of a heap, for our own modules. There is no other way from one to the other.
    public static ConcurrentHeap of(Heap heap) {
        return (ConcurrentHeap) heap; // which is sealed
    }

    /// Registers the shape of trie nodes, for our own collections.
    public NodeShape nodeShape(String name, NodeForm form) {
        return (NodeShape) register(name, shapeId -> new NodeShape(id, shapeId, name, form));
    }

    /// Has `action` run when the JVM has found that nobody has the heap any more; not if it was
    /// closed before. Must not refer to the heap. For our own modules.
    public void whenDropped(Runnable action) {
        runner.whenDropped(action);
    }

    /// The unchecked context behind a mutator, for our own modules.
    public static MutatorContext contextOf(Mutator mutator) {
        return ((CheckedMutator) mutator).context();
    }

    /// Contexts for the tasks of a language, for our own modules.
    public TaskMutators taskMutators() {
        return new TaskMutators(registry);
    }

    @Override
    public HeapId id() {
        return id;
    }

    @Override
    public HeapOptions options() {
        return options;
    }

    public HeapCore core() {
        return core;
    }

    MutatorRegistry registry() {
        return registry;
    }

    HeapCloser closer() {
        return closer;
    }

    /// What another of our modules keeps for this heap, such as its shapes: made when first asked
    /// for, by `make`, and gone with the heap. Any thread.
    public <T> T extension(Class<T> type, Supplier<T> make) {
        return type.cast(extensions.computeIfAbsent(type, _ -> make.get()));
    }

    // Shapes

    @Override
    public Shape shape(int id) {
        Shape shape = core.shapes().find(id);
        if (shape == null) {
            throw new HeapUsageException("no such shape: id=" + id);
        }
        return shape;
    }

    @Override
    protected Shape register(String name, IntFunction<Shape> shapeWithId) {
        requireOpen();
        return core.shapes().register(name, shapeWithId);
    }

    // Threads

    @Override
    public Mutator attach() {
        requireOpen();
        Thread thread = Thread.currentThread();
        CheckedMutator known = attached.get(thread);
        if (known != null && !known.context().isDead()) {
            return known;
        }
        if (schedule.isHeldByCaller()) {
            throw new HeapUsageException(
                    "a listener cannot attach the collector: heap=" + options.name());
        }
        if (runner.hasFailed()) {
            throw runner.closedOrFailed();
        }
        MutatorContext context = registry.register();
        try {
            core.pass(SchedulePoint.ATTACHING);
            return adopt(context);
        } catch (RuntimeException | Error e) {
            registry.exit(context); // it is running, and nobody has it
            throw e;
        }
    }

    @Override
    public Mutator current() {
        CheckedMutator known = attached.get(Thread.currentThread());
        return known == null || known.context().isDead() ? null : known;
    }

    /// A context for one operation of the calling thread, which ends with [#leave]: the thread's
    /// own if it is attached and running, else a borrowed one. Between the two the thread waits for
    /// nobody but the heap, and calls no code of the embedder's. Entering is a safepoint.
    ///
    /// A thread must not borrow while its own mutator runs: should the operation wait for a
    /// collection, that mutator would not answer.
    ///
    /// @throws HeapClosedException if the heap is closed
    /// @throws HeapUsageException in a listener that is told by the collector, or in the middle of
    ///     an allocation
    public MutatorContext enter() {
        if (schedule.isHeldByCaller()) {
            throw new HeapUsageException(
                    "a listener cannot use collections: heap=" + options.name());
        }
        if (!attached.isEmpty()) {
            CheckedMutator own = attached.get(Thread.currentThread());
            if (own != null && !own.context().isDead() && !own.context().mode().isBlocked()) {
                own.usableContext().poll();
                return own.context();
            }
        }
        requireOpen();
        return lent.borrow();
    }

    /// Ends what [#enter] began, on the same thread. A safepoint.
    ///
    /// @throws HeapClosedException if the heap was closed meanwhile
    public void leave(MutatorContext context) {
        if (context.mode().isLent()) {
            lent.giveBack(context);
        }
    }

    /// Makes a registered mutator that of the calling thread.
    CheckedMutator adopt(MutatorContext context) {
        CheckedMutator mutator = new CheckedMutator(this, context);
        attached.put(Thread.currentThread(), mutator);
        return mutator;
    }

    /// Ends the mutator of the calling thread.
    void detach(MutatorContext context) {
        registry.exit(context);
        attached.remove(Thread.currentThread());
    }

    @Override
    public GlobalRoot newRoot() {
        long stamp = memoryInUse.readLock();
        try {
            requireOpen();
            return new RootCell(this);
        } finally {
            memoryInUse.unlockRead(stamp);
        }
    }

    @Override
    public <T> CleanerQueue<T> newCleanerQueue() {
        requireOpen();
        return new DeathQueue<>(this, cleaners);
    }

    // Collections

    @Override
    public void requestCollection() {
        requireOpen();
        request(Cause.REQUEST);
    }

    /// Asks for a collection, also of a heap that is closed, where nothing comes of it.
    public void request(Cause cause) {
        schedule.request(cause, CycleDemand.ANY);
    }

    @Override
    public void awaitCollection() {
        requireMayWait();
        completeCycle(schedule.outstanding(), null, CycleDemand.ANY);
    }

    @Override
    public void collect() {
        requireMayWait();
        completeCycle(schedule.next(), Cause.REQUEST, CycleDemand.FULL);
    }

    /// Two cycles are the least: the first finds out which blocks are sparse. One that moves into
    /// blocks above those it empties leaves it to the next to move down.
    @Override
    public void compact() {
        boolean gains = true;
        for (int i = 0; i < MOST_COMPACTIONS && (i < 2 || gains); i++) {
            requireMayWait();
            long before = extent();
            completeCycle(schedule.next(), Cause.REQUEST, CycleDemand.SHRINKING);
            gains = before - extent() > before / LEAST_GAIN;
        }
    }

    /// What compaction makes smaller: the memory in blocks that hold objects, and that up to the
    /// last of them.
    private long extent() {
        long held = core.blocks().maximumBytes() - core.blocks().availableBytes();
        return held + core.blocks().committedBytes();
    }

    /// Waits for a collection that began after this call, young or full as the heap finds best.
    public void collectAsBest() {
        requireMayWait();
        completeCycle(schedule.next(), Cause.REQUEST, CycleDemand.ANY);
    }

    /// Waits for a cycle, and has it run if there is a cause. The calling thread, if it is
    /// attached, promises not to touch the heap meanwhile. It may have no other use of this heap,
    /// which is not dropped all the same while it waits.
    private void completeCycle(long cycle, Cause cause, CycleDemand demand) {
        CheckedMutator mutator = attached.get(Thread.currentThread());
        SafeRegion region =
                mutator == null || mutator.context().isDead() ? null : mutator.safeRegion();
        try {
            runner.completeCycle(cycle, cause, demand);
        } finally {
            if (region != null) {
                region.close();
            }
            Reference.reachabilityFence(this);
        }
    }

    /// Runs `action` while the calling thread, if it is attached, promises not to touch the heap.
    private void inSafeRegion(Runnable action) {
        CheckedMutator mutator = attached.get(Thread.currentThread());
        if (mutator == null || mutator.context().isDead()) {
            runToEnd(action);
            return;
        }
        try (var _ = mutator.safeRegion()) {
            runToEnd(action);
        }
    }

    /// The caller may have no other use of this heap, which is not dropped all the same while it
    /// waits.
    private void runToEnd(Runnable action) {
        try {
            action.run();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    void forgetEnded() {
        try {
            attached.values().removeIf(mutator -> mutator.context().isDead());
        } catch (OutOfMemoryError e) {
            // The next cycle will.
        }
    }

    // Looking inside

    @Override
    public void addListener(HeapListener listener) {
        requireOpen();
        if (listener == null) {
            throw new HeapUsageException("listener missing: heap=" + options.name());
        }
        core.listeners().add(listener, this);
    }

    @Override
    public void trace(HeapTracer newTracer) {
        requireOpen();
        synchronized (this) {
            tracer = newTracer;
            core.handles().table().tracing().reportWeaklyTo(newTracer);
        }
    }

    @Override
    public void removeListener(HeapListener listener) {
        core.listeners().remove(listener);
    }

    @Override
    public HeapStats stats() {
        requireOpen();
        long stamp = memoryInUse.readLock();
        try {
            requireOpen();
            return runner.currentStats();
        } finally {
            memoryInUse.unlockRead(stamp);
        }
    }

    @Override
    public ValidationReport validate() {
        requireMayWait();
        AtomicReference<ValidationReport> report = new AtomicReference<>();
        withRole(() -> report.set(collector.validate()));
        return report.get();
    }

    /// Collects, and shows `viewer` what is alive then. The next collection waits until it is done;
    /// mutators run on, unless they need memory that only a collection could give them.
    public void withLiveObjects(Consumer<LiveObjects> viewer) {
        requireMayWait();
        withRole(
                () -> {
                    if (!runner.runCycleKeepingRole(Cause.REQUEST, CycleDemand.FULL)) {
                        throw schedule.isClosed()
                                ? runner.closedOrFailed()
                                : CollectorFailedException.givenUp(
                                        options.name(), 1, collector.shortage());
                    }
                    viewer.accept(new LiveObjects(core, registry, this::requireOpen));
                });
    }

    /// What roots lead to at this moment. No collection begins until that is known, and nothing
    /// else is done meanwhile; mutators run on, unless they need memory that only a collection
    /// could give them.
    ///
    /// @param timeout how long to wait for a collection that is under way
    /// @return null if it has not ended by then, or the collector has failed
    public ReachableObjects reachableObjects(Duration timeout) {
        requireMayLook();
        AtomicReference<ReachableObjects> found = new AtomicReference<>();
        inSafeRegion(
                () ->
                        runner.tryWithRole(
                                timeout.toNanos(),
                                () ->
                                        found.set(
                                                new ReachableObjects(
                                                        core, registry, this::requireOpen))));
        requireOpen();
        return found.get();
    }

    /// Runs `action`, which must not wait for anyone in the heap, with the collector's role.
    private void withRole(Runnable action) {
        inSafeRegion(
                () -> {
                    if (!runner.tryWithRole(Long.MAX_VALUE / 2, action)) {
                        throw runner.closedOrFailed();
                    }
                });
    }

    /// Runs `action` with what is needed to look at objects while everything goes on. The calling
    /// thread, if attached, does not use the heap meanwhile.
    public void inspect(Consumer<HeapInspector> action) {
        requireMayLook();
        inSafeRegion(() -> action.accept(new HeapInspector(core, registry)));
    }

    private void requireMayLook() {
        requireOpen();
        if (schedule.isHeldByCaller()) {
            throw new HeapUsageException(
                    "a listener cannot look at objects: heap=" + options.name());
        }
    }

    // Closing

    void requireOpen() {
        if (runner.isClosed()) {
            throw registry.closed();
        }
    }

    private void requireMayWait() {
        requireOpen();
        if (schedule.isHeldByCaller()) {
            throw new HeapUsageException(
                    "a listener cannot wait for the collector: heap=" + options.name());
        }
    }

    @Override
    public boolean isClosed() {
        return runner.isClosed();
    }

    @Override
    public void close() {
        StackRoom.require(); // now, or when it is too late to begin again
        closer.letGo();
        if (!closer.take()) {
            return;
        }
        boolean ends = false;
        try {
            end();
            ends = true;
        } finally {
            if (!ends) {
                closer.leave(); // who closes again goes on
            }
        }
        watch.clean(); // which does nothing any more
    }

    /// All steps of closing that need memory. Done again if one fails.
    private void end() {
        closer.tell(this);
        CheckedMutator own = attached.get(Thread.currentThread());
        if (own != null) {
            own.endWithHeap();
        }
        attached.clear();
        if (schedule.isHeldByCaller()) {
            // A listener closes the heap in the middle of a cycle; the cycle has to end first.
            closer.finishBehind();
        } else {
            closer.finish();
        }
    }
}
