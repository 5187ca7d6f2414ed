// SPDX-License-Identifier: Apache-2.0
package coex.gc.mutator;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;
import coex.gc.Heaps;
import coex.gc.Mutator;
import coex.gc.collect.ConcurrentHeap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.atomic.AtomicInteger;

/// A parent may not spawn as long as it has not answered what was issued last.
@Timeout(300)
class SpawnWaitsTest {

    /// Far more than it takes until somebody who makes room naps.
    private static final int MOST_ROUNDS = 10_000_000;

    private final AtomicInteger rounds = new AtomicInteger();
    private volatile boolean hasNapped;

    private final Protocol holdingBack =
            new Protocol() {
                @Override
                public boolean maySpawn(MutatorContext parent, long issued) {
                    return hasNapped || rounds.incrementAndGet() > MOST_ROUNDS;
                }
            };

    private final Heap heap = ConcurrentHeap.open(Heaps.calm().build(), null, holdingBack, false);

    @AfterEach
    void close() {
        heap.close();
    }

    private void spawn() {
        try (Mutator parent = heap.attach()) {
            parent.spawn(Thread.ofPlatform().factory(), (mutator, frame) -> {});
        }
    }

    /// The collector, which issues the next handshake, needs the lock and a processor.
    @Test
    void meanwhileItMakesRoomForOthers() throws InterruptedException {
        Thread parent = Thread.ofPlatform().start(this::spawn);
        while (parent.isAlive() && !hasNapped) {
            hasNapped = parent.getState() == Thread.State.TIMED_WAITING;
        }
        parent.join();
        assertThat(hasNapped).isTrue();
        assertThat(rounds.get()).isLessThanOrEqualTo(MOST_ROUNDS);
    }
}
