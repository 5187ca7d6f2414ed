// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.AccessKey;
import coex.gc.Field;
import coex.gc.HeapId;
import coex.gc.HeapUsageException;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.Shape;
import coex.gc.handle.HandleSpace;
import coex.gc.handle.HandleTable;
import coex.gc.layout.NodeShape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorMode;

/// What is checked before an embedder's call touches the heap: that this thread may use the
/// mutator, that the handle names a live object of the right shape, and that the value may be
/// written there.
///
/// Each check is one condition over everything that could be wrong; what is wrong is found out in a
/// method of its own, so that compiled code holds only the condition (docs/design/0034). A
/// superclass, and not a part, because the checks are most of what an access costs.
///
/// Slots are read plainly, as [HandleTable#locate] argues for handles that a mutator holds. One
/// that a caller has made up, or has kept too long, may be given out to another thread at this
/// moment: then either value of its slot may be found, and behind a new address the header that was
/// written before it, since it is read through the address.
abstract class CheckedAccess extends Mutator {

    final ConcurrentHeap heap;
    private final HeapId heapId;

    /// What the [AccessKey] of every field of this heap has.
    final long heapKey;

    final MutatorContext context;
    final MutatorMode mode;
    final HandleSpace handles;
    final HandleTable table;
    private final long tableBase;

    /// Handles below this lie in the table: its capacity as this thread saw it last. It may be too
    /// low, and is then looked up again, or too high when the table has shrunk, where slots stay
    /// readable and are 0.
    private long handlesSeen;

    CheckedAccess(ConcurrentHeap heap, MutatorContext context) {
        this.heap = heap;
        this.heapId = heap.id();
        this.heapKey = AccessKey.of(heapId);
        this.context = context;
        this.mode = context.mode();
        this.handles = heap.core().handles();
        this.table = handles.table();
        this.tableBase = table.base();
    }

    final MutatorContext context() {
        return context;
    }

    /// The context, if the calling thread may use it now.
    final MutatorContext usableContext() {
        if (Thread.currentThread() != mode.user()) {
            throw unusable();
        }
        return context;
    }

    final RuntimeException unusable() {
        if (heap.isClosed()) {
            return heap.registry().closed();
        }
        Thread caller = Thread.currentThread();
        if (context.isDead()) {
            return new HeapUsageException(
                    "mutator detached: heap=%s thread=%s"
                            .formatted(heap.options().name(), caller.getName()));
        }
        if (caller != mode.owner()) {
            return new HeapUsageException(
                    "wrong thread: mutator of=%s used by=%s"
                            .formatted(mode.owner().getName(), caller.getName()));
        }
        return new HeapUsageException(
                "in a safe region or a listener: heap=%s thread=%s"
                        .formatted(heap.options().name(), caller.getName()));
    }

    /// The address of a handle's object. Handle 0 is in the table, and its slot is always 0.
    final long resolve(long handle) {
        if (Thread.currentThread() == mode.user()
                && Long.compareUnsigned(handle, handlesSeen) < 0) {
            long slot = HandleTable.locate(table, tableBase, handle);
            if (HandleTable.isAddress(slot)) {
                return context.goodForNow(Memory.known(slot));
            }
        }
        return resolveSlowly(handle);
    }

    private long resolveSlowly(long handle) {
        usableContext();
        if (!handles.isInRange(handle)) {
            throw outOfRange(handle);
        }
        handlesSeen = handles.capacity();
        long slot = table.resolve(handle);
        if (!HandleTable.isAddress(slot)) {
            throw notLive(handle, slot);
        }
        return context.goodForNow(slot);
    }

    private HeapUsageException outOfRange(long handle) {
        return handle == 0
                ? new HeapUsageException("null handle: handle=0")
                : new HeapUsageException(
                        "no such handle: handle=%d handles=%d"
                                .formatted(handle, handles.capacity()));
    }

    private static HeapUsageException notLive(long handle, long slot) {
        return slot == 0
                ? new HeapUsageException("handle never used: handle=" + handle)
                : new HeapUsageException(
                        "freed handle: handle=%d freed in cycle=%d"
                                .formatted(handle, HandleTable.freedIn(slot)));
    }

    final void requireLive(long handle) {
        resolve(handle);
    }

    /// The handle may be stored where other threads can see it.
    final void requirePublishable(long handle) {
        if (handle == 0) {
            return;
        }
        long header = Memory.getLong(resolve(handle));
        if (!ObjectHeader.isPublishable(header)) {
            throw new HeapUsageException(
                    "unsealed object published: handle=%d shape=%s"
                            .formatted(handle, shapeName(header)));
        }
    }

    /// A number that could have been read from a cell, which holds 32 bits. It need not be live.
    final void requireCellContents(long expected) {
        if (expected >>> 32 != 0) {
            throw outOfRange(expected);
        }
    }

    final String shapeName(long header) {
        Shape shape = heap.core().shapes().find(ObjectHeader.shape(header));
        return shape == null ? "unknown" : shape.name();
    }

    /// The address of `field`, of `kind`, in an object.
    final long locate(long handle, Field field, Kind kind) {
        long address = resolve(handle);
        if (field == null
                || field.accessKey() != (heapKey | AccessKey.of(kind))
                || field.shapeId() != ObjectHeader.shapeOfHalf(upperHalf(address))) {
            throw wrongField(handle, Memory.getLong(address), field, kind);
        }
        return address + field.offset();
    }

    private static int upperHalf(long object) {
        return Memory.getInt(object + ObjectHeader.UPPER_HALF);
    }

    private HeapUsageException wrongField(long handle, long header, Field field, Kind kind) {
        if (field == null) {
            return new HeapUsageException("field missing: handle=%d field=null".formatted(handle));
        }
        if (field.heap() != heapId) {
            return new HeapUsageException(
                    "field of another heap: field=%s heap=%s field's heap=%s"
                            .formatted(field, heap.options().name(), field.heap()));
        }
        if (field.shape().id() != ObjectHeader.shape(header)) {
            return new HeapUsageException(
                    "wrong field: handle=%d shape=%s field=%s"
                            .formatted(handle, shapeName(header), field));
        }
        return new HeapUsageException(
                "wrong kind: handle=%d field=%s accessed as=%s"
                        .formatted(handle, field, kind.text()));
    }

    /// Like [#locate(long, Field, Kind)], in an object that may be written. Most are under
    /// construction; a sealed one is looked at again.
    final long locateForWrite(long handle, Field field, Kind kind) {
        long address = resolve(handle);
        if (field == null
                || field.accessKey() != (heapKey | AccessKey.of(kind))
                || field.shapeId() != ObjectHeader.shapeAndSealedOfHalf(upperHalf(address))) {
            return locateForWriteSlowly(handle, field, kind);
        }
        return address + field.offset();
    }

    private long locateForWriteSlowly(long handle, Field field, Kind kind) {
        long address = locate(handle, field, kind);
        requireWritable(handle, Memory.getLong(table.resolve(handle)));
        return address;
    }

    final void requireWritable(long handle, long header) {
        if ((header & (ObjectHeader.SEALED | ObjectHeader.MUTABLE)) == ObjectHeader.SEALED) {
            throw new HeapUsageException(
                    "object is sealed: handle=%d shape=%s".formatted(handle, shapeName(header)));
        }
    }

    /// The address of element `index` of an array of `kind`.
    final long locate(long handle, int index, Kind kind) {
        long address = resolve(handle);
        Shape shape = heap.core().shapes().find(ObjectHeader.shape(Memory.getLong(address)));
        if (shape.elementKind() != kind) {
            throw new HeapUsageException(
                    "wrong kind: handle=%d shape=%s accessed as=array of %s"
                            .formatted(handle, shape, kind.text()));
        }
        int length = Memory.getInt(address + Shape.LENGTH_OFFSET);
        if (Integer.compareUnsigned(index, length) >= 0) {
            throw new HeapUsageException(
                    "index out of range: handle=%d index=%d length=%d"
                            .formatted(handle, index, length));
        }
        return address + shape.fixedBytes() + (long) index * kind.bytes();
    }

    final long locateForWrite(long handle, int index, Kind kind) {
        long address = locate(handle, index, kind);
        requireWritable(handle, Memory.getLong(table.resolve(handle)));
        return address;
    }

    final void requireMutable(long handle) {
        long header = Memory.getLong(table.resolve(handle));
        if ((header & ObjectHeader.MUTABLE) == 0) {
            throw new HeapUsageException(
                    "object is immutable: handle=%d shape=%s".formatted(handle, shapeName(header)));
        }
    }

    final Shape requireShape(Shape shape, boolean array) {
        if (shape == null) {
            throw new HeapUsageException("shape missing: shape=null");
        }
        if (shape.heap() != heapId) {
            throw new HeapUsageException(
                    "shape of another heap: shape=%s heap=%s shape's heap=%s"
                            .formatted(shape, heap.options().name(), shape.heap()));
        }
        if (shape instanceof NodeShape) {
            throw new HeapUsageException(
                    "trie nodes are made by collections only: shape=" + shape.name());
        }
        if (shape.isArray() != array) {
            throw new HeapUsageException(
                    array
                            ? "not an array shape: shape=" + shape
                            : "an array shape needs a length: shape=" + shape);
        }
        return shape;
    }

    final long locateBytes(long handle, int index, int count, byte[] array, int from) {
        int length = length(handle);
        if (array == null) {
            throw new HeapUsageException("array missing: handle=%d array=null".formatted(handle));
        }
        if (index < 0
                || count < 0
                || from < 0
                || count > length - index
                || count > array.length - from) {
            throw new HeapUsageException(
                    "range out of bounds: handle=%d index=%d count=%d length=%d from=%d array=%d"
                            .formatted(handle, index, count, length, from, array.length));
        }
        Shape shape = shapeOf(handle);
        if (shape.elementKind() != Kind.BYTE) {
            throw new HeapUsageException(
                    "wrong kind: handle=%d shape=%s accessed as=array of byte"
                            .formatted(handle, shape));
        }
        return resolve(handle) + shape.fixedBytes() + index;
    }
}
