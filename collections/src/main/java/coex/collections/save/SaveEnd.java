// SPDX-License-Identifier: Apache-2.0
package coex.collections.save;

/// Where a save ends, and what the next segment needs to know of it.
///
/// @param identity of the save
/// @param offset after its last byte
/// @param segments how many it has
/// @param chain as [SaveFormat] says
public record SaveEnd(long identity, long offset, int segments, int chain) {

    /// A save of which nothing is written yet.
    public static SaveEnd beginning(long identity) {
        return new SaveEnd(identity, 0, 0, 0);
    }
}
