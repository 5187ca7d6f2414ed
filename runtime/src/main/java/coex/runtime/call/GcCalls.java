package coex.runtime.call;

import coex.gc.Heap;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ShadowStack;
import coex.observe.HeapTrace;
import coex.runtime.program.ProgramRuntime;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/// What programs can ask of the collector.
public final class GcCalls {

    private GcCalls() {}

    /// A collection, complete when this returns.
    public static void collect(MutatorContext mutator, ProgramRuntime runtime) {
        collect(mutator, runtime.heap());
    }

    /// A task's mutator is not known to the heap as its thread's own, so it waits in a safe region itself.
    private static void collect(MutatorContext mutator, Heap heap) {
        outside(
                mutator,
                () -> {
                    heap.collect();
                    return 0;
                });
    }

    private static <T> T outside(MutatorContext mutator, Supplier<T> action) {
        if (!mutator.isLent()) {
            return action.get();
        }
        mutator.enterSafeRegion();
        try {
            return action.get();
        } finally {
            mutator.returnFromSafeRegion();
        }
    }

    public static void collectLater(MutatorContext mutator, ProgramRuntime runtime) {
        runtime.heap().requestCollection();
    }

    /// Wants a collection when a call returns to the calling function, or that returns itself.
    public static void installWatermark(MutatorContext mutator, ProgramRuntime runtime) {
        runtime.watermark().install(mutator);
    }

    /// A function that has installed a watermark has been returned to, or is about to return.
    public static void returned(MutatorContext mutator, ProgramRuntime runtime) {
        if (runtime.watermark().isReached(mutator)) {
            collect(mutator, runtime.heap());
        }
    }

    public static long validateHeap(MutatorContext mutator, ProgramRuntime runtime) {
        return outside(mutator, () -> runtime.heap().validate()).errors().size();
    }

    public static void dumpStats(MutatorContext mutator, ProgramRuntime runtime) {
        print(mutator, runtime, outside(mutator, () -> GcText.stats(runtime.heap())));
    }

    public static void dumpHeap(MutatorContext mutator, ProgramRuntime runtime) {
        print(mutator, runtime, outside(mutator, () -> GcText.heap(runtime.heap())));
    }

    public static void dumpShadowStacks(MutatorContext mutator, ProgramRuntime runtime) {
        print(mutator, runtime, outside(mutator, () -> GcText.shadowStacks(runtime.heap())));
    }

    public static void dumpHandleTable(MutatorContext mutator, ProgramRuntime runtime) {
        print(mutator, runtime, outside(mutator, () -> GcText.handleTable(runtime.heap())));
    }

    public static void fragmentationReport(MutatorContext mutator, ProgramRuntime runtime) {
        print(mutator, runtime, outside(mutator, () -> GcText.fragmentation(runtime.heap())));
    }

    private static void print(MutatorContext mutator, ProgramRuntime runtime, StringBuilder text) {
        byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
        OutputCalls.write(mutator, runtime, 1, utf8, utf8.length);
    }

    /// The roots of the calling thread, frame by frame, the innermost first.
    public static void dumpRoots(MutatorContext mutator, ProgramRuntime runtime) {
        ShadowStack.Glance glance = mutator.stack().glance(Integer.MAX_VALUE);
        var text = new StringBuilder();
        text.append("[GC:ROOTS] depth=").append(glance.depth()).append('\n');
        for (int i = 0; i < glance.frames().size(); i++) {
            long[] slots = glance.frames().get(i);
            text.append("[GC:ROOTS] frame ").append(glance.depth() - i);
            text.append(": slots=").append(slots.length);
            for (long handle : slots) {
                if (handle != 0) {
                    text.append(" handle=").append(handle);
                }
            }
            text.append('\n');
        }
        print(mutator, runtime, text);
    }

    public static void setTraceLevel(MutatorContext mutator, ProgramRuntime runtime, long level) {
        runtime.trace().level((int) Math.clamp(level, 0L, (long) HeapTrace.MOST));
    }
}
