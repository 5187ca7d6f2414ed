package coex.gc;

/// The heap has been closed; its objects are gone.
public final class HeapClosedException extends HeapException {

    private static final long serialVersionUID = 1L;

    public HeapClosedException(String heapName) {
        super("heap closed: heap=" + heapName);
    }
}
