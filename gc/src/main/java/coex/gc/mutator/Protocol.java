// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;
import coex.gc.heap.Verdict;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.memory.WrittenParts;

/// The rules by which mutators and collector work together, one method each.
///
/// Every heap follows this class as it stands. The schedule tests open a heap with a subclass that
/// breaks one rule and show that a live object is lost; those subclasses are not part of this
/// module, and no public option leads here. It holds no state. Since a program that runs no such
/// test loads no subclass, the compiler inlines these methods like any others.
public class Protocol {

    /// What heaps follow.
    public static final Protocol SOUND = new Protocol();

    protected Protocol() {}

    // Stores while the barrier is on. The mutator runs them.

    /// A store shades the value it removes.
    public void shadeOld(WriteBarrier barrier, long old) {
        barrier.shade(old);
    }

    /// A store of a thread before its snapshot shades the value it writes.
    public void shadeNew(WriteBarrier barrier, long value) {
        if (!barrier.isPastSnapshot()) {
            barrier.shade(value);
        }
    }

    /// The old value is shaded before it is overwritten (`Invariant.SHADE_BEFORE_OVERWRITE`), and a
    /// store that lost a race shades the value it really removes. In the other order the old value
    /// would for a moment be nowhere but in this thread's register, and a thread past its flush
    /// could shade it first, into a buffer nobody asks for any more.
    public void store(WriteBarrier barrier, long address, long value) {
        int old;
        do {
            old = Memory.getIntAcquire(address);
            barrier.shadeForStore(old, value);
        } while (!Memory.compareAndSetInt(address, old, (int) value));
        barrier.core().pass(SchedulePoint.BARRIER_SWAPPED);
    }

    // The log. The mutator runs them.

    /// A store logs the object it writes into, in every phase.
    public void log(WriteBarrier barrier, long object) {
        barrier.log(object);
    }

    /// Of a large array, a store notes the part that it writes.
    public void notePart(WriteBarrier barrier, long address) {
        barrier.notePart(address);
    }

    /// When the collector has read an array it forgets what was noted of it in the last cycle, and
    /// not what was noted since: a thread that found it noted may be about to store.
    ///
    /// @return as [WrittenParts#take]
    public long takeParts(WrittenParts parts, long word, long mask) {
        return parts.take(word, mask);
    }

    /// A weak store logs its object: an old cell is looked at only if it was written.
    public void logWeak(WriteBarrier barrier, long object) {
        barrier.log(object);
    }

    /// What the collector reads, and finds to name something newborn, it reads again in the next
    /// cycle; and what is under construction.
    public boolean readsAgain() {
        return true;
    }

    /// After a cycle that was given up comes a full one.
    public boolean fullAfterGivingUp() {
        return true;
    }

    /// What a thread does before it turns its barrier on (H1): it does not hand its log over. An
    /// object that is logged after its logger has handed over is in no log of this cycle, and
    /// nobody logs it again.
    public void beforeBarrier(HandshakeActions thread) {}

    /// Threads hand their logs over when every barrier is on (H1b).
    public void settle(HandshakeActions thread) {
        thread.handOverLog();
    }

    /// The collector clears the bits of objects whose logs were handed over, when every thread has
    /// answered H1b, and before it asks for H2.
    public void clearLogged(HeapCore core, long handle) {
        core.clearLogged(handle);
    }

    /// Nothing is cleared when the collector has read the object.
    public void loggedWasRead(HeapCore core, long handle) {}

    /// A thread that exits hands its log over.
    public boolean exitHandsOverLog() {
        return true;
    }

    /// A weak store shades its target: a cell born marked is not among those the collector will
    /// look at in this cycle.
    public void shadeWeakTarget(WriteBarrier barrier, long value) {
        barrier.shade(value);
    }

    /// Decides on a weak reference to an unmarked object, read from `address`: the handle of a live
    /// object, or 0. Weak reads and the end of marking agree on one verdict.
    public long judgeWeak(WriteBarrier barrier, long address, long handle) {
        Verdict verdict = barrier.core().verdict();
        if (verdict.resist()) {
            barrier.shade(handle);
            return handle;
        }
        return verdict.isDone()
                ? readWeakAgain(barrier, address, handle)
                : barrier.liveOrNull(handle);
    }

    /// Once the dead are retired, a weak read asks the cell, not the marks, whether its object is
    /// dead.
    public long readWeakAgain(WriteBarrier barrier, long address, long handle) {
        return Integer.toUnsignedLong(Memory.getIntAcquire(address));
    }

    // Stacks

    /// The snapshot shades the top frame; what lies below is frozen.
    ///
    /// @param most how many slots of frames below the top one are shaded as well
    public void freeze(ShadowStack stack, int most, ShadowStack.Shader shader) {
        stack.freezeBelowTop(most, shader);
    }

    /// What returning below the watermark does with the slots of the frame returned to: shades
    /// them.
    public ShadowStack.Shader returnBarrier(WriteBarrier barrier) {
        return barrier;
    }

    // Births

    /// Whether objects are born marked: from the snapshot of their thread to its H4. Before that
    /// they are not, so that they are traced.
    public boolean birthsMarked(boolean barrierOn, boolean pastSnapshot) {
        return pastSnapshot;
    }

    // Threads that come and go

    /// What a parent does before its child is registered, and again as long as [#maySpawn] says no.
    public void beforeSpawn(MutatorContext parent) {
        parent.poll();
    }

    /// A parent has answered the handshake issued last when its child becomes visible: the child
    /// starts in the state after it, so what the parent gives must be protected as of then.
    public boolean maySpawn(MutatorContext parent, long issued) {
        return parent.answers().has(issued);
    }

    /// A thread that exits hands its buffer over.
    public boolean exitHandsOver() {
        return true;
    }

    // The cycle. The collector runs it.

    /// The barrier is on everywhere before the first snapshot (H1), and no store without it is
    /// under way then (H1b).
    public void beforeSnapshot(Runnable turnBarriersOn, Runnable settle) {
        turnBarriersOn.run();
        settle.run();
    }

    /// Of several markers that found a handle unmarked one traces it: the first to mark it.
    public boolean mayTrace(boolean wasFirst) {
        return wasFirst;
    }

    /// Tracing has ended when no marker has work left, not only the one that asks.
    public boolean endsTracing(boolean othersAreIdle) {
        return othersAreIdle;
    }

    /// Marking ends only when a flush round found every buffer empty and no weak read objects.
    public boolean endsMarking(boolean allEmpty, Verdict verdict) {
        return allEmpty && verdict.close();
    }

    /// Only objects that do not change any more are moved.
    public boolean mayMove(long header) {
        return (header & (ObjectHeader.SEALED | ObjectHeader.MUTABLE)) == ObjectHeader.SEALED;
    }

    /// What is not moved keeps its lines.
    public boolean keepsWhatStays() {
        return true;
    }

    /// The contents are copied before the slot names the copy
    /// (`Invariant.CONTENTS_BEFORE_ADDRESS`).
    public void move(Relocation object) {
        object.copy();
        object.publish();
    }

    /// Memory that objects were moved from is reused only after every mutator has answered a
    /// handshake.
    public void afterMoving(Runnable handshake, Runnable sweepCandidates) {
        handshake.run();
        sweepCandidates.run();
    }

    /// Whether a mutator knows that objects move from when it has answered H4, and so writes none
    /// that is sealed.
    public boolean tellsOfMoving() {
        return true;
    }

    /// Memory of retired objects is reused only after every mutator has passed H4.
    public void afterRetiring(Runnable turnBarriersOff, Runnable sweep) {
        turnBarriersOff.run();
        sweep.run();
    }
}
