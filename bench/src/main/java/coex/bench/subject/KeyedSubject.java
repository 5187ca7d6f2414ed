package coex.bench.subject;

/// A map or a set whose operations are measured. Positions are those in [Keys#sought]; no operation
/// changes the collection that the next one sees, but in the mutable bound.
public abstract class KeyedSubject {

    /// Builds the collection of all entries, by single updates. By the thread that measures.
    public abstract void prepare(Keys keys);

    /// Looks a key up.
    public abstract void get(int position, Sink sink);

    /// Gives a key a new value; to a set, adds one of [Keys#absent].
    public abstract void update(int position, Sink sink);

    /// Leaves a key out.
    public abstract void remove(int position, Sink sink);

    /// Builds a collection of all entries, by single updates.
    public abstract void build(Sink sink);

    /// Takes all keys, and values if it has any.
    public abstract void iterate(Sink sink);

    /// Takes [#RANGE] keys, and values if it has any, from a key on, in order, or as many as there
    /// are. Only of what is sorted.
    public void range(int position, Sink sink) {
        throw new UnsupportedOperationException("not sorted: " + getClass().getSimpleName());
    }

    /// Entries of a range.
    public static final int RANGE = 100;

    /// Called between operations, at least every thousand.
    public void safepoint() {}

    /// Ends what [#prepare] began.
    public void close() {}
}
