// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.GlobalRoot;
import coex.gc.HeapUsageException;
import coex.gc.Mutator;
import coex.gc.heap.GlobalRoots;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

/// One cell of the heap's `GlobalRoots`.
final class RootCell implements GlobalRoot {

    private final ConcurrentHeap heap;
    private final GlobalRoots roots;
    private final int cell;
    private final long address;

    /// Whether the cell was given up. Guarded by this object's monitor for the change; read without
    /// it before each use. A use that misses the change still finds the cell its own, because the
    /// collector reuses it only after every mutator has passed a handshake.
    private volatile boolean closed;

    RootCell(ConcurrentHeap heap) {
        this.heap = heap;
        this.roots = heap.core().roots();
        this.cell = roots.take();
        this.address = roots.addressOf(cell);
    }

    @Override
    public long get(Mutator mutator) {
        contextFor(mutator);
        return Integer.toUnsignedLong(Memory.getIntAcquire(address));
    }

    @Override
    public void set(Mutator mutator, long handle) {
        MutatorContext context = contextFor(mutator);
        ((CheckedMutator) mutator).requirePublishable(handle);
        context.storeRoot(address, handle);
    }

    @Override
    public boolean compareAndSet(Mutator mutator, long expected, long handle) {
        MutatorContext context = contextFor(mutator);
        ((CheckedMutator) mutator).requirePublishable(handle);
        ((CheckedMutator) mutator).requireCellContents(expected);
        return context.compareAndSetRoot(address, expected, handle);
    }

    private MutatorContext contextFor(Mutator mutator) {
        MutatorContext context = CheckedMutator.of(heap, mutator).usableContext();
        if (closed) {
            throw new HeapUsageException("global root closed: root=" + cell);
        }
        return context;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            roots.giveUp(cell);
        }
    }
}
