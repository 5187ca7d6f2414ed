// SPDX-License-Identifier: Apache-2.0
package coex.gc.mark;

import coex.gc.mutator.Protocol;

/// Where markers leave work for each other, and how the collector finds out that none is left.
///
/// Each marker has a stack of its own that nobody else touches. A marker that sees fewer chunks
/// here than markers help puts one in, taken from the bottom of its stack; one that has run out
/// takes one. So a marker that runs out mostly finds work at once, and otherwise soon: others look
/// every few hundred objects.
///
/// **The end.** A helper is *busy* from when it takes a chunk until its stack is empty and it asks
/// again; both happen under the lock. So when the collector, whose own stack is empty, finds no
/// chunk and nobody busy, there is no work anywhere, and nobody can make any: only one who has work
/// makes work. The collector may then run a flush round, put what it brings on its own stack and go
/// on; helpers wait meanwhile.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | `open`, `close`, `isLeft`, `isQuiet`, `throwFailure` | the collector | a short lock |
/// | `enter`, `takeNext`, `leave` | a helper | a short lock |
/// | `take`, `give` | a marker, for its own stack | a short lock |
/// | `isOpen`, `wantsMore` | a marker | no |
///
/// Everything but the two volatile fields is guarded by the monitor. Nothing here makes a Java
/// object or waits, so nothing fails for want of memory.
final class SharedWork {

    private static final int CHUNK = 256;

    private final Protocol protocol;
    private final long[][] chunks;
    private final int[] sizes;

    /// Chunks that are here. Volatile: markers ask without the lock whether there should be more,
    /// and a late answer costs a look or a chunk.
    private volatile int available;

    /// Whether helpers take part. Volatile: a helper asks while it traces, and stops soon.
    private volatile boolean open;

    /// Helpers that take part.
    private int inside;

    /// Those of them that may have work on their stacks.
    private int busy;

    /// What made a helper unable to go on: its work is lost, and the cycle with it.
    private Throwable failure;

    /// @param helpers how many there are at most
    SharedWork(Protocol protocol, int helpers) {
        this.protocol = protocol;
        this.chunks = new long[helpers][CHUNK];
        this.sizes = new int[helpers];
    }

    // The collector

    /// Lets helpers take part.
    synchronized void open() {
        available = 0;
        failure = null;
        open = true;
    }

    /// Has helpers leave, whether there is work or not. Can be called again.
    synchronized void close() {
        open = false;
        available = 0;
    }

    /// Whether all helpers have left.
    synchronized boolean isLeft() {
        return inside == 0;
    }

    /// Takes work for a marker that has run out; false if there is none here.
    synchronized boolean take(MarkStack stack) {
        if (available == 0) {
            return false;
        }
        int last = available - 1;
        stack.takeIn(chunks[last], sizes[last]); // may fail, and nothing has changed then
        available = last;
        return true;
    }

    /// Whether there is no work anywhere. The collector's own stack is empty.
    synchronized boolean isQuiet() {
        return protocol.endsTracing(busy == 0 && available == 0);
    }

    /// Throws what a helper has failed with, if one has.
    synchronized void throwFailure() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }

    // Helpers

    /// Takes part from here on, unless it is too late.
    synchronized boolean enter(MarkHelper helper) {
        if (open) {
            inside++;
            helper.isInside = true;
        }
        return open;
    }

    /// Takes work for a helper whose stack is empty; whether it has some now.
    synchronized boolean takeNext(MarkHelper helper) {
        if (helper.isBusy) {
            busy--;
            helper.isBusy = false;
        }
        if (open && take(helper.worker().work())) {
            busy++;
            helper.isBusy = true;
        }
        return helper.isBusy;
    }

    /// Takes part no longer. What work it had is lost, which is no matter if [#close] was called.
    /// Can be called again, also by the collector for one whose thread has ended.
    ///
    /// @param why what it has failed with, or null
    synchronized void leave(MarkHelper helper, Throwable why) {
        if (helper.isBusy) {
            busy--;
            helper.isBusy = false;
            lost(why);
        } else if (!(why instanceof VirtualMachineError)) {
            lost(why); // nothing is lost, but something is wrong
        }
        if (helper.isInside) {
            inside--;
            helper.isInside = false;
        }
    }

    private void lost(Throwable why) {
        if (why != null) {
            failure = why;
        }
    }

    // Both

    boolean isOpen() {
        return open;
    }

    /// Whether a marker with work should leave some here.
    boolean wantsMore() {
        return open && available < chunks.length;
    }

    /// Puts a part of a marker's work here, if it has more than one entry.
    synchronized void give(MarkStack stack) {
        if (wantsMore()) {
            int count = stack.giveHalf(chunks[available]);
            if (count > 0) {
                sizes[available] = count;
                available++;
            }
        }
    }
}
