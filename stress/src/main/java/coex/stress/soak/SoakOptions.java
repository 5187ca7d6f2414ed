package coex.stress.soak;

import java.time.Duration;

/// What a soak is asked to do.
///
/// @param duration how long at least; a soak also has a least number of rounds
/// @param threads mutator threads
/// @param seed decides what they allocate
public record SoakOptions(Duration duration, int threads, long seed) {}
