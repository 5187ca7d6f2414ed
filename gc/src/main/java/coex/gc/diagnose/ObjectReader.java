// SPDX-License-Identifier: Apache-2.0
package coex.gc.diagnose;

import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.handle.HandleTable;
import coex.gc.heap.HeapCore;
import coex.gc.layout.NodeForm;
import coex.gc.layout.NodeShape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;

/// Looks at objects from outside, believing nothing: every accessor says when something is not as
/// it should be instead of following it. For the holder of the collector's role.
final class ObjectReader {

    /// Receives a reference and where it was found.
    interface ReferenceConsumer {
        void accept(int offset, long target);
    }

    private final HeapCore core;

    ObjectReader(HeapCore core) {
        this.core = core;
    }

    /// The address of a handle's object, or 0 if the handle is out of range or names none.
    long address(long handle) {
        if (!core.handles().isInRange(handle)) {
            return 0;
        }
        long slot = core.handles().table().resolve(handle);
        return HandleTable.isAddress(slot) ? slot : 0;
    }

    /// Whether the handle's allocated bit is set and its slot names an object.
    boolean isLive(long handle) {
        return address(handle) != 0
                && (core.handles().allocatedWord(handle >>> 6) >>> handle & 1) != 0;
    }

    /// Whether an address could be that of an object: aligned, and its header in a block in use.
    boolean isPlausible(long address) {
        return (address & 7) == 0 && core.blocks().isInUse(address, Shape.HEADER_BYTES);
    }

    /// The shape in a header, or null if there is none with that id.
    Shape shape(long header) {
        return core.shapes().find(ObjectHeader.shape(header));
    }

    /// The bytes of the object at a plausible address.
    long bytes(long address, Shape shape) {
        return HeapCore.bytesAt(address, shape);
    }

    int length(long address) {
        return Memory.getInt(address + Shape.LENGTH_OFFSET);
    }

    /// Calls `action` with every strong reference of an object, 0 included.
    void forEachReference(long address, Shape shape, ReferenceConsumer action) {
        int end = referenceCount(address, shape);
        int from = firstReference(shape);
        for (int i = 0; i < end; i++) {
            int offset = from + 4 * i;
            action.accept(offset, referenceAt(address, offset));
        }
    }

    /// How many strong references an object has; they lie together.
    int referenceCount(long address, Shape shape) {
        if (shape.elementKind() == Kind.REFERENCE) {
            return length(address);
        }
        return shape instanceof NodeShape node
                ? node.form()
                        .referenceCount(
                                bitsAt(address + NodeForm.ENTRY_BITS_OFFSET),
                                bitsAt(address + NodeForm.CHILD_BITS_OFFSET))
                : shape.referenceCount();
    }

    /// Where the first of them lies in the object.
    static int firstReference(Shape shape) {
        if (shape.elementKind() == Kind.REFERENCE) {
            return shape.fixedBytes();
        }
        return shape instanceof NodeShape ? NodeForm.FIRST_REFERENCE : Shape.HEADER_BYTES;
    }

    static long referenceAt(long address, int offset) {
        return Integer.toUnsignedLong(Memory.getIntOpaque(address + offset));
    }

    private static int bitsAt(long address) {
        return Integer.bitCount(Memory.getInt(address));
    }
}
