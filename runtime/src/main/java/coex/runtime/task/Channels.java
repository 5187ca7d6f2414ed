package coex.runtime.task;

import coex.gc.Heap;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.error.CoexError;

/// Sending and receiving, for channels of one type.
///
/// A value goes from the sender to the ring of the channel, or to the cell of a task that waits for
/// it; both are cells of the heap. Only a sender that waits is left with its value, which the
/// receiver takes over from it (`MutatorContext.adopt`).
public final class Channels {

    /// The slot of a new ring, after those of channel and value.
    private static final int RING = 2;

    private final ChannelMemory memory;

    // What tasks do that wait, for reports

    private final String sending;
    private final String receiving;

    /// @param spelling of the type, for reports
    public Channels(Heap heap, String name, String spelling, boolean isReference) {
        this(new ChannelMemory(heap, name, isReference), spelling);
    }

    Channels(ChannelMemory memory, String spelling) {
        this.memory = memory;
        this.sending = "send to a " + spelling;
        this.receiving = "receive from a " + spelling;
    }

    ChannelMemory memory() {
        return memory;
    }

    String receiving() {
        return receiving;
    }

    /// A safepoint.
    public long create(MutatorContext mutator, long room) {
        return memory.create(mutator, room);
    }

    // Sending

    /// A safepoint; it keeps channel and value.
    public void send(MutatorContext mutator, long channel, long bits) {
        Task task = Task.of(mutator);
        task.goOnOrUnwind();
        try (RootFrame roots = RootFrame.of(mutator, channel, memory.isReference() ? bits : 0, 0)) {
            ChannelLocks.Bucket bucket = task.program().locks().of(channel);
            boolean isSent = false;
            while (!isSent) {
                Waiter place = null;
                int longer = 0;
                bucket.lock(mutator);
                try {
                    if (memory.isClosed(mutator, channel)) {
                        throw closed();
                    }
                    Waiter receiver = claimReceiver(bucket, channel);
                    if (receiver != null) {
                        hand(mutator, bucket, receiver, bits);
                    } else if (memory.isFull(mutator, channel)) {
                        place = standInLine(task, bucket.at(channel).senders, bits);
                    } else if (memory.needsRing(mutator, channel)) {
                        longer = memory.nextLength(mutator, channel);
                    } else {
                        memory.add(mutator, channel, bits);
                    }
                } finally {
                    bucket.unlock();
                }
                if (longer > 0) {
                    grow(mutator, bucket, channel, longer, roots);
                } else {
                    isSent = place == null || awaitReceiver(mutator, task, bucket, channel, place);
                }
            }
        }
    }

    private static CoexError closed() {
        return new CoexError("send on a closed channel");
    }

    private static Waiter claimReceiver(ChannelLocks.Bucket bucket, long channel) {
        ChannelLocks.Lines lines = bucket.find(channel);
        if (lines == null) {
            return null;
        }
        Waiter found = lines.receivers.claimFirst();
        bucket.tidy(channel);
        return found;
    }

    /// Gives a value to a task that waits, whose wait the caller has claimed.
    private void hand(
            MutatorContext mutator, ChannelLocks.Bucket bucket, Waiter receiver, long bits) {
        try {
            keep(mutator, receiver.wait.task(), bits);
        } catch (Throwable thrown) {
            receiver.wait.giveUp();
            throw thrown;
        }
        receiver.wait.choose(receiver.which, false);
        bucket.wakeLater(receiver.wait);
    }

    private Waiter standInLine(Task task, WaitQueue senders, long bits) {
        var wait = new Wait(task, sending, task.earliestDeadline() != Long.MAX_VALUE, true);
        var place = new Waiter(wait, 0, bits);
        senders.add(place);
        return place;
    }

    private void grow(
            MutatorContext mutator,
            ChannelLocks.Bucket bucket,
            long channel,
            int length,
            RootFrame roots) {
        long ring = memory.newRing(mutator, length);
        roots.set(RING, ring);
        bucket.lock(mutator);
        try {
            memory.setRing(mutator, channel, ring, length);
        } finally {
            bucket.unlock();
        }
    }

    /// Whether somebody has the value; false if one tried to take it and failed.
    private boolean awaitReceiver(
            MutatorContext mutator,
            Task task,
            ChannelLocks.Bucket bucket,
            long channel,
            Waiter place) {
        Wait wait = place.wait;
        boolean isBrief = memory.isUnbuffered(mutator, channel);
        task.await(wait, task.earliestDeadline(), isBrief);
        if (wait.get() != Wait.READY) {
            bucket.leave(mutator, channel, place);
            task.goOnOrUnwind();
            return false;
        }
        if (wait.isClosed()) {
            throw closed();
        }
        return true;
    }

    // Receiving, for `Selection`

    boolean isUnbuffered(MutatorContext mutator, long channel) {
        return memory.isUnbuffered(mutator, channel);
    }

    /// Whether something can be received, or never will be. Under the lock of the channel.
    boolean isReady(MutatorContext mutator, ChannelLocks.Bucket bucket, long channel) {
        ChannelLocks.Lines lines = bucket.find(channel);
        return memory.count(mutator, channel) > 0
                || lines != null && !lines.senders.isEmpty()
                || memory.isClosed(mutator, channel);
    }

    /// Tries to receive, under the lock of the channel: 1 if there was a value, which is then in
    /// the cell of the task; -1 if the channel is closed; 0 if one has to wait.
    int tryReceive(MutatorContext mutator, Task task, ChannelLocks.Bucket bucket, long channel) {
        if (memory.count(mutator, channel) > 0) {
            keep(mutator, task, memory.remove(mutator, channel));
            takeFromSender(mutator, bucket, channel, null);
            return 1;
        }
        if (takeFromSender(mutator, bucket, channel, task)) {
            return 1;
        }
        return memory.isClosed(mutator, channel) ? -1 : 0;
    }

    /// Takes the value of the first sender that waits, if there is one.
    ///
    /// @param receiver whose cell it goes to; null if it goes to the ring
    private boolean takeFromSender(
            MutatorContext mutator, ChannelLocks.Bucket bucket, long channel, Task receiver) {
        ChannelLocks.Lines lines = bucket.find(channel);
        Waiter sender = lines == null ? null : lines.senders.claimFirst();
        if (sender == null) {
            return false;
        }
        try {
            adopt(mutator, sender.bits);
            if (receiver == null) {
                memory.add(mutator, channel, sender.bits);
            } else {
                keep(mutator, receiver, sender.bits);
            }
        } catch (Throwable thrown) {
            sender.wait.giveUp();
            throw thrown;
        }
        bucket.wakeLater(sender.wait);
        bucket.tidy(channel);
        return true;
    }

    private void adopt(MutatorContext mutator, long bits) {
        if (memory.isReference()) {
            mutator.adopt(bits);
        }
    }

    /// Puts what was received where a sender would have put it.
    private void keep(MutatorContext mutator, Task task, long bits) {
        task.program().cellType().put(mutator, task.cell(), memory.isReference(), bits);
    }

    /// What the task has received.
    public long received(MutatorContext mutator) {
        Task task = Task.of(mutator);
        return task.program().cellType().take(mutator, task.cell(), memory.isReference());
    }

    /// No more sends. A safepoint; it keeps the channel.
    public void close(MutatorContext mutator, long channel) {
        Task task = Task.of(mutator);
        try (var _ = RootFrame.of(mutator, channel)) {
            ChannelLocks.Bucket bucket = task.program().locks().of(channel);
            bucket.lock(mutator);
            try {
                memory.close(mutator, channel);
                ChannelLocks.Lines lines = bucket.find(channel);
                if (lines != null) {
                    tellAll(lines.receivers);
                    tellAll(lines.senders);
                    bucket.tidy(channel);
                }
            } finally {
                bucket.unlock();
            }
        }
    }

    private static void tellAll(WaitQueue line) {
        for (Waiter each = line.claimFirst(); each != null; each = line.claimFirst()) {
            each.wait.choose(each.which, true);
            each.wait.ready();
        }
    }
}
