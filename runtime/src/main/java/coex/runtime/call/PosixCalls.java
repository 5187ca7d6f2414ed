package coex.runtime.call;

import coex.collections.list.ListBuilder;
import coex.collections.list.ListType;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.error.CoexError;
import coex.runtime.io.Failure;
import coex.runtime.program.ProgramRuntime;
import coex.runtime.task.Task;
import coex.runtime.type.RuntimeType;
import coex.runtime.type.UserType;
import coex.runtime.type.Values;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;

/// Files and system services. What can fail gives a Result; the thread is in a safe region while it
/// waits for the system.
public final class PosixCalls {

    private PosixCalls() {}

    private static final int OK = 0;
    private static final int ERR = 1;

    /// The most that one `read` gives.
    private static final int MOST_AT_ONCE = 1 << 30;

    private static final int BYTES_BETWEEN_POLLS = 4096;

    private static final SecureRandom RANDOM = new SecureRandom();

    /// Something asked of the system.
    private interface Request<T> {
        T perform() throws IOException;
    }

    /// What becomes of an answer: bits. A safepoint.
    private interface Answer<T> {
        long bits(T answer);
    }

    private static <T> long result(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            Request<T> request,
            Answer<T> answer) {
        var results = (UserType) type;
        T given = null;
        Exception failure = null;
        mutator.enterSafeRegion();
        try {
            given = request.perform();
        } catch (CoexError refused) { // or a limit was reached
            throw refused;
        } catch (IOException | RuntimeException e) {
            failure = e;
        } finally {
            mutator.returnFromSafeRegion();
        }
        return failure == null
                ? results.make(mutator, OK, answer.bits(given))
                : results.make(mutator, ERR, message(mutator, runtime, failure));
    }

    private static long message(MutatorContext mutator, ProgramRuntime runtime, Exception e) {
        return runtime.values().strings().of(mutator, Failure.text(e));
    }

    @Safepoint
    public static long open(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long path,
            long mode) {
        Values values = runtime.values();
        String file;
        String how;
        try (RootFrame _ = RootFrame.of(mutator, path, mode)) {
            file = values.strings().toJava(mutator, path);
            how = values.strings().toJava(mutator, mode);
        }
        return result(
                mutator,
                runtime,
                type,
                () -> runtime.descriptors().open(file, how),
                number -> number);
    }

    @Safepoint
    public static long read(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long number,
            long count) {
        int most = (int) Math.clamp(count, 0L, (long) MOST_AT_ONCE);
        return result(
                mutator,
                runtime,
                type,
                () -> {
                    prepareInput(runtime, number);
                    return runtime.descriptors().read(number, most);
                },
                bytes -> list(mutator, runtime.values().stringBytes().lists(), bytes));
    }

    private static long list(MutatorContext mutator, ListType lists, byte[] bytes) {
        try (ListBuilder builder = lists.builder()) {
            builder.start(mutator);
            for (byte each : bytes) {
                builder.add(each & 0xFF);
            }
            return builder.finish();
        }
    }

    /// Whoever types in something should see what the program has said.
    private static void prepareInput(ProgramRuntime runtime, long number) {
        if (number == 0) {
            runtime.tasks().output().free();
        }
    }

    @Safepoint
    public static long readAll(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long number) {
        return result(
                mutator,
                runtime,
                type,
                () -> {
                    prepareInput(runtime, number);
                    return runtime.descriptors().readAll(number);
                },
                bytes -> runtime.values().strings().of(mutator, bytes, 0, bytes.length));
    }

    @Safepoint
    public static long write(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long number,
            long list) {
        ListType lists = runtime.values().stringBytes().lists();
        return write(mutator, runtime, type, number, bytes(mutator, lists, list));
    }

    /// The elements of a list of bytes. A safepoint; it keeps the list.
    private static byte[] bytes(MutatorContext mutator, ListType lists, long list) {
        byte[] bytes = new byte[lists.length(mutator, list)];
        int[] at = {0};
        try (RootFrame _ = RootFrame.of(mutator, list)) {
            lists.forEach(
                    mutator,
                    list,
                    bits -> {
                        bytes[at[0]++] = (byte) bits;
                        if (at[0] % BYTES_BETWEEN_POLLS == 0) {
                            mutator.poll();
                        }
                    });
        }
        return bytes;
    }

    private static long write(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long number,
            byte[] bytes) {
        return result(
                mutator,
                runtime,
                type,
                () -> {
                    if (number == 1 || number == 2) {
                        print(mutator, runtime, (int) number, bytes);
                    } else {
                        runtime.descriptors().write(number, bytes, 0, bytes.length);
                    }
                    return bytes.length;
                },
                count -> count);
    }

    /// In the order of `print`, among tasks.
    private static void print(
            MutatorContext mutator, ProgramRuntime runtime, int number, byte[] bytes)
            throws IOException {
        try {
            runtime.tasks().output().print(Task.of(mutator), number, bytes, bytes.length);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Safepoint
    public static long writeLine(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long number,
            long string) {
        int length = runtime.values().strings().byteLength(mutator, string);
        byte[] line = new byte[length + 1];
        runtime.values().strings().copyOut(mutator, string, 0, line, 0, length);
        line[length] = '\n';
        return write(mutator, runtime, type, number, line);
    }

    @Safepoint
    public static long seek(
            MutatorContext mutator,
            ProgramRuntime runtime,
            RuntimeType type,
            long number,
            long offset,
            long whence) {
        return result(
                mutator,
                runtime,
                type,
                () -> runtime.descriptors().seek(number, offset, whence),
                position -> position);
    }

    @Safepoint
    public static long close(
            MutatorContext mutator, ProgramRuntime runtime, RuntimeType type, long number) {
        return result(
                mutator,
                runtime,
                type,
                () -> {
                    runtime.descriptors().close(number);
                    return 0L;
                },
                nothing -> nothing);
    }

    @Quiet
    public static long descriptor(MutatorContext mutator, ProgramRuntime runtime, long number) {
        return number;
    }

    @Quiet
    public static long time(MutatorContext mutator, ProgramRuntime runtime) {
        return System.currentTimeMillis() / 1000;
    }

    @Quiet
    public static long timeNanos(MutatorContext mutator, ProgramRuntime runtime) {
        return MonotonicClock.nanos();
    }

    @Safepoint
    public static long getenv(MutatorContext mutator, ProgramRuntime runtime, long name) {
        String value =
                runtime.permissions().variable(runtime.values().strings().toJava(mutator, name));
        return value == null
                ? runtime.values().nil()
                : runtime.values().strings().of(mutator, value);
    }

    @Quiet
    public static long randomSeed(MutatorContext mutator, ProgramRuntime runtime) {
        return RANDOM.nextLong();
    }

    @Safepoint
    public static long urandom(
            MutatorContext mutator, ProgramRuntime runtime, ListType lists, long count) {
        byte[] bytes;
        mutator.enterSafeRegion();
        try {
            bytes = new byte[(int) Math.clamp(count, 0L, (long) MOST_AT_ONCE)];
            RANDOM.nextBytes(bytes);
        } finally {
            mutator.returnFromSafeRegion();
        }
        return list(mutator, lists, bytes);
    }
}
