// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// The heap has been closed; its objects are gone.
public final class HeapClosedException extends HeapException {

    private static final long serialVersionUID = 1L;

    /// Makes one.
    ///
    /// @param heapName the name of the heap
    public HeapClosedException(String heapName) {
        super("heap closed: heap=" + heapName);
    }
}
