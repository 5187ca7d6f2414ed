// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.Field;
import coex.gc.Frame;
import coex.gc.Heap;
import coex.gc.HeapUsageException;
import coex.gc.Kind;
import coex.gc.Mutator;
import coex.gc.SafeRegion;
import coex.gc.Shape;
import coex.gc.handle.HandleTable;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;

import java.util.concurrent.ThreadFactory;

/// The mutator an embedder sees: checks each call, then does it through the unchecked context.
///
/// No safepoint lies between a check and the access: the checks of [CheckedAccess] call nothing
/// that could be one, so the address they return stays valid. Fields and elements have a method
/// each for every kind of value, which differ in nothing but how the value is found.
final class CheckedMutator extends CheckedAllocation {

    private int safeRegions;

    CheckedMutator(ConcurrentHeap heap, MutatorContext context) {
        super(heap, context);
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

    @Override
    public Heap heap() {
        return heap;
    }

    @Override
    public Thread thread() {
        return mode.owner();
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

    // Fields. A value of a mutable shape is read with acquire and written with release. One of an
    // immutable shape is read plainly, which lets the compiler keep what it has read before: who
    // can name the object sees what was written before it was sealed, or wrote it himself. Until it
    // is sealed only its maker uses it, and so writes plainly. References are written with release:
    // the collector may read them in an object under construction, and must find what they name.

    @Override
    public int getInt(long handle, Field field) {
        long address = locate(handle, field, Kind.INT);
        return field.isMutable() ? Memory.getIntAcquire(address) : Memory.getInt(address);
    }

    @Override
    public long getLong(long handle, Field field) {
        long address = locate(handle, field, Kind.LONG);
        return field.isMutable() ? Memory.getLongAcquire(address) : Memory.getLong(address);
    }

    @Override
    public double getDouble(long handle, Field field) {
        long address = locate(handle, field, Kind.DOUBLE);
        return Double.longBitsToDouble(
                field.isMutable() ? Memory.getLongAcquire(address) : Memory.getLong(address));
    }

    @Override
    public byte getByte(long handle, Field field) {
        return getByteAt(locate(handle, field, Kind.BYTE), field);
    }

    @Override
    public boolean getBoolean(long handle, Field field) {
        return getByteAt(locate(handle, field, Kind.BOOLEAN), field) != 0;
    }

    private static byte getByteAt(long address, Field field) {
        return field.isMutable() ? Memory.getByteAcquire(address) : Memory.getByte(address);
    }

    @Override
    public long getReference(long handle, Field field) {
        long address = locate(handle, field, Kind.REFERENCE);
        return Integer.toUnsignedLong(
                field.isMutable() ? Memory.getIntAcquire(address) : Memory.getInt(address));
    }

    @Override
    public void setInt(long handle, Field field, int value) {
        long address = locateForWrite(handle, field, Kind.INT);
        if (field.isMutable()) {
            Memory.putIntRelease(address, value);
        } else {
            Memory.putInt(address, value);
        }
    }

    @Override
    public void setLong(long handle, Field field, long value) {
        long address = locateForWrite(handle, field, Kind.LONG);
        if (field.isMutable()) {
            Memory.putLongRelease(address, value);
        } else {
            Memory.putLong(address, value);
        }
    }

    @Override
    public void setDouble(long handle, Field field, double value) {
        long address = locateForWrite(handle, field, Kind.DOUBLE);
        long bits = Double.doubleToRawLongBits(value);
        if (field.isMutable()) {
            Memory.putLongRelease(address, bits);
        } else {
            Memory.putLong(address, bits);
        }
    }

    @Override
    public void setByte(long handle, Field field, byte value) {
        putByteAt(locateForWrite(handle, field, Kind.BYTE), field, value);
    }

    @Override
    public void setBoolean(long handle, Field field, boolean value) {
        putByteAt(locateForWrite(handle, field, Kind.BOOLEAN), field, (byte) (value ? 1 : 0));
    }

    private static void putByteAt(long address, Field field, byte value) {
        if (field.isMutable()) {
            Memory.putByteRelease(address, value);
        } else {
            Memory.putByte(address, value);
        }
    }

    @Override
    public void setReference(long handle, Field field, long value) {
        requirePublishable(value);
        storeReference(handle, locateForWrite(handle, field, Kind.REFERENCE), value);
    }

    /// A reference of an object under construction can be written once: writing it again would
    /// remove a reference without the barrier that mutable cells have.
    private void storeReference(long handle, long address, long value) {
        long object = table.resolve(handle);
        if ((Memory.getLong(object) & ObjectHeader.MUTABLE) != 0) {
            context.storeReference(object, address, value);
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

    // Cells

    @Override
    public boolean compareAndSetReference(long handle, Field field, long expected, long value) {
        requireExchange(expected, value);
        long address = locateForWrite(handle, field, Kind.REFERENCE);
        requireMutable(handle);
        return context.compareAndSetReference(table.resolve(handle), address, expected, value);
    }

    @Override
    public boolean compareAndSetReference(long handle, int index, long expected, long value) {
        requireExchange(expected, value);
        long address = locateForWrite(handle, index, Kind.REFERENCE);
        requireMutable(handle);
        return context.compareAndSetReference(table.resolve(handle), address, expected, value);
    }

    private void requireExchange(long expected, long value) {
        requirePublishable(value);
        requireCellContents(expected);
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
        long address = locateForWrite(handle, field, Kind.WEAK);
        context.storeWeak(table.resolve(handle), address, value);
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
        heap.detach(context);
    }

    /// The owner itself has closed the heap.
    void endWithHeap() {
        if (!context.isDead()) {
            context.endWithHeap();
        }
    }
}
