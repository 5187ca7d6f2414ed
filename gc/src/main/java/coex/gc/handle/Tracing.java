// SPDX-License-Identifier: Apache-2.0
package coex.gc.handle;

import coex.gc.HeapTracer;

import java.lang.ref.WeakReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Whether single operations of a heap are reported, and to whom.
///
/// The question [#isOn] is asked on the hottest paths, for all heaps of the JVM together: when the
/// first heap begins to be traced the answer changes, and when the last one ends.
public final class Tracing {

    /// Whether any heap is being traced.
    ///
    /// - writer: who begins or ends tracing, under the lock of this class
    /// - readers: every thread, plainly
    /// - why: who reads it late reports an operation less, or asks for a tracer that is gone. Every
    ///   loop with a poll in it reads it again
    ///
    /// A call site that changes its target would cost no instruction where this costs one, but
    /// twenty times as many steps of the compiler, which gives up inlining after a number of them.
    private static boolean on;

    /// Under the lock of this class.
    private static int tracedHeaps;

    /// Written under the lock of this class; read without it by whoever reports, volatile. Who
    /// reads it late reports to the tracer before, or not.
    private volatile Supplier<HeapTracer> tracer;

    Tracing() {}

    public static boolean isOn() {
        return on;
    }

    /// Reports to `newTracer` from here on; to nobody if it is null.
    public void reportTo(HeapTracer newTracer) {
        set(newTracer == null ? null : () -> newTracer);
    }

    /// The same, for as long as somebody else keeps it: it may refer to the heap.
    public void reportWeaklyTo(HeapTracer newTracer) {
        set(newTracer == null ? null : new WeakReference<>(newTracer)::get);
    }

    private void set(Supplier<HeapTracer> newTracer) {
        synchronized (Tracing.class) {
            tracedHeaps += (newTracer != null ? 1 : 0) - (tracer != null ? 1 : 0);
            tracer = newTracer;
            on = tracedHeaps > 0;
        }
    }

    /// Reports an operation, if this heap is the one being traced.
    public void report(Consumer<HeapTracer> operation) {
        Supplier<HeapTracer> known = tracer;
        HeapTracer current = known == null ? null : known.get();
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
