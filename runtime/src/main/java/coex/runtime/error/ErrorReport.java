package coex.runtime.error;

import coex.collections.list.IndexOutOfRangeException;
import coex.gc.HeapExhaustedException;
import coex.gc.HeapUsageException;
import coex.gc.MemoryRefusedException;

import java.io.UncheckedIOException;
import java.util.Optional;

/// What a program's runtime error looks like on standard error: a line that says what happened, and
/// one for each Coex function that was being run, the innermost first.
public final class ErrorReport {

    private static final int MOST_FRAMES = 20;

    /// A stack trace has no more frames than this, `-XX:MaxJavaStackTraceDepth`.
    private static final int MOST_KEPT_BY_JVM = 1024;

    private ErrorReport() {}

    /// The report on what ended a program; empty if that is no runtime error of the language but a
    /// bug of ours.
    public static Optional<String> of(Throwable thrown) {
        return of(thrown, "");
    }

    /// @param more to be said after the message, on its line
    public static Optional<String> of(Throwable thrown, String more) {
        return message(thrown)
                .map(VisibleText::lines)
                .map(message -> "Runtime error: " + message + more + "\n" + stack(thrown));
    }

    private static Optional<String> message(Throwable thrown) {
        return switch (thrown) {
            case CoexError error -> Optional.of(error.getMessage());
            case ArithmeticException _ -> Optional.of("division by zero");
            case IndexOutOfRangeException error ->
                    Optional.of(
                            "index out of range: index=%d length=%d"
                                    .formatted(error.index(), error.length()));
            case StackOverflowError _ -> Optional.of("call stack exhausted");
            case HeapExhaustedException error ->
                    Optional.of(
                            error.resource() == HeapExhaustedException.Resource.STACK
                                    ? "call stack exhausted"
                                    : "memory exhausted: " + error.getMessage());
            case MemoryRefusedException error ->
                    Optional.of("the system refuses memory: " + error.getMessage());
            case UncheckedIOException error ->
                    Optional.of("output failed: " + error.getCause().getMessage());
            case OutOfMemoryError error -> Optional.of("memory exhausted: " + error.getMessage());
            case HeapUsageException error when error.getMessage().startsWith("shadow stack") ->
                    Optional.of("call stack exhausted");
            case HeapUsageException error when error.getMessage().contains("too long") ->
                    Optional.of("memory exhausted: " + error.getMessage());
            default -> causeOf(thrown).flatMap(ErrorReport::message);
        };
    }

    /// That the JVM could not load or link a class for want of memory or of stack.
    private static Optional<Throwable> causeOf(Throwable thrown) {
        Throwable cause = thrown instanceof LinkageError ? thrown.getCause() : null;
        return cause instanceof VirtualMachineError || cause instanceof LinkageError
                ? Optional.of(cause)
                : Optional.empty();
    }

    /// The innermost place of a program in a stack: `main (bank.coex:12)`.
    public static Optional<String> place(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (ProgramFrames.isOne(frame)) {
                return Optional.of(
                        "%s (%s:%d)"
                                .formatted(
                                        ProgramFrames.functionOf(frame),
                                        fileOf(frame),
                                        frame.getLineNumber()));
            }
        }
        return Optional.empty();
    }

    private static String stack(Throwable thrown) {
        var text = new StringBuilder();
        int shown = 0;
        int more = 0;
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (ProgramFrames.isOne(frame)) {
                if (shown < MOST_FRAMES) {
                    text.append("    at ").append(ProgramFrames.functionOf(frame)).append(" (");
                    text.append(fileOf(frame)).append(':').append(frame.getLineNumber());
                    text.append(")\n");
                    shown++;
                } else {
                    more++;
                }
            }
        }
        if (more > 0) {
            boolean isWhole = thrown.getStackTrace().length < MOST_KEPT_BY_JVM;
            text.append("    and ").append(isWhole ? "" : "at least ").append(more);
            text.append(" more\n");
        }
        return text.toString();
    }

    private static String fileOf(StackTraceElement frame) {
        return VisibleText.line(String.valueOf(frame.getFileName()));
    }
}
