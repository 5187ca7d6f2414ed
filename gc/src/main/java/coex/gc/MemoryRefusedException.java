// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// The operating system, or the JVM in its place, refuses memory or address space that a heap needs
/// to open. The options may be smaller (`maximumBytes`, `maximumHandles`), or the limits of the
/// process larger.
public final class MemoryRefusedException extends HeapException {

    private static final long serialVersionUID = 1L;

    /// Makes one.
    ///
    /// @param message what is wrong, with the numbers
    public MemoryRefusedException(String message) {
        super(message);
    }
}
