// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.table;

import java.util.Arrays;
import java.util.Comparator;

/// One write in a [Memtable]: the value that a key got, or null if it was removed.
///
/// @param index how many writes of the memtable came before it
record Write(byte[] key, int index, byte[] value) {

    /// By key, unsigned; of one key the newest write first.
    static final Comparator<Write> ORDER =
            (first, second) -> {
                int order = Arrays.compareUnsigned(first.key, second.key);
                return order != 0 ? order : Integer.compare(second.index, first.index);
            };

    /// What comes before all writes of a key.
    static Write before(byte[] key) {
        return new Write(key, Integer.MAX_VALUE, null);
    }

    /// What comes after all writes of a key.
    static Write after(byte[] key) {
        return new Write(key, -1, null);
    }
}
