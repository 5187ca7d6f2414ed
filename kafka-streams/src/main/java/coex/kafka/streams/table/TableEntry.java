// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.table;

/// A key and its value. The arrays are not to be written to.
///
/// @param value null in what is written to remove the key
public record TableEntry(byte[] key, byte[] value) {}
