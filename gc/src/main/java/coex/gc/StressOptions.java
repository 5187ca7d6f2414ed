// SPDX-License-Identifier: Apache-2.0
package coex.gc;

/// Ways to make a heap find bugs, in itself and in the code that uses it. All off by default.
///
/// @param collectEvery run a collection in every n-th allocation of each mutator; 0 is never
/// @param fullEvery make every n-th collection a full one, and all others young unless a full one
///     is asked for; 0 is as the heap finds best
/// @param delaySeed seed of the random delays
/// @param delayPerMille how many of a thousand passes through a labelled point are delayed
/// @param delayMicros the longest such delay
/// @param poison fill freed memory with [#POISON], and refuse to free it silently
/// @param quarantine never hand out a freed handle again while others are left, so that any use of
///     a freed handle is caught as such
/// @param moveAll move all that can be moved in every full collection
/// @param allMarkers have all [HeapOptions#markers] trace in every collection, from the beginning
public record StressOptions(
        int collectEvery,
        int fullEvery,
        long delaySeed,
        int delayPerMille,
        int delayMicros,
        boolean poison,
        boolean quarantine,
        boolean moveAll,
        boolean allMarkers) {

    /// The byte that freed memory is filled with under `poison`.
    public static final byte POISON = (byte) 0xDD;

    /// Nothing is stressed.
    public static final StressOptions NONE =
            new StressOptions(0, 0, 0, 0, 0, false, false, false, false);

    /// Checks each number.
    public StressOptions {
        HeapOptions.require("collectEvery", collectEvery, 0, Integer.MAX_VALUE);
        HeapOptions.require("fullEvery", fullEvery, 0, Integer.MAX_VALUE);
        HeapOptions.require("delayPerMille", delayPerMille, 0, 1000);
        HeapOptions.require("delayMicros", delayMicros, 0, 1_000_000);
    }

    /// {@return the same, with another number of allocations between collections}
    ///
    /// @param allocations after how many allocations; 0 for never
    public StressOptions withCollectEvery(int allocations) {
        return new StressOptions(
                allocations,
                fullEvery,
                delaySeed,
                delayPerMille,
                delayMicros,
                poison,
                quarantine,
                moveAll,
                allMarkers);
    }

    /// {@return the same, with another number of collections between full ones}
    ///
    /// @param collections every how many collections
    public StressOptions withFullEvery(int collections) {
        return new StressOptions(
                collectEvery,
                collections,
                delaySeed,
                delayPerMille,
                delayMicros,
                poison,
                quarantine,
                moveAll,
                allMarkers);
    }

    /// {@return the same, with other delays}
    ///
    /// @param seed of the random numbers
    /// @param perMille how often of a thousand times
    /// @param micros how long, in microseconds
    public StressOptions withDelays(long seed, int perMille, int micros) {
        return new StressOptions(
                collectEvery,
                fullEvery,
                seed,
                perMille,
                micros,
                poison,
                quarantine,
                moveAll,
                allMarkers);
    }

    /// {@return the same, with or without overwriting what was freed}
    ///
    /// @param on whether to do so
    public StressOptions withPoison(boolean on) {
        return new StressOptions(
                collectEvery,
                fullEvery,
                delaySeed,
                delayPerMille,
                delayMicros,
                on,
                quarantine,
                moveAll,
                allMarkers);
    }

    /// {@return the same, with or without keeping freed handles out of use}
    ///
    /// @param on whether to do so
    public StressOptions withQuarantine(boolean on) {
        return new StressOptions(
                collectEvery,
                fullEvery,
                delaySeed,
                delayPerMille,
                delayMicros,
                poison,
                on,
                moveAll,
                allMarkers);
    }

    /// {@return the same, with or without moving everything that can be moved}
    ///
    /// @param on whether to do so
    public StressOptions withMoveAll(boolean on) {
        return new StressOptions(
                collectEvery,
                fullEvery,
                delaySeed,
                delayPerMille,
                delayMicros,
                poison,
                quarantine,
                on,
                allMarkers);
    }

    /// {@return the same, with or without all markers in each cycle}
    ///
    /// @param on whether to do so
    public StressOptions withAllMarkers(boolean on) {
        return new StressOptions(
                collectEvery,
                fullEvery,
                delaySeed,
                delayPerMille,
                delayMicros,
                poison,
                quarantine,
                moveAll,
                on);
    }
}
