package coex.gc.collect;

import coex.gc.Cause;
import coex.gc.HeapStats;
import coex.gc.Invariant;
import coex.gc.InvariantViolation;
import coex.gc.Phase;
import coex.gc.ValidationReport;
import coex.gc.diagnose.HeapVerifier;
import coex.gc.diagnose.SecondTrace;
import coex.gc.mark.Cleaners;
import coex.gc.mark.Marker;
import coex.gc.mutator.Handshake;
import coex.gc.mutator.HeapCore;
import coex.gc.mutator.Ingredient;
import coex.gc.mutator.Listeners;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorRegistry;
import coex.gc.mutator.MutatorRegistry.Flags;
import coex.gc.mutator.SchedulePoint;
import coex.gc.mutator.ShadowStack;
import coex.gc.sweep.Sweeper;

import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

/// Runs collection cycles, while mutators run.
///
/// A cycle finds every object that mutators can reach and takes all others out of use. It begins by
/// having each mutator turn on its write barrier (H1): from then on a reference that is overwritten
/// in a mutable cell is marked first, so nothing can hide by moving. An empty handshake (H1b) makes
/// sure that no store begun without the barrier is still under way anywhere.
///
/// Then each mutator, on its own and at a moment of its own, takes its snapshot (H2): it marks what
/// the top of its stack names, freezes the rest of the stack below a watermark, and from there on
/// allocates marked objects. Until then it shades what it stores, because its own stack is not yet
/// accounted for; after that, everything it holds is marked or reachable from something that is
/// still to be traced, and stays so.
///
/// Marking traces from frozen stacks, global roots and what mutators shade. When the work list is
/// empty, each mutator hands over what it has shaded meanwhile (H3). If all hand over nothing, there
/// was nothing left to trace anywhere when the first of them answered, hence nothing unmarked that
/// anyone could reach, hence nothing that could be shaded later: marking is complete. Readers of
/// weak references could object, which the verdict decides; see `Verdict`.
///
/// With the verdict closed, weak references to unmarked objects are cleared, cleaners announced, and
/// the handles of unmarked objects retired. H4 turns the barriers off, and since every mutator has
/// thereby passed a safepoint after the handles were retired, no operation can still be using the
/// memory behind them: lines and blocks without marks become free. Handles retired one cycle ago
/// are given out again.
///
/// No phase makes all mutators stop. Each goes on when it has answered, without waiting for the others;
/// but the cycle waits for all, and whoever needs the room that it makes waits for the cycle. Design
/// note 0003 has the argument in full; `stress/model` the model it was checked with.
///
/// Everything here is run by the thread that holds the collector's role (see `CycleSchedule`).
final class Collector {

    private static final int TRACE_AT_ONCE = 4096;

    private final HeapCore core;
    private final Listeners listeners;
    private final MutatorRegistry registry;
    private final Pacer pacer;
    private final Handshake handshake;
    private final Marker marker;
    private final Sweeper sweeper;
    private final Cleaners cleaners;
    private final HeapVerifier verifier;
    private final SecondTrace secondTrace;
    private final Set<Phase> verifyAfter;
    private final Supplier<HeapStats> stats;

    /// Published at the end of a cycle: volatile, read by whoever asks for statistics.
    private volatile CycleRecord record = CycleRecord.NONE;

    // Of the running cycle

    private long cycle;
    private long cycleBegan;
    private long usedBefore;
    private long phaseBegan;
    private long lastPhaseNanos;
    private long markNanos;
    private long sweepNanos;

    Collector(
            HeapCore core,
            MutatorRegistry registry,
            Pacer pacer,
            Cleaners cleaners,
            Supplier<HeapStats> stats) {
        this.core = core;
        this.listeners = core.listeners();
        this.registry = registry;
        this.pacer = pacer;
        this.cleaners = cleaners;
        this.stats = stats;
        this.handshake = new Handshake(core, registry);
        this.marker = new Marker(core);
        this.sweeper = new Sweeper(core);
        this.verifier = new HeapVerifier(core, handshake);
        this.secondTrace = new SecondTrace(core, handshake);
        this.verifyAfter = core.options().verifyAfter();
    }

    /// One collection. Mutators run throughout.
    ///
    /// @throws Handshake.Abandoned if the heap is being closed
    /// @throws InvariantViolation if verification is on and finds something
    void collect(long number, Cause cause) {
        cycle = number;
        cycleBegan = System.nanoTime();
        markNanos = 0;
        sweepNanos = 0;
        usedBefore = usedBytes();
        listeners.cycleStarted(cycle, cause);

        begin(Phase.PREPARE);
        prepare();
        end(Phase.PREPARE);

        turnBarriersOn();

        begin(Phase.SNAPSHOT);
        MutatorContext[] mutators =
                handshake.run(
                        cycle,
                        Phase.SNAPSHOT,
                        new Flags(true, true, cycle),
                        (mutator, onBehalf) -> mutator.takeSnapshot(cycle, onBehalf));
        end(Phase.SNAPSHOT);

        long rounds = markUntilClosed(mutators);

        begin(Phase.WEAK);
        long weakCleared = marker.clearWeakCells();
        cleaners.announceDead(core.handles().marks());
        end(Phase.WEAK);

        begin(Phase.RETIRE);
        MutatorRegistry.Totals before = registry.totalsAtSnapshot();
        long retired = sweeper.retireDead(cycle, this::retired);
        core.verdict().finish();
        end(Phase.RETIRE);

        turnBarriersOffAndSweep();

        begin(Phase.FINISH);
        long recycled = core.handles().promote(cycle);
        core.roots().cycleEnds();
        long swept = balance(before, retired);
        marker.end();
        shrink(cause, marker.bytes());
        writeDown(cause, retired, swept, recycled, rounds, weakCleared);
        end(Phase.FINISH);
        if (listeners.areThere()) {
            listeners.cycleEnded(cycle, stats.get());
        }
    }

    /// Leaves the figures of the cycle to whoever asks, and to the pacer.
    private void writeDown(
            Cause cause, long retired, long swept, long recycled, long rounds, long weakCleared) {
        long took = System.nanoTime() - cycleBegan;
        long liveBytes = marker.bytes();
        pacer.cycleEnds(marker.objects(), liveBytes, took);
        record =
                new CycleRecord(
                        new HeapStats.Collection(
                                cycle,
                                marker.objects(),
                                liveBytes,
                                retired,
                                swept,
                                retired,
                                recycled,
                                rounds,
                                weakCleared,
                                cause,
                                usedBefore,
                                usedBytes() - swept),
                        new HeapStats.Time(
                                took, markNanos, sweepNanos, record.time().total() + took),
                        record.reclaimedObjects() + retired,
                        record.reclaimedBytes() + swept);
    }

    /// Bytes in objects that no cycle has found dead; the running one has yet to be written down.
    private long usedBytes() {
        return registry.allocatedBytes() - record.reclaimedBytes();
    }

    private void prepare() {
        handshake.buryEnded(registry.all());
        registry.cycleBegins();
        pacer.cycleBegins(core.handles().counts().inUse());
        core.roots().cycleBegins();
        core.verdict().reopen();
        core.handles().marks().clear(core.handles().usedWords());
        core.blocks().clearLineMarks();
        marker.begin();
        registry.takeOrphanedShades();
        registry.takeExitedDirty();
    }

    /// H1, and the empty handshake after which no store without the barrier is under way.
    private void turnBarriersOn() {
        if (core.has(Ingredient.BARRIER_BEFORE_SNAPSHOT)) {
            begin(Phase.BARRIER_ON);
            handshake.run(
                    cycle,
                    Phase.BARRIER_ON,
                    new Flags(true, false, cycle - 1),
                    (mutator, _) -> mutator.turnBarrierOn());
            end(Phase.BARRIER_ON);
        }
        if (core.has(Ingredient.SETTLED_STORES)) {
            begin(Phase.SETTLE);
            handshake.run(cycle, Phase.SETTLE, (_, _) -> {});
            end(Phase.SETTLE);
        }
    }

    /// Traces and asks for more, until there is no more.
    private long markUntilClosed(MutatorContext[] mutators) {
        begin(Phase.MARK);
        scanFrozenStacks(mutators);
        core.roots().forEach(marker::markRoot);
        long rounds = 0;
        while (true) {
            traceAll();
            end(Phase.MARK);
            markNanos += lastPhaseNanos;
            rounds++;
            begin(Phase.FLUSH);
            boolean complete = flushRound();
            end(Phase.FLUSH);
            if (complete) {
                verifyReachability();
                return rounds;
            }
            begin(Phase.MARK);
        }
    }

    private void scanFrozenStacks(MutatorContext[] mutators) {
        for (MutatorContext mutator : mutators) {
            long[] slots = mutator.frozenSlots();
            int top = mutator.frozenTop();
            for (int slot = 0; slot < top; slot++) {
                marker.markRoot(ShadowStack.slotOpaque(slots, slot));
                if (slot % TRACE_AT_ONCE == 0) {
                    continueUnlessClosing();
                }
            }
        }
    }

    private void traceAll() {
        while (!marker.trace(TRACE_AT_ONCE)) {
            core.pass(SchedulePoint.MARK_BATCH);
            pacer.marked(marker.objects());
            continueUnlessClosing();
        }
    }

    /// H3: true if no mutator had shaded anything, and the verdict is closed.
    private boolean flushRound() {
        core.verdict().open();
        MutatorContext[] mutators =
                handshake.run(cycle, Phase.FLUSH, (mutator, _) -> mutator.flush());
        boolean empty = !registry.takeExitedDirty();
        for (MutatorContext mutator : mutators) {
            int count = mutator.shades().handedCount();
            empty &= count == 0;
            for (int i = 0; i < count; i++) {
                marker.adopt(mutator.shades().handed(i));
            }
        }
        for (long handle : registry.takeOrphanedShades()) {
            marker.adopt(handle);
        }
        core.pass(SchedulePoint.VERDICT_PENDING);
        if (!core.has(Ingredient.FLUSH_UNTIL_EMPTY)) {
            core.verdict().close();
            return true;
        }
        if (empty && core.verdict().close()) {
            return true;
        }
        core.verdict().reopen();
        return false;
    }

    /// H4 makes sure that nobody still uses the memory that is then freed.
    private void turnBarriersOffAndSweep() {
        if (!core.has(Ingredient.REUSE_AFTER_HANDSHAKE)) {
            sweep();
            turnBarriersOff();
        } else {
            turnBarriersOff();
            sweep();
        }
    }

    private void turnBarriersOff() {
        begin(Phase.BARRIER_OFF);
        Flags off = new Flags(false, false, cycle);
        handshake.run(cycle, Phase.BARRIER_OFF, off, (mutator, _) -> mutator.turnBarrierOff());
        end(Phase.BARRIER_OFF);
    }

    private void sweep() {
        begin(Phase.SWEEP);
        pacer.sweepBegins();
        sweeper.sweepBlocks(cycle, this::continueUnlessClosing);
        end(Phase.SWEEP);
        sweepNanos = lastPhaseNanos;
    }

    /// Everything that existed at the snapshots was either traced or retired; the difference in
    /// bytes is what was reclaimed.
    private long balance(MutatorRegistry.Totals before, long retired) {
        long objects = before.objects() - record.reclaimedObjects();
        if (objects != marker.objects() + retired && core.verifies()) {
            throw new InvariantViolation(
                    Invariant.BOOKS_BALANCE,
                    "cycle=%d atSnapshot=%d traced=%d retired=%d"
                            .formatted(cycle, objects, marker.objects(), retired));
        }
        return before.bytes() - record.reclaimedBytes() - marker.bytes();
    }

    private void shrink(Cause cause, long liveBytes) {
        long keep = cause == Cause.IDLE ? liveBytes : liveBytes * 3;
        core.blocks().shrink(keep);
        core.handles().shrink();
    }

    /// Called after every piece of retiring.
    private void retired(double share) {
        pacer.retired(share);
        continueUnlessClosing();
    }

    private void continueUnlessClosing() {
        if (registry.isClosing()) {
            throw new Handshake.Abandoned();
        }
    }

    private void begin(Phase phase) {
        core.passPhase(phase);
        phaseBegan = System.nanoTime();
    }

    private void end(Phase phase) {
        lastPhaseNanos = System.nanoTime() - phaseBegan;
        core.events().deliver();
        listeners.phaseEnded(cycle, phase, Duration.ofNanos(lastPhaseNanos));
        if (verifyAfter.contains(phase)) {
            require(Invariant.OBJECTS_DISJOINT, verifier.verify(cycle, phase), phase);
        }
    }

    private void verifyReachability() {
        if (verifyAfter.contains(Phase.MARK)) {
            require(Invariant.REACHABLE_IS_MARKED, secondTrace.verify(cycle), Phase.MARK);
        }
    }

    private void require(Invariant invariant, ValidationReport report, Phase phase) {
        if (!report.isValid()) {
            throw new InvariantViolation(
                    invariant, "cycle=%d after=%s %s".formatted(cycle, phase, report));
        }
    }

    /// A structural check outside a cycle.
    ValidationReport validate() {
        return verifier.verify(cycle, Phase.FINISH);
    }

    CycleRecord record() {
        return record;
    }

    long sideBytes() {
        return marker.sideBytes();
    }

    void release() {
        marker.release();
    }
}
