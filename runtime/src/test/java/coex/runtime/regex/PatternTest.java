package coex.runtime.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.runtime.error.CoexError;
import coex.runtime.regex.PatternException.Cause;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

class PatternTest {

    private static final Runnable NO_PAUSE = () -> {};

    private static Pattern compiled(String pattern, int flags) {
        try {
            return Pattern.compile(utf8(pattern), flags, NO_PAUSE);
        } catch (PatternException e) {
            throw new AssertionError(e.cause() + " in " + pattern, e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isIn(String pattern, int flags, String text) {
        return compiled(pattern, flags).isIn(utf8(text), 0, NO_PAUSE);
    }

    private static Cause causeOf(String pattern, int flags) {
        try {
            Pattern.compile(utf8(pattern), flags, NO_PAUSE);
            return null;
        } catch (PatternException e) {
            return e.cause();
        }
    }

    // What patterns mean; PatternAgainstCTest has far more

    @ParameterizedTest
    @CsvSource({
        "^.$, ä, true",
        "^..$, ä, false",
        "^[α-ω]+$, λόγος, false", // ό is beyond the range
        "^[α-ώ]+$, λόγος, true",
        "^[[:alpha:]]+$, Straße, true",
        "^[[:upper:]][[:lower:]]+$, Ärger, true",
        "\\bende\\b, das ende., true",
        "\\bende\\b, das Händeende, false",
        "[^a], 😀, true",
    })
    void charactersAreThoseOfUnicode(String pattern, String text, boolean isFound) {
        assertThat(isIn(pattern, Pattern.EXTENDED, text)).isEqualTo(isFound);
    }

    @Test
    void caseIsIgnoredForAllLetters() {
        int flags = Pattern.EXTENDED | Pattern.IGNORE_CASE;
        assertThat(isIn("^ÄRGER$", flags, "ärger")).isTrue();
        assertThat(isIn("^[Ä]rger$", flags, "ärger")).isTrue();
        assertThat(isIn("^[^Ä]rger$", flags, "ärger")).isFalse();
        assertThat(isIn("^(ä)\\1$", flags, "äÄ")).isTrue();
        assertThat(isIn("^(ä)\\1$", Pattern.EXTENDED, "äÄ")).isFalse();
    }

    @Test
    void bytesThatAreNoCharactersAreEachOneOfTheirOwn() {
        byte[] text = {'a', (byte) 0xC3, (byte) 0xFF, (byte) 0xE2, (byte) 0x82, 'b'};
        assertThat(compiled("^a....b$", Pattern.EXTENDED).isIn(text, 0, NO_PAUSE)).isTrue();
        assertThat(compiled("^a[^x]{4}b$", Pattern.EXTENDED).isIn(text, 0, NO_PAUSE)).isTrue();
        assertThat(compiled("^(a)....b\\1?$", Pattern.EXTENDED).isIn(text, 0, NO_PAUSE)).isTrue();
        assertThat(compiled("[[:alpha:]][[:alpha:]]", Pattern.EXTENDED).isIn(text, 0, NO_PAUSE))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "^(.*)\\1$, abcabc, true",
        "^(.*)\\1$, abcabd, false",
        "(a)(b)?\\2, aab, false", // a group that matched nothing is nowhere
        "(a*)*\\1, b, true",
        "(a*)+b\\1, aab, true",
        "(.)(.)\\2\\1, xabbay, true",
        "(.)(.)\\2\\1, xabab, false",
        "((a|b){2})\\1, abbbab, false",
        "((a|b){2})\\1, abbabab, true",
        "(a){2}\\1, aaa, true",
        "(^|x)a\\1$, xax, true",
        "(^|x)a\\1$, xa, false",
    })
    void backReferencesMeanTheSameAgain(String pattern, String text, boolean isFound) {
        assertThat(isIn(pattern, Pattern.EXTENDED, text)).isEqualTo(isFound);
    }

    // Limits

    @Test
    void aPatternBeyondALimitIsRefused() {
        int flags = Pattern.EXTENDED;
        assertThat(causeOf("(a{1,100}){1,100}", flags)).isNull();
        assertThat(causeOf("((a{1,100}){1,100}){1,100}", flags)).isEqualTo(Cause.TOO_LARGE);
        assertThat(causeOf("((((a{100}){100}){100}){100}){100}", flags)).isEqualTo(Cause.TOO_LARGE);
        assertThat(causeOf("a{32767}{32767}{32767}{32767}{32767}", flags))
                .isEqualTo(Cause.TOO_LARGE);
        assertThat(causeOf("a{32768}", flags)).isEqualTo(Cause.TOO_LARGE);
        assertThat(causeOf("a{99999999999999999999}", flags)).isEqualTo(Cause.TOO_LARGE);
        assertThat(causeOf("(a)".repeat(131_072), flags)).isEqualTo(Cause.TOO_LARGE);
        assertThat(causeOf("(".repeat(131_072) + ")".repeat(131_072), flags))
                .isEqualTo(Cause.TOO_LARGE);
        assertThat(causeOf("(".repeat(251) + "a" + ")".repeat(251), flags))
                .isEqualTo(Cause.TOO_LARGE);
        assertThat(causeOf("\\(".repeat(251) + "a" + "\\)".repeat(251), 0))
                .isEqualTo(Cause.TOO_LARGE);
        assertThat(causeOf("a".repeat(65_537), flags)).isEqualTo(Cause.TOO_LARGE);
    }

    @Test
    void aPatternUpToTheLimitsWorks() {
        String nested = "(".repeat(250) + "a" + ")*".repeat(250);
        assertThat(isIn("^" + nested + "$", Pattern.EXTENDED, "aaa")).isTrue();
        assertThat(isIn("^" + nested + "$", Pattern.EXTENDED, "aab")).isFalse();
        String most = "^a{32767}$";
        assertThat(isIn(most, Pattern.EXTENDED, "a".repeat(32_767))).isTrue();
        assertThat(isIn(most, Pattern.EXTENDED, "a".repeat(32_766))).isFalse();
        String words = "a".repeat(65_535) + "|b";
        assertThat(isIn(words.substring(1), Pattern.EXTENDED, "b")).isTrue();
        assertThat(isIn("|x".repeat(30_000) + "|y", Pattern.EXTENDED, "y")).isTrue();
        assertThat(isIn("^" + "a|".repeat(30_000) + "b$", Pattern.EXTENDED, "xb")).isTrue();
    }

    /// Each costs as much as one: the code does not grow.
    @Test
    void repetitionsOfRepetitionsTakeNoRoom() {
        Pattern many = compiled("^a" + "*+?{0,}{,1}{1}".repeat(4_000) + "$", Pattern.EXTENDED);
        assertThat(many.bytes()).isEqualTo(compiled("^a*$", Pattern.EXTENDED).bytes());
        assertThat(many.isIn(utf8("aaa"), 0, NO_PAUSE)).isTrue();
        assertThat(many.isIn(utf8("aab"), 0, NO_PAUSE)).isFalse();
    }

    /// What is repeated no times is taken away, and was written all the same. Each pause is for at
    /// least 1,024 instructions that were written or moved.
    @Test
    void whatIsTakenAwayAgainCountsToo() {
        var pauses = new AtomicLong();
        String pattern = "x{32767}{4}{0}".repeat(4_680);
        assertThatThrownBy(
                        () ->
                                Pattern.compile(
                                        utf8(pattern), Pattern.EXTENDED, pauses::incrementAndGet))
                .isInstanceOfSatisfying(
                        PatternException.class,
                        e -> assertThat(e.cause()).isEqualTo(Cause.TOO_LARGE));
        assertThat(pauses.get()).isBetween(4L, (long) Code.MOST_WRITTEN / Code.PAUSE_AFTER);
    }

    @Test
    void aPatternThatDropsLittleOfWhatItRepeatsWorks() {
        String nothing = "(ab){100}{0}".repeat(1_000);
        assertThat(isIn("^" + nothing + "c$", Pattern.EXTENDED, "c")).isTrue();
        assertThat(isIn("^" + nothing + "c$", Pattern.EXTENDED, "abc")).isFalse();
    }

    /// No pattern that keeps what it repeats is refused for having written too much: each doubles
    /// at least once more than the others.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "x{32767}{4}",
                "x{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}",
                "x{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}"
            })
    void aPatternAsLargeAsTheCodeMayBeIsWritten(String pattern) {
        Pattern whole = compiled(pattern, Pattern.EXTENDED);
        assertThat(whole.operations.length)
                .isBetween(Code.MOST_INSTRUCTIONS / 4, Code.MOST_INSTRUCTIONS);
    }

    // Time, counted in pauses, which come every so many steps

    private static long pauses(String pattern, int characters) {
        var pauses = new AtomicLong();
        String text = "a".repeat(characters) + "!";
        boolean isFound =
                compiled(pattern, Pattern.EXTENDED).isIn(utf8(text), 0, pauses::incrementAndGet);
        assertThat(isFound).isFalse();
        return pauses.get();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "(a+)+$",
                "(a|aa)+$",
                "(a|a?)+b",
                "(.*a){12}$",
                "^(([a-z])+.)+[A-Z]([a-z])+$",
                "(a*)*b",
                "(a?){25}a{25}$",
                "((a*)*)*b"
            })
    void timeIsProportionalToTheText(String pattern) {
        long once = pauses(pattern, 20_000);
        long tenTimes = pauses(pattern, 200_000);
        assertThat(tenTimes).isGreaterThan(20).isLessThanOrEqualTo(10 * once + 10);
    }

    @Test
    void aSearchForBackReferencesIsGivenUp() {
        Pattern pattern = compiled("(a*)*(a*)*(a*)*\\1\\2\\3b", Pattern.EXTENDED);
        byte[] text = utf8("a".repeat(1_000));
        assertThatThrownBy(() -> pattern.isIn(text, 0, NO_PAUSE))
                .isInstanceOf(CoexError.class)
                .hasMessage("regex with back references takes too long: steps=100000000 text=1000");
    }

    @Test
    void aSearchForBackReferencesTakesMemoryWithinALimit() {
        Pattern pattern = compiled("(a|b)*\\1c", Pattern.EXTENDED);
        byte[] text = utf8("ab".repeat(1_000_000));
        assertThatThrownBy(() -> pattern.isIn(text, 0, NO_PAUSE))
                .isInstanceOf(CoexError.class)
                .hasMessage(
                        "regex with back references needs too much memory: decisions=4194304"
                                + " text=2000000");
    }

    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void whatAPauseThrowsEndsTheMatch() {
        byte[] text = utf8("a".repeat(1_000_000) + "!");
        for (String pattern : new String[] {"(a+)+$", "(a*)*(a*)*\\1\\2b"}) {
            var pauses = new AtomicLong();
            assertThatThrownBy(
                            () ->
                                    compiled(pattern, Pattern.EXTENDED)
                                            .isIn(text, 0, () -> third(pauses)))
                    .isInstanceOf(Enough.class);
            assertThat(pauses).hasValue(3);
        }
    }

    @Test
    void whatAPauseThrowsEndsTheCompilation() {
        var pauses = new AtomicLong();
        assertThatThrownBy(
                        () ->
                                Pattern.compile(
                                        utf8("a".repeat(50_000)),
                                        Pattern.EXTENDED,
                                        () -> third(pauses)))
                .isInstanceOf(Enough.class);
        assertThat(pauses).hasValue(3);
    }

    private static void third(AtomicLong pauses) {
        if (pauses.incrementAndGet() == 3) {
            throw new Enough();
        }
    }

    /// Nothing is called again for each character or instruction, only for groups in groups: the
    /// stack has several times the room for those, and far too little for one call each of the
    /// rest.
    @Test
    void longTextsNeedNoDeepStack() throws InterruptedException {
        var failure = new Throwable[1];
        Thread small =
                new Thread(
                        null,
                        () -> {
                            String text = "ab".repeat(500_000) + "c";
                            assertThat(isIn("^(a|b)*c$", Pattern.EXTENDED, text)).isTrue();
                            assertThat(isIn("^(ab)*c\\1?$", Pattern.EXTENDED, text)).isTrue();
                            assertThat(isIn("(".repeat(250) + ")".repeat(250), 1, "")).isTrue();
                            assertThat(isIn("a|".repeat(30_000) + "c", 1, text)).isTrue();
                        },
                        "small",
                        1 << 20);
        small.setUncaughtExceptionHandler((_, thrown) -> failure[0] = thrown);
        small.start();
        small.join();
        assertThat(failure[0]).isNull();
    }
}
