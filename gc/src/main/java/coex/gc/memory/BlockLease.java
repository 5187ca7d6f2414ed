// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

/// A block in the hands of one mutator, with the lines of it that are still free.
///
/// Filled in by [BlockSpace#acquire] under its lock; from then on only the mutator touches it, or
/// the collector on its behalf under a handshake. Giving it back reads it under the same lock.
final class BlockLease {

    static final int NONE = -1;

    private static final long[] NO_LINES = {};

    /// The block's number, or [#NONE].
    int block = NONE;

    /// Whether the block was of the other kind and is pinned by what is put there.
    boolean pins;

    /// Lines that objects have been put into.
    int usedLines;

    /// One bit for each line of the block that may be allocated into; nothing before the first
    /// block.
    long[] freeLines = NO_LINES;

    /// Before anything else is done for a block: the JVM may be out of memory.
    void makeRoom(int wordsPerBlock) {
        if (freeLines.length < wordsPerBlock) {
            freeLines = new long[wordsPerBlock];
        }
    }

    boolean isHeld() {
        return block != NONE;
    }
}
