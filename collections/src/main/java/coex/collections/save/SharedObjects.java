// SPDX-License-Identifier: Apache-2.0
package coex.collections.save;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The objects of a segment that are referred to more than once, numbered in the order in which
/// they were written. For one thread.
final class SharedObjects {

    /// The object was not written yet.
    static final int NONE = -1;

    /// It was, but as something else, for which it cannot stand.
    static final int OTHER = -2;

    private final Map<Long, Integer> numbers = new HashMap<>();
    private final List<Object> kinds = new ArrayList<>();

    /// The number of an object.
    int find(long handle, Object kind) {
        Integer number = numbers.get(handle);
        if (number == null) {
            return NONE;
        }
        return kinds.get(number).equals(kind) ? number : OTHER;
    }

    void add(long handle, Object kind) {
        numbers.put(handle, kinds.size());
        kinds.add(kind);
    }
}
