package coex.runtime.foreign;

import coex.runtime.error.CoexError;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// The compiled patterns of a program, by numbers that are never given twice. The C library trusts its callers:
/// a pattern freed twice, or used after that, ends the process. Values of a program are copied freely and go to
/// any task, so it is the number they hold, and what it means is decided here.
///
/// Any thread may call. A pattern that is freed while others match with it goes when the last of them is done.
final class Regexes {

    /// Functions that programs declare as foreign ones, found here rather than in C.
    private static final String PREFIX = "coex_regex_";

    /// Of `regex_t`: more than any C library needs.
    private static final int PATTERN_BYTES = 256;

    /// The flags of POSIX. The C library has others, which make it read what it is not given.
    private static final long COMPILE_FLAGS = 15;

    private static final long MATCH_FLAGS = 3;

    private final AtomicLong last = new AtomicLong();
    private final Map<Long, Pattern> patterns = new ConcurrentHashMap<>();

    /// Of the C library. Written before any function is given away, always to the same.
    private volatile CFunctions c;

    private record CFunctions(MethodHandle compile, MethodHandle match, MethodHandle free) {

        static CFunctions of(Linker linker) {
            var number = ValueLayout.JAVA_INT;
            var address = ValueLayout.ADDRESS;
            var size = ValueLayout.JAVA_LONG;
            return new CFunctions(
                    find(
                            linker,
                            "regcomp",
                            FunctionDescriptor.of(number, address, address, number)),
                    find(
                            linker,
                            "regexec",
                            FunctionDescriptor.of(number, address, address, size, address, number)),
                    find(linker, "regfree", FunctionDescriptor.ofVoid(address)));
        }

        private static MethodHandle find(Linker linker, String name, FunctionDescriptor type) {
            return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
        }
    }

    static boolean isNamed(String name) {
        return name.startsWith(PREFIX);
    }

    /// The function of a name, which takes and gives what a C function would.
    ///
    /// @throws java.util.NoSuchElementException if C has no regular expressions here
    Optional<MethodHandle> find(Linker linker, String name) {
        c = CFunctions.of(linker);
        return switch (name.substring(PREFIX.length())) {
            case "compile" ->
                    Optional.of(bound("compile", long.class, MemorySegment.class, long.class));
            case "match" ->
                    Optional.of(
                            bound("match", int.class, long.class, MemorySegment.class, long.class));
            case "free" -> Optional.of(bound("free", void.class, long.class));
            default -> Optional.empty();
        };
    }

    private MethodHandle bound(String method, Class<?> result, Class<?>... parameters) {
        try {
            return MethodHandles.lookup()
                    .bind(this, method, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A pattern's number, or its error code, negated.
    long compile(MemorySegment text, long flags) throws Throwable {
        MemorySegment compiled = Arena.ofAuto().allocate(PATTERN_BYTES, 16);
        int code = (int) c.compile.invokeExact(compiled, text, known(flags, COMPILE_FLAGS));
        if (code != 0) {
            return -code;
        }
        long number = last.incrementAndGet();
        patterns.put(number, new Pattern(compiled));
        return number;
    }

    /// Whether a pattern is somewhere in a text, as a C number.
    int match(long number, MemorySegment text, long flags) throws Throwable {
        int known = known(flags, MATCH_FLAGS);
        Pattern pattern = patterns.get(number);
        if (pattern == null || !pattern.acquire()) {
            throw new CoexError(
                    number > 0 && number <= last.get()
                            ? "regex used after free: handle=" + number
                            : "no such regex: handle=" + number);
        }
        try {
            int code =
                    (int)
                            c.match.invokeExact(
                                    pattern.compiled, text, 0L, MemorySegment.NULL, known);
            return code == 0 ? 1 : 0;
        } finally {
            release(pattern);
        }
    }

    /// Gives a pattern's memory back. Once is enough, and any number of times is fine.
    void free(long number) throws Throwable {
        Pattern pattern = patterns.remove(number);
        if (pattern != null) {
            release(pattern);
        }
    }

    private void release(Pattern pattern) throws Throwable {
        if (pattern.release()) {
            c.free.invokeExact(pattern.compiled);
        }
    }

    private static int known(long flags, long all) {
        if ((flags & ~all) != 0) {
            throw new CoexError("no such regex flags: flags=%d all=%d".formatted(flags, all));
        }
        return (int) flags;
    }

    private static final class Pattern {
        private final MemorySegment compiled;

        /// The table, and who matches. Under the lock of this: whoever takes it to zero frees, and nobody comes
        /// after that.
        private int users = 1;

        Pattern(MemorySegment compiled) {
            this.compiled = compiled;
        }

        synchronized boolean acquire() {
            if (users == 0) {
                return false;
            }
            users++;
            return true;
        }

        synchronized boolean release() {
            return --users == 0;
        }
    }
}
