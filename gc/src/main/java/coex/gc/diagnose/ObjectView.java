// SPDX-License-Identifier: Apache-2.0
package coex.gc.diagnose;

import coex.gc.Field;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.handle.HandleTable;
import coex.gc.heap.HeapCore;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;

import java.nio.charset.StandardCharsets;

/// One object, as [HeapInspector] and [LiveObjects] show it: valid only during the call it is given
/// to, and reused for the next object.
///
/// Reads are checked against the object's extent. Fields of immutable objects are what they are;
/// those of mutable objects, and of objects not yet sealed, are what they were at some moment.
public final class ObjectView {

    private final HeapCore core;
    private long handle;
    private long address;
    private long header;
    private Shape shape;
    private long bytes;
    private int length;

    /// The view that [#follow] gives; made when it is first asked for.
    private ObjectView followed;

    ObjectView(HeapCore core) {
        this.core = core;
    }

    /// Turns to another handle; false if it names no object. The caller keeps the memory from being
    /// reused.
    boolean turnTo(long newHandle) {
        long slot = core.handles().isInRange(newHandle) ? resolve(newHandle) : 0;
        if (!HandleTable.isAddress(slot) || !core.blocks().isInUse(slot, Shape.HEADER_BYTES)) {
            return false;
        }
        handle = newHandle;
        address = slot;
        header = Memory.getLong(slot);
        shape = core.shapes().find(ObjectHeader.shape(header));
        length = shape != null && shape.isArray() ? Memory.getInt(slot + Shape.LENGTH_OFFSET) : -1;
        bytes = shape == null ? Shape.HEADER_BYTES : HeapCore.bytesAt(slot, shape);
        if (length < -1 || !core.blocks().isInUse(slot, bytes)) { // a corrupt heap
            bytes = Shape.HEADER_BYTES;
            length = shape != null && shape.isArray() ? 0 : -1;
        }
        return true;
    }

    private long resolve(long newHandle) {
        return core.handles().table().resolve(newHandle);
    }

    public long handle() {
        return handle;
    }

    public long address() {
        return address;
    }

    /// The word at the start of the object.
    public long header() {
        return header;
    }

    /// The shape, or null if the header names none.
    public Shape shape() {
        return shape;
    }

    /// The shape id in the header.
    public int shapeId() {
        return ObjectHeader.shape(header);
    }

    /// The flags in the header.
    public int flags() {
        return (int) ObjectHeader.FLAGS.get(header);
    }

    /// Header and padding included.
    public long bytes() {
        return bytes;
    }

    /// The length of an array; -1 for an object with fields.
    public int length() {
        return length;
    }

    /// Whether the object is old, or the last or running cycle has marked it.
    public boolean isMarked() {
        return core.handles().marks().isMarked(handle);
    }

    public byte byteAt(long offset) {
        return Memory.getByte(at(offset, 1));
    }

    public int intAt(long offset) {
        return Memory.getIntOpaque(at(offset, 4));
    }

    public long longAt(long offset) {
        return Memory.getLong(at(offset, 8));
    }

    public double doubleAt(long offset) {
        return Memory.getDouble(at(offset, 8));
    }

    /// The handle in a reference or weak reference.
    public long referenceAt(long offset) {
        return Integer.toUnsignedLong(intAt(offset));
    }

    /// A value as a Java object; a reference is a `Long`.
    public Object value(Kind kind, long offset) {
        return switch (kind) {
            case REFERENCE, WEAK -> referenceAt(offset);
            case INT -> intAt(offset);
            case LONG -> longAt(offset);
            case DOUBLE -> doubleAt(offset);
            case BYTE -> byteAt(offset);
            case BOOLEAN -> byteAt(offset) != 0;
        };
    }

    public Object value(Field field) {
        return value(field.kind(), field.offset());
    }

    /// Where an array's element lies.
    public long elementOffset(int index) {
        return shape.fixedBytes() + (long) index * shape.elementKind().bytes();
    }

    /// The object that a reference of this one names, or null if there is none, as may be if this
    /// one is not reachable any more. Valid as long as this view, until the next call.
    public ObjectView follow(long reference) {
        if (followed == null) {
            followed = new ObjectView(core);
        }
        return followed.turnTo(reference) ? followed : null;
    }

    /// Copies `count` bytes of the object, from `offset`, into `target`.
    public void copy(long offset, byte[] target, int from, int count) {
        if (count > 0) {
            Memory.copyOut(at(offset, count), target, from, count);
        }
    }

    /// The first `mostBytes` bytes of an object that holds text, as a string.
    public String text(int mostBytes) {
        byte[] raw = new byte[Math.min(length, mostBytes)];
        copy(shape.fixedBytes(), raw, 0, raw.length);
        return new String(raw, StandardCharsets.UTF_8);
    }

    private long at(long offset, long count) {
        if (offset < 0 || offset + count > bytes) {
            throw new IndexOutOfBoundsException(
                    "outside the object: handle=%d offset=%d count=%d bytes=%d"
                            .formatted(handle, offset, count, bytes));
        }
        return address + offset;
    }
}
