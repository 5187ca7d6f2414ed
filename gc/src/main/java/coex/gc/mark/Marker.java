// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import coex.gc.MemoryRefusedException;
import coex.gc.heap.HeapCore;
import coex.gc.heap.SchedulePoint;
import coex.gc.mutator.Backoff;
import coex.gc.mutator.Protocol;

import java.util.Arrays;
import java.util.function.LongConsumer;

/// Finds and traces what lives, for the collector: alone, or with helpers that trace beside it.
///
/// A cycle begins alone. When the collector asks for it ([#share]) helpers take part, until marking
/// is complete ([#dismissHelpers]). Roots, stacks, logs and what mutators hand over are read by the
/// collector alone, while no helper has work; tracing is what markers share, through [SharedWork].
/// Each has its own weak cells, lists and counters, which the collector goes through one after the
/// other when all have left.
///
/// **When the JVM fails.** Helpers are made when they are first wanted. One that cannot be made or
/// started is done without, and so is one that fails while it has no work. If one fails in the
/// middle of its work the collector throws what it has failed with: the cycle is given up, as if
/// the collector had failed itself, and the next one has no helpers.
///
/// All methods are for the holder of the collector's role, but for [#sideBytes].
public final class Marker {

    /// A marker beside others looks after this many objects whether somebody needs work.
    private static final int PIECE = 256;

    /// Where a test decides how far each thread goes.
    private static final int PIECE_SCHEDULED = 1;

    private static final long LONGEST_NAP_NANOS = 200_000;
    private static final MarkHelper[] NOBODY = {};
    private static final Error DIED = new OutOfMemoryError("the thread of a marker has ended");

    private final HeapCore core;
    private final Protocol protocol;
    private final MarkWorker own;
    private final int most;
    private final int piece;

    /// Made when it is first needed.
    private SharedWork shared;

    /// Those there are.
    ///
    /// - writer: the collector, a new array each time
    /// - readers: the collector; whoever asks for statistics
    /// - ordering: volatile, so that who sees the array sees what is in it
    private volatile MarkHelper[] helpers = NOBODY;

    // Of the running cycle

    private boolean moves;

    /// How many of the helpers take part.
    private int called;

    /// Helpers could not be made; not to be tried again and again.
    private boolean refused;

    private int waits;

    /// So many cycles from the last one that failed on are alone.
    private int cyclesAlone;

    public Marker(HeapCore core, Protocol protocol) {
        this.core = core;
        this.protocol = protocol;
        this.own = new MarkWorker(core, protocol, false);
        this.most = core.options().markers();
        this.piece = core.isScheduled() ? PIECE_SCHEDULED : PIECE;
    }

    /// Forgets the last cycle, but for what is to be read again.
    ///
    /// @param moving whether objects are to be moved
    public void begin(boolean moving) {
        dismissHelpers();
        moves = moving;
        refused = false;
        cyclesAlone = Math.max(0, cyclesAlone - 1);
        own.begin(moving, false);
        for (MarkHelper helper : helpers) {
            helper.worker().begin(moving, true);
        }
    }

    /// Marks a handle found in a root.
    public void markRoot(long handle) {
        own.visit(handle);
    }

    /// Marks a handle found in a frozen slot; false if what it names may be young when the cycle
    /// has ended, so that the slot must be read again in the next one.
    public boolean markSlot(long handle) {
        return !own.visit(handle);
    }

    /// Reads an object that was written since the last cycle. Only if it is old: any other is
    /// traced if it is reached.
    public void readLogged(long handle) {
        own.readLogged(handle);
    }

    /// Reads what the last cycle has noted to be read again.
    public void readNoted() {
        own.readNoted(own);
        for (MarkHelper helper : helpers) {
            own.readNoted(helper.worker());
        }
    }

    /// A cycle begins: see [RereadLog#handOver].
    public void handOverNoted() {
        own.handOverNoted();
        for (MarkHelper helper : helpers) {
            helper.worker().handOverNoted();
        }
    }

    /// Takes over a handle that a mutator has shaded. No helper has work.
    public void adopt(long handle) {
        own.adopt(handle);
    }

    /// Traces about `budget` objects, or waits a little for helpers that have work; true if there
    /// is nothing left to trace.
    public boolean trace(int budget) {
        return called == 0 ? own.trace(budget) : traceBesideHelpers(budget);
    }

    private boolean traceBesideHelpers(int budget) {
        long stopAt = own.objects() + budget;
        do {
            if (!own.trace(Math.min(piece, budget))) {
                if (shared.wantsMore()) {
                    shared.give(own.work());
                }
            } else if (!shared.take(own.work())) {
                return isComplete();
            }
            waits = 0;
        } while (own.objects() < stopAt);
        return false;
    }

    /// Whether no helper has work either; if one has, waits a little.
    private boolean isComplete() {
        buryDied();
        boolean quiet = shared.isQuiet();
        throwFailure();
        if (!quiet) {
            core.pass(SchedulePoint.MARKER_WAITS);
            Backoff.pause(waits++, LONGEST_NAP_NANOS);
        }
        return quiet;
    }

    private void throwFailure() {
        try {
            shared.throwFailure();
        } catch (RuntimeException | Error e) {
            cyclesAlone = 2; // this one is over
            throw e;
        }
    }

    private void buryDied() {
        for (MarkHelper helper : helpers) {
            if (helper.hasDied()) {
                shared.leave(helper, DIED);
            }
        }
    }

    // Helpers

    /// Has helpers take part, until marking is complete, so that there are as many markers as
    /// wanted: or fewer, if that is not possible.
    public void share(int markers) {
        int wanted = Math.min(markers, most) - 1;
        if (wanted <= called || refused || cyclesAlone > 0) {
            return;
        }
        try {
            make(wanted);
        } catch (OutOfMemoryError | StackOverflowError | MemoryRefusedException e) {
            refused = true;
        }
        int there = prepared(Math.min(wanted, helpers.length));
        if (there > called) {
            own.joinOthers();
            if (called == 0) {
                shared.open();
            }
            while (called < there) {
                // first, so that the helper is dismissed also if the call fails half way
                called++;
                helpers[called - 1].call();
            }
        }
    }

    /// How many of `wanted` helpers there is memory for, counting those that were called before.
    private int prepared(int wanted) {
        int there = called;
        while (there < wanted && helpers[there].worker().prepareLines()) {
            there++;
        }
        refused |= there < wanted;
        return there;
    }

    /// One that takes the place of a dead one is not called before the next cycle.
    private void make(int wanted) {
        if (shared == null) {
            shared = new SharedWork(protocol, most - 1);
        }
        for (int i = 0; i < helpers.length; i++) {
            if (helpers[i].hasDied()) {
                // First: who is in no array any more would count as inside for ever.
                shared.leave(helpers[i], DIED);
                MarkHelper[] renewed = helpers.clone();
                renewed[i] = started(helpers[i].worker(), i);
                helpers = renewed;
            }
        }
        while (helpers.length < wanted) {
            MarkHelper[] more = Arrays.copyOf(helpers, helpers.length + 1);
            MarkWorker worker = new MarkWorker(core, protocol, true);
            boolean made = false;
            try {
                worker.begin(moves, true);
                more[helpers.length] = started(worker, helpers.length);
                made = true;
            } finally {
                if (!made) {
                    worker.release();
                }
            }
            helpers = more;
        }
    }

    private MarkHelper started(MarkWorker worker, int index) {
        MarkHelper helper = new MarkHelper(core, shared, worker, index + 1, piece);
        helper.start();
        return helper;
    }

    /// Has helpers leave, and waits until they have. Can be called again.
    public void dismissHelpers() {
        if (called == 0) {
            return;
        }
        for (MarkHelper helper : helpers) {
            helper.dismiss(); // first: who finds the work closed is not called any more
        }
        shared.close();
        int rounds = 0;
        while (!shared.isLeft()) {
            buryDied();
            core.pass(SchedulePoint.MARKER_WAITS);
            Backoff.pause(rounds++, LONGEST_NAP_NANOS);
        }
        called = 0;
    }

    // Marking is complete, and helpers have left

    /// Adds the lines that helpers have marked to the heap's. Can be done again.
    public void moveLines() {
        for (MarkHelper helper : helpers) {
            helper.worker().moveLines();
        }
    }

    /// Clears the weak references to unmarked objects in the cells traced; returns how many
    /// in this cycle. May fail, and is then called again.
    public long clearWeakCells() {
        long cleared = own.clearWeakCells();
        for (MarkHelper helper : helpers) {
            cleared += helper.worker().clearWeakCells();
        }
        return cleared;
    }

    /// Objects traced in this cycle; while helpers trace, as far as they have said.
    public long objects() {
        long objects = own.objects();
        for (MarkHelper helper : helpers) {
            objects += helper.worker().publishedObjects();
        }
        return objects;
    }

    /// Their bytes.
    public long bytes() {
        long bytes = own.bytes();
        for (MarkHelper helper : helpers) {
            bytes += helper.worker().bytes();
        }
        return bytes;
    }

    /// How many markers have traced anything in this cycle, at least 1.
    public int markers() {
        int markers = 1;
        for (MarkHelper helper : helpers) {
            markers += helper.worker().objects() > 0 ? 1 : 0;
        }
        return markers;
    }

    /// How many objects the cycle is to move.
    public long toMove() {
        long count = own.moveList().size();
        for (MarkHelper helper : helpers) {
            count += helper.worker().moveList().size();
        }
        return count;
    }

    /// One of them: those of each marker in the order in which it has met them.
    public long toMove(long index) {
        MoveList list = own.moveList();
        long left = index;
        for (int i = 0; left >= list.size(); i++) {
            left -= list.size();
            list = helpers[i].worker().moveList();
        }
        return list.at(left);
    }

    /// Shows what is to be read again in the next cycle, if that is young.
    public void forEachToReadAgain(LongConsumer action) {
        own.forEachToReadAgain(action);
        for (MarkHelper helper : helpers) {
            helper.worker().forEachToReadAgain(action);
        }
    }

    /// Ends a cycle.
    public void end() {
        own.end();
        for (MarkHelper helper : helpers) {
            helper.worker().end();
        }
    }

    // Anyone

    public long sideBytes() {
        long bytes = own.sideBytes();
        for (MarkHelper helper : helpers) {
            bytes += helper.worker().sideBytes();
        }
        return bytes;
    }

    /// Ends the threads of helpers, and gives the memory back when none of them uses it any more.
    public void release() {
        dismissHelpers();
        for (MarkHelper helper : helpers) {
            helper.end();
            helper.worker().release();
        }
        own.release();
    }
}
