package coex.gc.collect;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapId;
import coex.gc.HeapUsageException;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.SafeRegion;
import coex.gc.Shape;
import coex.gc.handle.HandleSpace;
import coex.gc.handle.HandleTable;
import coex.gc.layout.NodeShape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.MutatorMode;

import java.util.concurrent.ThreadFactory;

/// The mutator an embedder sees: checks each call, then does it through the unchecked context.
///
/// The file is long because the API has a method for each kind of value; each is a check and an
/// access. No safepoint lies between the two: the checks call nothing that could be one, so the
/// address they return stays valid.
final class CheckedMutator extends Mutator {

    private final ConcurrentHeap heap;
    private final HeapId heapId;
    private final MutatorContext context;
    private final MutatorMode mode;
    private final HandleSpace handles;
    private final HandleTable table;

    /// Handles below this lie in the table: its capacity as this thread saw it last. It may be too
    /// low, and is then looked up again, or too high when the table has shrunk, where slots stay
    /// readable and are 0.
    private long handlesSeen;

    private int safeRegions;

    CheckedMutator(ConcurrentHeap heap, MutatorContext context) {
        this.heap = heap;
        this.heapId = heap.id();
        this.context = context;
        this.mode = context.mode();
        this.handles = heap.core().handles();
        this.table = handles.table();
    }

    /// `mutator` as one of `owner`'s.
    static CheckedMutator of(ConcurrentHeap owner, Mutator mutator) {
        if (!(mutator instanceof CheckedMutator checked)) {
            throw new HeapUsageException("mutator missing: mutator=null");
        }
        if (checked.heap != owner) {
            throw new HeapUsageException(
                    "mutator of another heap: heap=%s mutator's heap=%s"
                            .formatted(owner.options().name(), checked.heap.options().name()));
        }
        return checked;
    }

    MutatorContext context() {
        return context;
    }

    @Override
    public Heap heap() {
        return heap;
    }

    @Override
    public Thread thread() {
        return mode.owner();
    }

    // Checks. Each is one condition over everything that could be wrong; what is wrong is found out
    // in
    // a method of its own, so that compiled code holds only the condition.

    /// The context, if the calling thread may use it now.
    MutatorContext usableContext() {
        if (Thread.currentThread() != mode.user()) {
            throw unusable();
        }
        return context;
    }

    private RuntimeException unusable() {
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
    private long resolve(long handle) {
        if (Thread.currentThread() == mode.user()
                && Long.compareUnsigned(handle, handlesSeen) < 0) {
            long slot = table.resolve(handle);
            if (HandleTable.isAddress(slot)) {
                return context.goodForNow(slot);
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

    void requireLive(long handle) {
        resolve(handle);
    }

    /// The handle may be stored where other threads can see it.
    void requirePublishable(long handle) {
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
    void requireCellContents(long expected) {
        if (expected >>> 32 != 0) {
            throw outOfRange(expected);
        }
    }

    private String shapeName(long header) {
        Shape shape = heap.core().shapes().find(ObjectHeader.shape(header));
        return shape == null ? "unknown" : shape.name();
    }

    /// The address of `field`, of `kind`, in an object.
    private long locate(long handle, Field field, Kind kind) {
        long address = resolve(handle);
        long header = Memory.getLong(address);
        if (field != null
                && field.accessKey() == Field.accessKey(kind, ObjectHeader.shape(header))
                && field.heap() == heapId) {
            return address + field.offset();
        }
        throw wrongField(handle, header, field, kind);
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
    private long locateForWrite(long handle, Field field, Kind kind) {
        long address = resolve(handle);
        long header = Memory.getLong(address);
        if (field != null
                && field.accessKey() == Field.accessKey(kind, ObjectHeader.shapeAndSealed(header))
                && field.heap() == heapId) {
            return address + field.offset();
        }
        return locateForWriteSlowly(handle, field, kind);
    }

    private long locateForWriteSlowly(long handle, Field field, Kind kind) {
        long address = locate(handle, field, kind);
        requireWritable(handle, Memory.getLong(table.resolve(handle)));
        return address;
    }

    private void requireWritable(long handle, long header) {
        if ((header & (ObjectHeader.SEALED | ObjectHeader.MUTABLE)) == ObjectHeader.SEALED) {
            throw new HeapUsageException(
                    "object is sealed: handle=%d shape=%s".formatted(handle, shapeName(header)));
        }
    }

    /// The address of element `index` of an array of `kind`.
    private long locate(long handle, int index, Kind kind) {
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

    private long locateForWrite(long handle, int index, Kind kind) {
        long address = locate(handle, index, kind);
        requireWritable(handle, Memory.getLong(table.resolve(handle)));
        return address;
    }

    private void requireMutable(long handle) {
        long header = Memory.getLong(table.resolve(handle));
        if ((header & ObjectHeader.MUTABLE) == 0) {
            throw new HeapUsageException(
                    "object is immutable: handle=%d shape=%s".formatted(handle, shapeName(header)));
        }
    }

    private Shape requireShape(Shape shape, boolean array) {
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

    // Roots

    @Override
    public Frame frame(int slots) {
        MutatorContext usable = usableContext();
        if (slots < 0 || slots > Frame.MAXIMUM_SLOTS) {
            throw new HeapUsageException(
                    "frame size out of range: slots=%d maximum=%d"
                            .formatted(slots, Frame.MAXIMUM_SLOTS));
        }
        return new CheckedFrame(this, usable.stack().push(slots), slots);
    }

    // Allocation

    @Override
    public long allocate(Shape shape) {
        MutatorContext usable = usableContext();
        requireShape(shape, false);
        usable.poll();
        return usable.allocator().allocate(shape.id(), shape.fixedBytes(), birthFlags(shape));
    }

    @Override
    public long allocateArray(Shape shape, int length) {
        MutatorContext usable = usableContext();
        requireShape(shape, true);
        if (length < 0) {
            throw new HeapUsageException(
                    "negative length: shape=%s length=%d".formatted(shape, length));
        }
        usable.poll();
        return usable.allocator()
                .allocateArray(shape.id(), shape.arrayBytes(length), birthFlags(shape), length);
    }

    private static long birthFlags(Shape shape) {
        return shape.isMutable() ? ObjectHeader.MUTABLE : 0;
    }

    @Override
    public void seal(long handle) {
        long address = resolve(handle);
        Memory.putLong(address, Memory.getLong(address) | ObjectHeader.SEALED);
    }

    // Looking at objects

    @Override
    public boolean isLive(long handle) {
        usableContext();
        return handles.isInRange(handle) && HandleTable.isAddress(table.resolve(handle));
    }

    @Override
    public Shape shapeOf(long handle) {
        return heap.core().shapes().find(ObjectHeader.shape(Memory.getLong(resolve(handle))));
    }

    @Override
    public int length(long handle) {
        Shape shape = shapeOf(handle);
        if (!shape.isArray()) {
            throw new HeapUsageException(
                    "not an array: handle=%d shape=%s".formatted(handle, shape));
        }
        return Memory.getInt(table.resolve(handle) + Shape.LENGTH_OFFSET);
    }

    // Fields. An acquire read and a release write cost nothing extra on common hardware, so
    // immutable and mutable shapes share one path where a value may change.

    @Override
    public int getInt(long handle, Field field) {
        return Memory.getIntAcquire(locate(handle, field, Kind.INT));
    }

    @Override
    public long getLong(long handle, Field field) {
        return Memory.getLongAcquire(locate(handle, field, Kind.LONG));
    }

    @Override
    public double getDouble(long handle, Field field) {
        return Double.longBitsToDouble(Memory.getLongAcquire(locate(handle, field, Kind.DOUBLE)));
    }

    @Override
    public byte getByte(long handle, Field field) {
        return Memory.getByteAcquire(locate(handle, field, Kind.BYTE));
    }

    @Override
    public boolean getBoolean(long handle, Field field) {
        return Memory.getByteAcquire(locate(handle, field, Kind.BOOLEAN)) != 0;
    }

    @Override
    public long getReference(long handle, Field field) {
        return Integer.toUnsignedLong(Memory.getIntAcquire(locate(handle, field, Kind.REFERENCE)));
    }

    @Override
    public void setInt(long handle, Field field, int value) {
        Memory.putIntRelease(locateForWrite(handle, field, Kind.INT), value);
    }

    @Override
    public void setLong(long handle, Field field, long value) {
        Memory.putLongRelease(locateForWrite(handle, field, Kind.LONG), value);
    }

    @Override
    public void setDouble(long handle, Field field, double value) {
        Memory.putLongRelease(
                locateForWrite(handle, field, Kind.DOUBLE), Double.doubleToRawLongBits(value));
    }

    @Override
    public void setByte(long handle, Field field, byte value) {
        Memory.putByteRelease(locateForWrite(handle, field, Kind.BYTE), value);
    }

    @Override
    public void setBoolean(long handle, Field field, boolean value) {
        Memory.putByteRelease(locateForWrite(handle, field, Kind.BOOLEAN), (byte) (value ? 1 : 0));
    }

    @Override
    public void setReference(long handle, Field field, long value) {
        requirePublishable(value);
        storeReference(handle, locateForWrite(handle, field, Kind.REFERENCE), value);
    }

    /// A reference of an object under construction can be written once: writing it again would
    /// remove a reference without the barrier that mutable cells have.
    private void storeReference(long handle, long address, long value) {
        if ((Memory.getLong(table.resolve(handle)) & ObjectHeader.MUTABLE) != 0) {
            context.storeReference(address, value);
            return;
        }
        int old = Memory.getInt(address);
        if (old != 0) {
            throw new HeapUsageException(
                    "reference already initialised: handle=%d holds=%d"
                            .formatted(handle, Integer.toUnsignedLong(old)));
        }
        Memory.putIntRelease(address, (int) value);
    }

    // Elements

    @Override
    public int getInt(long handle, int index) {
        return Memory.getIntAcquire(locate(handle, index, Kind.INT));
    }

    @Override
    public long getLong(long handle, int index) {
        return Memory.getLongAcquire(locate(handle, index, Kind.LONG));
    }

    @Override
    public double getDouble(long handle, int index) {
        return Double.longBitsToDouble(Memory.getLongAcquire(locate(handle, index, Kind.DOUBLE)));
    }

    @Override
    public byte getByte(long handle, int index) {
        return Memory.getByteAcquire(locate(handle, index, Kind.BYTE));
    }

    @Override
    public boolean getBoolean(long handle, int index) {
        return Memory.getByteAcquire(locate(handle, index, Kind.BOOLEAN)) != 0;
    }

    @Override
    public long getReference(long handle, int index) {
        return Integer.toUnsignedLong(Memory.getIntAcquire(locate(handle, index, Kind.REFERENCE)));
    }

    @Override
    public void setInt(long handle, int index, int value) {
        Memory.putIntRelease(locateForWrite(handle, index, Kind.INT), value);
    }

    @Override
    public void setLong(long handle, int index, long value) {
        Memory.putLongRelease(locateForWrite(handle, index, Kind.LONG), value);
    }

    @Override
    public void setDouble(long handle, int index, double value) {
        Memory.putLongRelease(
                locateForWrite(handle, index, Kind.DOUBLE), Double.doubleToRawLongBits(value));
    }

    @Override
    public void setByte(long handle, int index, byte value) {
        Memory.putByteRelease(locateForWrite(handle, index, Kind.BYTE), value);
    }

    @Override
    public void setBoolean(long handle, int index, boolean value) {
        Memory.putByteRelease(locateForWrite(handle, index, Kind.BOOLEAN), (byte) (value ? 1 : 0));
    }

    @Override
    public void setReference(long handle, int index, long value) {
        requirePublishable(value);
        storeReference(handle, locateForWrite(handle, index, Kind.REFERENCE), value);
    }

    @Override
    public void getBytes(long handle, int index, byte[] target, int from, int count) {
        long address = locateBytes(handle, index, count, target, from);
        Memory.copyOut(address, target, from, count);
    }

    @Override
    public void setBytes(long handle, int index, byte[] source, int from, int count) {
        long address = locateBytes(handle, index, count, source, from);
        requireWritable(handle, Memory.getLong(table.resolve(handle)));
        Memory.copyIn(source, from, address, count);
    }

    private long locateBytes(long handle, int index, int count, byte[] array, int from) {
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

    // Cells

    @Override
    public boolean compareAndSetReference(long handle, Field field, long expected, long value) {
        requirePublishable(value);
        requireCellContents(expected);
        long address = locateForWrite(handle, field, Kind.REFERENCE);
        requireMutable(handle);
        return context.compareAndSetReference(address, expected, value);
    }

    @Override
    public boolean compareAndSetReference(long handle, int index, long expected, long value) {
        requirePublishable(value);
        requireCellContents(expected);
        long address = locateForWrite(handle, index, Kind.REFERENCE);
        requireMutable(handle);
        return context.compareAndSetReference(address, expected, value);
    }

    @Override
    public boolean compareAndSetLong(long handle, Field field, long expected, long value) {
        long address = locateForWrite(handle, field, Kind.LONG);
        requireMutable(handle);
        return Memory.compareAndSetLong(address, expected, value);
    }

    @Override
    public boolean compareAndSetLong(long handle, int index, long expected, long value) {
        long address = locateForWrite(handle, index, Kind.LONG);
        requireMutable(handle);
        return Memory.compareAndSetLong(address, expected, value);
    }

    // Weak references

    @Override
    public long getWeak(long handle, Field field) {
        return context.loadWeak(locate(handle, field, Kind.WEAK));
    }

    @Override
    public void setWeak(long handle, Field field, long value) {
        requirePublishable(value);
        context.storeWeak(locateForWrite(handle, field, Kind.WEAK), value);
    }

    // Safepoints and threads

    @Override
    public void safepoint() {
        usableContext().poll();
    }

    @Override
    public SafeRegion safeRegion() {
        Region region = new Region(); // before anything has changed: the JVM may be out of memory
        if (safeRegions == 0) {
            usableContext().enterSafeRegion();
        } else if (Thread.currentThread() != mode.owner()) {
            throw unusable();
        }
        safeRegions++;
        return region;
    }

    /// Leaves whatever regions are open, at the end of the thread.
    void leaveAllRegions() {
        if (safeRegions > 0) {
            safeRegions = 0;
            context.leaveSafeRegion();
        }
    }

    /// Closed once by the owner; leaves when the outermost is closed.
    private final class Region implements SafeRegion {
        private boolean open = true;

        @Override
        public void close() {
            if (Thread.currentThread() != mode.owner()) {
                throw unusable();
            }
            if (!open) {
                return;
            }
            boolean leaves = safeRegions == 1 && !context.isDead();
            boolean left = leaves && context.resume(); // if this fails, the region is still open
            open = false;
            safeRegions--;
            if (left) {
                context.resumed();
            }
        }
    }

    @Override
    public Thread spawn(ThreadFactory factory, Task task, long... arguments) {
        MutatorContext usable = usableContext();
        if (factory == null || task == null || arguments == null) {
            throw new HeapUsageException(
                    "cannot spawn: factory=%s task=%s arguments=%s"
                            .formatted(factory, task, arguments == null ? "null" : "given"));
        }
        if (arguments.length > Frame.MAXIMUM_SLOTS) {
            throw new HeapUsageException(
                    "too many arguments: arguments=%d maximum=%d"
                            .formatted(arguments.length, Frame.MAXIMUM_SLOTS));
        }
        for (long argument : arguments) {
            requirePublishable(argument);
        }
        return new Spawning(heap, task, arguments.clone()).start(usable, factory);
    }

    @Override
    public void close() {
        if (context.isDead()) {
            return;
        }
        if (Thread.currentThread() != mode.owner()) {
            throw unusable();
        }
        if (safeRegions > 0) {
            throw new HeapUsageException(
                    "cannot detach in a safe region: thread=" + Thread.currentThread().getName());
        }
        usableContext(); // not in a listener, in the middle of something
        heap.detach(this);
    }

    /// The owner itself has closed the heap.
    void endWithHeap() {
        if (!context.isDead()) {
            context.endWithHeap();
        }
    }
}
