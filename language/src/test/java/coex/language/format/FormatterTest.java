package coex.language.format;

import static org.assertj.core.api.Assertions.assertThat;

import coex.language.problem.Problems;
import coex.language.source.SourceFile;

import org.junit.jupiter.api.Test;

class FormatterTest {

    private static String format(String text) {
        var problems = new Problems();
        String formatted =
                Formatter.format(new SourceFile("test.coex", text), problems).orElseThrow();
        assertThat(problems.isEmpty()).isTrue();
        return formatted;
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
                    x = y + (a + b) * c
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
    void whatFitsInAHundredColumnsIsOneLine() {
        String name = "n".repeat(82);
        assertThat(format("func f()\n  total = g(a,\n %s)\n~\n".formatted(name)))
                .isEqualTo("func f()\n    total = g(a, %s)\n~\n".formatted(name));
        assertThat(format("func f()\n  total = g(a, %s)\n~\n".formatted(name + "n")))
                .isEqualTo(
                        """
                        func f()
                            total = g(
                                a,
                                %s
                            )
                        ~
                        """
                                .formatted(name + "n"));
    }

    @Test
    void theOutermostBracketsAreBrokenFirst() {
        String text =
                "func f()\n    x = outer(inner(first_argument, second_argument),"
                        + " [third_argument, fourth_argument, fifth_argument], sixth)\n~\n";
        assertThat(format(text))
                .isEqualTo(
                        """
                        func f()
                            x = outer(
                                inner(first_argument, second_argument),
                                [third_argument, fourth_argument, fifth_argument],
                                sixth
                            )
                        ~
                        """);
    }

    @Test
    void headersAndComprehensionsAreBrokenToo() {
        String text =
                """
                func a_function_with_a_long_name<T>(
                    first: List<Map<string, int>>,
                    second: formula(int, int) -> int,
                    third: int
                ) -> (q: int, r: int)
                    if contains(
                        [x * y for x in first for y in second if x > y],
                        third
                    )
                        return [
                            x * y
                            for (x, _) in first
                            for y in second if x > y
                        ]
                    ~
                ~
                """;
        assertThat(format(text)).isEqualTo(text);
    }

    @Test
    void aBreakBehindAnOpeningBracketIsKept() {
        String text =
                """
                func f()
                    j = {
                        name: "Ann",
                        tags: [1, 2]
                    }
                    k = f(1, [
                        a,
                        b
                    ])

                    l = [
                        1, 0, 0,
                        0, 1, 0,

                        0, 0, 1
                    ]
                ~
                """;
        assertThat(format(text)).isEqualTo(text);
        assertThat(format("func f()\n    x = [a,\n        b]\n~\n"))
                .isEqualTo("func f()\n    x = [a, b]\n~\n");
    }

    @Test
    void longRowsOfLiteralsAreFilled() {
        String row = "123456789, ".repeat(8);
        String text = "func f()\n    x = [" + row + row + "0]\n~\n";
        assertThat(format(text))
                .isEqualTo(
                        "func f()\n    x = [\n        %s\n        %s0\n    ]\n~\n"
                                .formatted(row.strip(), row));
    }

    @Test
    void commentsStayBesideWhatTheyAreAbout() {
        String text =
                """
                func f(  # opening
                    # the first
                    a: int,  # in litres
                    b: int  # last
                    # nobody
                ) -> int  # result
                    x = [  # four
                        g(
                            # inside
                            a
                        ),

                        # the other
                        b  # behind
                    ]
                    h(
                        # nothing
                    )
                    if a
                        # of a
                        b()
                        # before else
                    else  # otherwise
                        c()  # of c
                    ~
                    y = for v in x  # each
                        # work
                        w(v)
                    ~
                ~
                """;
        assertThat(format(text)).isEqualTo(text);
    }

    @Test
    void aCommentBehindTwoStatementsStaysBehindTheSecond() {
        assertThat(format("func f()\n    a(); b()  # of b\n~\n"))
                .isEqualTo("func f()\n    a()\n    b()  # of b\n~\n");
    }

    @Test
    void aTextWithSyntaxErrorsIsLeftAlone() {
        var problems = new Problems();
        assertThat(Formatter.format(new SourceFile("test.coex", "func f( ~"), problems)).isEmpty();
        assertThat(problems.isEmpty()).isFalse();
    }
}
