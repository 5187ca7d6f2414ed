package coex.runtime.sandbox;

import coex.runtime.error.CoexError;

import java.util.concurrent.atomic.AtomicLong;

/// How many bytes a program may still write, to standard output, standard error and files together.
/// Any thread may call.
public final class OutputBudget {

    private final long limit;
    private final AtomicLong left;

    public OutputBudget(long limit) {
        this.limit = limit;
        this.left = new AtomicLong(limit);
    }

    /// Takes as much of `count` as is left, and returns how much that is.
    public int take(int count) {
        long before = left.getAndUpdate(bytes -> Math.max(0, bytes - count));
        return (int) Math.min(before, count);
    }

    public CoexError exceeded() {
        return new CoexError(
                "output limit reached: limit=%d bytes (--output-max)".formatted(limit));
    }
}
