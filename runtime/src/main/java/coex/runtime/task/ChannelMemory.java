package coex.runtime.task;

import coex.gc.Heap;
import coex.gc.Kind;
import coex.gc.Shape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.runtime.error.CoexError;

/// Channels of one type as objects of the heap: how many values there is room for, whether the
/// channel is closed, and a ring with the values sent and not received. References in the ring are
/// stored with the collector's barrier.
///
/// But for [#create] and [#newRing], everything is under the lock of the channel.
final class ChannelMemory {

    private static final int FIRST_LENGTH = 16;
    private static final int GREATEST_LENGTH = 1 << 28;

    private final int greatestLength;
    private final boolean isReference;
    private final Kind kind;
    private final Shape channels;
    private final Shape rings;
    private final int ring;
    private final int capacity;
    private final int length;
    private final int first;
    private final int count;
    private final int closed;

    /// @param name of the shape
    /// @param isReference whether values are references, not 64 bits
    ChannelMemory(Heap heap, String name, boolean isReference) {
        this(heap, name, isReference, GREATEST_LENGTH);
    }

    /// @param greatestLength the most values that a channel can hold, whatever it has room for
    ChannelMemory(Heap heap, String name, boolean isReference, int greatestLength) {
        this.greatestLength = greatestLength;
        this.isReference = isReference;
        this.kind = isReference ? Kind.REFERENCE : Kind.LONG;
        this.channels =
                heap.shape(name)
                        .reference("ring")
                        .longField("capacity")
                        .intField("length")
                        .intField("first")
                        .intField("count")
                        .booleanField("closed")
                        .mutable()
                        .build();
        this.rings = heap.shape(name + " ring").arrayOf(kind).mutable().build();
        this.ring = channels.field("ring").offset();
        this.capacity = channels.field("capacity").offset();
        this.length = channels.field("length").offset();
        this.first = channels.field("first").offset();
        this.count = channels.field("count").offset();
        this.closed = channels.field("closed").offset();
    }

    boolean isReference() {
        return isReference;
    }

    /// A safepoint.
    long create(MutatorContext mutator, long room) {
        long channel =
                mutator.allocator()
                        .allocate(channels.id(), channels.fixedBytes(), ObjectHeader.MUTABLE);
        Memory.putLong(mutator.address(channel) + capacity, Math.max(room, 0));
        return channel;
    }

    boolean isClosed(MutatorContext mutator, long channel) {
        return Memory.getByte(mutator.address(channel) + closed) != 0;
    }

    void close(MutatorContext mutator, long channel) {
        Memory.putByte(mutator.address(channel) + closed, (byte) 1);
    }

    int count(MutatorContext mutator, long channel) {
        return Memory.getInt(mutator.address(channel) + count);
    }

    /// Whether every value goes from hand to hand.
    boolean isUnbuffered(MutatorContext mutator, long channel) {
        return Memory.getLong(mutator.address(channel) + capacity) == 0;
    }

    boolean isFull(MutatorContext mutator, long channel) {
        long address = mutator.address(channel);
        return Memory.getInt(address + count) >= Memory.getLong(address + capacity);
    }

    /// Whether the ring must be made longer before a value can be added.
    boolean needsRing(MutatorContext mutator, long channel) {
        long address = mutator.address(channel);
        return Memory.getInt(address + count) == Memory.getInt(address + length);
    }

    /// How long the next ring should be: longer than this one.
    int nextLength(MutatorContext mutator, long channel) {
        long address = mutator.address(channel);
        int present = Memory.getInt(address + length);
        if (present >= greatestLength) {
            throw new CoexError("a channel holds as many values as it can: count=" + present);
        }
        long wanted = Math.min(Math.max(FIRST_LENGTH, 2L * present), greatestLength);
        return (int) Math.min(wanted, Memory.getLong(address + capacity));
    }

    /// A safepoint.
    long newRing(MutatorContext mutator, int wanted) {
        return mutator.allocator()
                .allocateArray(rings.id(), rings.arrayBytes(wanted), ObjectHeader.MUTABLE, wanted);
    }

    /// Moves the values to a longer ring, unless it is no longer.
    void setRing(MutatorContext mutator, long channel, long longer, int newLength) {
        long address = mutator.address(channel);
        int values = Memory.getInt(address + count);
        if (newLength <= Memory.getInt(address + length)) {
            return;
        }
        for (int i = 0; i < values; i++) {
            put(mutator, mutator.address(longer), i, valueAt(mutator, channel, i));
        }
        mutator.storeReference(address, address + ring, longer);
        Memory.putInt(address + first, 0);
        Memory.putInt(address + length, newLength);
    }

    private long ringAddress(MutatorContext mutator, long channel) {
        return mutator.address(
                Integer.toUnsignedLong(Memory.getInt(mutator.address(channel) + ring)));
    }

    private int position(MutatorContext mutator, long channel, int index) {
        long address = mutator.address(channel);
        int at = Memory.getInt(address + first) + index;
        int size = Memory.getInt(address + length);
        return at < size ? at : at - size;
    }

    private long elementAddress(long ringAddress, int position) {
        return ringAddress + rings.fixedBytes() + (long) position * kind.bytes();
    }

    private void put(MutatorContext mutator, long ringAddress, int position, long bits) {
        long address = elementAddress(ringAddress, position);
        if (isReference) {
            mutator.storeReference(ringAddress, address, bits);
        } else {
            Memory.putLong(address, bits);
        }
    }

    private long valueAt(MutatorContext mutator, long channel, int index) {
        long address =
                elementAddress(ringAddress(mutator, channel), position(mutator, channel, index));
        return isReference
                ? Integer.toUnsignedLong(Memory.getIntAcquire(address))
                : Memory.getLong(address);
    }

    /// Adds a value; there is room in the ring.
    void add(MutatorContext mutator, long channel, long bits) {
        int values = count(mutator, channel);
        put(mutator, ringAddress(mutator, channel), position(mutator, channel, values), bits);
        Memory.putInt(mutator.address(channel) + count, values + 1);
    }

    /// Takes the oldest value out; there is one.
    long remove(MutatorContext mutator, long channel) {
        long bits = valueAt(mutator, channel, 0);
        if (isReference) {
            put(mutator, ringAddress(mutator, channel), position(mutator, channel, 0), 0);
        }
        long address = mutator.address(channel);
        Memory.putInt(address + first, position(mutator, channel, 1));
        Memory.putInt(address + count, count(mutator, channel) - 1);
        return bits;
    }
}
