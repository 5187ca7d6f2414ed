package coex.gc;

/// A cell outside any frame that keeps one object alive. Any attached thread may use it.
public interface GlobalRoot extends AutoCloseable {

    /// The handle in the cell, or 0.
    long get(Mutator mutator);

    /// Replaces the handle in the cell.
    void set(Mutator mutator, long handle);

    /// Replaces the handle if it is `expected`.
    boolean compareAndSet(Mutator mutator, long expected, long handle);

    /// Releases the cell. Any thread may do so, attached or not; the collector empties the cell
    /// when no marking is under way. Closing twice does nothing.
    @Override
    void close();
}
