// SPDX-License-Identifier: Apache-2.0
package coex.gc;

import java.util.concurrent.atomic.AtomicLong;

/// Tells heaps apart. Compared by identity, and does not keep the heap: shapes and fields have it.
public final class HeapId {

    private static final AtomicLong OPENED = new AtomicLong();

    private final String name;
    private final long number = OPENED.incrementAndGet();

    /// Makes the next one.
    ///
    /// @param name the heap's
    public HeapId(String name) {
        this.name = name;
    }

    /// {@return a number from 1 up that no other heap of this JVM has or had: it counts them}
    public long number() {
        return number;
    }

    /// {@return the heap's name, which others may have too}
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
