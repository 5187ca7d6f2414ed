package coex.runtime.csource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.FileSystems;
import java.nio.file.Path;

class SourcePatternTest {

    /// The JDK's own patterns mean the same.
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "*.c, a.c, true",
                "*.c, .c, true",
                "*.c, d/a.c, false",
                "**.c, d/a.c, true",
                "**/*.c, d/e/a.c, true",
                "d/*.c, d/a.c, true",
                "d/*.c, d/e/a.c, false",
                "?.c, a.c, true",
                "?.c, ab.c, false",
                "a?b.c, a/b.c, false",
                "[a-c]x.c, bx.c, true",
                "[a-c]x.c, dx.c, false",
                "[!a-c]x.c, dx.c, true",
                "[!a-c]x.c, ax.c, false",
                "[!a]x.c, /x.c, false",
                "[ab-].c, -.c, true",
                "\"{a,b}.c\", b.c, true",
                "\"{a,b}.c\", c.c, false",
                "\"{a,b*}/{c,}d.c\", bb/d.c, true",
                "a*b*c*.c, aXbXc.c, true",
                "a*b*c*.c, aXcXb.c, false",
                "*, a.c, true",
            })
    void patternsMeanWhatTheyMeanElsewhere(String pattern, String name, boolean matches)
            throws BuildFailure {
        assertThat(SourcePattern.of(pattern).matches(name)).isEqualTo(matches);
        assertThat(
                        FileSystems.getDefault()
                                .getPathMatcher("glob:" + pattern)
                                .matches(Path.of(name)))
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "]", "{a,b", "a}", "{a,{b,c}}", "\\", "[]", "[z-a]", "[!"})
    void whatIsNoPatternIsToldSo(String pattern) {
        assertThatThrownBy(() -> SourcePattern.of(pattern))
                .isInstanceOf(BuildFailure.class)
                .hasMessageContaining("'%s' is no pattern for files".formatted(pattern));
    }

    @Test
    void patternsThatStandForTooManyAreRefused() {
        assertThatThrownBy(() -> SourcePattern.of("{a,b}".repeat(20)))
                .hasMessageContaining("more than");
        assertThatThrownBy(() -> SourcePattern.of("*".repeat(5000)))
                .hasMessageContaining("more than");
    }

    /// A regular expression would try the stars in every way there is, which takes longer than
    /// anybody waits.
    @Test
    void aPatternOfManyStarsIsNoTrap() throws BuildFailure {
        assertThat(SourcePattern.of("*a".repeat(400) + "b").matches("a".repeat(200) + "c"))
                .isFalse();
        assertThat(SourcePattern.of("*a".repeat(200)).matches("a".repeat(200))).isTrue();
    }
}
