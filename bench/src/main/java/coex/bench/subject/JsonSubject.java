package coex.bench.subject;

/// A library that reads and writes JSON.
public abstract class JsonSubject {

    /// Keeps the text, and its tree for [#write]. By the thread that measures.
    public abstract void prepare(byte[] utf8);

    /// Makes a tree of the text.
    public abstract void parse(Sink sink);

    /// Makes compact text of the tree, in an array of its own.
    public abstract void write(Sink sink);

    /// Called between operations.
    public void safepoint() {}

    /// Ends what [#prepare] began.
    public void close() {}
}
