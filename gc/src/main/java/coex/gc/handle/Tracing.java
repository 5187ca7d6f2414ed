package coex.gc.handle;

import coex.gc.HeapTracer;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import java.util.function.Consumer;

/// Whether single operations of a heap are reported, and to whom.
///
/// The question [#isOn] is asked on the hottest paths, for all heaps of the JVM together. Its answer
/// is the target of a call site that changes when the first heap begins to be traced and when the
/// last one ends: the compiler takes it for a constant and leaves the question out, and is made to
/// compile again when it changes.
public final class Tracing {

    private static final MethodHandle ON = MethodHandles.constant(boolean.class, true);
    private static final MethodHandle OFF = MethodHandles.constant(boolean.class, false);
    private static final MutableCallSite ANSWER = new MutableCallSite(OFF);
    private static final MethodHandle QUESTION = ANSWER.dynamicInvoker();

    /// Under the lock of this class.
    private static int tracedHeaps;

    /// Written under the lock of this class; read without it by whoever reports, volatile. Who reads
    /// it late reports to the tracer before, or not.
    private volatile HeapTracer tracer;

    Tracing() {}

    /// Whether any heap is being traced.
    public static boolean isOn() {
        try {
            return (boolean) QUESTION.invokeExact();
        } catch (Throwable e) {
            throw new LinkageError("a constant cannot be had", e);
        }
    }

    /// Reports to `newTracer` from here on; to nobody if it is null.
    public void reportTo(HeapTracer newTracer) {
        synchronized (Tracing.class) {
            tracedHeaps += (newTracer != null ? 1 : 0) - (tracer != null ? 1 : 0);
            tracer = newTracer;
            MethodHandle answer = tracedHeaps > 0 ? ON : OFF;
            if (ANSWER.getTarget() != answer) {
                ANSWER.setTarget(answer);
                MutableCallSite.syncAll(new MutableCallSite[] {ANSWER});
            }
        }
    }

    /// Reports an operation, if this heap is the one being traced.
    public void report(Consumer<HeapTracer> operation) {
        HeapTracer current = tracer;
        if (current != null) {
            try {
                operation.accept(current);
            } catch (Throwable e) { // also an Error: tracing never steers
                System.getLogger("coex.gc")
                        .log(System.Logger.Level.WARNING, "heap tracer failed: " + e);
            }
        }
    }
}
