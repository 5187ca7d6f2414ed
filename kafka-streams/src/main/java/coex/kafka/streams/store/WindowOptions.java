// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.store;

/// What a window store is made for. Times are in milliseconds.
///
/// @param retention for how long windows are kept, from their beginning
/// @param segmentInterval how much time expires together
/// @param retainDuplicates whether a window of a key may have several values
/// @param byTime whether windows of all keys are asked for by time again and again
public record WindowOptions(
        long retention,
        long windowSize,
        long segmentInterval,
        boolean retainDuplicates,
        boolean byTime) {}
