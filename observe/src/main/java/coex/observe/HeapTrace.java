// SPDX-License-Identifier: Apache-2.0
package coex.observe;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.Heap;
import coex.gc.HeapClosedException;
import coex.gc.HeapListener;
import coex.gc.HeapStats;
import coex.gc.HeapTracer;
import coex.gc.HeapUsageException;
import coex.gc.Shape;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/// Follows a heap step by step, for a person, in lines that begin with `[GC]`.
///
/// | level | tells |
/// | --- | --- |
/// | 0 | nothing, and costs nothing |
/// | 1 | collections and what they did |
/// | 2 | also every object that is made, marked or reclaimed |
/// | 3 | also addresses, slots, and what the collector looks at |
/// | 4 | also every use of a handle |
///
/// The level may be changed at any time, from any thread. Lines are whole and in the order in which
/// they were written; a line comes from the thread that does what it tells of, which waits for it
/// to be written. From level 2 on that makes a heap slower by orders of magnitude. The lines of
/// level 1 come from the collector, who knows the numbers of a cycle only at its end.
///
/// A heap has one tracer: at level 2 and above this one replaces another.
public final class HeapTrace implements AutoCloseable {

    /// The most there is.
    public static final int MOST = 4;

    private static final int CYCLES = 1;
    private static final int OPERATIONS = 2;
    private static final int DETAILS = 3;

    private final Heap heap;
    private final Appendable out;
    private final HeapListener listener = new Cycles();
    private final HeapTracer tracer = new Operations();

    /// Held while a line is written, so that it stays whole.
    private final ReentrantLock writing = new ReentrantLock();

    /// Written under the lock of this; read by whoever has something to tell, volatile. Who reads
    /// it late tells by the level before.
    private volatile int level;

    /// That `out` has failed: nothing more is written until the level is set again. Volatile:
    /// written by whoever sees the failure and by whoever sets the level, read before each line.
    private volatile boolean failed;

    private HeapTrace(Heap heap, Appendable out) {
        this.heap = heap;
        this.out = out;
    }

    /// {@return a trace of `heap` that is written to `out`, which must not use the heap} It begins
    /// at level 0.
    ///
    /// @param heap the heap to follow
    /// @param out where lines go
    public static HeapTrace on(Heap heap, Appendable out) {
        if (heap == null || out == null) {
            throw new HeapUsageException("trace incomplete: heap=%s out=%s".formatted(heap, out));
        }
        return new HeapTrace(heap, out);
    }

    /// How much is told now.
    ///
    /// @return this trace
    public int level() {
        return level;
    }

    /// Changes how much is told. What is under way may still be told as before.
    ///
    /// @param wanted from 0 to [#MOST]
    /// @return this trace
    /// @throws HeapUsageException if there is no such level
    public synchronized HeapTrace level(int wanted) {
        if (wanted < 0 || wanted > MOST) {
            throw new HeapUsageException(
                    "no such trace level: level=%d least=0 most=%d".formatted(wanted, MOST));
        }
        int before = level;
        if (wanted >= OPERATIONS && before < OPERATIONS) {
            heap.trace(tracer);
        } else if (wanted < OPERATIONS && before >= OPERATIONS) {
            heap.trace(null);
        }
        if (wanted >= CYCLES && before < CYCLES) {
            heap.addListener(listener);
        } else if (wanted < CYCLES && before >= CYCLES) {
            heap.removeListener(listener);
        }
        failed = false;
        level = wanted;
        return this;
    }

    /// Ends the trace, also of a heap that is closed.
    @Override
    public void close() {
        try {
            level(0);
        } catch (HeapClosedException e) {
            level = 0; // and a closed heap tells nobody anything
        }
    }

    private void write(String line) {
        // `out` uses the heap it follows: telling of that would have no end.
        if (failed || writing.isHeldByCurrentThread()) {
            return;
        }
        writing.lock();
        try {
            out.append(line);
        } catch (IOException | RuntimeException e) {
            if (!failed) {
                failed = true;
                System.getLogger("coex.observe")
                        .log(Level.WARNING, "heap trace cannot be written: " + e);
            }
        } finally {
            writing.unlock();
        }
    }

    private static String decimal(String format, double number) {
        return String.format(Locale.ROOT, format, number);
    }

    private static String hex(long address) {
        return "0x" + Long.toHexString(address);
    }

    /// Level 1.
    private final class Cycles implements HeapListener {

        @Override
        public void cycleStarted(long cycle, CycleKind kind, Cause cause) {
            HeapStats.Now now;
            try {
                now = heap.stats().now();
            } catch (HeapClosedException e) {
                return; // the cycle is about to break off
            }
            long percent = Math.round(100.0 * now.heapUsed() / now.heapBytes());
            String what = kind == CycleKind.YOUNG ? "young" : "full";
            write(
                    "[GC] Collection #"
                            + cycle
                            + " starting (heap "
                            + percent
                            + "% full, "
                            + what
                            + " cycle)\n");
        }

        @Override
        public void cycleEnded(long cycle, HeapStats stats) {
            HeapStats.Collection did = stats.collection();
            String megabytes = decimal("%.1f MB", did.bytesReclaimed() / 1048576.0);
            String old = decimal("%.1f MB old in all", did.bytesOld() / 1048576.0);
            String millis = decimal("%.1f ms", stats.time().lastCycle() / 1e6);
            write("[GC] Mark phase: " + did.objectsMarked() + " objects marked, " + old + "\n");
            write(
                    "[GC] Sweep phase: "
                            + did.objectsSwept()
                            + " objects reclaimed ("
                            + megabytes
                            + ")\n");
            if (stats.moving().lastObjects() > 0) {
                String moved = decimal("%.1f MB", stats.moving().lastBytes() / 1048576.0);
                write(
                        "[GC] Move phase: "
                                + stats.moving().lastObjects()
                                + " objects moved ("
                                + moved
                                + ")\n");
            }
            write("[GC] Collection #" + cycle + " complete in " + millis + "\n");
        }
    }

    /// Levels 2 to 4.
    private final class Operations implements HeapTracer {

        @Override
        public void allocated(long handle, Shape shape, long bytes, long address) {
            String line =
                    "[GC] alloc: handle=" + handle + ", type=" + shape.name() + ", size=" + bytes;
            if (level < DETAILS) {
                write(line + "\n");
            } else {
                write(line + ", addr=" + hex(address) + "\n");
                write("[GC] handle_table: slot " + handle + " <- " + hex(address) + "\n");
            }
        }

        @Override
        public void dereferenced(long handle, long address) {
            if (level >= MOST) {
                write("[GC] deref: handle=" + handle + ", addr=" + hex(address) + "\n");
            }
        }

        @Override
        public void marked(long handle, boolean already) {
            String what = already ? " (already marked)\n" : " marked (was unmarked)\n";
            write("[GC] mark: handle=" + handle + what);
        }

        @Override
        public void tracing(long handle, Shape shape) {
            if (level >= DETAILS) {
                write("[GC] mark: tracing handle=" + handle + ", type=" + shape.name() + "\n");
            }
        }

        @Override
        public void referenceFound(long handle, int offset, long child) {
            if (level >= DETAILS) {
                write("[GC] mark: field at offset " + offset + ": child handle=" + child + "\n");
            }
        }

        @Override
        public void reclaimed(long handle, Shape shape, long bytes) {
            String what = " reclaimed (" + shape.name() + ", " + bytes + " bytes)\n";
            write("[GC] sweep: handle=" + handle + what);
        }
    }
}
