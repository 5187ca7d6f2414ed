package coex.gc;

/// An allocation found no room although full collections ran for it.
///
/// The heap stays usable: drop references and allocate again.
public final class HeapExhaustedException extends HeapException {

    private static final long serialVersionUID = 1L;

    /// What ran out: the bytes of the heap or the slots of its handle table.
    public enum Resource {
        BYTES,
        HANDLES
    }

    private final Resource resource;
    private final long requested;
    private final long live;
    private final long free;
    private final long limit;

    public HeapExhaustedException(
            Resource resource, long requested, long live, long free, long limit) {
        super(
                "heap exhausted: resource=%s requested=%d live=%d free=%d limit=%d"
                        .formatted(
                                resource == Resource.BYTES ? "bytes" : "handles",
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

    public Resource resource() {
        return resource;
    }

    /// What the failed allocation asked for, in units of [#resource].
    public long requested() {
        return requested;
    }

    /// What was in use after the last collection.
    public long live() {
        return live;
    }

    /// What was free but could not serve the request, for example because it is in pieces.
    public long free() {
        return free;
    }

    /// The maximum the options allow.
    public long limit() {
        return limit;
    }
}
