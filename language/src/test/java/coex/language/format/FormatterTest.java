package coex.language.format;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;
import coex.language.syntax.Parser;
import coex.language.syntax.TreePrinter;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class FormatterTest {

    private static String format(String text) {
        var problems = new Problems();
        String formatted =
                Formatter.format(new SourceFile("test.coex", text), problems).orElseThrow();
        assertThat(problems.isEmpty()).isTrue();
        return formatted;
    }

    private static String tree(String text) {
        return TreePrinter.print(Parser.parse(new SourceFile("test.coex", text), new Problems()));
    }

    @Test
    void aProgramHasOneLayout() {
        assertThat(
                        format(
                                """
                                import   math # for abs
                                @note("x")
                                func main()->int:n=4;if n>3:print(n)else:print((0))~;return (a+b)*(c) end
                                """))
                .isEqualTo(
                        """
                        import math  # for abs
                        @note("x")
                        func main() -> int
                            n = 4
                            if n > 3
                                print(n)
                            else
                                print(0)
                            ~
                            return (a + b) * c
                        ~
                        """);
    }

    @Test
    void commentsAndEmptyLinesStay() {
        String text =
                """
                # first

                ## a block
                   of text ##
                type Tank:  # a tank
                    level: int  # in litres

                    # fills it
                    func filled(by: int) -> Tank
                        # nothing is checked
                        return Tank(self.level + by)  # a new one
                        # the end
                    ~
                ~

                func main()
                    if a  # first
                        b()
                        # before else
                    else if c  # second
                        d()
                    ~  # done

                    # last
                ~
                # after all
                """;
        assertThat(format(text)).isEqualTo(text);
    }

    @Test
    void bracketsStayWhereTheyMatter() {
        String text =
                """
                func f()
                    a = (b as int) ? c : d
                    e = {(k): v}
                    g = (not h) == i
                    j = (k ?? l) + m
                    n = -(o + p).q
                    r = (s ? t : u) ? v : w
                    x = y - (z - a)
                    b = (func(_ c: int) => c)(1)
                ~
                """;
        assertThat(format(text)).isEqualTo(text);
    }

    @Test
    void bracketsStayThatMakeAnOperationClear() {
        String text =
                """
                func f()
                    a = b == 3 or (b == 2 and c == 1)
                    d = (e * f) + g
                    h = (i as int) > 2 ? (j > 1 ? 5 : 6) : (k > 1 ? 7 : 8)
                    l = not (m == n)
                    for o in 0..(p - 1)
                    ~
                ~
                """;
        assertThat(format(text)).isEqualTo(text);
    }

    @Test
    void bracketsGoThatAreAroundNoOperationOrAWholeExpression() {
        assertThat(format("func f()\n    a = ((b) + (c(d)))\n    e((a + b), (c))\n~\n"))
                .isEqualTo("func f()\n    a = b + c(d)\n    e(a + b, c)\n~\n");
    }

    @Test
    void formattingTwiceIsFormattingOnceAndChangesNoMeaning() throws IOException {
        String text = Files.readString(Path.of("src/test/resources/programs/accepted.coex"));
        String once = format(text);
        assertThat(format(once)).isEqualTo(once);
        assertThat(tree(once)).isEqualTo(tree(text));
    }

    @Test
    void aTextWithSyntaxErrorsIsLeftAlone() {
        var problems = new Problems();
        assertThat(Formatter.format(new SourceFile("test.coex", "func f( ~"), problems)).isEmpty();
        assertThat(problems.isEmpty()).isFalse();
    }
}
