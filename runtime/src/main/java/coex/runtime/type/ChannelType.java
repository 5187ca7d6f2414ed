package coex.runtime.type;

import coex.gc.mutator.MutatorContext;
import coex.runtime.task.Channels;
import coex.runtime.task.Selection;
import coex.runtime.task.Task;

/// `Channel<T>`: what is received is an optional.
public final class ChannelType extends IdentityType {

    private final OptionalType optional;
    private final Channels channels;

    ChannelType(Values values, OptionalType optional) {
        super(values, "Channel<" + optional.value().spelling() + ">");
        this.optional = optional;
        this.channels =
                new Channels(
                        values.heap(),
                        values.shapeName(spelling()),
                        spelling(),
                        optional.value().isReference());
    }

    public Channels channels() {
        return channels;
    }

    /// A safepoint.
    public long create(MutatorContext mutator, long room) {
        return channels.create(mutator, room);
    }

    /// A safepoint; it keeps channel and value.
    public void send(MutatorContext mutator, long channel, long bits) {
        channels.send(mutator, channel, bits);
    }

    /// The next value, or nil if the channel is closed or the time is up. A safepoint; it keeps the
    /// channel.
    ///
    /// @param nanos how long to wait; Long.MAX_VALUE for as long as it takes
    public long receive(MutatorContext mutator, long channel, long nanos) {
        Selection selection = Task.of(mutator).selection();
        selection.add(channels, channel);
        selection.rotate(0);
        return selection.run(mutator, nanos) == Selection.NONE ? optional.nil() : received(mutator);
    }

    /// What a selection has received, or nil. A safepoint.
    public long received(MutatorContext mutator) {
        return Task.of(mutator).selection().isClosed()
                ? optional.nil()
                : optional.wrap(mutator, channels.received(mutator));
    }

    /// A safepoint; it keeps the channel.
    public void close(MutatorContext mutator, long channel) {
        channels.close(mutator, channel);
    }
}
