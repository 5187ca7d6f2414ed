package coex.runtime.type;

import coex.collections.list.ListType;
import coex.gc.Shape;
import coex.gc.layout.ObjectHeader;
import coex.gc.memory.Memory;
import coex.gc.mutator.MutatorContext;
import coex.runtime.error.CoexError;

/// `Channel<T>`, as long as tasks run when they are called: a mutable object with a list of the values
/// that were sent and not yet received. Whoever would have to wait would wait forever, which is an error.
public final class ChannelType extends IdentityType {

    private final OptionalType optional;
    private final ListType lists;
    private final Shape shape;
    private final int waiting;
    private final int capacity;
    private final int closed;

    ChannelType(Values values, OptionalType optional) {
        super(values, "Channel<" + optional.value().spelling() + ">");
        this.optional = optional;
        this.lists = ListType.of(values.heap(), optional.value().element());
        this.shape =
                values.heap()
                        .shape(values.shapeName(spelling()))
                        .reference("waiting")
                        .longField("capacity")
                        .booleanField("closed")
                        .mutable()
                        .build();
        this.waiting = shape.field("waiting").offset();
        this.capacity = shape.field("capacity").offset();
        this.closed = shape.field("closed").offset();
    }

    /// A safepoint.
    public long create(MutatorContext mutator, long room) {
        long channel =
                mutator.allocator().allocate(shape.id(), shape.fixedBytes(), ObjectHeader.MUTABLE);
        Memory.putLong(mutator.address(channel) + capacity, room);
        return channel;
    }

    private long waiting(MutatorContext mutator, long channel) {
        return Integer.toUnsignedLong(Memory.getInt(mutator.address(channel) + waiting));
    }

    private boolean isClosed(MutatorContext mutator, long channel) {
        return Memory.getByte(mutator.address(channel) + closed) != 0;
    }

    /// A safepoint; it keeps channel and value.
    public void send(MutatorContext mutator, long channel, long bits) {
        if (isClosed(mutator, channel)) {
            throw new CoexError("send on a closed channel");
        }
        long list = waiting(mutator, channel);
        if (lists.length(mutator, list) >= Memory.getLong(mutator.address(channel) + capacity)) {
            throw new CoexError("deadlock: send on a full channel, and nobody receives");
        }
        try (Kept _ = Kept.of(mutator, channel)) {
            long longer = lists.append(mutator, list, bits);
            mutator.storeReference(mutator.address(channel) + waiting, longer);
        }
    }

    /// The next value, or nil if the channel is closed. A safepoint; it keeps the channel.
    public long receive(MutatorContext mutator, long channel) {
        if (waiting(mutator, channel) == 0 && !isClosed(mutator, channel)) {
            throw new CoexError("deadlock: receive from an empty channel, and nobody sends");
        }
        return receiveNow(mutator, channel);
    }

    /// The next value, or nil if there is none. A safepoint; it keeps the channel.
    public long receiveNow(MutatorContext mutator, long channel) {
        long list = waiting(mutator, channel);
        if (list == 0) {
            return optional.nil();
        }
        try (Kept kept = Kept.slots(mutator, 3)) {
            kept.set(0, channel);
            kept.set(1, list);
            long rest = lists.slice(mutator, list, 1, Long.MAX_VALUE);
            mutator.storeReference(mutator.address(channel) + waiting, rest);
            return optional.wrap(mutator, lists.get(mutator, list, 0));
        }
    }

    public void close(MutatorContext mutator, long channel) {
        Memory.putByte(mutator.address(channel) + closed, (byte) 1);
    }
}
