package coex.runtime.task;

/// Those who wait to send to a channel, or to receive from it, in the order in which they came.
/// Under the lock of the channel.
final class WaitQueue {

    private Waiter first;
    private Waiter last;

    boolean isEmpty() {
        return first == null;
    }

    void add(Waiter waiter) {
        waiter.line = this;
        waiter.previous = last;
        if (last == null) {
            first = waiter;
        } else {
            last.next = waiter;
        }
        last = waiter;
    }

    void remove(Waiter waiter) {
        if (waiter.line != this) {
            return;
        }
        if (waiter.previous == null) {
            first = waiter.next;
        } else {
            waiter.previous.next = waiter.next;
        }
        if (waiter.next == null) {
            last = waiter.previous;
        } else {
            waiter.next.previous = waiter.previous;
        }
        waiter.line = null;
        waiter.previous = null;
        waiter.next = null;
    }

    /// Takes the first one out whose wait the caller can end; null if there is none. The caller
    /// then has to.
    Waiter claimFirst() {
        while (first != null) {
            Waiter waiter = first;
            remove(waiter);
            if (waiter.wait.claim()) {
                return waiter;
            }
        }
        return null;
    }
}
