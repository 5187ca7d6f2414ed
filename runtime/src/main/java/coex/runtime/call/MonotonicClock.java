package coex.runtime.call;

/// A clock that never goes back and is never negative, as `System.nanoTime` may be.
final class MonotonicClock {

    private static final long START = System.nanoTime();

    /// Nanoseconds since 1970 when the clock was started.
    private static final long BEGAN = System.currentTimeMillis() * 1_000_000;

    private MonotonicClock() {}

    static long nanos() {
        return BEGAN + (System.nanoTime() - START);
    }
}
