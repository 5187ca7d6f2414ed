// SPDX-License-Identifier: Apache-2.0
package coex.observe;

/// The heap that a page shows is closed, or its program has ended. The message says which.
public final class HeapGoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// Makes one.
    ///
    /// @param message a sentence for people
    public HeapGoneException(String message) {
        super(message);
    }
}
