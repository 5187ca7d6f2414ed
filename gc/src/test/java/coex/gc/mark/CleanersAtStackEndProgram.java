package coex.gc.mark;

import coex.gc.CleanerQueue;
import coex.gc.HeapOptions;
import coex.gc.handle.HandleSpace;

import java.util.HashSet;
import java.util.Set;
import java.util.function.IntConsumer;

/// A thread registers objects, cancels that, and announces their deaths while its stack ends, at
/// another step each time, and does it again where there is room: each death is announced once and
/// counted once, and what was cancelled is not announced.
///
/// Prints `all is well`, or what is not.
public final class CleanersAtStackEndProgram {

    private static final int ROUNDS = 600;
    private static final long STACK_BYTES = 180 << 10;

    private final HandleSpace space =
            new HandleSpace(HeapOptions.builder().build(), (_, _, _) -> {});
    private Cleaners cleaners;
    private Cleaners.Channel<Object> channel;

    /// What the current step does until it has succeeded once.
    private Runnable step;

    private boolean done;
    private int overflows;
    private String wrong;

    private CleanersAtStackEndProgram() {}

    public static void main(String[] args) {
        var program = new CleanersAtStackEndProgram();
        boolean well =
                program.isWell(program::announceAtStackEnd)
                        & program.isWell(program::registerAtStackEnd)
                        & program.isWell(program::cancelAtStackEnd);
        if (well) {
            System.out.println("all is well");
        }
    }

    private boolean isWell(IntConsumer round) {
        wrong = null;
        overflows = 0;
        Thread deep = new Thread(null, () -> overflowOften(round), "deep", STACK_BYTES);
        deep.start();
        try {
            deep.join();
        } catch (InterruptedException e) {
            wrong = "interrupted";
        }
        if (wrong != null) {
            System.out.println(wrong);
        }
        return wrong == null;
    }

    private void overflowOften(IntConsumer once) {
        once.accept(0); // what is needed once is there when the stack ends
        for (int round = 0; round < ROUNDS && wrong == null; round++) {
            once.accept(round % 60);
        }
        if (wrong == null && overflows < ROUNDS) {
            wrong = "overflows: " + overflows;
        }
    }

    private void start() {
        cleaners = new Cleaners();
        channel = new Cleaners.Channel<>();
    }

    private void announceAtStackEnd(int levels) {
        start();
        cleaners.add(1, "first", channel);
        cleaners.add(2, "second", channel);
        atStackEnd(levels, () -> cleaners.announceDead(space.marks(), false));
        require("announcing", Set.of("first", "second"));
    }

    private void registerAtStackEnd(int levels) {
        start();
        Object[] attached = new Object[1];
        atStackEnd(
                levels,
                () -> {
                    Object attachment = new Object();
                    cleaners.add(1, attachment, channel);
                    attached[0] = attachment;
                });
        cleaners.announceDead(space.marks(), false);
        require("registering", Set.of(attached[0]));
    }

    private void cancelAtStackEnd(int levels) {
        start();
        CleanerQueue.Registration registration = cleaners.add(1, "cancelled", channel);
        cleaners.add(2, "stays", channel);
        atStackEnd(levels, registration::cancel);
        cleaners.announceDead(space.marks(), false);
        require("cancelling", Set.of("stays"));
    }

    private void require(String what, Set<Object> expected) {
        Set<Object> announced = new HashSet<>();
        for (Object next = channel.poll(); next != null; next = channel.poll()) {
            if (!announced.add(next)) {
                wrong = what + ": announced twice: " + next;
            }
        }
        if (!announced.equals(expected)) {
            wrong = what + ": announced " + announced + ", not " + expected;
        } else if (channel.pending() != 0) {
            wrong = what + ": pending " + channel.pending();
        }
    }

    /// Tries `what` in the last frame, then in the one before that, and so on until it succeeds.
    /// `levels` is so that the stack ends elsewhere in each round.
    private void atStackEnd(int levels, Runnable what) {
        step = what;
        done = false;
        shift(levels);
        if (!done) {
            what.run();
        }
    }

    private void shift(int levels) {
        if (levels == 0) {
            descend(0, 0, 0);
        } else {
            shift(levels - 1);
        }
    }

    private long descend(long a, long b, long c) {
        long result = 0;
        try {
            result = descend(a + 1, b + a, c + b) + 1;
        } catch (StackOverflowError e) {
            overflows++;
        }
        if (!done) {
            step.run();
            done = true;
        }
        return result;
    }
}
