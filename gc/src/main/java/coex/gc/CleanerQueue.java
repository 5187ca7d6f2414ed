// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// Announces objects that have become unreachable, by something the embedder attached to them.
///
/// The object itself is gone by then; what is announced is the attachment, which lives on the
/// JVM's heap. Any number of threads may register and poll.
///
/// @param <T> the type of the attachments
public interface CleanerQueue<T> {

    /// Announces `attachment` once the object of `handle` is unreachable.
    ///
    /// @param mutator the calling thread's
    /// @param handle an object of this heap
    /// @param attachment what is announced
    /// @return the registration, to withdraw it
    Registration register(Mutator mutator, long handle, T attachment);

    /// {@return the next announcement, or null if there is none now}
    T poll();

    /// {@return how many registered objects have not been announced or cancelled}
    int pending();

    /// One registered object.
    interface Registration {
        /// Withdraws the registration; false if it was announced or cancelled before.
        ///
        /// @return whether it was withdrawn
        boolean cancel();
    }
}
