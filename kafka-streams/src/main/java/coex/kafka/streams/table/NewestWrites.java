// SPDX-License-Identifier: Apache-2.0
package coex.kafka.streams.table;

import java.util.Arrays;
import java.util.Iterator;

/// Of each key the newest of the first so many writes. Looks one write ahead.
final class NewestWrites {

    private final Iterator<Write> all;
    private final int count;
    private Write ahead;

    /// @param all in the order of their keys; those of one key in any order
    NewestWrites(Iterator<Write> all, int count) {
        this.all = all;
        this.count = count;
        goOn();
    }

    /// The next one; null if there is none.
    Write next() {
        if (ahead == null) {
            return null;
        }
        Write newest = ahead;
        goOn();
        while (ahead != null && Arrays.equals(ahead.key(), newest.key())) {
            if (ahead.index() > newest.index()) {
                newest = ahead;
            }
            goOn();
        }
        return newest;
    }

    private void goOn() {
        ahead = null;
        while (ahead == null && all.hasNext()) {
            Write next = all.next();
            if (next.index() < count) {
                ahead = next;
            }
        }
    }
}
