package coex.bench.subject;

/// A list of longs whose operations are measured. Positions count the random places of [Places]; no
/// operation changes the list that the next one sees, but in the mutable bound.
public abstract class ListSubject {

    /// Builds the list, by appending. By the thread that measures.
    public abstract void prepare(Places places);

    /// Takes the element at a random index.
    public abstract void get(int position, Sink sink);

    /// Replaces the element at a random index.
    public abstract void update(int position, Sink sink);

    /// Builds a list by appending.
    public abstract void build(Sink sink);

    /// Takes all elements.
    public abstract void iterate(Sink sink);

    /// Called between operations, at least every thousand.
    public void safepoint() {}

    /// Ends what [#prepare] began.
    public void close() {}
}
