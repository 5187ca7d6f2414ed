package coex.runtime.call;

import coex.gc.mutator.MutatorContext;
import coex.runtime.error.CoexError;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.type.ChannelType;
import coex.runtime.type.RuntimeType;

/// Channels.
public final class ChannelCalls {

    private ChannelCalls() {}

    @Safepoint
    public static long create(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long room) {
        if (room < 0) {
            throw new CoexError("negative room for values in a channel: buffer=" + room);
        }
        runtime.tasks().share(mutator);
        return ((ChannelType) type).create(mutator, room);
    }

    @Safepoint
    public static void send(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long channel,
            long bits) {
        ((ChannelType) type).send(mutator, required(channel), bits);
    }

    @Safepoint
    public static long receive(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long channel) {
        return ((ChannelType) type).receive(mutator, required(channel), Long.MAX_VALUE);
    }

    @Safepoint
    public static long receiveTimeout(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long channel,
            long nanos) {
        return ((ChannelType) type).receive(mutator, required(channel), nanos);
    }

    @Safepoint
    public static void close(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long channel) {
        ((ChannelType) type).close(mutator, required(channel));
    }

    private static long required(long channel) {
        if (channel == 0) {
            throw Failures.nilUsed("method");
        }
        return channel;
    }
}
