// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// A stretch in which the owning thread does not touch the heap. See [Mutator#safeRegion].
public interface SafeRegion extends AutoCloseable {

    /// Leaves the region. It may wait for the end of a handshake action that the collector is
    /// doing for this thread at that moment, which is short whatever the size of the heap.
    @Override
    void close();
}
