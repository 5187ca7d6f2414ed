// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import coex.gc.HeapListener.LateMutator;
import coex.gc.InvariantViolation;
import coex.gc.heap.Listeners;

import java.time.Duration;

/// Tells who has not answered a handshake for long: a few threads one by one, with where they
/// stand, and how many more there are. Run by the collector.
final class LateReport {

    /// So many threads are told of one by one. To ask where a thread stands takes the thread's time
    /// too.
    static final int MOST_THREADS = 8;

    /// Enough to come from a wait inside the JDK to whoever waits.
    static final int MOST_FRAMES = 8;

    private LateReport() {}

    /// Fails only with what must not be: if the JVM has no memory for what is to be said, or has
    /// lost a class in a shortage that it needs for saying it, the cycle goes on unheard.
    static void tell(
            Listeners listeners,
            long cycle,
            MutatorRegistry.Request request,
            MutatorContext[] addressed) {
        try {
            tellOfAll(listeners, cycle, request, addressed);
        } catch (InvariantViolation e) {
            throw e;
        } catch (RuntimeException | Error e) {
            // They are late all the same, and told of the next time.
        }
    }

    private static void tellOfAll(
            Listeners listeners,
            long cycle,
            MutatorRegistry.Request request,
            MutatorContext[] addressed) {
        Duration waited = Duration.ofNanos(System.nanoTime() - request.issuedAt());
        Thread[] late = new Thread[addressed.length];
        int count = 0;
        for (MutatorContext mutator : addressed) {
            Thread thread = mutator.mode().thread();
            if (thread != null && !mutator.answers().has(request.number()) && !mutator.isDead()) {
                late[count++] = thread;
            }
        }
        int told = Math.min(count, MOST_THREADS);
        for (int i = 0; i < told; i++) {
            listeners.mutatorLate(
                    new LateMutator(
                            cycle,
                            request.phase(),
                            ThreadNames.of(late[i]),
                            waited,
                            where(late[i]),
                            i == told - 1 ? count - told : 0));
        }
    }

    /// The innermost frames of a thread.
    private static String where(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        if (stack.length == 0) {
            return "unknown";
        }
        StringBuilder text = new StringBuilder(stack[0].toString());
        for (int i = 1; i < Math.min(stack.length, MOST_FRAMES); i++) {
            text.append(" < ").append(stack[i]);
        }
        return stack.length > MOST_FRAMES ? text.append(" < ...").toString() : text.toString();
    }
}
