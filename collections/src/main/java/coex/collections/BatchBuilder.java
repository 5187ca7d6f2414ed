// SPDX-License-Identifier: Apache-2.0
package coex.collections;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What the builders of all collections have in common: gathers changes as plain values, and makes
/// them in the version that is in the heap a batch at a time. For one thread.
///
/// Changes are a log. Who only adds never looks at it again; whoever looks for a key has it
/// indexed, as far as it is not yet, so that a lookup finds what was changed last.
final class BatchBuilder<C extends PersistentCollection> {

    /// Makes the next version; see [ListKind#withBatch].
    interface Addition<C> {
        /// @param version what to add to; null for nothing
        /// @param count how many of the plain values count
        C add(C version, Object[] plain, int count);
    }

    /// Makes the next version without some keys, or elements of a set.
    interface Removal<C> {
        C remove(C version, List<Object> keys);
    }

    /// Instead of a key, one that is to be removed.
    private record Removed(Object key) {}

    /// A plain form by its contents.
    private record Contents(Object plain) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Contents(Object otherPlain)
                    && Objects.deepEquals(plain, otherPlain);
        }

        @Override
        public int hashCode() {
            return Arrays.deepHashCode(new Object[] {plain});
        }
    }

    /// What [#pending] returns of a key that was removed.
    static final Object REMOVED = new Object();

    private final Addition<C> addition;

    /// Null if nothing can be removed by key.
    private final Removal<C> removal;

    /// Whether equal keys have equal plain forms. If not, what was changed is not looked for among
    /// the changes, but put into the heap before.
    private final boolean isIndexed;

    /// How many plain values belong together: two if they are keys and values in turn.
    private final int width;

    /// Whether an element, a key or a value is an object in the heap.
    private final boolean writesObjects;

    private Object[] plain;
    private int count;

    /// Where the last change of a key is, for those of the first `indexed` plain values.
    private final Map<Contents, Integer> index = new HashMap<>();

    private int indexed;
    private boolean hasRemovals;

    /// What is in the heap so far; not ours to close if `given`.
    private C version;

    private boolean given = true;

    /// @param version what to add to; null for nothing
    BatchBuilder(C version, int width, boolean writesObjects, Addition<C> addition) {
        this(version, width, writesObjects, addition, null, false);
    }

    /// @param isIndexed whether equal keys have equal plain forms
    BatchBuilder(
            C version,
            int width,
            boolean writesObjects,
            Addition<C> addition,
            Removal<C> removal,
            boolean isIndexed) {
        this.version = version;
        this.width = width;
        this.writesObjects = writesObjects;
        this.addition = addition;
        this.removal = removal;
        this.isIndexed = isIndexed;
        this.plain = new Object[BatchSizes.FIRST * width];
    }

    void add(Object element) {
        if (count == plain.length) {
            flush();
        }
        plain[count++] = element;
    }

    void add(Object key, Object value) {
        if (count == plain.length) {
            flush();
        }
        plain[count++] = key;
        plain[count++] = value;
    }

    /// Removes a key, or an element of a set, if it is there.
    void remove(Object key) {
        if (!isIndexed) {
            flush();
            replace(removal.remove(version, List.of(key)));
            return;
        }
        if (count + width > plain.length) {
            flush();
        }
        plain[count] = new Removed(key);
        count += width;
        hasRemovals = true;
    }

    /// What was done to a key and is not in the heap: its new value, or the key itself in a set;
    /// [#REMOVED]; or null for nothing, and then [#version] knows.
    Object pending(Object key) {
        if (!isIndexed) {
            flush();
            return null;
        }
        indexAll();
        Integer at = index.get(new Contents(key));
        if (at == null) {
            return null;
        }
        return plain[at] instanceof Removed ? REMOVED : plain[at + width - 1];
    }

    private void indexAll() {
        for (; indexed < count; indexed += width) {
            Object key =
                    plain[indexed] instanceof Removed(Object removed) ? removed : plain[indexed];
            index.put(new Contents(key), indexed);
        }
    }

    /// What is in the heap so far; null for nothing.
    C version() {
        return version;
    }

    // For lists, whose elements are in order

    int pendingCount() {
        return count;
    }

    Object pendingAt(int place) {
        return plain[place];
    }

    void setPending(int place, Object element) {
        plain[place] = element;
    }

    void removePending(int place) {
        System.arraycopy(plain, place + 1, plain, place, count - place - 1);
        plain[--count] = null;
    }

    /// Puts all changes into the heap.
    C flushed() {
        flush();
        return version;
    }

    /// Goes on with another version, which is the builder's, instead of the present one.
    void replace(C next) {
        if (!given) {
            version.close();
        }
        version = next;
        given = false;
    }

    /// A version with all that was added. The next one begins with it.
    C build() {
        flush();
        given = true;
        return version;
    }

    private void flush() {
        if (count == 0 && version != null && !given) {
            return;
        }
        if (hasRemovals) {
            flushChanges();
        } else {
            replace(addition.add(version, plain, count));
        }
        if (count == plain.length) {
            plain = new Object[BatchSizes.after(count / width, writesObjects) * width];
        }
        count = 0;
        index.clear();
        indexed = 0;
        hasRemovals = false;
    }

    /// Of each key the last change counts.
    private void flushChanges() {
        indexAll();
        Object[] added = new Object[count];
        int addedCount = 0;
        List<Object> removed = new ArrayList<>();
        for (int at : index.values()) {
            if (plain[at] instanceof Removed(Object key)) {
                removed.add(key);
            } else {
                System.arraycopy(plain, at, added, addedCount, width);
                addedCount += width;
            }
        }
        replace(addition.add(version, added, addedCount));
        replace(removal.remove(version, removed));
    }
}
