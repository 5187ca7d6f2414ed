// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

/// Chooses blocks by how many of their lines are used, the fewest first, within two limits. Sees
/// every block twice: to count it, and to decide.
final class CandidateChoice {

    private final int linesPerBlock;

    /// The blocks with so many lines in use: how many there are, and the lines in them that
    /// mutators could get.
    private final int[] blocks;

    private final long[] freeLines;

    /// Blocks with fewer lines in use are taken, and of those with as many what is within what is
    /// left of the limits.
    private int most;

    private long usedLeft;
    private long freeLeft;

    CandidateChoice(int linesPerBlock) {
        this.linesPerBlock = linesPerBlock;
        this.blocks = new int[linesPerBlock + 1];
        this.freeLines = new long[linesPerBlock + 1];
    }

    void count(int used, int free) {
        blocks[used]++;
        freeLines[used] += free;
    }

    /// All blocks have been counted.
    ///
    /// @param mostUsed lines in use in all blocks taken
    /// @param mostFree lines in them that mutators could get
    void settle(long mostUsed, long mostFree) {
        usedLeft = mostUsed;
        freeLeft = mostFree;
        for (most = 0; most <= linesPerBlock; most++) {
            long used = (long) blocks[most] * most;
            if (used > usedLeft || freeLines[most] > freeLeft) {
                return;
            }
            usedLeft -= used;
            freeLeft -= freeLines[most];
        }
    }

    boolean takes(int used, int free) {
        if (used != most || used > usedLeft || free > freeLeft) {
            return used < most;
        }
        usedLeft -= used;
        freeLeft -= free;
        return true;
    }
}
