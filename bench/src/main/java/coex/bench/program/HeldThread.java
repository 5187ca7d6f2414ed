package coex.bench.program;

import java.util.concurrent.atomic.AtomicBoolean;

/// Looks at the clock again and again between small pieces of work, and remembers the longest time
/// that passed between two looks: how long the thread was held, by whatever it was.
final class HeldThread implements AutoCloseable {

    /// A piece of work is done no more often than this.
    private static final long PIECE_NANOS = 10_000;

    private final AtomicBoolean stop = new AtomicBoolean();
    private final Thread thread;

    /// Written by the thread, read by others after they joined it or in between, when it may lag.
    private volatile long longest;

    private volatile long pieces;

    /// @param work done on the new thread, which first runs `begin` and last `end`
    HeldThread(Runnable begin, Runnable work, Runnable end) {
        thread =
                Thread.ofPlatform()
                        .name("held")
                        .start(
                                () -> {
                                    begin.run();
                                    run(work);
                                    end.run();
                                });
    }

    private void run(Runnable work) {
        long last = System.nanoTime();
        long nextPiece = last;
        long done = 0;
        while (!stop.get()) {
            long now = System.nanoTime();
            if (now - last > longest) {
                longest = now - last;
            }
            last = now;
            if (now >= nextPiece) {
                work.run();
                nextPiece = now + PIECE_NANOS;
                pieces = ++done;
            }
        }
    }

    /// Forgets what has been so far.
    void restart() {
        longest = 0;
    }

    double longestMillis() {
        return longest / 1e6;
    }

    /// Pieces of work done so far.
    long pieces() {
        return pieces;
    }

    @Override
    public void close() {
        stop.set(true);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
