// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.table;

/// Where the stream is when something is written.
///
/// @param topic of the record that is worked on; null if there is none
/// @param streamTime the greatest timestamp so far
public record StreamPoint(String topic, int partition, long offset, long streamTime) {

    public static StreamPoint at(long streamTime) {
        return new StreamPoint(null, 0, 0, streamTime);
    }
}
