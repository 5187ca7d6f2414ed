// SPDX-License-Identifier: Apache-2.0
package coex.collections;

/// A version that would hold more bytes of the heap than its [Versioned] allows. Nothing has
/// changed: the version before is still the current one.
public final class CollectionTooLargeException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final long bytes;
    private final long most;

    CollectionTooLargeException(long bytes, long most) {
        super("collection too large: bytes=%d most=%d".formatted(bytes, most));
        this.bytes = bytes;
        this.most = most;
    }

    /// {@return what the refused version holds}
    public long bytes() {
        return bytes;
    }

    /// {@return what is allowed}
    public long most() {
        return most;
    }
}
