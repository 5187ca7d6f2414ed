package coex.gc;

/// The collector of this heap has ended with an error, which is the cause: the JVM or the system could
/// not give it memory, or there is a bug in this library.
///
/// The heap does not collect any more. Attached threads can go on as long as there is room, for example
/// to save what they hold; then close the heap.
public final class CollectorFailedException extends HeapException {

    private static final long serialVersionUID = 1L;

    public CollectorFailedException(String heapName, Throwable cause) {
        super("collector failed: heap=" + heapName, cause);
    }
}
