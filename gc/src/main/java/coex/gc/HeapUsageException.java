package coex.gc;

/// A call that breaks a rule of the API. It had no effect: nothing in the heap has changed.
public final class HeapUsageException extends HeapException {

    private static final long serialVersionUID = 1L;

    public HeapUsageException(String message) {
        super(message);
    }
}
