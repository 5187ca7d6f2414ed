package coex.runtime.task;

/// A place in the line of those who wait at a channel. Under the lock of the channel.
final class Waiter {

    final Wait wait;

    /// Which case of a `select` this is.
    final int which;

    /// What a sender wants to send. It keeps that reachable itself until its wait is over.
    final long bits;

    Waiter previous;
    Waiter next;

    /// The line it stands in, or null.
    WaitQueue line;

    Waiter(Wait wait, int which, long bits) {
        this.wait = wait;
        this.which = which;
        this.bits = bits;
    }
}
