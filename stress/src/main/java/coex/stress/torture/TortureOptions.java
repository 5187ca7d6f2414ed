package coex.stress.torture;

import java.time.Duration;

/// What a torture run is asked to do.
///
/// @param duration how long
/// @param threads mutator threads in each heap
/// @param heaps heaps at the same time
/// @param seed decides the options of the heaps and what every thread does
public record TortureOptions(Duration duration, int threads, int heaps, long seed) {}
