package coex.gc;

/// Announces objects that have become unreachable, by something the embedder attached to them.
///
/// The object itself is gone by then; what is announced is the attachment, which lives on the
/// JVM's heap. Any number of threads may register and poll.
public interface CleanerQueue<T> {

    /// Announces `attachment` once the object of `handle` is unreachable.
    Registration register(Mutator mutator, long handle, T attachment);

    /// The next announcement, or null if there is none now.
    T poll();

    /// How many registered objects have not been announced or cancelled.
    int pending();

    /// One registered object.
    interface Registration {
        /// Withdraws the registration; false if it was announced or cancelled before.
        boolean cancel();
    }
}
