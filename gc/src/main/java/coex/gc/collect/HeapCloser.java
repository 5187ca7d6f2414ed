// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorRegistry;

import java.util.concurrent.locks.LockSupport;

/// Waits until no mutator can touch the memory of a closing heap any more, then releases it.
///
/// A mutator is done when it has noticed at a safepoint, has detached, is locked out of its safe
/// region, or its thread has ended. One that does none of these keeps the memory mapped, so that
/// whatever it does next cannot crash the JVM; a daemon thread then goes on waiting for it.
final class HeapCloser {

    private static final long PATIENCE_NANOS = 1_000_000_000L;
    private static final long SHORT_NAP_NANOS = 100_000L;
    private static final long LONG_NAP_NANOS = 20_000_000L;

    private final MutatorRegistry registry;
    private final Runnable release;

    HeapCloser(MutatorRegistry registry, Runnable release) {
        this.registry = registry;
        this.release = release;
    }

    /// Releases the memory, in this call if every mutator is done within about a second.
    void releaseWhenUnused() {
        long patientUntil = System.nanoTime() + PATIENCE_NANOS;
        while (!allDone()) {
            if (System.nanoTime() > patientUntil) {
                Thread.ofPlatform().daemon().name("coex-gc-closer").start(this::keepWaiting);
                return;
            }
            LockSupport.parkNanos(SHORT_NAP_NANOS);
        }
        release.run();
    }

    private void keepWaiting() {
        while (!allDone()) {
            LockSupport.parkNanos(LONG_NAP_NANOS);
        }
        release.run();
    }

    private boolean allDone() {
        boolean all = true;
        for (MutatorContext mutator : registry.all()) {
            all &= mutator.isDead() || mutator.mode().lockOut() || hasEnded(mutator);
        }
        return all;
    }

    /// Whether nobody is in the middle of anything, in a heap that nobody can reach any more.
    boolean isLeft() {
        for (MutatorContext mutator : registry.all()) {
            if (!mutator.mode().isLeft()) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasEnded(MutatorContext mutator) {
        Thread owner = mutator.mode().owner();
        return owner != null && owner.getState() == Thread.State.TERMINATED;
    }
}
