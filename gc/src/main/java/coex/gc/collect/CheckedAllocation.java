// SPDX-License-Identifier: Apache-2.0
package coex.gc.collect;

import coex.gc.AccessKey;
import coex.gc.Field;
import coex.gc.HeapUsageException;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.ObjectAllocator;
import coex.gc.mutator.RootFrame;

import java.util.Arrays;

/// How an embedder's objects are made: allocated, filled and sealed one step after the other, or
/// all at once.
///
/// All at once (`create`): the values are written where the object will lie, each is checked on the
/// way, and only then are memory and handle taken. So a value that is refused leaves nothing
/// behind, and there is no object that is not sealed. This takes that the collector wants nothing
/// and that there is room at hand, so that no safepoint comes between; the values are handles that
/// need no roots then. Otherwise they are rooted first, in a frame of their own.
abstract class CheckedAllocation extends CheckedAccess {

    private final ObjectAllocator allocator;

    CheckedAllocation(ConcurrentHeap heap, MutatorContext context) {
        super(heap, context);
        this.allocator = context.allocator();
    }

    @Override
    public long allocate(Shape shape) {
        requireMakeable(shape, AccessKey.FIELDS);
        context.poll();
        return allocator.allocate(shape.id(), shape.fixedBytes(), birthFlags(shape));
    }

    @Override
    public long allocateArray(Shape shape, int length) {
        requireMakeable(shape, AccessKey.ARRAY);
        if (length < 0) {
            throw new HeapUsageException(
                    "negative length: shape=%s length=%d".formatted(shape, length));
        }
        context.poll();
        return allocator.allocateArray(
                shape.id(), shape.arrayBytes(length), birthFlags(shape), length);
    }

    private static long birthFlags(Shape shape) {
        return shape.isMutable() ? ObjectHeader.MUTABLE : 0;
    }

    /// This thread may make objects of the shape now, as `way` says.
    private void requireMakeable(Shape shape, long way) {
        if (Thread.currentThread() != mode.user()
                || shape == null
                || shape.makingKey() != (heapKey | way)) {
            throw notMakeable(shape, way == AccessKey.ARRAY);
        }
    }

    private RuntimeException notMakeable(Shape shape, boolean array) {
        usableContext();
        requireShape(shape, array);
        return new IllegalStateException("shape refused for no reason: shape=" + shape);
    }

    @Override
    public void seal(long handle) {
        long address = resolve(handle);
        long header = Memory.getLong(address);
        if (ObjectHeader.isUnsealed(header)) {
            Memory.putLongRelease(address, header | ObjectHeader.SEALED);
        } else if ((header & ObjectHeader.SEALED) == 0) {
            Memory.getAndOrLong(address, ObjectHeader.SEALED); // others may log it meanwhile
        }
    }

    // All at once

    @Override
    public long create(Shape shape, long first) {
        long object = roomForWords(shape, 1);
        if (object == 0) {
            return createOther(shape, 1, first, 0, 0, 0);
        }
        Memory.putLong(object + 8, first);
        return born(object, shape);
    }

    @Override
    public long create(Shape shape, long first, long second) {
        long object = roomForWords(shape, 2);
        if (object == 0) {
            return createOther(shape, 2, first, second, 0, 0);
        }
        Memory.putLong(object + 8, first);
        Memory.putLong(object + 16, second);
        return born(object, shape);
    }

    @Override
    public long create(Shape shape, long first, long second, long third) {
        long object = roomForWords(shape, 3);
        if (object == 0) {
            return createOther(shape, 3, first, second, third, 0);
        }
        Memory.putLong(object + 8, first);
        Memory.putLong(object + 16, second);
        Memory.putLong(object + 24, third);
        return born(object, shape);
    }

    @Override
    public long create(Shape shape, long first, long second, long third, long fourth) {
        long object = roomForWords(shape, 4);
        if (object == 0) {
            return createOther(shape, 4, first, second, third, fourth);
        }
        Memory.putLong(object + 8, first);
        Memory.putLong(object + 16, second);
        Memory.putLong(object + 24, third);
        Memory.putLong(object + 32, fourth);
        return born(object, shape);
    }

    @Override
    public long create(Shape shape, long... values) {
        long object = values == null ? 0 : room(shape, values.length);
        if (object == 0) {
            return createSlowly(shape, values);
        }
        for (int i = 0; i < values.length; i++) {
            put(object, shape.field(i), values[i]);
        }
        return born(object, shape);
    }

    /// Up to four values that are not all words.
    private long createOther(
            Shape shape, int count, long first, long second, long third, long fourth) {
        long object = room(shape, count);
        if (object == 0) {
            return createSlowly(
                    shape, Arrays.copyOf(new long[] {first, second, third, fourth}, count));
        }
        put(object, shape.field(0), first);
        if (count > 1) {
            put(object, shape.field(1), second);
        }
        if (count > 2) {
            put(object, shape.field(2), third);
        }
        if (count > 3) {
            put(object, shape.field(3), fourth);
        }
        return born(object, shape);
    }

    /// Where an object will lie that is created with `count` words, if everything is in order and
    /// there is no safepoint before it is born; else 0.
    private long roomForWords(Shape shape, int count) {
        return shape == null ? 0 : room(shape, shape.creationKey(), count);
    }

    /// The same if the values may be others too, but for these, and the object so large that it
    /// does not share a block.
    private long room(Shape shape, int count) {
        return shape == null || shape.fixedBytes() > allocator.largestShared()
                ? 0
                : room(shape, shape.creationKey() | AccessKey.WORDS, count);
    }

    private long room(Shape shape, long key, int count) {
        return Thread.currentThread() == mode.user()
                        && key == (heapKey | AccessKey.ofWords(count))
                        && !context.isAsked()
                ? allocator.room(shape.fixedBytes())
                : 0;
    }

    private long born(long object, Shape shape) {
        return allocator.make(
                object, shape.fixedBytes(), ObjectHeader.of(0, shape.id(), ObjectHeader.SEALED));
    }

    /// Checks a value and writes it into an object that nobody else can see.
    private void put(long object, Field field, long value) {
        long address = object + field.offset();
        Kind kind = field.kind();
        if (kind == Kind.LONG || kind == Kind.DOUBLE) {
            Memory.putLong(address, value);
        } else if (kind == Kind.REFERENCE) {
            requirePublishable(value);
            Memory.putInt(address, (int) value);
        } else {
            putNarrow(address, kind, value);
        }
    }

    private void putNarrow(long address, Kind kind, long value) {
        requireValue(kind, value);
        if (kind == Kind.INT) {
            Memory.putInt(address, (int) value);
        } else {
            Memory.putByte(address, (byte) value);
        }
    }

    /// `value` is one of `kind`.
    private void requireValue(Kind kind, long value) {
        boolean isOne =
                switch (kind) {
                    case REFERENCE, WEAK -> {
                        requirePublishable(value);
                        yield true;
                    }
                    case INT -> value == (int) value;
                    case BYTE -> value == (byte) value;
                    case BOOLEAN -> value >>> 1 == 0;
                    case LONG, DOUBLE -> true;
                };
        if (!isOne) {
            throw new HeapUsageException(
                    "value out of range: value=%d kind=%s".formatted(value, kind.text()));
        }
    }

    /// The same where something is wrong, or a safepoint may come between, or the shape is mutable:
    /// its references are stored with the barrier then.
    private long createSlowly(Shape shape, long[] values) {
        requireMakeable(shape, AccessKey.FIELDS);
        requireValues(shape, values);
        long handle;
        int references = shape.referenceCount() + shape.weakCount();
        try (RootFrame roots = RootFrame.slots(context, references)) {
            root(shape, values, roots);
            context.poll();
            handle = allocator.allocate(shape.id(), shape.fixedBytes(), birthFlags(shape));
        }
        long object = context.address(handle);
        for (int i = 0; i < values.length; i++) {
            store(object, shape.field(i), values[i]);
        }
        if (!shape.isMutable()) {
            Memory.putLongRelease(object, Memory.getLong(object) | ObjectHeader.SEALED);
        }
        return handle;
    }

    private void requireValues(Shape shape, long[] values) {
        if (values == null) {
            throw new HeapUsageException("values missing: shape=%s values=null".formatted(shape));
        }
        if (values.length != shape.fieldCount()) {
            throw new HeapUsageException(
                    "a value for each field is needed: shape=%s fields=%d values=%d"
                            .formatted(shape, shape.fieldCount(), values.length));
        }
        for (int i = 0; i < values.length; i++) {
            requireValue(shape.field(i).kind(), values[i]);
        }
    }

    private static void root(Shape shape, long[] values, RootFrame roots) {
        int slot = 0;
        for (int i = 0; i < values.length; i++) {
            Kind kind = shape.field(i).kind();
            if (kind == Kind.REFERENCE || kind == Kind.WEAK) {
                roots.set(slot++, values[i]);
            }
        }
    }

    private void store(long object, Field field, long value) {
        long address = object + field.offset();
        switch (field.kind()) {
            case REFERENCE -> {
                if (field.isMutable()) {
                    context.storeReference(object, address, value);
                } else {
                    Memory.putIntRelease(address, (int) value);
                }
            }
            case WEAK -> context.storeWeak(object, address, value);
            case INT -> Memory.putInt(address, (int) value);
            case LONG, DOUBLE -> Memory.putLong(address, value);
            case BYTE, BOOLEAN -> Memory.putByte(address, (byte) value);
        }
    }
}
