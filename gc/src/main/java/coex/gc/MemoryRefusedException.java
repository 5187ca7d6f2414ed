package coex.gc;

/// The operating system, or the JVM in its place, refuses memory or address space that a heap needs
/// to open. The options may be smaller (`maximumBytes`, `maximumHandles`), or the limits of the
/// process larger.
public final class MemoryRefusedException extends HeapException {

    private static final long serialVersionUID = 1L;

    public MemoryRefusedException(String message) {
        super(message);
    }
}
