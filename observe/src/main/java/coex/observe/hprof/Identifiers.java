// SPDX-License-Identifier: Apache-2.0
package coex.observe.hprof;

import coex.gc.Shape;
import coex.gc.diagnose.LiveObjects;

import java.util.List;

/// Gives identifiers to all that a dump names.
///
/// An object's identifier is its handle times 8. Classes, and the objects that only the format
/// needs, have those between, 4 more than a multiple of 8, in the order they are asked for.
/// Identifiers so look like addresses, which is what readers hash them as.
///
/// They take 4 bytes while all fit: references are then as large as in the heap, and readers, which
/// take the header to be two identifiers long, compute the size of objects as it is.
final class Identifiers {

    private static final int SHIFT = 3;
    private static final int BETWEEN = 4;
    private static final long MOST_IN_FOUR_BYTES = 1L << (Integer.SIZE - SHIFT);

    /// More than the classes and objects that every dump has.
    private static final long RESERVED = 1 << 12;

    private static final long PER_THREAD = 8;

    private final int bytes;
    private long next;

    /// @param handles all handles to be written are probably below this
    /// @param others how many identifiers may be asked for beside those of handles
    /// @param leastBytes of an identifier
    Identifiers(long handles, long others, int leastBytes) {
        boolean fit = Math.max(handles, others) <= MOST_IN_FOUR_BYTES;
        this.bytes = fit ? leastBytes : Long.BYTES;
    }

    /// For a dump of `live` and as many threads, with up to `younger` objects more.
    static Identifiers of(
            LiveObjects live, List<Shape> shapes, int threads, long younger, int leastBytes) {
        long perObject = 0;
        for (Shape shape : shapes) {
            perObject = Math.max(perObject, shape.isText() ? 1 : shape.weakCount());
        }
        long others =
                RESERVED
                        + shapes.size()
                        + threads * PER_THREAD
                        + (live.count() + younger) * perObject;
        return new Identifiers(2 * live.handleLimit(), others, leastBytes);
    }

    /// Bytes of an identifier.
    int bytes() {
        return bytes;
    }

    /// Whether there is an identifier for this handle.
    boolean reaches(long handle) {
        return bytes == Long.BYTES || handle < MOST_IN_FOUR_BYTES;
    }

    /// The identifier of the object with this handle; that of null for 0.
    static long ofHandle(long handle) {
        return handle << SHIFT;
    }

    /// An identifier that nothing has.
    long fresh() {
        return (next++ << SHIFT) + BETWEEN;
    }
}
