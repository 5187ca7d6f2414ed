package coex.runtime.task;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/// Receives from the first of several channels that has something: a `select`, or with one channel
/// a plain receive. For the thread of a task, one at a time.
///
/// First the channels are asked, in an order that depends on the strategy. If none has anything the
/// task stands in the line of every one; whoever has something for it then ends its wait, and it
/// leaves the other lines.
public final class Selection {

    /// The result if nothing came in time.
    public static final int NONE = -1;

    private final Task task;
    private Channels[] types = new Channels[2];
    private long[] channels = new long[2];
    private Waiter[] places = new Waiter[2];
    private int[] order = new int[2];
    private int count;
    private boolean isClosed;

    Selection(Task task) {
        this.task = task;
    }

    /// One more channel. No safepoint lies between this and [#run].
    public void add(Channels type, long channel) {
        if (count == channels.length) {
            types = Arrays.copyOf(types, 2 * count);
            channels = Arrays.copyOf(channels, 2 * count);
            places = Arrays.copyOf(places, 2 * count);
            order = Arrays.copyOf(order, 2 * count);
        }
        types[count] = type;
        channels[count++] = channel;
    }

    /// Orders the channels from one on, round and round.
    public void rotate(int from) {
        for (int i = 0; i < count; i++) {
            order[i] = (from + i) % count;
        }
    }

    /// Any order.
    public void shuffle() {
        rotate(0);
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int i = count - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
    }

    public int count() {
        return count;
    }

    /// Receives; which channel it was, or [#NONE]. The value is in the cell of the task, unless
    /// that channel [#isClosed]. A safepoint; it keeps the channels.
    ///
    /// @param nanos how long to wait; Long.MAX_VALUE for as long as it takes
    public int run(MutatorContext mutator, long nanos) {
        try (RootFrame roots = RootFrame.slots(mutator, count)) {
            task.goOnOrUnwind();
            for (int i = 0; i < count; i++) {
                roots.set(i, channels[i]);
            }
            long until = nanos == Long.MAX_VALUE ? nanos : Task.after(nanos);
            int chosen = poll(mutator);
            while (chosen == NONE && nanos > 0) {
                Wait wait = describe(until);
                chosen = await(mutator, wait, until);
                if (wait.get() == Wait.TIMED_OUT) {
                    break;
                }
            }
            return chosen;
        } finally {
            Arrays.fill(places, 0, count, null);
            count = 0;
        }
    }

    public boolean isClosed() {
        return isClosed;
    }

    private int poll(MutatorContext mutator) {
        for (int i = 0; i < count; i++) {
            if (tryReceive(mutator, order[i])) {
                return order[i];
            }
        }
        return NONE;
    }

    private ChannelLocks.Bucket bucket(int which) {
        return task.program().locks().of(channels[which]);
    }

    private boolean tryReceive(MutatorContext mutator, int which) {
        ChannelLocks.Bucket bucket = bucket(which);
        bucket.lock(mutator);
        try {
            int result = types[which].tryReceive(mutator, task, bucket, channels[which]);
            isClosed = result < 0;
            return result != 0;
        } finally {
            bucket.unlock();
        }
    }

    private Wait describe(long until) {
        boolean isTimed = Math.min(until, task.earliestDeadline()) != Long.MAX_VALUE;
        String what =
                count == 1 ? types[0].receiving() : "receive from one of " + count + " channels";
        return new Wait(task, what, isTimed, true);
    }

    /// Waits for one of the channels; [#NONE] also if somebody else was faster.
    private int await(MutatorContext mutator, Wait wait, long until) {
        boolean isReady = standInLines(mutator, wait);
        if (!isReady) {
            boolean isBrief = count == 1 && types[0].isUnbuffered(mutator, channels[0]);
            task.await(wait, Math.min(until, task.earliestDeadline()), isBrief);
        }
        leaveLines(mutator);
        if (isReady) {
            return poll(mutator);
        }
        if (wait.get() != Wait.READY) {
            task.goOnOrUnwind();
            return NONE;
        }
        isClosed = wait.isClosed();
        return wait.chosen();
    }

    /// Stands in the lines of all channels, until one is found to be ready: true then, and nobody
    /// else will end the wait.
    private boolean standInLines(MutatorContext mutator, Wait wait) {
        for (int i = 0; i < count; i++) {
            int which = order[i];
            ChannelLocks.Bucket bucket = bucket(which);
            bucket.lock(mutator);
            try {
                if (types[which].isReady(mutator, bucket, channels[which])) {
                    return wait.claimOwn();
                }
                places[which] = new Waiter(wait, which, 0);
                bucket.at(channels[which]).receivers.add(places[which]);
            } finally {
                bucket.unlock();
            }
        }
        return false;
    }

    private void leaveLines(MutatorContext mutator) {
        for (int i = 0; i < count; i++) {
            if (places[i] != null) {
                if (count > 1 || !hasLeft(places[i])) {
                    bucket(i).leave(mutator, channels[i], places[i]);
                }
                places[i] = null;
            }
        }
    }

    /// Whether the one who has ended the wait has taken the task out of the line: it has before it
    /// said so.
    private static boolean hasLeft(Waiter place) {
        return place.wait.get() == Wait.READY && place.line == null;
    }
}
