// SPDX-License-Identifier: Apache-2.0
package coex.collections.convert;

import coex.collections.list.ArrayType;
import coex.collections.list.BitsSource;
import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.collections.map.TrieCursor;
import coex.gc.mutator.MutatorContext;

/// Gives the keys or the values of a map, or the elements of a set, one after the other.
///
/// Made once and used for any number of maps, by one thread at a time.
final class EntrySource implements BitsSource {

    private final TrieCursor cursor;

    private MutatorContext mutator;
    private boolean values;

    EntrySource(TrieCursor cursor) {
        this.cursor = cursor;
    }

    @Override
    public long next() {
        cursor.next(mutator);
        return values ? cursor.value() : cursor.key();
    }

    /// A list of all keys or all values. A safepoint; it keeps the map.
    long list(MutatorContext user, ListType lists, long map, boolean ofValues) {
        int frame = user.root(map);
        try (ListBuilder builder = lists.builder()) {
            builder.start(user);
            for (cursor.start(map); cursor.next(user); ) {
                builder.add(ofValues ? cursor.value() : cursor.key());
            }
            return builder.finish();
        } finally {
            user.popTo(frame);
        }
    }

    /// An array of all keys or all values, of which there are `size`. A safepoint; it keeps the
    /// map.
    long array(MutatorContext user, ArrayType arrays, long map, long size, boolean ofValues) {
        mutator = user;
        values = ofValues;
        cursor.start(map);
        try {
            return arrays.from(user, size, map, this);
        } finally {
            mutator = null;
        }
    }
}
