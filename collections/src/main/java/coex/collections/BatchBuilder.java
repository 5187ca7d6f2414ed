package coex.collections;

/// What the builders of lists, sets and maps have in common: gathers plain values, and adds them to
/// the version that is in the heap a batch at a time. For one thread.
final class BatchBuilder<C extends PersistentCollection> {

    /// Makes the next version; see [ListKind#withBatch].
    interface Addition<C> {
        /// @param version what to add to; null for nothing
        /// @param count how many of the plain values count
        C add(C version, Object[] plain, int count);
    }

    private final Addition<C> addition;

    /// How many plain values belong together: two if they are keys and values in turn.
    private final int width;

    /// Whether an element, a key or a value is an object in the heap.
    private final boolean writesObjects;

    private Object[] plain;
    private int count;

    /// What is in the heap so far; not ours to close if `given`.
    private C version;

    private boolean given = true;

    /// @param version what to add to; null for nothing
    BatchBuilder(C version, int width, boolean writesObjects, Addition<C> addition) {
        this.version = version;
        this.width = width;
        this.writesObjects = writesObjects;
        this.addition = addition;
        this.plain = new Object[BatchSizes.FIRST * width];
    }

    void add(Object element) {
        if (count == plain.length) {
            flush();
        }
        plain[count++] = element;
    }

    void add(Object key, Object value) {
        if (count == plain.length) {
            flush();
        }
        plain[count++] = key;
        plain[count++] = value;
    }

    /// A version with all that was added. The next one begins with it.
    C build() {
        flush();
        given = true;
        return version;
    }

    private void flush() {
        if (count == 0 && version != null && !given) {
            return;
        }
        C next = addition.add(version, plain, count);
        if (!given) {
            version.close();
        }
        version = next;
        given = false;
        if (count == plain.length) {
            plain = new Object[BatchSizes.after(count / width, writesObjects) * width];
        }
        count = 0;
    }
}
