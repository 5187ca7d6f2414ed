package coex.gc;

/// Tells heaps apart. Compared by identity, and does not keep the heap: shapes and fields have it.
public final class HeapId {

    private final String name;

    /// @param name the heap's
    public HeapId(String name) {
        this.name = name;
    }

    /// The heap's name, which others may have too.
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
