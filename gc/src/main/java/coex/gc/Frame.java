// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// A range of root slots on a mutator's shadow stack. For the owning thread only.
public abstract class Frame implements AutoCloseable {

    /// The most slots a frame may have. It bounds what a mutator does for the collector at once.
    public static final int MAXIMUM_SLOTS = 1024;

    /// Only [Mutator#frame] makes frames.
    protected Frame() {}

    /// {@return the number of slots}
    public abstract int slots();

    /// {@return the handle in a slot, 0 if it is empty}
    ///
    /// @param slot which slot, from 0
    public abstract long get(int slot);

    /// Puts a handle, or 0, into a slot.
    ///
    /// @param slot which slot, from 0
    /// @param handle an object of this heap, or 0
    public abstract void set(int slot, long handle);

    /// Pops this frame and those above it. Closing twice does nothing.
    @Override
    public abstract void close();
}
