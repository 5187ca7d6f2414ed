// SPDX-License-Identifier: Apache-2.0
package coex.gc.heap;

import coex.gc.Cause;
import coex.gc.CycleKind;
import coex.gc.Heap;
import coex.gc.HeapListener;
import coex.gc.HeapStats;
import coex.gc.Phase;

import java.time.Duration;
import java.util.function.Consumer;

/// What listeners are told, as objects that tell it.
///
/// They are classes and not lambdas, as everything is that a heap needs first at a bad hour: the
/// JVM remembers for good that it could not link a lambda, also if it was out of memory only then.
/// A class it loads when it is asked again.
public final class HeapEvents {

    private HeapEvents() {}

    record Listening(Heap heap) implements Consumer<HeapListener> {
        @Override
        public void accept(HeapListener target) {
            target.listening(heap);
        }
    }

    record Closing(Heap heap) implements Consumer<HeapListener> {
        @Override
        public void accept(HeapListener target) {
            target.closing(heap);
        }
    }

    record CycleStarted(long cycle, CycleKind kind, Cause cause) implements Consumer<HeapListener> {
        @Override
        public void accept(HeapListener target) {
            target.cycleStarted(cycle, kind, cause);
        }
    }

    record PhaseEnded(long cycle, Phase phase, Duration took) implements Consumer<HeapListener> {
        @Override
        public void accept(HeapListener target) {
            target.phaseEnded(cycle, phase, took);
        }
    }

    record HandshakeEnded(HeapListener.Handshake handshake) implements Consumer<HeapListener> {
        @Override
        public void accept(HeapListener target) {
            target.handshakeEnded(handshake);
        }
    }

    record CycleEnded(long cycle, HeapStats stats) implements Consumer<HeapListener> {
        @Override
        public void accept(HeapListener target) {
            target.cycleEnded(cycle, stats);
        }
    }

    record MutatorLate(HeapListener.LateMutator late) implements Consumer<HeapListener> {
        @Override
        public void accept(HeapListener target) {
            target.mutatorLate(late);
        }
    }

    record MutatorAbandoned(String threadName) implements Consumer<HeapListener> {
        @Override
        public void accept(HeapListener target) {
            target.mutatorAbandoned(threadName);
        }
    }

    record Resized(String region, long fromBytes, long toBytes) implements Consumer<HeapListener> {
        @Override
        public void accept(HeapListener target) {
            target.resized(region, fromBytes, toBytes);
        }
    }

    public record AllocationStalled(String threadName, long bytes, Duration waited)
            implements Consumer<HeapListener> {
        @Override
        public void accept(HeapListener target) {
            target.allocationStalled(threadName, bytes, waited);
        }
    }
}
