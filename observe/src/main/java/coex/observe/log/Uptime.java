// SPDX-License-Identifier: Apache-2.0
package coex.observe.log;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/// The time since the JVM began, so that our lines can be put beside those of its own log.
public final class Uptime {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private Uptime() {}

    /// A clock in nanoseconds that agrees with the JVM's to a millisecond. The bean is asked once:
    /// it is too slow to ask for each line.
    public static LongSupplier ofJvm() {
        long began =
                System.nanoTime()
                        - ManagementFactory.getRuntimeMXBean().getUptime() * NANOS_PER_MILLI;
        return () -> System.nanoTime() - began;
    }
}
