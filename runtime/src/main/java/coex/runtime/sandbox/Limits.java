package coex.runtime.sandbox;

import coex.gc.HeapExhaustedException;

import java.util.Optional;

/// How much a program may have, as far as somebody has said. Numbers are 0 where nobody has.
///
/// @param heapBytes for its values; here only for messages, as the two after it
/// @param jvmBytes for the JVM's own objects
/// @param stackBytes for the calls of `main`
/// @param tasks that run or wait at the same time, beside `main`
/// @param outputBytes that it may write
public record Limits(
        long heapBytes,
        long jvmBytes,
        long stackBytes,
        int tasks,
        long outputBytes,
        Optional<TimeLimit> time) {

    public static final Limits NONE = new Limits(0, 0, 0, 0, 0, Optional.empty());

    /// What to add to the message of an error if a limit was its reason.
    public String reasonFor(Throwable thrown) {
        return switch (thrown) {
            case StackOverflowError _ -> reason(stackBytes, "--stack-max");
            case OutOfMemoryError _ -> reason(jvmBytes, "--jvm-max");
            case HeapExhaustedException error ->
                    error.resource() == HeapExhaustedException.Resource.STACK
                            ? reason(jvmBytes, "--jvm-max")
                            : heapBytes == 0
                                    ? " (more with --heap-max)"
                                    : " (--heap-max)"; // the message has the number
            default -> "";
        };
    }

    private static String reason(long bytes, String option) {
        return bytes == 0 ? "" : ": limit=%d bytes (%s)".formatted(bytes, option);
    }
}
