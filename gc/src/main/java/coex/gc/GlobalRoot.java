// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// A cell outside any frame that keeps one object alive. Any attached thread may use it.
public interface GlobalRoot extends AutoCloseable {

    /// {@return the handle in the cell, or 0}
    ///
    /// @param mutator the calling thread's
    long get(Mutator mutator);

    /// Replaces the handle in the cell.
    ///
    /// @param mutator the calling thread's
    /// @param handle an object of this heap, or 0
    void set(Mutator mutator, long handle);

    /// Replaces the handle if it is `expected`.
    ///
    /// @param mutator the calling thread's
    /// @param expected what has to be in the cell
    /// @param handle an object of this heap, or 0
    /// @return whether it was
    boolean compareAndSet(Mutator mutator, long expected, long handle);

    /// Releases the cell. Any thread may do so, attached or not; the collector empties the cell
    /// when no marking is under way. Closing twice does nothing.
    @Override
    void close();
}
