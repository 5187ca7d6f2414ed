// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.HeapOptions;
import coex.gc.memory.BlockSpace;

/// Decides which cycles are young, and knows how much is old.
///
/// A cycle is full if it is the first, if one was given up (its marks mean nothing), if somebody
/// wants everything collected, and if old objects are likely to have died in number: when what has
/// become old since the last full cycle is a share of what was alive then, or of the room that was
/// left, or when a young cycle has freed little of what it looked at.
///
/// The collector's alone.
final class Generations {

    /// The share of the room beside what was alive that may become old before a full cycle.
    private static final int ROOM_SHARE = 4;

    /// A young cycle is worth another if it frees this share of what it looks at.
    private static final int LEAST_YIELD = 4;

    private final HeapOptions options;
    private final BlockSpace blocks;
    private final int fullEvery;

    /// Whether the next cycle must be full for what the last one has left.
    private boolean mustBeFull = true;

    private int youngInARow;
    private long oldObjects;
    private long oldBytes;

    /// What was alive at the last full cycle.
    private long aliveAtFull;

    private boolean freedLittle;

    Generations(HeapOptions options, BlockSpace blocks) {
        this.options = options;
        this.blocks = blocks;
        this.fullEvery = options.stress().fullEvery();
    }

    /// The kind of a cycle that begins now.
    ///
    /// @param fullAsked whether somebody waits for a full one
    CycleKind choose(Cause cause, boolean fullAsked) {
        return next(fullAsked || cause == Cause.IDLE);
    }

    /// The kind of the next cycle, as far as is known.
    ///
    /// @param fullWanted whether it is to be full for another reason than what the last have left
    CycleKind next(boolean fullWanted) {
        if (fullWanted || mustBeFull || !options.youngCycles()) {
            return CycleKind.FULL;
        }
        boolean full = fullEvery > 0 ? youngInARow + 1 >= fullEvery : freedLittle || hasGrownOld();
        return full ? CycleKind.FULL : CycleKind.YOUNG;
    }

    private boolean hasGrownOld() {
        long room = Math.max(0, blocks.maximumBytes() - aliveAtFull) / ROOM_SHARE;
        long share = aliveAtFull / 100 * options.growthPercent();
        return oldBytes - aliveAtFull >= Math.min(room, Math.max(share, options.initialBytes()));
    }

    /// A cycle has come to its end.
    ///
    /// @param objects traced
    /// @param bytes of those
    /// @param freed bytes found dead
    void cycleEnds(CycleKind kind, long objects, long bytes, long freed) {
        if (kind == CycleKind.FULL) {
            mustBeFull = false;
            youngInARow = 0;
            oldObjects = objects;
            oldBytes = bytes;
            aliveAtFull = bytes;
            freedLittle = false;
        } else {
            youngInARow++;
            oldObjects += objects;
            oldBytes += bytes;
            freedLittle = freed < (freed + bytes) / LEAST_YIELD;
        }
    }

    /// A cycle was given up; what it has marked may not have been traced.
    void cycleGivenUp() {
        mustBeFull = true;
    }

    /// Objects that cycles have traced, and no full one has found dead.
    long oldObjects() {
        return oldObjects;
    }

    /// Their bytes.
    long oldBytes() {
        return oldBytes;
    }
}
