// SPDX-License-Identifier: Apache-2.0
package coex.gc;

import java.util.Locale;

/// An allocation found no room although full collections ran for it, there is no cell left for
/// another global root, or the JVM has no room in its own heap for a thread's shadow stack.
///
/// The heap stays usable: drop references and allocate again, or pop frames.
public final class HeapExhaustedException extends HeapException {

    private static final long serialVersionUID = 1L;

    /// What ran out.
    public enum Resource {
        /// Bytes of the heap.
        BYTES,
        /// Slots of the handle table.
        HANDLES,
        /// Cells of global roots: each [GlobalRoot] has one, and each version of a collection.
        ROOTS,
        /// Slots or frames of a shadow stack, for which the JVM cannot supply an array.
        STACK
    }

    private final Resource resource;
    private final long requested;
    private final long live;
    private final long free;
    private final long limit;

    /// Makes one.
    ///
    /// @param resource what ran out
    /// @param requested what was asked for
    /// @param live what was in use after the last collection
    /// @param free what was free and could not serve
    /// @param limit the most that there may be
    public HeapExhaustedException(
            Resource resource, long requested, long live, long free, long limit) {
        super(
                "heap exhausted: resource=%s requested=%d live=%d free=%d limit=%d"
                        .formatted(
                                resource.name().toLowerCase(Locale.ROOT),
                                requested,
                                live,
                                free,
                                limit));
        this.resource = resource;
        this.requested = requested;
        this.live = live;
        this.free = free;
        this.limit = limit;
    }

    private HeapExhaustedException(HeapExhaustedException first, String detail) {
        super(first.getMessage() + "; " + detail, first);
        this.resource = first.resource;
        this.requested = first.requested;
        this.live = first.live;
        this.free = first.free;
        this.limit = first.limit;
    }

    /// {@return the same with more in its message, caused by this one}
    ///
    /// @param detail what else the message says
    public HeapExhaustedException with(String detail) {
        return new HeapExhaustedException(this, detail);
    }

    /// {@return what ran out}
    public Resource resource() {
        return resource;
    }

    /// {@return what the failed allocation asked for, in units of [#resource]}
    public long requested() {
        return requested;
    }

    /// {@return what was in use after the last collection}
    public long live() {
        return live;
    }

    /// {@return what was free but could not serve the request, for example because it is in pieces}
    public long free() {
        return free;
    }

    /// {@return the maximum the options allow, or the library for a stack}
    public long limit() {
        return limit;
    }
}
