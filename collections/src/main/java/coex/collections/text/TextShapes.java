// SPDX-License-Identifier: Apache-2.0
package coex.collections.text;

import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.collect.ConcurrentHeap;

/// The three shapes that strings are made of, and where their parts lie.
///
///     string         | header 8 | bytes 4 | hash 4 | code points 4 | text ...            |
///     string view    | header 8 | payload 4 | hash 4 | code points 4 | start 4 | bytes 4 |
///     string buffer  | header 8 | capacity 4 | used 4 | text ...                         |
///
/// A view shows `bytes` bytes of its payload, a string or a buffer, from `start` bytes behind the
/// payload's address. Hash and code points are worked out when first asked for. Behind its text a
/// string is zero, up to a multiple of eight bytes.
final class TextShapes {

    static final int FLAT_BYTES = 8;
    static final int HASH = 12;
    static final int POINTS = 16;

    static final int FLAT_TEXT = 20;

    static final int VIEW_PAYLOAD = 8;
    static final int VIEW_START = 20;
    static final int VIEW_BYTES = 24;
    static final int VIEW_SIZE = 32;

    static final int BUFFER_CAPACITY = 8;
    static final int BUFFER_USED = 12;
    static final int BUFFER_TEXT = 16;

    private final Shape flat;
    private final Shape view;
    private final Shape buffer;

    private TextShapes(Heap heap) {
        flat = heap.shape("string").intField("hash").intField("codePoints").text().build();
        view =
                heap.shape("string view")
                        .reference("payload")
                        .intField("hash")
                        .intField("codePoints")
                        .intField("start")
                        .intField("bytes")
                        .build();
        buffer = heap.shape("string buffer").intField("used").arrayOf(Kind.BYTE).mutable().build();
    }

    static TextShapes of(Heap heap) {
        return ConcurrentHeap.of(heap).extension(TextShapes.class, () -> new TextShapes(heap));
    }

    Shape flat() {
        return flat;
    }

    Shape view() {
        return view;
    }

    Shape buffer() {
        return buffer;
    }

    /// Bytes of a string object with so many bytes of text.
    static int flatSize(int bytes) {
        return (FLAT_TEXT + bytes + 7) & -8;
    }

    /// Bytes of a buffer with this capacity.
    static long bufferSize(int capacity) {
        return (BUFFER_TEXT + (long) capacity + 7) & -8L;
    }
}
