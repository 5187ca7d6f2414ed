package coex.runtime.call;

import coex.gc.Heap;
import coex.gc.SafeRegion;
import coex.gc.ValidationReport;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.gc.mutator.ShadowStack;
import coex.observe.HeapTrace;
import coex.observe.ProgramReports;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.task.Task;
import coex.runtime.type.RuntimeType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/// What programs can ask of the collector.
public final class GcCalls {

    /// A deep stack is looked at and printed piece by piece.
    private static final int FRAMES_AT_ONCE = 256;

    private static final int MOST_VERBOSITY = 2;

    private GcCalls() {}

    /// A collection, complete when this returns.
    @Safepoint
    public static void collect(MutatorContext mutator, ProgramRuntime runtime) {
        collect(mutator, runtime.heap());
    }

    private static void collect(MutatorContext mutator, Heap heap) {
        outside(
                mutator,
                heap,
                () -> {
                    heap.collect();
                    return 0;
                });
    }

    /// Does something in a safe region, which the heap may enter again: it counts how often it has
    /// entered that of the calling thread's own mutator, and does not know that a task's mutator is
    /// the caller's.
    private static <T> T outside(MutatorContext mutator, Heap heap, Supplier<T> action) {
        if (!mutator.mode().isLent()) {
            try (SafeRegion _ = heap.current().safeRegion()) {
                return action.get();
            }
        }
        mutator.enterSafeRegion();
        try {
            return action.get();
        } finally {
            mutator.returnFromSafeRegion();
        }
    }

    @Safepoint
    public static void collectLater(MutatorContext mutator, ProgramRuntime runtime) {
        runtime.heap().requestCollection();
    }

    /// Wants a collection when a call returns to the calling function, or that returns itself.
    @Safepoint
    public static void installWatermark(MutatorContext mutator, ProgramRuntime runtime) {
        runtime.watermark().install(mutator);
    }

    /// A function that has installed a watermark has been returned to, or is about to return.
    @Safepoint
    public static void returned(MutatorContext mutator, ProgramRuntime runtime) {
        if (runtime.watermark().isReached(mutator)) {
            collect(mutator, runtime.heap());
        }
    }

    /// How many inconsistencies there are; each is printed.
    @Safepoint
    public static long validateHeap(MutatorContext mutator, ProgramRuntime runtime) {
        Heap heap = runtime.heap();
        ValidationReport found = outside(mutator, heap, heap::validate);
        if (!found.isValid()) {
            report(mutator, runtime, reports -> reports.errors(found));
        }
        return found.errors().size();
    }

    @Safepoint
    public static void dumpStats(MutatorContext mutator, ProgramRuntime runtime) {
        report(mutator, runtime, ProgramReports::stats);
    }

    @Safepoint
    public static void dumpHeap(MutatorContext mutator, ProgramRuntime runtime) {
        report(mutator, runtime, ProgramReports::heap);
    }

    @Safepoint
    public static void dumpHeapAt(MutatorContext mutator, ProgramRuntime runtime, long verbosity) {
        report(mutator, runtime, reports -> reports.heap(verbosity(verbosity)));
    }

    private static int verbosity(long given) {
        return (int) Math.clamp(given, 0L, (long) MOST_VERBOSITY);
    }

    @Safepoint
    public static void dumpShadowStacks(MutatorContext mutator, ProgramRuntime runtime) {
        report(mutator, runtime, ProgramReports::shadowStacks);
    }

    @Safepoint
    public static void dumpHandleTable(MutatorContext mutator, ProgramRuntime runtime) {
        report(mutator, runtime, reports -> reports.handleTable(0));
    }

    @Safepoint
    public static void dumpHandleTableAt(
            MutatorContext mutator, ProgramRuntime runtime, long verbosity) {
        report(mutator, runtime, reports -> reports.handleTable(verbosity(verbosity)));
    }

    /// The object that a value is, or whose handle an int is.
    @Safepoint
    public static void dumpObject(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long bits) {
        try (RootFrame _ = RootFrame.of(mutator, type.isReference() ? bits : 0)) {
            report(mutator, runtime, reports -> reports.object(bits));
        }
    }

    @Safepoint
    public static void fragmentationReport(MutatorContext mutator, ProgramRuntime runtime) {
        report(mutator, runtime, ProgramReports::fragmentation);
    }

    private interface Reporting {
        void write(ProgramReports reports) throws IOException;
    }

    private static void report(
            MutatorContext mutator, ProgramRuntime runtime, Reporting reporting) {
        Heap heap = runtime.heap();
        var reports = new ProgramReports(heap, new PrintedText(runtime, Task.of(mutator)));
        outside(
                mutator,
                heap,
                () -> {
                    try {
                        reporting.write(reports);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return 0;
                });
    }

    /// The roots of the calling thread, frame by frame, the innermost first.
    @Safepoint
    public static void dumpRoots(MutatorContext mutator, ProgramRuntime runtime) {
        var out = new PrintedText(runtime, Task.of(mutator));
        outside(
                mutator,
                runtime.heap(),
                () -> {
                    ShadowStack stack = mutator.stack();
                    out.append("[GC:ROOTS] depth=" + stack.depth() + "\n");
                    for (int below = stack.depth(); below > 0; below -= FRAMES_AT_ONCE) {
                        out.append(roots(stack.glance(below, FRAMES_AT_ONCE)));
                    }
                    return 0;
                });
    }

    private static StringBuilder roots(ShadowStack.Glance seen) {
        var text = new StringBuilder();
        for (int i = 0; i < seen.frames().size(); i++) {
            long[] slots = seen.frames().get(i);
            text.append("[GC:ROOTS] frame ").append(seen.depth() - i);
            text.append(": slots=").append(slots.length);
            for (long handle : slots) {
                if (handle != 0) {
                    text.append(" handle=").append(handle);
                }
            }
            text.append('\n');
        }
        return text;
    }

    @Safepoint
    public static void setTraceLevel(MutatorContext mutator, ProgramRuntime runtime, long level) {
        runtime.trace().level((int) Math.clamp(level, 0L, (long) HeapTrace.MOST));
    }
}
