package coex.runtime.foreign;

import coex.collections.text.Strings;
import coex.gc.mutator.MutatorContext;
import coex.gc.mutator.RootFrame;
import coex.runtime.error.CoexError;
import coex.runtime.regex.Pattern;
import coex.runtime.regex.PatternException;
import coex.runtime.regex.PatternException.Cause;
import coex.runtime.task.Task;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// The compiled patterns of a program, by numbers that are never given twice. Values of a program
/// are copied freely and go to any task, so it is the number they hold, and what it means is
/// decided here.
///
/// Any thread may call. A pattern that is freed while others match with it stays until the last of
/// them is done.
final class Regexes {

    private static final String PREFIX = "coex_regex_";

    /// Functions that `regex` declares as foreign ones, found here rather than in C.
    static final Map<String, Signature> FUNCTIONS =
            Map.of(
                    PREFIX + "compile", Signature.of("(string, int) -> int"),
                    PREFIX + "match", Signature.of("(int, string, int) -> bool"),
                    PREFIX + "once", Signature.of("(string, string, int) -> bool"),
                    PREFIX + "free", Signature.of("(int)"));

    /// Of all patterns that are compiled and not freed: they are no values, so the heap's limit
    /// does not count them.
    static final long MOST_BYTES = 64L << 20;

    private final Strings strings;
    private final AtomicLong last = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final Map<Long, Pattern> patterns = new ConcurrentHashMap<>();

    Regexes(Strings strings) {
        this.strings = strings;
    }

    /// The function of a name and exactly these types, which takes the mutator and then what
    /// generated code gives to foreign functions.
    Optional<MethodHandle> find(String name, Signature wanted) {
        return wanted.equals(FUNCTIONS.get(name))
                ? Optional.of(
                        wanted.bind(MethodHandles.lookup(), this, name.substring(PREFIX.length())))
                : Optional.empty();
    }

    /// A pattern's number, or its error code, negated. A safepoint that may unwind.
    long compile(MutatorContext mutator, long pattern, long flags) {
        try {
            return put(compiled(mutator, pattern, flags));
        } catch (PatternException e) {
            return -e.cause().code();
        }
    }

    private long put(Pattern pattern) throws PatternException {
        if (bytes.addAndGet(pattern.bytes()) > MOST_BYTES) {
            bytes.addAndGet(-pattern.bytes());
            throw new PatternException(Cause.NO_ROOM);
        }
        long number = last.incrementAndGet();
        patterns.put(number, pattern);
        return number;
    }

    /// Whether a pattern is somewhere in a text. One that was never compiled is nowhere; but of one
    /// that was not because of a limit this would be wrong to say. A safepoint that may unwind.
    boolean match(MutatorContext mutator, long number, long text, long flags) {
        int known = known(flags, Pattern.MATCH_FLAGS);
        if (number <= 0) {
            checkLimit(-number);
            return false;
        }
        Pattern pattern = patterns.get(number);
        if (pattern == null) {
            throw new CoexError(
                    number <= last.get()
                            ? "regex used after free: handle=" + number
                            : "no such regex: handle=" + number);
        }
        return isIn(mutator, pattern, text, known);
    }

    /// Like [#match], with a pattern that is compiled for this text alone. A safepoint that may
    /// unwind.
    boolean once(MutatorContext mutator, long pattern, long text, long flags) {
        try (RootFrame kept = RootFrame.slots(mutator, 1)) {
            kept.set(0, text);
            return isIn(mutator, compiled(mutator, pattern, flags), text, 0);
        } catch (PatternException e) {
            checkLimit(e.cause().code());
            return false;
        }
    }

    /// Gives a pattern's memory back. Once is enough, and any number of times is fine.
    void free(MutatorContext mutator, long number) {
        Pattern pattern = patterns.remove(number);
        if (pattern != null) {
            bytes.addAndGet(-pattern.bytes());
        }
    }

    private Pattern compiled(MutatorContext mutator, long pattern, long flags)
            throws PatternException {
        int known = known(flags, Pattern.FLAGS);
        byte[] utf8 = strings.bytes(mutator, pattern);
        return Pattern.compile(utf8, known, () -> poll(mutator));
    }

    private boolean isIn(MutatorContext mutator, Pattern pattern, long text, int flags) {
        byte[] utf8 = strings.bytes(mutator, text);
        return pattern.isIn(utf8, flags, () -> poll(mutator));
    }

    private static void poll(MutatorContext mutator) {
        if (mutator.isAsked()) {
            Task.attend(mutator);
        }
    }

    private static void checkLimit(long code) {
        if (code == Cause.TOO_LARGE.code()) {
            throw new CoexError("regex too large: " + Pattern.LIMITS);
        }
        if (code == Cause.NO_ROOM.code()) {
            throw new CoexError(
                    "no room for another regex: most=%d bytes; free() those no longer needed"
                            .formatted(MOST_BYTES));
        }
    }

    private static int known(long flags, long all) {
        if ((flags & ~all) != 0) {
            throw new CoexError("no such regex flags: flags=%d all=%d".formatted(flags, all));
        }
        return (int) flags;
    }
}
