package coex.runtime;

import coex.gc.HeapOptions;
import coex.runtime.io.StandardStreams;
import coex.runtime.sandbox.Limits;
import coex.runtime.sandbox.Permissions;

import java.util.List;

/// How to run a program.
///
/// @param heap of the program's own heap
/// @param streams standard input, output and error
/// @param arguments what `args` is: the program's path, then the arguments
/// @param stackBytes for the calls of `main` and what it calls
/// @param observer looks at the run
/// @param permissions what the program may reach
/// @param limits how much it may have
public record RunOptions(
        HeapOptions heap,
        StandardStreams streams,
        List<String> arguments,
        long stackBytes,
        RunObserver observer,
        Permissions permissions,
        Limits limits) {

    /// Enough for about a million calls.
    private static final long DEFAULT_STACK = 512L << 20;

    public static RunOptions of(HeapOptions heap, StandardStreams streams, List<String> arguments) {
        return new RunOptions(
                heap,
                streams,
                List.copyOf(arguments),
                DEFAULT_STACK,
                RunObserver.NONE,
                Permissions.ALL,
                Limits.NONE);
    }

    public RunOptions withStackBytes(long bytes) {
        return new RunOptions(heap, streams, arguments, bytes, observer, permissions, limits);
    }

    public RunOptions observedBy(RunObserver value) {
        return new RunOptions(heap, streams, arguments, stackBytes, value, permissions, limits);
    }

    /// With what the program may do.
    public RunOptions within(Permissions allowed, Limits most) {
        long stack = most.stackBytes() == 0 ? stackBytes : most.stackBytes();
        return new RunOptions(heap, streams, arguments, stack, observer, allowed, most);
    }
}
