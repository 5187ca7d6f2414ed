package coex.runtime.sandbox;

import coex.runtime.error.CoexError;

import java.time.Duration;
import java.util.function.Consumer;

/// How long a program may take, from when this is made: to be compiled, and to run.
///
/// A thread waits until time is over and then tells the program to end. If that is not enough,
/// since somebody is in foreign code or waits for a reader that does not read, or if there is no
/// program yet, there is a last resort, which asks nobody.
///
/// Nothing that is needed for the last resort is made when time is over: the JVM may have no memory
/// left then.
public final class TimeLimit implements AutoCloseable {

    /// Longer than a program takes that ends by itself once it is told to.
    private static final Duration GRACE = Duration.ofSeconds(10);

    /// Passes time.
    interface Clock {
        void await(Duration time) throws InterruptedException;
    }

    private final Duration most;
    private final String message;
    private final Clock clock;
    private final Runnable lastResort;
    private final Thread thread;

    /// What tells the program to end; null before there is one. Under the lock of this, as the next
    /// one.
    private Consumer<CoexError> program;

    private boolean isOver;

    private TimeLimit(Duration most, String shown, Runnable lastResort, Clock clock) {
        this.clock = clock;
        this.most = most;
        this.message = message(shown);
        this.lastResort = lastResort;
        this.thread = Thread.ofPlatform().daemon().name("coex time").unstarted(this::watch);
    }

    /// Time begins to run.
    ///
    /// @param shown the limit as the user has said it
    /// @param lastResort ends the process
    public static TimeLimit start(Duration most, String shown, Runnable lastResort) {
        return start(most, shown, lastResort, Thread::sleep);
    }

    static TimeLimit start(Duration most, String shown, Runnable lastResort, Clock clock) {
        var limit = new TimeLimit(most, shown, lastResort, clock);
        limit.thread.start();
        return limit;
    }

    /// What is said when time is over.
    public static String message(String shown) {
        return "time limit reached: limit=%s (--time-max)".formatted(shown);
    }

    /// Says how to end the program, which begins now. If time is over already, it ends at once.
    public synchronized void tell(Consumer<CoexError> ending) {
        program = ending;
        if (isOver) {
            ending.accept(new CoexError(message));
        }
    }

    private void watch() {
        try {
            clock.await(most);
            if (tellProgram()) {
                clock.await(GRACE);
            }
        } catch (InterruptedException _) {
            return; // the program has ended in time
        } catch (Throwable _) {
            // the JVM is out of memory, say: it ends all the same
        }
        lastResort.run();
    }

    private synchronized boolean tellProgram() {
        isOver = true;
        if (program != null) {
            program.accept(new CoexError(message));
        }
        return program != null;
    }

    /// The program has ended.
    @Override
    public void close() {
        thread.interrupt();
    }
}
