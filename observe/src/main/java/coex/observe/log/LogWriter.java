// SPDX-License-Identifier: Apache-2.0
package coex.observe.log;

import coex.observe.LogLevel;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Takes lines from any thread without making it wait, and writes them on a daemon thread of its
/// own.
///
/// | method | callable by | may block? |
/// | --- | --- | --- |
/// | `offer`, `endSoon` | any thread | no |
/// | `close` | any thread but the writer | until everything offered is written |
///
/// Lines wait in a queue of limited length. One that finds it full is dropped, and the log says how
/// many were. If writing fails, that is reported once, to the logger `coex.observe` by default; the
/// lines are lost, later ones tried again, and the log says how many are missing. When the JVM
/// exits, what waits is written first, unless that takes longer than [#EXIT_MILLIS].
public final class LogWriter implements AutoCloseable {

    private static final Logger LOGGER = System.getLogger("coex.observe");

    /// How long the writer lets lines gather once it was woken: with it, waking costs the threads
    /// that log something at most so often.
    private static final long GATHER_NANOS = 20_000_000;

    private static final long EXIT_MILLIS = 2_000;

    private final LogOutput output;
    private final int capacity;
    private final LongSupplier uptimeNanos;
    private final Consumer<Exception> trouble;
    private final Thread thread;
    private final Thread atExit;

    // Shared

    /// Any thread adds, the writer takes. Concurrent.
    private final Queue<LogLine> waiting = new ConcurrentLinkedQueue<>();

    /// At least the length of `waiting`: counted up before a line is added, down after it is taken.
    private final AtomicInteger waitingCount = new AtomicInteger();

    /// Lines dropped that the log does not tell of yet. Any thread adds, the writer takes.
    private final AtomicLong dropped = new AtomicLong();

    /// Whether the writer sleeps until woken. Written by the writer, read by whoever has added a
    /// line. Volatile, because of the order between two places: the writer sets it and then looks
    /// at the queue, the others add and then read it. So a line added is seen by the writer, or its
    /// thread sees that it has to wake the writer.
    private volatile boolean asleep;

    /// Set once, by any thread; volatile. The writer then writes what there is and ends.
    private volatile boolean ending;

    // Of the writer

    private boolean failureReported;
    private long lost;

    /// Starts the thread.
    ///
    /// @param capacity how many lines may wait
    /// @param uptimeNanos for lines of its own
    /// @param trouble told of the first failure to write, by the writer
    public LogWriter(
            LogOutput output, int capacity, LongSupplier uptimeNanos, Consumer<Exception> trouble) {
        this.output = output;
        this.capacity = capacity;
        this.uptimeNanos = uptimeNanos;
        this.trouble = trouble;
        this.thread = Thread.ofPlatform().daemon().name("coex-gc-log").unstarted(this::run);
        this.atExit = new Thread(this::endAtExit, "coex-gc-log-exit");
        thread.start();
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM is exiting already; whatever is still written is a bonus.
        }
    }

    /// Has `line` written soon, or drops it. After the end it is ignored.
    public void offer(LogLine line) {
        if (ending) {
            return;
        }
        int count = waitingCount.incrementAndGet();
        if (count > capacity) {
            waitingCount.decrementAndGet();
            dropped.incrementAndGet();
        } else {
            waiting.add(line);
        }
        if (asleep || count == capacity / 2) {
            LockSupport.unpark(thread);
        }
    }

    /// Writes what there is, ends, and does not make the caller wait for it.
    public void endSoon() {
        ending = true;
        LockSupport.unpark(thread);
    }

    /// Writes what there is and ends.
    @Override
    public void close() {
        endSoon();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the writer ends all the same, a little later
        }
    }

    private void endAtExit() {
        endSoon();
        try {
            thread.join(EXIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // The writer

    private void run() {
        boolean last;
        do {
            last = ending; // what was offered before it was set is written below
            writeWaiting();
            if (!last) {
                sleepUntilThereIsSomething();
            }
        } while (!last);
        if (lost > 0) {
            isWorkingAgain();
        }
        try {
            output.close();
        } catch (IOException | RuntimeException e) {
            reportOnce(e);
        }
        forgetExit();
    }

    private void sleepUntilThereIsSomething() {
        asleep = true;
        while (waiting.isEmpty() && dropped.get() == 0 && !ending) {
            LockSupport.park(this);
        }
        asleep = false;
        if (!ending && waitingCount.get() < capacity / 2) {
            LockSupport.parkNanos(this, GATHER_NANOS);
        }
    }

    private void writeWaiting() {
        if (lost > 0 && isWorkingAgain()) {
            lost = 0;
        }
        for (LogLine line = waiting.poll(); line != null; line = waiting.poll()) {
            waitingCount.decrementAndGet();
            write(line);
            writeDropped();
        }
        writeDropped();
        if (lost == 0) {
            flush();
        }
    }

    private void writeDropped() {
        if (dropped.get() > 0) {
            long count = dropped.getAndSet(0);
            String lines = Amounts.count(count, "line");
            write(own("Dropped " + lines + ": more than " + capacity + " were waiting"));
        }
    }

    /// After a failure everything is lost until the log could be told of it.
    private void write(LogLine line) {
        if (lost > 0) {
            lost++;
            return;
        }
        try {
            output.write(line.text());
        } catch (IOException | RuntimeException e) {
            failed(e);
        }
    }

    private void flush() {
        try {
            output.flush();
        } catch (IOException | RuntimeException e) {
            failed(e);
        }
    }

    private boolean isWorkingAgain() {
        String count = Amounts.count(lost, "line");
        try {
            output.write(own("Lost " + count + ": writing had failed").text());
            output.flush();
            return true;
        } catch (IOException | RuntimeException e) {
            output.discardUnwritten(); // this line only
            return false;
        }
    }

    private void failed(Exception e) {
        lost += output.discardUnwritten();
        reportOnce(e);
    }

    private void reportOnce(Exception e) {
        if (!failureReported) {
            failureReported = true;
            trouble.accept(e);
        }
    }

    /// What is done about trouble if nobody says otherwise.
    public static void warn(Exception e) {
        LOGGER.log(Level.WARNING, "GC log cannot be written: " + e);
    }

    private LogLine own(String message) {
        return new LogLine(uptimeNanos.getAsLong(), LogLevel.WARNING, "gc,log", () -> message);
    }

    private void forgetExit() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM is exiting: this is what the hook waits for.
        }
    }
}
