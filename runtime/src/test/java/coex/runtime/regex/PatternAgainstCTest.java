package coex.runtime.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/// Random patterns mean what they mean to the GNU C library: the same are wrong, with the same
/// codes, and the others are in the same texts. Not compared are matches with back references,
/// where that library has known faults; texts with newlines where these do not end lines, which `$`
/// before what matches one takes for ends nevertheless; letters with backslashes where case is
/// ignored, which match nothing there; and large patterns, which take it too long.
///
/// `-Dcoex.seed=N` repeats a run.
class PatternAgainstCTest {

    private static final int PATTERNS = 60_000;
    private static final int TEXTS = 12;
    private static final int MOST_TOKENS = 9;
    private static final long MOST_BYTES = 40_000;

    private static final String[] TOKENS = {
        "a",
        "a",
        "b",
        "b",
        "c",
        "A",
        "_",
        " ",
        "\n",
        "-",
        ",",
        "1",
        "2",
        "3",
        "(",
        ")",
        "(",
        ")",
        "|",
        "*",
        "+",
        "?",
        "{",
        "}",
        "{2}",
        "{1,3}",
        "{0,1}",
        "{2,}",
        "{,2}",
        "{0}",
        "\\{",
        "\\}",
        "\\{2\\}",
        "\\{1,2\\}",
        "\\(",
        "\\)",
        "\\|",
        "\\+",
        "\\?",
        "^",
        "$",
        ".",
        "[",
        "]",
        "[ab]",
        "[^a]",
        "[a-c]",
        "[]a]",
        "[^]a-]",
        "[[:alpha:]]",
        "[[:digit:]_]",
        "[^[:space:]]",
        "[[:upper:]]",
        "[[=a=]b]",
        "[[.-.]]",
        "[a-",
        "[[:",
        ":]",
        "\\",
        "\\w",
        "\\W",
        "\\s",
        "\\S",
        "\\b",
        "\\B",
        "\\<",
        "\\>",
        "\\`",
        "\\'",
        "\\1",
        "\\2",
        "\\.",
        "\\*",
        "(a|b)",
        "(ab)",
        "\\(ab\\)",
        "(a*)*",
        "(|a)",
        "()",
        "\\n"
    };

    private static final java.util.regex.Pattern ESCAPED =
            java.util.regex.Pattern.compile("\\\\[acAn]");

    private static final String LETTERS = "aaabbbccAB_ \n-1,(){}*";

    private static final Linker LINKER = Linker.nativeLinker();
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout POINTER = ValueLayout.ADDRESS;

    private static MethodHandle function(String name, FunctionDescriptor type) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type);
    }

    private MethodHandle useLocale;
    private MemorySegment before;
    private MethodHandle compile;
    private MethodHandle execute;
    private MethodHandle free;

    /// Of this thread only.
    @BeforeEach
    void usePosixLocale() throws Throwable {
        assumeTrue(
                LINKER.defaultLookup().find("gnu_get_libc_version").isPresent(),
                "there is no GNU C library to compare with");
        useLocale = function("uselocale", FunctionDescriptor.of(POINTER, POINTER));
        MethodHandle newLocale =
                function("newlocale", FunctionDescriptor.of(POINTER, INT, POINTER, POINTER));
        try (Arena arena = Arena.ofConfined()) {
            var locale =
                    (MemorySegment)
                            newLocale.invokeExact(
                                    0x1FBF, arena.allocateFrom("C"), MemorySegment.NULL);
            assertThat(locale).isNotEqualTo(MemorySegment.NULL);
            before = (MemorySegment) useLocale.invokeExact(locale);
        }
        compile = function("regcomp", FunctionDescriptor.of(INT, POINTER, POINTER, INT));
        execute =
                function(
                        "regexec",
                        FunctionDescriptor.of(
                                INT, POINTER, POINTER, ValueLayout.JAVA_LONG, POINTER, INT));
        free = function("regfree", FunctionDescriptor.ofVoid(POINTER));
    }

    @AfterEach
    void useFormerLocale() throws Throwable {
        if (before != null) {
            var _ = (MemorySegment) useLocale.invokeExact(before);
        }
    }

    @Test
    void patternsMeanWhatTheyMeanInC() throws Throwable {
        long seed = Long.getLong("coex.seed", System.nanoTime());
        var random = new Random(seed);
        int valid = 0;
        int found = 0;
        for (int i = 0; i < PATTERNS; i++) {
            String pattern = randomPattern(random);
            int flags = random.nextInt(8);
            String what = "seed %d, pattern «%s», flags %d".formatted(seed, pattern, flags);
            Pattern ours = null;
            int code = 0;
            try {
                ours = Pattern.compile(utf8(pattern), flags, () -> {});
            } catch (PatternException e) {
                code = e.cause().code();
            }
            if (ours != null && ours.bytes() > MOST_BYTES) {
                continue;
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment theirs = arena.allocate(256, 16);
                int codeOfC = (int) compile.invokeExact(theirs, arena.allocateFrom(pattern), flags);
                assertThat(code).as(what).isEqualTo(codeOfC);
                if (code != 0) {
                    continue;
                }
                valid++;
                if (ours.registers == 0 && !(ours.ignoresCase && ESCAPED.matcher(pattern).find())) {
                    found += compareMatches(random, ours, theirs, what);
                }
                free.invokeExact(theirs);
            }
        }
        assertThat(valid).isGreaterThan(PATTERNS / 10);
        assertThat(found).isGreaterThan(valid);
    }

    private int compareMatches(Random random, Pattern ours, MemorySegment theirs, String what)
            throws Throwable {
        int found = 0;
        for (int j = 0; j < TEXTS; j++) {
            String text = randomText(random);
            if (!ours.hasLines) {
                text = text.replace("\n", "");
            }
            int flags = random.nextInt(4);
            try (Arena arena = Arena.ofConfined()) {
                int code =
                        (int)
                                execute.invokeExact(
                                        theirs,
                                        arena.allocateFrom(text),
                                        0L,
                                        MemorySegment.NULL,
                                        flags);
                assertThat(ours.isIn(utf8(text), flags, () -> {}))
                        .as("%s, text «%s», flags %d", what, text, flags)
                        .isEqualTo(code == 0);
                found += code == 0 ? 1 : 0;
            }
        }
        return found;
    }

    private static String randomPattern(Random random) {
        var pattern = new StringBuilder();
        for (int count = 1 + random.nextInt(MOST_TOKENS); count > 0; count--) {
            pattern.append(TOKENS[random.nextInt(TOKENS.length)]);
        }
        return pattern.toString();
    }

    private static String randomText(Random random) {
        var text = new StringBuilder();
        for (int count = random.nextInt(10); count > 0; count--) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
