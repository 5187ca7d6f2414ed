package coex.stress.schedule;

import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;
import coex.gc.heap.Verdict;
import coex.gc.memory.Memory;
import coex.gc.memory.WrittenParts;
import coex.gc.mutator.HandshakeActions;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.Protocol;
import coex.gc.mutator.Relocation;
import coex.gc.mutator.ShadowStack;
import coex.gc.mutator.WriteBarrier;

/// A rule of the protocol, and how it is broken: each has a schedule in which a live object is lost
/// without it.
public enum Rule {
    /// A barriered store shades the value it removes.
    SHADE_OLD(
            new Protocol() {
                @Override
                public void shadeOld(WriteBarrier barrier, long old) {}
            }),

    /// A barriered store of a thread before its snapshot shades the value it writes.
    SHADE_NEW(
            new Protocol() {
                @Override
                public void shadeNew(WriteBarrier barrier, long value) {}
            }),

    /// Shading comes before the swap, not after it.
    SHADE_BEFORE_SWAP(
            new Protocol() {
                @Override
                public void store(WriteBarrier barrier, long address, long value) {
                    int old;
                    do {
                        old = Memory.getIntAcquire(address);
                    } while (!Memory.compareAndSetInt(address, old, (int) value));
                    barrier.core().pass(SchedulePoint.BARRIER_SWAPPED);
                    barrier.shadeForStore(old, value);
                }
            }),

    /// A store that lost a race shades the value it really removes (the loop), and H1b makes sure
    /// that no unbarriered store is in flight at the snapshot. Broken, both are missing.
    SETTLED_STORES(
            new Protocol() {
                @Override
                public void store(WriteBarrier barrier, long address, long value) {
                    barrier.shadeForStore(Memory.getIntAcquire(address), value);
                    Memory.putIntRelease(address, (int) value);
                    barrier.core().pass(SchedulePoint.BARRIER_SWAPPED);
                }

                @Override
                public void beforeSnapshot(Runnable turnBarriersOn, Runnable settle) {
                    turnBarriersOn.run();
                }
            }),

    /// The barrier is on everywhere (H1) before the first snapshot.
    BARRIER_BEFORE_SNAPSHOT(
            new Protocol() {
                @Override
                public void beforeSnapshot(Runnable turnBarriersOn, Runnable settle) {
                    settle.run();
                }
            }),

    /// A weak store shades its target.
    SHADE_WEAK_TARGET(
            new Protocol() {
                @Override
                public void shadeWeakTarget(WriteBarrier barrier, long value) {}
            }),

    /// The snapshot shades the top frame.
    TOP_FRAME_SHADED(
            new Protocol() {
                @Override
                public void freeze(ShadowStack stack, int most, ShadowStack.Shader shader) {
                    stack.freezeBelowTop(0, _ -> {});
                }
            }),

    /// Returning below the watermark shades the frame returned to.
    RETURN_BARRIER(
            new Protocol() {
                @Override
                public ShadowStack.Shader returnBarrier(WriteBarrier barrier) {
                    return _ -> {};
                }
            }),

    /// Births are unmarked before the thread's snapshot, so that they are traced.
    BIRTHS_WHITE_BEFORE_SNAPSHOT(
            new Protocol() {
                @Override
                public boolean birthsMarked(boolean barrierOn, boolean pastSnapshot) {
                    return barrierOn;
                }
            }),

    /// Births are marked after the thread's snapshot.
    BIRTHS_MARKED_AFTER_SNAPSHOT(
            new Protocol() {
                @Override
                public boolean birthsMarked(boolean barrierOn, boolean pastSnapshot) {
                    return false;
                }
            }),

    /// Of several markers that found an object unmarked one traces it.
    ONE_MARKER_CLAIMS(
            new Protocol() {
                @Override
                public boolean mayTrace(boolean wasFirst) {
                    return true;
                }
            }),

    /// Tracing ends when no marker has work left.
    TRACING_ENDS_TOGETHER(
            new Protocol() {
                @Override
                public boolean endsTracing(boolean othersAreIdle) {
                    return true;
                }
            }),

    /// Marking ends only when a flush round found every buffer empty.
    FLUSH_UNTIL_EMPTY(
            new Protocol() {
                @Override
                public boolean endsMarking(boolean allEmpty, Verdict verdict) {
                    verdict.close();
                    return true;
                }
            }),

    /// Weak reads and the end of marking agree on one verdict.
    WEAK_VERDICT(
            new Protocol() {
                @Override
                public long judgeWeak(WriteBarrier barrier, long address, long handle) {
                    barrier.shade(handle);
                    return handle;
                }
            }),

    /// Once the dead are retired, a weak read asks the cell, not the marks, whether its object is
    /// dead.
    WEAK_READ_AGAIN(
            new Protocol() {
                @Override
                public long readWeakAgain(WriteBarrier barrier, long address, long handle) {
                    return barrier.liveOrNull(handle);
                }
            }),

    /// A thread that exits hands its buffer over.
    EXIT_HANDS_OVER(
            new Protocol() {
                @Override
                public boolean exitHandsOver() {
                    return false;
                }
            }),

    /// A store logs the object it writes into.
    LOG(
            new Protocol() {
                @Override
                public void log(WriteBarrier barrier, long object) {}
            }),

    /// Stores are logged in every phase of a cycle.
    LOG_IN_EVERY_PHASE(
            new Protocol() {
                @Override
                public void log(WriteBarrier barrier, long object) {
                    if (!barrier.isPastSnapshot()) {
                        barrier.log(object);
                    }
                }
            }),

    /// A store into a large array notes which part it writes.
    NOTE_PARTS(
            new Protocol() {
                @Override
                public void notePart(WriteBarrier barrier, long address) {}
            }),

    /// What was noted of an array since the cycle began is not forgotten when the array is read.
    KEEP_NEW_PARTS(
            new Protocol() {
                @Override
                public long takeParts(WrittenParts parts, long word, long mask) {
                    long noted = parts.take(word, mask);
                    Memory.getAndAndLong(parts.presentAt(word), ~mask);
                    return noted;
                }
            }),

    /// A weak store logs its object.
    LOG_WEAK(
            new Protocol() {
                @Override
                public void logWeak(WriteBarrier barrier, long object) {}
            }),

    /// Logs are handed over when every barrier is on.
    HAND_OVER_WHEN_SETTLED(
            new Protocol() {
                @Override
                public void beforeBarrier(HandshakeActions thread) {
                    thread.handOverLog();
                }

                @Override
                public void settle(HandshakeActions thread) {}
            }),

    /// The bits of logged objects are cleared before any thread takes its snapshot, not when the
    /// objects are read.
    CLEAR_BEFORE_SNAPSHOT(
            new Protocol() {
                @Override
                public void clearLogged(HeapCore core, long handle) {}

                @Override
                public void loggedWasRead(HeapCore core, long handle) {
                    core.clearLogged(handle);
                }
            }),

    /// A thread that exits hands its log over.
    EXIT_HANDS_OVER_LOG(
            new Protocol() {
                @Override
                public boolean exitHandsOverLog() {
                    return false;
                }
            }),

    /// What names something newborn, or is under construction, is read again in the next cycle.
    READ_AGAIN(
            new Protocol() {
                @Override
                public boolean readsAgain() {
                    return false;
                }
            }),

    /// After a cycle that was given up comes a full one.
    FULL_AFTER_GIVING_UP(
            new Protocol() {
                @Override
                public boolean fullAfterGivingUp() {
                    return false;
                }
            }),

    /// A parent has answered the issued handshake when its child becomes visible.
    SPAWN_AFTER_ANSWER(
            new Protocol() {
                @Override
                public void beforeSpawn(MutatorContext parent) {}

                @Override
                public boolean maySpawn(MutatorContext parent, long issued) {
                    return true;
                }
            }),

    /// Memory of retired objects is reused only after every mutator has passed H4.
    REUSE_AFTER_HANDSHAKE(
            new Protocol() {
                @Override
                public void afterRetiring(Runnable turnBarriersOff, Runnable sweep) {
                    sweep.run();
                    turnBarriersOff.run();
                }
            }),

    /// Only objects that do not change any more are moved.
    MOVE_ONLY_SEALED(
            new Protocol() {
                @Override
                public boolean mayMove(long header) {
                    return true;
                }
            }),

    /// What is not moved keeps its lines.
    KEEP_WHAT_STAYS(
            new Protocol() {
                @Override
                public boolean keepsWhatStays() {
                    return false;
                }
            }),

    /// An object is copied before its slot names the copy.
    COPY_BEFORE_SLOT(
            new Protocol() {
                @Override
                public void move(Relocation object) {
                    object.publish();
                    object.copy();
                }
            }),

    /// Memory that objects were moved from is reused only after a handshake.
    REUSE_AFTER_MOVING(
            new Protocol() {
                @Override
                public void afterMoving(Runnable handshake, Runnable sweepCandidates) {
                    sweepCandidates.run();
                    handshake.run();
                }
            }),

    /// Mutators are told before objects are moved, and write no sealed one then.
    TELL_OF_MOVING(
            new Protocol() {
                @Override
                public boolean tellsOfMoving() {
                    return false;
                }
            });

    private final Protocol broken;

    Rule(Protocol broken) {
        this.broken = broken;
    }

    /// The protocol with this rule broken, and no other.
    public Protocol broken() {
        return broken;
    }
}
