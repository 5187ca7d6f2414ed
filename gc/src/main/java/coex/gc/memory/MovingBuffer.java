// SPDX-License-Identifier: Apache-2.0
package coex.gc.memory;

/// Where the collector puts the objects it moves: one after the other into free blocks. What is
/// left of a block when it is given back goes to mutators.
///
/// The collector's alone.
public final class MovingBuffer {

    private final BlockSpace space;
    private final BlockLease lease = new BlockLease();
    private long start;
    private long cursor;
    private long limit;

    public MovingBuffer(BlockSpace space) {
        this.space = space;
    }

    /// The address of `bytes` bytes, at most what shares a block; 0 if there is no block left.
    ///
    /// @param cycle the running one
    public long take(int bytes, long cycle) {
        if (limit - cursor < bytes && !enterBlock(cycle)) {
            return 0;
        }
        long address = cursor;
        cursor += bytes;
        return address;
    }

    private boolean enterBlock(long cycle) {
        close(cycle);
        if (!space.acquireToMove(lease)) {
            return false;
        }
        start = space.addressOf(lease.block);
        cursor = start;
        limit = start + space.blockBytes();
        return true;
    }

    /// Gives the block back. As of `cycle`, so that the next one sweeps it.
    public void close(long cycle) {
        if (lease.isHeld()) {
            long used = cursor - start + BlockSpace.LINE_BYTES - 1;
            lease.usedLines = (int) (used >>> BlockSpace.LINE_SHIFT);
            LineSet.remove(lease.freeLines, 0, lease.usedLines);
            space.close(lease, cycle);
        }
        cursor = 0;
        limit = 0;
    }
}
