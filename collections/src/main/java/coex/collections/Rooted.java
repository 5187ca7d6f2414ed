package coex.collections;

/// A handle and the cell that keeps its object alive; run once, it empties the cell and gives it
/// up.
///
/// @param handle 0 for an empty value, which needs no cell
record Rooted(long handle, int cell, PersistentCollections heap) implements Runnable {

    static final Rooted EMPTY = new Rooted(0, -1, null);

    @Override
    public void run() {
        if (handle != 0) {
            heap.release(cell);
        }
    }
}
