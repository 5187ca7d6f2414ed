package coex.gc.collect;

import coex.gc.Cause;
import coex.gc.CleanerQueue;
import coex.gc.CollectorFailedException;
import coex.gc.GlobalRoot;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapException;
import coex.gc.HeapListener;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.HeapTracer;
import coex.gc.HeapUsageException;
import coex.gc.InvariantViolation;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.ValidationReport;
import coex.gc.diagnose.HeapInspector;
import coex.gc.diagnose.LiveObjects;
import coex.gc.diagnose.ReachableObjects;
import coex.gc.mark.Cleaners;
import coex.gc.mutator.CollectionRequests;
import coex.gc.mutator.Handshake;
import coex.gc.mutator.HeapCore;
import coex.gc.mutator.HeapLog;
import coex.gc.mutator.LentMutators;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorRegistry;
import coex.gc.mutator.Protocol;
import coex.gc.mutator.ScheduleHook;
import coex.gc.mutator.StackRoom;
import coex.gc.mutator.TaskMutators;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/// A heap with its collector: puts the parts together and holds what is left, waiting and closing.
///
/// The class is whole because every operation of the API passes through here and each has to know whether
/// the heap is open, closed or failed, which is kept here.
public final class ConcurrentHeap extends Heap implements CollectionRequests {

    /// After this many cycles were given up, whoever waits for one is told.
    private static final int MOST_GIVEN_UP = 50;

    /// How long the collector rests when the JVM is out of memory.
    private static final long SHORTAGE_NAP_NANOS = 20_000_000;

    private final HeapOptions options;
    private final HeapCore core;
    private final MutatorRegistry registry;
    private final LentMutators lent;
    private final Pacer pacer;
    private final Cleaners cleaners = new Cleaners();
    private final Collector collector;
    private final HeapFigures figures;
    private final CycleSchedule schedule = new CycleSchedule();
    private final HeapCloser closer;

    /// Whether a collector thread runs.
    private final boolean withThread;

    /// Whether a thread that waits for a collection may run it although there is a collector thread.
    private final boolean lendsRole;

    /// Attached threads. An entry is added and removed by its own thread; those of threads that
    /// ended without detaching are dropped at the end of a cycle.
    private final Map<Thread, CheckedMutator> attached = new ConcurrentHashMap<>();

    private final AtomicBoolean closed = new AtomicBoolean();
    private final String failedMessage;

    /// The error that ended the collector, if one did.
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /// Held for reading by whoever looks at memory without being attached, for writing while the
    /// memory is released.
    private final ReentrantReadWriteLock memoryInUse = new ReentrantReadWriteLock();

    private ConcurrentHeap(
            HeapOptions options, ScheduleHook hook, Protocol protocol, boolean withThread) {
        this.options = options;
        this.failedMessage = "collector failed: heap=" + options.name();
        this.core = new HeapCore(options, hook, protocol);
        this.registry = new MutatorRegistry(core, this);
        this.lent = new LentMutators(registry);
        this.pacer = new Pacer(options, core.blocks());
        this.collector = newCollector();
        this.figures = new HeapFigures(core, registry, collector);
        this.closer = new HeapCloser(registry, this::releaseMemory);
        this.withThread = withThread;
        this.lendsRole = hook == null;
    }

    private Collector newCollector() {
        try {
            return new Collector(core, registry, pacer, cleaners, this::currentStats);
        } catch (RuntimeException | Error e) {
            core.release(); // there will be no heap to close
            throw e;
        }
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
        ConcurrentHeap heap = new ConcurrentHeap(options, hook, protocol, withThread);
        heap.core.listeners().add(options.listener(), heap);
        if (withThread) {
            heap.startCollectorThread();
        }
        return heap;
    }

    private void startCollectorThread() {
        try {
            Thread.ofPlatform()
                    .daemon()
                    .name("coex-gc-" + options.name())
                    .start(this::runCollectorThread);
        } catch (RuntimeException | Error e) {
            close(); // the system has no more threads
            throw e;
        }
    }

    /// The unchecked context behind a mutator, for our own modules.
    public static MutatorContext contextOf(Mutator mutator) {
        return ((CheckedMutator) mutator).context();
    }

    /// Contexts for the tasks of a language, for our own modules.
    public static TaskMutators taskMutators(Heap heap) {
        return new TaskMutators(((ConcurrentHeap) heap).registry);
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
        if (failure.get() != null) {
            throw closedOrFailed();
        }
        CheckedMutator mutator = new CheckedMutator(this, registry.register());
        attached.put(thread, mutator);
        return mutator;
    }

    @Override
    public Mutator current() {
        CheckedMutator known = attached.get(Thread.currentThread());
        return known == null || known.context().isDead() ? null : known;
    }

    /// A context for one operation of the calling thread, which ends with [#leave]: the thread's own if
    /// it is attached and running, else a borrowed one. Between the two the thread waits for nobody
    /// but the heap, and calls no code of the embedder's. Entering is a safepoint.
    ///
    /// A thread must not borrow while its own mutator runs: should the operation wait for a
    /// collection, that mutator would not answer.
    ///
    /// @throws HeapClosedException if the heap is closed
    /// @throws HeapUsageException in a listener that is told by the collector, or in the middle of an
    ///     allocation
    public MutatorContext enter() {
        if (schedule.isHeldByCaller()) {
            throw new HeapUsageException(
                    "a listener cannot use collections: heap=" + options.name());
        }
        if (!attached.isEmpty()) {
            CheckedMutator own = attached.get(Thread.currentThread());
            if (own != null && !own.context().isDead() && !own.context().isBlocked()) {
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
        if (context.isLent()) {
            lent.giveBack(context);
        }
    }

    /// The calling thread takes over a mutator that was registered for it before it started.
    CheckedMutator adopt(MutatorContext context) {
        CheckedMutator mutator = new CheckedMutator(this, context);
        attached.put(Thread.currentThread(), mutator);
        return mutator;
    }

    void detach(CheckedMutator mutator) {
        registry.unregister(mutator.context());
        attached.remove(Thread.currentThread(), mutator);
    }

    @Override
    public GlobalRoot newRoot() {
        memoryInUse.readLock().lock();
        try {
            requireOpen();
            return new RootCell(this);
        } finally {
            memoryInUse.readLock().unlock();
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

    @Override
    public void request(Cause cause) {
        schedule.request(cause);
    }

    @Override
    public long napNanos() {
        return pacer.napNanos();
    }

    @Override
    public void noteAllocated(long bytes, long objects) {
        Cause cause = pacer.noteAllocated(bytes, objects);
        if (cause != null && schedule.running() == 0) {
            schedule.request(cause);
        }
    }

    @Override
    public void awaitCollection() {
        requireMayWait();
        long cycle = schedule.outstanding();
        inSafeRegion(() -> completeCycle(cycle, () -> {})); // whoever asked for it has seen to it
    }

    @Override
    public void collect() {
        requireMayWait();
        inSafeRegion(() -> awaitCycleBegunAfterNow(Cause.REQUEST));
    }

    @Override
    public boolean awaitCycleBegunAfterNow(Cause cause) {
        long cycle = schedule.next();
        completeCycle(
                cycle,
                () -> {
                    if (mayLendItself() && schedule.tryTakeRole()) {
                        // Nobody is collecting, and this thread would only wait: it collects.
                        runCycle(cause);
                    } else {
                        schedule.request(cause);
                    }
                });
        return collector.record().collection().objectsSwept() > 0;
    }

    /// Waits until a cycle, or a later one, has come to its end. If one is given up meanwhile, another
    /// is asked for, until there is no use in it.
    ///
    /// @param ask has a cycle run, or asks the collector thread for one
    private void completeCycle(long cycle, Runnable ask) {
        long givenUpBefore = schedule.givenUp();
        long givenUp = givenUpBefore;
        ask.run();
        while (!schedule.awaitCompleted(cycle, givenUp)) {
            if (schedule.isClosed()) {
                throw closedOrFailed();
            }
            givenUp = schedule.givenUp();
            if (givenUp - givenUpBefore >= MOST_GIVEN_UP) {
                throw CollectorFailedException.givenUp(
                        options.name(), MOST_GIVEN_UP, collector.shortage());
            }
            ask.run();
        }
    }

    @Override
    public long runningCycle() {
        return schedule.running();
    }

    @Override
    public boolean awaitCycle(long cycle, long nanos) {
        boolean ended = schedule.awaitEnded(cycle, nanos);
        if (!ended && schedule.isClosed()) {
            throw closedOrFailed();
        }
        return ended;
    }

    /// A virtual thread would keep its carrier from threads the collector may be waiting for.
    private boolean mayLendItself() {
        return !withThread
                || lendsRole
                        && !Thread.currentThread().isVirtual()
                        && StackRoom.isEnoughForACycle();
    }

    /// Runs `action` while the calling thread, if it is attached, promises not to touch the heap.
    private void inSafeRegion(Runnable action) {
        CheckedMutator mutator = attached.get(Thread.currentThread());
        if (mutator == null || mutator.context().isDead()) {
            action.run();
            return;
        }
        try (var _ = mutator.safeRegion()) {
            action.run();
        }
    }

    /// Whatever ends this thread before the heap is closed, whoever waits is told.
    private void runCollectorThread() {
        while (!registry.isClosing() && failure.get() == null) {
            try {
                serveRequests();
            } catch (OutOfMemoryError | StackOverflowError e) {
                LockSupport.parkNanos(SHORTAGE_NAP_NANOS); // between two cycles nothing is lost
            } catch (Throwable e) {
                fail(e);
            }
        }
    }

    private void serveRequests() {
        long idleNanos = options.idleAfter().toNanos();
        while (!registry.isClosing() && failure.get() == null) {
            Cause cause = schedule.awaitRequest(idleNanos);
            if (registry.isClosing()) {
                return;
            }
            if (cause == null && !pacer.isIdleAfterUse()) {
                continue;
            }
            if (schedule.takeRole()) {
                runCycle(cause == null ? Cause.IDLE : cause);
            }
        }
    }

    /// Runs one cycle with the role taken, and returns the role.
    private void runCycle(Cause cause) {
        try {
            runCycleKeepingRole(cause);
        } finally {
            schedule.returnRole();
        }
    }

    /// False if the cycle did not come to its end: the heap is being closed, the collector has failed, or
    /// the JVM is out of memory for now.
    private boolean runCycleKeepingRole(Cause cause) {
        try {
            if (!collector.collect(schedule.begin(), cause)) {
                schedule.giveUp(cause);
                LockSupport.parkNanos(SHORTAGE_NAP_NANOS); // let others get on, the cause may pass
                return false;
            }
            schedule.complete();
        } catch (Handshake.Abandoned e) {
            return false; // the heap is being closed; whoever waits is told so
        } catch (Throwable e) { // whatever it is, whoever waits must be told
            fail(e);
            return false;
        }
        forgetEnded();
        return true;
    }

    private void forgetEnded() {
        try {
            attached.values().removeIf(mutator -> mutator.context().isDead());
        } catch (OutOfMemoryError e) {
            // The next cycle will.
        }
    }

    private void fail(Throwable cause) {
        failure.compareAndSet(null, cause);
        schedule.close();
        HeapLog.log(System.Logger.Level.ERROR, failedMessage, cause);
    }

    /// Why a collection did not come to its end.
    private HeapException closedOrFailed() {
        Throwable cause = failure.get();
        if (cause instanceof InvariantViolation violation) {
            throw violation;
        }
        return cause != null
                ? new CollectorFailedException(options.name(), cause)
                : registry.closed();
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
    public void trace(HeapTracer tracer) {
        requireOpen();
        core.handles().table().tracing().reportTo(tracer);
    }

    @Override
    public void removeListener(HeapListener listener) {
        core.listeners().remove(listener);
    }

    @Override
    public HeapStats stats() {
        requireOpen();
        memoryInUse.readLock().lock();
        try {
            requireOpen();
            return currentStats();
        } finally {
            memoryInUse.readLock().unlock();
        }
    }

    private HeapStats currentStats() {
        return figures.now();
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
                    if (!runCycleKeepingRole(Cause.REQUEST)) {
                        throw schedule.isClosed()
                                ? closedOrFailed()
                                : CollectorFailedException.givenUp(
                                        options.name(), 1, collector.shortage());
                    }
                    viewer.accept(new LiveObjects(core, registry, this::requireOpen));
                });
    }

    /// What roots lead to at this moment. No collection begins until that is known, and nothing else is
    /// done meanwhile; mutators run on, unless they need memory that only a collection could give them.
    ///
    /// @param patience how long to wait for a collection that is under way
    /// @return null if it has not ended by then, or the collector has failed
    public ReachableObjects reachableObjects(Duration patience) {
        requireMayLook();
        AtomicReference<ReachableObjects> found = new AtomicReference<>();
        inSafeRegion(
                () ->
                        tryWithRole(
                                patience.toNanos(),
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
                    if (!tryWithRole(Long.MAX_VALUE / 2, action)) {
                        throw closedOrFailed();
                    }
                });
    }

    /// False if the role could not be had within `nanos`.
    private boolean tryWithRole(long nanos, Runnable action) {
        if (!schedule.takeRoleAfterRequests(withThread, nanos)) {
            return false;
        }
        try {
            action.run();
            return true;
        } catch (Handshake.Abandoned e) {
            throw registry.closed();
        } finally {
            schedule.returnRole();
        }
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
        if (closed.get()) {
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
        return closed.get();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        core.listeners().closing(this);
        registry.setClosing();
        schedule.close();
        CheckedMutator own = attached.get(Thread.currentThread());
        if (own != null) {
            own.endWithHeap();
        }
        if (schedule.isHeldByCaller()) {
            // A listener closes the heap in the middle of a cycle; the cycle has to end first.
            Thread.ofPlatform().daemon().name("coex-gc-closer").start(this::finishClosing);
        } else {
            finishClosing();
        }
    }

    private void finishClosing() {
        core.handles().table().tracing().reportTo(null);
        schedule.awaitRoleFree();
        closer.releaseWhenUnused();
        attached.clear();
    }

    private void releaseMemory() {
        memoryInUse.writeLock().lock();
        try {
            collector.release();
            core.release();
        } finally {
            memoryInUse.writeLock().unlock();
        }
    }
}
