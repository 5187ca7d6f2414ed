// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// A call that breaks a rule of the API. It had no effect: nothing in the heap has changed.
public final class HeapUsageException extends HeapException {

    private static final long serialVersionUID = 1L;

    /// Makes one.
    ///
    /// @param message what is wrong, with the numbers
    public HeapUsageException(String message) {
        super(message);
    }
}
