// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapOptions;
import coex.gc.HeapStats;
import coex.gc.HeapUsageException;
import coex.gc.Phase;
import coex.gc.collect.ConcurrentHeap;
import coex.observe.log.Amounts;
import coex.observe.log.AppendableOutput;
import coex.observe.log.GcWords;
import coex.observe.log.LogLine;
import coex.observe.log.LogOutput;
import coex.observe.log.LogWriter;
import coex.observe.log.RotatingFile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Logs what one heap does, in the style of the JVM's own log.
///
/// ```java
/// try (GcLog log = GcLog.toFile(Path.of("gc.log"));
///         Heap heap = Heap.open(HeapOptions.builder().listener(log).build())) {
///     heap.collect();
/// }
/// ```
///
/// gives lines such as
///
///     [0.391s][info][gc,start] GC(7) Garbage Collection (Young) (Growth)
///     [0.392s][info][gc,handshake] GC(7) Flush: 3 mutators, 1 blocked, 0.052ms, slowest io 0.049ms
///     [0.395s][info][gc,phases] GC(7) Concurrent Mark 3.104ms
///     [0.396s][info][gc] GC(7) Garbage Collection (Young) (Growth) 24M(38%)->5M(8%)
///
/// There are no pauses in it, since there are none. Or `heap.addListener(log)` while the heap runs.
/// The log ends when its heap closes or is dropped; [#close] waits until it is written, so does the
/// exit of the JVM. Whoever reports an event only queues it: wording and writing are done by a
/// daemon thread, and trouble with a file never reaches the heap ([LogWriter]). Design note 0011
/// lists the tags.
public final class GcLog implements HeapListener, AutoCloseable {

    private static final String GC = "gc";
    private static final String START = "gc,start";
    private static final String INIT = "gc,init";
    private static final String PHASES = "gc,phases";
    private static final String HANDSHAKE = "gc,handshake";
    private static final String MARKING = "gc,marking";
    private static final String SWEEP = "gc,sweep";
    private static final String HEAP = "gc,heap";
    private static final String RESIZE = "gc,ergo,heap";
    private static final String ALLOCATION = "gc,alloc";
    private static final String EXIT = "gc,heap,exit";

    private final GcLogOptions options;
    private final LogWriter writer;

    /// The heap this is the log of. Written under the lock of this, by any thread.
    private Heap heap;

    /// How long the retiring of the running cycle took. Touched only by the holder of the
    /// collector's role, which is handed on with it.
    private long retireNanos;

    private GcLog(LogOutput output, GcLogOptions options, Consumer<Exception> trouble) {
        this.options = options;
        this.writer = new LogWriter(output, options.queuedLines(), options.uptimeNanos(), trouble);
    }

    /// {@return a log in `file`, with default options}
    ///
    /// @param file where it is written
    /// @throws IOException if it cannot be written
    public static GcLog toFile(Path file) throws IOException {
        return toFile(file, GcLogOptions.defaults());
    }

    /// {@return a log in `file`, and in `file.0`, `file.1` and so on when it gets too long}
    ///
    /// @param file where it is written
    /// @param options what it holds, and how large it gets
    /// @throws IOException if it cannot be written
    public static GcLog toFile(Path file, GcLogOptions options) throws IOException {
        return toFile(file, options, LogWriter::warn);
    }

    /// {@return a log in files, as above}
    ///
    /// @param trouble told once if writing fails later, on the thread that writes; by default that
    ///     is a warning of the logger `coex.observe`
    /// @param file where it is written
    /// @param options what it holds, and how large it gets
    /// @throws IOException if it cannot be written
    public static GcLog toFile(Path file, GcLogOptions options, Consumer<Exception> trouble)
            throws IOException {
        LogOutput output = new RotatingFile(file, options.fileBytes(), options.fileCount());
        return new GcLog(output, options, trouble);
    }

    /// {@return a log that gives each line, whole, to `out`, from one thread} It does not close it.
    ///
    /// @param out where lines go
    /// @param options what it holds
    public static GcLog to(Appendable out, GcLogOptions options) {
        if (out == null) {
            throw new HeapUsageException("log has nowhere to go: out=null");
        }
        return new GcLog(new AppendableOutput(out), options, LogWriter::warn);
    }

    /// Ends the log and waits until it is written.
    @Override
    public void close() {
        writer.close();
    }

    private void log(LogLevel level, String tags, Supplier<String> message) {
        if (options.level().admits(level)) {
            writer.offer(new LogLine(options.uptimeNanos().getAsLong(), level, tags, message));
        }
    }

    private void info(String tags, Supplier<String> message) {
        log(LogLevel.INFO, tags, message);
    }

    // What the heap tells

    @Override
    public synchronized void listening(Heap told) {
        if (heap != null && heap != told) {
            throw new HeapUsageException(
                    "a log is of one heap: heap=%s another=%s"
                            .formatted(heap.options().name(), told.options().name()));
        }
        if (heap == null) {
            ConcurrentHeap.of(told).whenDropped(writer::endSoon);
        }
        heap = told;
        HeapOptions of = told.options().withoutListener();
        info(GC, () -> "Using Coex");
        info(INIT, () -> "Heap Name: " + of.name());
        info(INIT, () -> "Heap Initial Capacity: " + Amounts.bytes(of.initialBytes()));
        info(INIT, () -> "Heap Max Capacity: " + Amounts.bytes(of.maximumBytes()));
        info(INIT, () -> "Heap Block Size: " + Amounts.bytes(of.blockBytes()));
        info(INIT, () -> "Young Collections: " + (of.youngCycles() ? "Enabled" : "Disabled"));
        info(INIT, () -> "Moving: " + (of.moving() ? "Enabled" : "Disabled"));
    }

    @Override
    public void closing(Heap told) {
        info(EXIT, () -> "Heap closed: " + told.options().name());
        writer.endSoon();
    }

    @Override
    public void cycleStarted(long cycle, CycleKind kind, Cause cause) {
        info(START, () -> GcWords.started(cycle, kind, cause));
    }

    @Override
    public void phaseEnded(long cycle, Phase phase, Duration took) {
        if (phase == Phase.RETIRE) {
            retireNanos = took.toNanos();
        }
        log(
                GcWords.isKnownElsewhere(phase) ? LogLevel.INFO : LogLevel.DEBUG,
                PHASES,
                () -> GcWords.phaseEnded(cycle, phase, took));
    }

    @Override
    public void handshakeEnded(Handshake handshake) {
        info(HANDSHAKE, () -> GcWords.handshake(handshake));
    }

    @Override
    public void cycleEnded(long cycle, HeapStats stats) {
        long retired = retireNanos;
        info(PHASES, () -> GcWords.wholeCycle(cycle, stats));
        info(MARKING, () -> GcWords.marked(cycle, stats));
        info(SWEEP, () -> GcWords.reclaimed(cycle, stats, retired));
        if (stats.moving().lastObjects() > 0) {
            info(SWEEP, () -> GcWords.moved(cycle, stats));
        }
        log(LogLevel.DEBUG, HEAP, () -> GcWords.handles(cycle, stats));
        info(HEAP, () -> GcWords.capacity(cycle, stats));
        info(GC, () -> GcWords.ended(cycle, stats));
    }

    @Override
    public void mutatorLate(LateMutator late) {
        log(LogLevel.WARNING, HANDSHAKE, () -> GcWords.late(late));
    }

    @Override
    public void mutatorAbandoned(String threadName) {
        log(LogLevel.WARNING, HANDSHAKE, () -> GcWords.abandoned(threadName));
    }

    @Override
    public void resized(String region, long fromBytes, long toBytes) {
        info(RESIZE, () -> GcWords.resized(region, fromBytes, toBytes));
    }

    @Override
    public void allocationStalled(String threadName, long requestedBytes, Duration waited) {
        info(ALLOCATION, () -> GcWords.stalled(threadName, requestedBytes, waited));
    }
}
