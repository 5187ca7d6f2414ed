package coex.collections;

import coex.gc.mutator.GlobalRoots;

import java.util.concurrent.atomic.AtomicLong;

/// A handle and the cell that keeps its object alive; run once, it gives the cell up.
///
/// @param handle 0 for an empty value, which needs no cell
/// @param given counts the cells given up
record Rooted(long handle, int cell, GlobalRoots roots, AtomicLong given) implements Runnable {

    static final Rooted EMPTY = new Rooted(0, -1, null, null);

    @Override
    public void run() {
        if (cell >= 0) {
            roots.giveUp(cell);
            given.incrementAndGet();
        }
    }
}
