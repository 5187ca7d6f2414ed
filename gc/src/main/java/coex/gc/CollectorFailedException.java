// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// A collection did not come to its end; the cause says why.
///
/// Either the JVM or the system could not give the collector memory for as long as the caller
/// waited. The heap lives, and whoever asks again later may find it collecting. Or there is a bug
/// in this library, and the message says that the collector has failed: then the heap does not
/// collect any more. Attached threads can go on as long as there is room, for example to save what
/// they hold; then close the heap.
public final class CollectorFailedException extends HeapException {

    private static final long serialVersionUID = 1L;

    /// Makes one.
    ///
    /// @param heapName the name of the heap
    /// @param cause what went wrong
    public CollectorFailedException(String heapName, Throwable cause) {
        super("collector failed: heap=" + heapName, cause);
    }

    private CollectorFailedException(Throwable cause, String message) {
        super(message, cause);
    }

    /// For who has waited while collections were given up, `attempts` of them.
    ///
    /// @param heapName the name of the heap
    /// @param attempts how many collections were given up
    /// @param cause what went wrong
    /// @return what to throw
    public static CollectorFailedException givenUp(
            String heapName, long attempts, Throwable cause) {
        return new CollectorFailedException(
                cause,
                "out of memory for a collection, which may pass: heap=%s attempts=%d"
                        .formatted(heapName, attempts));
    }
}
