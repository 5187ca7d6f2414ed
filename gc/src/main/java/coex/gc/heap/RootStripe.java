// SPDX-License-Identifier: Apache-2.0
package coex.gc.heap;

/// Cells of [GlobalRoots] that one mutator has set aside, so that it takes and gives back without a
/// lock.
///
/// A stripe belongs to the number of a mutator, and is used by whoever owns the mutator at the
/// moment: all fields are plain. What one owner did comes before what the next one does, by the
/// accesses that hand the mutator, or its number, over.
///
/// A cell that is given back is free at once, which [GlobalRoots#giveUp] must not allow: here its
/// last owner has emptied it through the barrier, between entering the heap and leaving it, and
/// nobody else knew the cell. To the collector it is one mutable cell into which 0 was stored and
/// then another handle.
///
/// Should the stack end in the middle of something, cells are lost, and none is given out twice:
/// `count` is lowered before cells leave, and raised after they came.
public final class RootStripe {

    private static final int MOST = 128;
    private static final int AT_ONCE = 64;

    private final GlobalRoots shared;
    private final int[] cells = new int[MOST];

    /// How many there are, at the beginning of `cells`.
    ///
    /// - writers: the owner
    /// - readers: the owner; [GlobalRoots#count], plainly
    /// - why: for those who count, a moment ago is good enough
    private int count;

    RootStripe(GlobalRoots shared) {
        this.shared = shared;
    }

    /// An empty cell.
    ///
    /// @throws coex.gc.HeapExhaustedException if there are too many
    public int take() {
        if (count == 0) {
            count = shared.take(cells, AT_ONCE);
        }
        return cells[--count];
    }

    /// Whether the next [#take] has to fetch cells: of those taken lately few were given back here.
    public boolean isUsedUp() {
        return count == 0;
    }

    /// Takes a cell back that the caller has emptied, and into which nobody will store any more.
    public void giveBack(int cell) {
        if (count == MOST) {
            count = MOST - AT_ONCE;
            shared.giveBack(cells, MOST - AT_ONCE, MOST);
        }
        cells[count] = cell;
        count++;
    }

    int count() {
        return count;
    }
}
