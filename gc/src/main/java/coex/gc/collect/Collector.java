// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.HeapStats;
import coex.gc.Invariant;
import coex.gc.InvariantViolation;
import coex.gc.Phase;
import coex.gc.ValidationReport;
import coex.gc.diagnose.AgeCheck;
import coex.gc.diagnose.HeapVerifier;
import coex.gc.diagnose.SecondTrace;
import coex.gc.heap.HeapCore;
import coex.gc.heap.Listeners;
import coex.gc.heap.SchedulePoint;
import coex.gc.mark.Cleaners;
import coex.gc.mark.Marker;
import coex.gc.move.Evacuator;
import coex.gc.mutator.Backoff;
import coex.gc.mutator.CycleDemand;
import coex.gc.mutator.HandedLogs;
import coex.gc.mutator.Handshake;
import coex.gc.mutator.HandshakeAction;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorRegistry;
import coex.gc.mutator.MutatorRegistry.Flags;
import coex.gc.mutator.ShadowStack;
import coex.gc.sweep.Sweeper;

import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.LongConsumer;

/// Runs collection cycles, while mutators run.
///
/// A cycle finds every object that mutators can reach and takes all others out of use. It begins by
/// having each mutator turn on its write barrier (H1): from then on a reference that is overwritten
/// in a mutable cell is marked first, so nothing can hide by moving. A second handshake (H1b) makes
/// sure that no store begun without the barrier is still under way anywhere.
///
/// Then each mutator, on its own and at a moment of its own, takes its snapshot (H2): it marks what
/// the top of its stack names, freezes the rest of the stack below a watermark, and from there on
/// allocates marked objects. Until then it shades what it stores, because its own stack is not yet
/// accounted for; after that, everything it holds is marked or reachable from something that is
/// still to be traced, and stays so.
///
/// Marking traces from frozen stacks, global roots and what mutators shade. When the work list is
/// empty, each mutator hands over what it has shaded meanwhile (H3). If all hand over nothing,
/// there was nothing left to trace anywhere when the first of them answered, hence nothing unmarked
/// that anyone could reach, hence nothing that could be shaded later: marking is complete. Readers
/// of weak references could object, which the verdict decides; see `Verdict`.
///
/// With the verdict closed, weak references to unmarked objects are cleared, cleaners announced,
/// and the handles of unmarked objects retired. H4 turns the barriers off, and since every mutator
/// has thereby passed a safepoint after the handles were retired, no operation can still be using
/// the memory behind them: lines and blocks without marks become free. Handles retired one cycle
/// ago are given out again.
///
/// **Moving.** A full cycle that moves objects chooses sparse blocks before H1, in which nobody
/// allocates from then on. When everything else has been swept, the sealed immutable objects that
/// were found in them are copied into free blocks, and their slots stored anew: no other structure
/// keeps an address. Both copies are equal, so whoever has the old address may use it up to the
/// next safepoint. A handshake later nobody has one, and the chosen blocks are swept. Design note
/// 0031 has the argument.
///
/// **Young cycles.** A cycle begins without marks if it is full. If it is young it begins with the
/// marks of what earlier cycles have traced, which is *old*: it is neither traced nor examined, and
/// so the cycle costs as much as there is of the rest. What old objects name that is not old is
/// found by reading what was written since the last cycle: mutators log it, and hand their logs
/// over at H1b. Newborn objects, which are marked and not traced, stay young; whatever the marker
/// reads that names one is read again in the next cycle (`Invariant.OLD_NAMES_OLD`). Design note
/// 0030 has the argument.
///
/// No phase makes all mutators stop. Each goes on when it has answered, without waiting for the
/// others; but the cycle waits for all, and whoever needs the room that it makes waits for the
/// cycle. Design note 0003 has the argument in full; `stress/model` the model it was checked with.
///
/// **When the JVM fails.** A cycle makes few Java objects, but it makes some, and so the JVM may be
/// out of memory at any point of it. Until the verdict is closed a cycle has changed nothing that
/// counts, and is *given up*: barriers are turned off, and whoever wanted it runs another
/// ([#collect] says so). After that the dead are known and partly retired, and every step is
/// repeated until it has come to its end; each can be begun again at any point.
///
/// Everything here is run by the thread that holds the collector's role (see `CycleSchedule`),
/// which may have helpers for the tracing ([Marker], design note 0032). The file is long because it
/// tells a cycle from its beginning to its end.
final class Collector {

    private static final int TRACE_AT_ONCE = 4096;

    /// Where a test decides how far each thread goes.
    private static final int TRACE_AT_ONCE_SCHEDULED = 3;

    private static final long LONGEST_NAP_NANOS = 10_000_000;

    private final HeapCore core;
    private final Listeners listeners;
    private final MutatorRegistry registry;
    private final HandedLogs logs;
    private final Pacer pacer;
    private final Generations generations;
    private final Handshake handshake;
    private final Marker marker;
    private final MarkerCount markers;
    private final LongConsumer markRoot;
    private final ShadowStack.Shader shadeRoot;
    private final LongConsumer adopt;
    private final LongConsumer clearLogged;
    private final LongConsumer readLogged;
    private final int traceAtOnce;
    private final Sweeper sweeper;
    private final Evacuator evacuator;
    private final Compaction compaction;
    private final Reference<Cleaners> cleaners;
    private final HeapVerifier verifier;
    private final SecondTrace secondTrace;
    private final AgeCheck ages;
    private final Set<Phase> verifyAfter;
    private final Function<CycleKind, HeapStats> stats;

    /// Published at the end of a cycle: volatile, read by whoever asks for statistics.
    private volatile CycleRecord record = CycleRecord.NONE;

    /// Flush rounds there have ever been. As `cycle`:
    ///
    /// - writer: the holder of the role, before it issues a handshake
    /// - readers: mutators, plainly, in the action of that handshake
    /// - why: the request is volatile; and it is written again only when every mutator has
    ///   answered, or has answered the H4 of a cycle that was given up
    private long flushes;

    /// What made the last cycle that was given up impossible, or a step that was repeated.
    private Throwable shortage;

    // What a cycle does, made beforehand: the JVM remembers for good that it could not link a
    // lambda, also if it was out of memory only then. Actions read fields that are written before a
    // handshake is issued.

    private final HandshakeAction turnBarrierOn =
            (mutator, _) -> mutator.actions().turnBarrierOn(this.blocksAreLeft);
    private final HandshakeAction handOverLog = (mutator, _) -> mutator.actions().settle();
    private final HandshakeAction takeSnapshot = this::takeSnapshot;
    private final HandshakeAction flush = (mutator, _) -> mutator.actions().flush(this.flushes);
    private final HandshakeAction turnBarrierOff =
            (mutator, _) -> mutator.actions().turnBarrierOff(this.complete, this.movingIsTold);
    private final HandshakeAction endMoving = (mutator, _) -> mutator.actions().endMoving();
    private final Runnable turnBarriersOn = this::turnBarriersOn;
    private final Runnable settle = this::settle;
    private final Runnable giveUp = this::giveUp;
    private final Runnable reclaim = this::reclaim;
    private final Runnable turnBarriersOff = this::turnBarriersOff;
    private final Runnable sweep = this::sweep;
    private final Runnable awaitMoved = this::awaitMoved;
    private final Runnable sweepCandidates = this::sweepCandidates;

    /// The second half of a cycle. Each can be begun again before the next has begun.
    private final Runnable[] steps = {
        this::endMarking,
        this::clearWeak,
        this::retire,
        this::free,
        this::move,
        this::finish,
        this::checkAges,
        this::growOld,
        this::publishRecord
    };

    private final DoubleConsumer retiredPiece = this::retired;
    private final Runnable continueUnlessClosing = this::continueUnlessClosing;
    private final Runnable clearedSome = this::clearedSome;

    // Of the running cycle

    private long cycle;
    private Cause cause;
    private CycleKind kind;
    private CycleDemand demand;

    /// Whether marking has come to its end. Read by mutators as `flushes` is.
    private boolean complete;

    /// Whether mutators give back the blocks they allocate into, at H1. The same.
    private boolean blocksAreLeft;

    /// Whether mutators are told at H4 that objects are moved. The same.
    private boolean movingIsTold;

    private MutatorRegistry.Totals before;
    private int stepsDone;
    private long rounds;
    private long weakCleared;
    private long recycled;
    private long swept;
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
            Reference<Cleaners> cleaners,
            Function<CycleKind, HeapStats> stats,
            BooleanSupplier isAwaited) {
        this.core = core;
        this.listeners = core.listeners();
        this.registry = registry;
        this.logs = registry.logs();
        this.pacer = pacer;
        this.generations = new Generations(core.options(), core.blocks());
        this.cleaners = cleaners;
        this.stats = stats;
        this.handshake = new Handshake(core, registry);
        this.marker = new Marker(core, registry.protocol());
        try {
            this.markers =
                    new MarkerCount(
                            core, registry, isAwaited, Runtime.getRuntime()::availableProcessors);
            this.markRoot = marker::markRoot;
            this.shadeRoot = marker::markRoot;
            this.adopt = marker::adopt;
            this.clearLogged = handle -> registry.protocol().clearLogged(core, handle);
            this.readLogged = this::readLogged;
            this.traceAtOnce = core.isScheduled() ? TRACE_AT_ONCE_SCHEDULED : TRACE_AT_ONCE;
            this.sweeper = new Sweeper(core);
            this.evacuator = new Evacuator(core, registry.protocol(), marker);
            this.compaction = new Compaction(core.options(), core.blocks());
            this.verifier = new HeapVerifier(core, handshake);
            this.secondTrace = new SecondTrace(core, handshake);
            this.ages = new AgeCheck(core, registry, handshake, marker::forEachToReadAgain);
            this.verifyAfter = core.options().verifyAfter();
        } catch (RuntimeException | Error e) {
            marker.release();
            throw e;
        }
    }

    /// One collection. Mutators run throughout. False if it was given up, because the JVM was out
    /// of memory or of stack: nothing was collected, and another cycle can begin.
    ///
    /// @param asked what it must do
    /// @throws Handshake.Abandoned if the heap is being closed
    /// @throws InvariantViolation if verification is on and finds something
    boolean collect(long number, Cause why, CycleDemand asked) {
        cycle = number;
        cause = why;
        demand = asked;
        kind = generations.choose(why, asked != CycleDemand.ANY || compaction.isWanted());
        complete = false;
        blocksAreLeft = isShrinking() || core.options().stress().moveAll();
        movingIsTold = false;
        try {
            findLiveObjects();
        } catch (OutOfMemoryError | StackOverflowError e) {
            shortage = e;
            persist(giveUp);
            return false;
        } catch (RuntimeException | Error e) {
            marker.dismissHelpers(); // whoever ends the heap need not wait for them
            throw e;
        }
        complete = true;
        stepsDone = 0;
        persist(reclaim);
        tellEnded();
        return true;
    }

    /// The first half of a cycle: from nothing to all marks.
    private void findLiveObjects() {
        cycleBegan = System.nanoTime();
        markNanos = 0;
        sweepNanos = 0;
        rounds = 0;
        weakCleared = 0;
        recycled = 0;
        before = null;
        sweeper.begin();
        evacuator.begin();
        usedBefore = usedBytes();
        listeners.cycleStarted(cycle, kind, cause);

        begin(Phase.PREPARE);
        prepare();
        end(Phase.PREPARE);

        registry.protocol().beforeSnapshot(turnBarriersOn, settle);

        begin(Phase.SNAPSHOT);
        MutatorContext[] mutators =
                handshake.run(
                        cycle, Phase.SNAPSHOT, new Flags(true, true, cycle, false), takeSnapshot);
        end(Phase.SNAPSHOT);

        markUntilClosed(mutators);
    }

    /// The second half: from all marks to free memory. Goes on with the step that did not come to
    /// its end.
    private void reclaim() {
        while (stepsDone < steps.length) {
            steps[stepsDone].run();
            stepsDone++;
        }
    }

    /// Repeats what cannot be given up. Memory that the JVM lacks comes back, or the JVM ends.
    /// Nothing is called where the failure is caught: that might fail as well, even for want of a
    /// class.
    private void persist(Runnable what) {
        int rounds = 0;
        while (true) {
            try {
                if (rounds > 0) {
                    continueUnlessClosing();
                    Backoff.pause(rounds, LONGEST_NAP_NANOS);
                }
                what.run();
                return;
            } catch (OutOfMemoryError | StackOverflowError e) {
                shortage = e;
                rounds++;
            }
        }
    }

    private void giveUp() {
        marker.dismissHelpers();
        turnBarriersOff();
        core.blocks().candidates().giveBack();
        marker.end();
        pacer.cycleGivenUp();
        if (registry.protocol().fullAfterGivingUp()) {
            generations.cycleGivenUp();
        }
    }

    /// Why the last cycle that was given up was.
    Throwable shortage() {
        return shortage;
    }

    private void endMarking() {
        marker.dismissHelpers();
        marker.moveLines();
        pacer.markingEnds();
        end(Phase.FLUSH);
        if (verifyAfter.contains(Phase.MARK)) {
            requireValid(secondTrace.verify(cycle), Phase.MARK);
        }
    }

    private void clearWeak() {
        begin(Phase.WEAK);
        weakCleared = marker.clearWeakCells();
        announceDead();
        end(Phase.WEAK);
    }

    private void retire() {
        begin(Phase.RETIRE);
        if (before == null) {
            before = registry.totalsAtSnapshot();
        }
        sweeper.retireDead(cycle, isFull(), retiredPiece);
        core.verdict().finish();
        end(Phase.RETIRE);
    }

    private void free() {
        movingIsTold = evacuator.isActive() && registry.protocol().tellsOfMoving();
        registry.protocol().afterRetiring(turnBarriersOff, sweep);
    }

    /// Moves what lives in the blocks that were chosen for it. Everything else is free already, so
    /// whoever waits for room need not wait for this.
    private void move() {
        begin(Phase.MOVE);
        if (evacuator.isActive()) {
            evacuator.move(cycle, continueUnlessClosing);
            registry.protocol().afterMoving(awaitMoved, sweepCandidates);
        }
        end(Phase.MOVE);
    }

    /// The handshake after which nobody uses an address from before objects were moved.
    private void awaitMoved() {
        Flags moved = new Flags(false, false, cycle, false);
        handshake.run(cycle, Phase.MOVE, moved, endMoving);
    }

    private void sweepCandidates() {
        core.blocks().candidates().sweep(continueUnlessClosing);
    }

    private void finish() {
        begin(Phase.FINISH);
        recycled += core.handles().promote(cycle);
        core.roots().cycleEnds();
        swept = balance(sweeper.retired());
        marker.end();
        shrink(marker.bytes() + (isFull() ? 0 : generations.oldBytes()));
        core.blocks().closeReserve();
        end(Phase.FINISH);
    }

    private void checkAges() {
        if (core.verifies() && core.options().youngCycles()) {
            requireValid(ages.verify(cycle), Phase.FINISH);
        }
    }

    /// What was traced is old from here on. A step of its own: done twice it would count twice.
    private void growOld() {
        generations.cycleEnds(kind, marker.objects(), marker.bytes(), swept);
        compaction.cycleEnds(cycle);
    }

    /// Whether somebody wants the heap to be as small as it can be.
    private boolean isShrinking() {
        return demand == CycleDemand.SHRINKING;
    }

    private boolean isFull() {
        return kind == CycleKind.FULL;
    }

    /// What the cycle that began last does.
    CycleDemand met() {
        return isFull() ? CycleDemand.FULL.orMore(demand) : CycleDemand.ANY;
    }

    /// Leaves the figures of the cycle to whoever asks, and to the pacer.
    private void publishRecord() {
        long retired = sweeper.retired();
        long took = System.nanoTime() - cycleBegan;
        CycleKind next = generations.next(compaction.isWanted());
        pacer.cycleEnds(kind, next, marker.objects(), generations.oldBytes(), took);
        record =
                new CycleRecord(
                        new HeapStats.Collection(
                                cycle,
                                record.collection().young() + (isFull() ? 0 : 1),
                                kind,
                                generations.oldBytes(),
                                marker.objects(),
                                marker.bytes(),
                                retired,
                                swept,
                                retired,
                                recycled,
                                rounds,
                                weakCleared,
                                marker.markers(),
                                cause,
                                usedBefore,
                                usedBytes() - swept),
                        record.moving().plus(evacuator.objects(), evacuator.bytes()),
                        new HeapStats.Time(
                                took, markNanos, sweepNanos, record.time().total() + took),
                        record.reclaimedObjects() + retired,
                        record.reclaimedBytes() + swept);
    }

    private void tellEnded() {
        try {
            if (listeners.areThere()) {
                listeners.cycleEnded(cycle, stats.apply(kind));
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            shortage = e; // one event less
        }
    }

    /// Bytes in objects that no cycle has found dead; that of the running one is yet to come.
    private long usedBytes() {
        return registry.allocatedBytes() - record.reclaimedBytes();
    }

    private void prepare() {
        handshake.buryEnded(registry.all());
        registry.cycleBegins();
        core.roots().cycleBegins();
        core.verdict().reopen();
        core.handles().clearMarks(isFull());
        if (isFull()) {
            core.blocks().clearLineMarks();
            compaction.choose(cycle, demand, generations.oldBytes());
        }
        core.blocks().writtenParts().turn(cycle);
        pacer.cycleBegins(kind, core.handles().counts().inUse()); // when blocks were withheld
        marker.begin(evacuator.isActive());
        marker.handOverNoted();
        registry.forgetOrphans();
    }

    /// The action of H2.
    private void takeSnapshot(MutatorContext mutator, boolean onBehalf) {
        mutator.actions().takeSnapshot(cycle, onBehalf ? shadeRoot : mutator.barrier());
    }

    /// H1.
    private void turnBarriersOn() {
        begin(Phase.BARRIER_ON);
        Flags on = new Flags(true, false, cycle - 1, false);
        handshake.run(cycle, Phase.BARRIER_ON, on, turnBarrierOn);
        end(Phase.BARRIER_ON);
    }

    /// H1b, after which no store without the barrier is under way. With it mutators hand their logs
    /// over. When all have, nothing says any more that it is logged, but what is in a log for the
    /// next cycle.
    private void settle() {
        begin(Phase.SETTLE);
        handshake.run(cycle, Phase.SETTLE, handOverLog);
        logs.take();
        logs.forEachTaken(clearLogged, clearedSome);
        if (isFull()) {
            logs.forgetTaken();
        }
        end(Phase.SETTLE);
    }

    /// Traces and asks for more, until there is no more.
    private void markUntilClosed(MutatorContext[] mutators) {
        pacer.markingBegins();
        begin(Phase.MARK);
        scanFrozenStacks(mutators);
        core.roots().forEach(markRoot);
        if (!isFull()) {
            readWritten();
        }
        while (true) {
            traceAll();
            end(Phase.MARK);
            markNanos += lastPhaseNanos;
            rounds++;
            begin(Phase.FLUSH);
            boolean complete = flushRound();
            if (complete) {
                return; // from here on the cycle is not given up: nothing may fail between the two
            }
            end(Phase.FLUSH);
            begin(Phase.MARK);
        }
    }

    private void scanFrozenStacks(MutatorContext[] mutators) {
        for (MutatorContext mutator : mutators) {
            long[] slots = mutator.actions().frozenSlots();
            int top = mutator.actions().frozenTop();
            for (int slot = mutator.actions().firstToRead(isFull()); slot < top; slot++) {
                if (!marker.markSlot(ShadowStack.slotOpaque(slots, slot))
                        && registry.protocol().readsAgain()) {
                    mutator.actions().readAgainFrom(slot);
                }
                if (slot % TRACE_AT_ONCE == 0) {
                    continueUnlessClosing();
                }
            }
        }
    }

    private void readLogged(long handle) {
        marker.readLogged(handle);
        registry.protocol().loggedWasRead(core, handle);
    }

    /// Reads the old objects that were written since the last cycle, or that have named something
    /// newborn then. Every mutator has answered H2 since the logs were handed over, so whoever saw
    /// an object logged before has stored.
    private void readWritten() {
        logs.forEachTaken(readLogged, continueUnlessClosing);
        logs.forgetTaken();
        marker.readNoted();
    }

    private void traceAll() {
        if (core.options().stress().allMarkers()) {
            shareIfWanted();
        }
        while (!marker.trace(traceAtOnce)) {
            core.pass(SchedulePoint.MARK_BATCH);
            pacer.marked(marker.objects());
            continueUnlessClosing();
            shareIfWanted();
        }
    }

    /// Has others help with the tracing if that is of use. Not at once: in most cycles there is too
    /// little to trace.
    private void shareIfWanted() {
        int wanted = 1;
        try {
            wanted = markers.wanted();
        } catch (OutOfMemoryError | StackOverflowError e) {
            shortage = e; // it goes on alone
        }
        marker.share(wanted);
    }

    /// H3: true if no mutator had shaded anything, and the verdict is closed.
    private boolean flushRound() {
        flushes++;
        core.verdict().open();
        MutatorContext[] mutators = handshake.run(cycle, Phase.FLUSH, flush);
        boolean empty = !registry.takeExitedDirty();
        for (MutatorContext mutator : mutators) {
            int count = mutator.shades().handedCount();
            empty &= count == 0;
            for (int i = 0; i < count; i++) {
                marker.adopt(mutator.shades().handed(i));
            }
        }
        registry.drainOrphans(adopt);
        core.pass(SchedulePoint.VERDICT_PENDING);
        if (registry.protocol().endsMarking(empty, core.verdict())) {
            return true;
        }
        core.verdict().reopen();
        return false;
    }

    /// H4. Can be asked for again.
    private void turnBarriersOff() {
        begin(Phase.BARRIER_OFF);
        Flags off = new Flags(false, false, cycle, movingIsTold);
        handshake.run(cycle, Phase.BARRIER_OFF, off, turnBarrierOff);
        end(Phase.BARRIER_OFF);
    }

    private void sweep() {
        begin(Phase.SWEEP);
        pacer.sweepBegins();
        sweeper.sweepBlocks(cycle, isFull(), continueUnlessClosing);
        end(Phase.SWEEP);
        sweepNanos = lastPhaseNanos;
    }

    /// Everything that existed at the snapshots was old, traced or retired; the difference in bytes
    /// is what was reclaimed.
    private long balance(long retired) {
        long old = isFull() ? 0 : generations.oldObjects();
        long oldBytes = isFull() ? 0 : generations.oldBytes();
        long objects = before.objects() - record.reclaimedObjects() - old;
        if (objects != marker.objects() + retired && core.verifies()) {
            throw new InvariantViolation(
                    Invariant.BOOKS_BALANCE,
                    "cycle=%d atSnapshot=%d old=%d traced=%d retired=%d"
                            .formatted(cycle, objects + old, old, marker.objects(), retired));
        }
        return before.bytes() - record.reclaimedBytes() - oldBytes - marker.bytes();
    }

    private void shrink(long liveBytes) {
        if (isShrinking()) {
            core.blocks().shrinkTo(Compaction.keptBytes(liveBytes));
            core.blocks().discardFree(continueUnlessClosing);
        } else {
            core.blocks().shrink(cause == Cause.IDLE ? liveBytes : liveBytes * 3);
        }
        core.handles().shrink();
    }

    /// Called after every piece of retiring.
    private void retired(double share) {
        pacer.retired(share);
        continueUnlessClosing();
    }

    private void clearedSome() {
        core.pass(SchedulePoint.LOG_CLEARED);
        continueUnlessClosing();
    }

    private void continueUnlessClosing() {
        if (registry.isClosing()) {
            throw Handshake.ABANDONED;
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
            requireValid(verifier.verify(cycle, phase), phase);
        }
    }

    private void requireValid(ValidationReport report, Phase phase) {
        if (!report.isValid()) {
            throw new InvariantViolation(
                    report.errors().getFirst().check().invariant(),
                    "cycle=%d after=%s %s".formatted(cycle, phase, report));
        }
    }

    /// Who could ask for them is gone if the heap has been dropped.
    private void announceDead() {
        Cleaners known = cleaners.get();
        if (known != null) {
            known.announceDead(core.handles().marks(), isFull());
        }
    }

    /// Detaches threads that have ended, between two cycles.
    void buryEnded() {
        handshake.buryEnded(registry.all());
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
