// SPDX-License-Identifier: Apache-2.0
package coex.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/// Meters of one registry that go together. Any thread may call; all is done under the lock of this
/// object, so that no meter is added after [#remove].
final class MeterSet {

    private final MeterRegistry registry;
    private final Tags tags;
    private final Set<Meter> meters = new HashSet<>();
    private boolean removed;

    /// @param tags on all meters
    MeterSet(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    /// A gauge that refers weakly to what it is of.
    ///
    /// @param unit null if its name says it
    synchronized <T> void gauge(
            String name, String unit, Tags more, String says, T of, ToDoubleFunction<T> value) {
        if (!removed) {
            meters.add(
                    Gauge.builder(name, of, value)
                            .baseUnit(unit)
                            .tags(tags.and(more))
                            .description(says)
                            .register(registry));
        }
    }

    /// A counter that refers weakly to what counts.
    synchronized <T> void counter(
            String name, String unit, String says, T of, ToDoubleFunction<T> value) {
        if (!removed) {
            meters.add(
                    FunctionCounter.builder(name, of, value)
                            .baseUnit(unit)
                            .tags(tags)
                            .description(says)
                            .register(registry));
        }
    }

    synchronized void time(String name, Tags more, String says, Duration took) {
        if (!removed) {
            Timer timer =
                    Timer.builder(name).tags(tags.and(more)).description(says).register(registry);
            meters.add(timer);
            timer.record(took);
        }
    }

    /// Adds to a counter, which there is then even if that is nothing.
    synchronized void count(String name, String unit, String says, long more) {
        if (!removed) {
            Counter counter =
                    Counter.builder(name)
                            .baseUnit(unit)
                            .tags(tags)
                            .description(says)
                            .register(registry);
            meters.add(counter);
            counter.increment(more);
        }
    }

    synchronized void remove() {
        removed = true;
        meters.forEach(registry::remove);
        meters.clear();
    }
}
