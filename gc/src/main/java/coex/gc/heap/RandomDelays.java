// SPDX-License-Identifier: Apache-2.0
package coex.gc.heap;

import coex.gc.StressOptions;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// Delays threads at schedule points, at random but from a seed: the order in which threads reach
/// points still varies, the sequence of delays does not.
final class RandomDelays implements ScheduleHook {

    private final StressOptions options;
    private final AtomicLong passes = new AtomicLong();

    RandomDelays(StressOptions options) {
        this.options = options;
    }

    @Override
    public void at(SchedulePoint point) {
        SplittableRandom random =
                new SplittableRandom(options.delaySeed() ^ passes.getAndIncrement());
        if (random.nextInt(1000) < options.delayPerMille()) {
            int micros = random.nextInt(options.delayMicros() + 1);
            if (micros == 0) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(micros * 1000L);
            }
        }
    }
}
