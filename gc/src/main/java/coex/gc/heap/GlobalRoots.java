// SPDX-License-Identifier: Apache-2.0
package coex.gc.heap;

import coex.gc.HeapExhaustedException;
import coex.gc.HeapExhaustedException.Resource;
import coex.gc.memory.Memory;
import coex.gc.memory.Reservation;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongConsumer;

/// Root cells outside any frame: four bytes each, written through the barrier like any mutable
/// cell.
///
/// A cell given up by [#giveUp] is still a root of the running cycle. It is emptied at the end
/// of a cycle that began after it was given up: by then every mutator has passed a handshake, so no
/// store into it can be under way, and no marking is.
///
/// Who takes and gives back many, between entering the heap and leaving it, does so with the
/// [RootStripe] of its mutator, which comes here for some dozens at a time.
///
/// What is taken is guarded by this object's monitor, what is given up by another, each held for a
/// bounded number of steps: those who take do not wait for those who give up, which may be many at
/// once. The cells themselves are read and written without; [#forEach] reads them opaquely.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | `take`, `giveUp`, `count`, `isFillingUp`, `sideBytes` | any thread | a short lock |
/// | `stripe` | the owner of the mutator | a short lock, the first time |
/// | `cycleBegins`, `cycleEnds` | the collector | a short lock |
/// | `forEach` | the collector, observers | a short lock at the beginning |
public final class GlobalRoots {

    private static final int MOST_CELLS = 1 << 24;
    private static final int FIRST_CELLS = 1 << 14;

    /// Cells emptied under the monitor at once.
    private static final int CELLS_AT_ONCE = 1024;

    /// A longer list of cells given up is not kept for the next cycle.
    private static final int KEPT_ENTRIES = 1 << 14;

    private static final int[] NONE = {};

    private final Reservation cells;
    private final BitSet taken = new BitSet();

    /// How many bits there are in `taken`.
    private int takenCount;

    private int mostCells = MOST_CELLS;

    /// All cells below are taken.
    private int searchFrom;

    private int committedCells;
    private int usedLimit;

    /// The stripe of each mutator by its number; null for those who have not asked.
    ///
    /// - writers: who makes a stripe, under the monitor: first the element, then this field
    /// - readers: the owner of a mutator its own element, others under the monitor
    /// - ordering: volatile
    /// - why: a mutator reads an element that it wrote itself, or that an earlier bearer of its
    ///   number did, or null: then it looks again under the monitor
    private volatile RootStripe[] stripes = {};

    // Under the monitor of `givingUp`

    private final Object givingUp = new Object();
    private int[] givenUp = NONE;
    private int givenUpCount;

    /// How many of those given up, the first ones, can be emptied at the end of the running cycle.
    /// The collector's alone.
    private int passing;

    /// The reservation comes last: nothing can fail after it.
    public GlobalRoots() {
        cells = Reservation.of("global roots", MOST_CELLS * 4L, false);
    }

    /// Allows fewer cells than the millions that there may be: for tests of what happens then.
    public synchronized void limitTo(int most) {
        mostCells = most;
    }

    /// A new, empty cell.
    ///
    /// @throws HeapExhaustedException if there are too many
    public synchronized int take() {
        int cell = nextFree();
        setTaken(cell);
        return cell;
    }

    private int nextFree() {
        int cell = taken.nextClearBit(searchFrom);
        if (cell >= mostCells) {
            throw exhausted();
        }
        if (cell == committedCells) {
            int wanted = Math.max(FIRST_CELLS, committedCells * 2);
            if (!cells.commitTo(wanted * 4L)) {
                throw exhausted();
            }
            committedCells = wanted;
        }
        return cell;
    }

    private HeapExhaustedException exhausted() {
        return new HeapExhaustedException(Resource.ROOTS, 1, takenCount, 0, mostCells);
    }

    private void setTaken(int cell) {
        taken.set(cell);
        takenCount++;
        searchFrom = cell + 1;
        usedLimit = Math.max(usedLimit, cell + 1);
    }

    /// Fills the beginning of `target` with new, empty cells: all of it, or as many as there are,
    /// but at least one.
    ///
    /// @return how many
    synchronized int take(int[] target, int most) {
        int count = 0;
        while (count < most) {
            int cell;
            try {
                cell = nextFree();
            } catch (HeapExhaustedException e) {
                if (count == 0) {
                    throw e;
                }
                return count;
            }
            setTaken(cell);
            target[count++] = cell;
        }
        return count;
    }

    /// Takes cells back that are empty, and into which nobody will store any more. They are free at
    /// once.
    synchronized void giveBack(int[] emptied, int from, int to) {
        for (int i = from; i < to; i++) {
            taken.clear(emptied[i]);
            takenCount--;
            searchFrom = Math.min(searchFrom, emptied[i]);
        }
    }

    /// The cells that a mutator has set aside. For the mutator's owner, until its next safepoint.
    ///
    /// @param number the mutator's
    public RootStripe stripe(int number) {
        RootStripe[] all = stripes;
        RootStripe known = number < all.length ? all[number] : null;
        return known == null ? makeStripe(number) : known;
    }

    private synchronized RootStripe makeStripe(int number) {
        RootStripe[] all = stripes;
        if (number >= all.length) {
            all = Arrays.copyOf(all, Math.max(number + 1, all.length * 2));
        }
        if (all[number] == null) {
            all[number] = new RootStripe(this);
        }
        stripes = all;
        return all[number];
    }

    /// Gives a cell up. Any thread, also when the heap is closed.
    public void giveUp(int cell) {
        synchronized (givingUp) {
            if (givenUpCount == givenUp.length) {
                givenUp = Arrays.copyOf(givenUp, Math.max(16, givenUpCount * 2));
            }
            givenUp[givenUpCount++] = cell;
        }
    }

    public long addressOf(int cell) {
        return cells.base() + cell * 4L;
    }

    /// How many cells are in use. Exact for what the caller itself has done; what others are just
    /// doing may be missed.
    public synchronized long count() {
        long count = takenCount;
        for (RootStripe each : stripes) {
            count -= each == null ? 0 : each.count();
        }
        return count;
    }

    /// Whether more than half of the cells there may be are taken, those set aside included.
    public synchronized boolean isFillingUp() {
        return takenCount > mostCells / 2;
    }

    public synchronized long sideBytes() {
        return cells.committedBytes();
    }

    // Collector

    /// A cycle begins: what was given up so far can be emptied when it ends.
    public void cycleBegins() {
        synchronized (givingUp) {
            passing = givenUpCount;
        }
    }

    /// A cycle has ended: every mutator has passed its handshakes.
    public void cycleEnds() {
        for (int done = 0; done < passing; done += CELLS_AT_ONCE) {
            empty(done, Math.min(passing, done + CELLS_AT_ONCE));
        }
        synchronized (givingUp) {
            givenUpCount -= passing;
            System.arraycopy(givenUp, passing, givenUp, 0, givenUpCount);
            passing = 0;
            if (givenUp.length > KEPT_ENTRIES && givenUpCount == 0) {
                givenUp = NONE;
            }
        }
    }

    /// The entries stay where they are until [#cycleEnds] is done, whatever is added behind them.
    private void empty(int from, int to) {
        int[] cellsGivenUp;
        synchronized (givingUp) {
            cellsGivenUp = givenUp;
        }
        synchronized (this) {
            for (int i = from; i < to; i++) {
                int cell = cellsGivenUp[i];
                Memory.putIntRelease(addressOf(cell), 0);
                taken.clear(cell);
                takenCount--;
                searchFrom = Math.min(searchFrom, cell);
            }
        }
    }

    /// Calls `action` with the handle in each cell that is not empty.
    public void forEach(LongConsumer action) {
        int limit;
        synchronized (this) {
            limit = usedLimit;
        }
        for (int cell = 0; cell < limit; cell++) {
            long handle = Integer.toUnsignedLong(Memory.getIntOpaque(addressOf(cell)));
            if (handle != 0) {
                action.accept(handle);
            }
        }
    }

    void release() {
        cells.release();
    }
}
