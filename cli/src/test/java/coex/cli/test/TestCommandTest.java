package coex.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.CommandRun;
import coex.cli.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class TestCommandTest {

    private static final String AREA =
            """
            formula area(w: int, h: int) -> int
                if w < 0
                    return 0
                ~
                return w * h
            ~

            func never<T>(x: T) -> T
                return x
            ~
            """;

    @TempDir private Path folder;

    private String file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text).toString();
    }

    private static CommandRun test(String... arguments) {
        return CommandRun.of("test", arguments);
    }

    @Test
    void eachTestHasALineAndAFailingOneTakesNoOtherAlong() throws Exception {
        String file =
                file(
                        "a.coex",
                        """
                        import testing
                        func test_first()
                            testing.is_true(true)
                        ~
                        func test_crashes()
                            xs = [1]
                            print("before")
                            print(xs[7])
                        ~
                        func test_endless()
                            while true ~
                        ~
                        func deeper(n: int) -> int
                            return deeper(n + 1) + 1
                        ~
                        func test_deep()
                            print(deeper(0))
                        ~
                        func test_last()
                            testing.is_false(false)
                        ~
                        func helper() ~
                        """);
        CommandRun run = test("--time-max", "3s", "--stack-max", "1m", file);
        assertThat(run.status()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out().lines().filter(line -> line.matches("(ok  |FAIL)  .*")))
                .extracting(line -> line.replaceAll("  \\(\\d+ ms\\)$", "").replace(file, "F"))
                .containsExactly(
                        "ok    F  test_first",
                        "FAIL  F  test_crashes",
                        "FAIL  F  test_endless",
                        "FAIL  F  test_deep",
                        "ok    F  test_last");
        assertThat(run.out())
                .contains(
                        file + ":8: print(xs[7])\n",
                        "Runtime error: index out of range: index=7 length=1\n",
                        "it wrote:\n        before\n",
                        "Runtime error: time limit reached: limit=3s (--time-max)\n",
                        "Runtime error: call stack exhausted",
                        "5 tests, 3 failed\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void aFailingAssertionShowsItsTextItsPlaceAndBothValues() throws Exception {
        String file =
                file(
                        "a.coex",
                        """
                        import testing
                        func check(text: string)
                            testing.equal(text.split(","),
                                ["a", "b"])
                        ~
                        func test_split()
                            check("a,c")
                        ~
                        """);
        CommandRun run = test(file);
        assertThat(run.out())
                .contains(
                        ": testing.equal(text.split(\",\"),\n          [\"a\", \"b\"])\n",
                        "      not equal\n          actual:   [\"a\", \"c\"]\n",
                        "          expected: [\"a\", \"b\"]\n",
                        "called by test_split (a.coex:7)\n")
                .containsPattern("a\\.coex:[34]: testing");
    }

    @Test
    void everyAssertionCanFail() throws Exception {
        String[] failing = {
            "equal(1, 2)",
            "not_equal(\"a\", \"a\")",
            "is_true(1 > 2)",
            "is_false(2 > 1)",
            "close(1.0, 1.1, 0.01)",
            "is_nil(\"1\".int())",
            "not_nil(\"x\".int())",
            "ok(broken())",
            "err(fine())",
            "contains(\"abc\", \"d\")",
            "fail(\"so\")"
        };
        var text = new StringBuilder("import testing\n");
        text.append("func broken() -> Result<int, string> return Result.err(\"e\") ~\n");
        text.append("func fine() -> Result<int, string> return Result.ok(1) ~\n");
        for (int i = 0; i < failing.length; i++) {
            text.append("func test_%d() testing.%s ~\n".formatted(i, failing[i]));
        }
        text.append(
                """
                func test_all_hold()
                    testing.equal({"a": [1.5]}, {"a": [1.5]})
                    testing.not_equal(1, 2)
                    testing.close(1.0, 1.05, 0.1)
                    testing.is_nil("x".int())
                    testing.not_nil("1".int())
                    testing.ok(fine())
                    testing.err(broken())
                    testing.contains("abc", "b")
                ~
                """);
        CommandRun run = test(file("a.coex", text.toString()));
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("12 tests, 11 failed", "ok    ");
        for (String assertion : failing) {
            assertThat(run.out()).contains("testing." + assertion);
        }
    }

    @Test
    void aTestThatShouldFailPassesOnlyIfItDoes() throws Exception {
        String file =
                file(
                        "a.coex",
                        """
                        @fails("division by zero")
                        func test_divides()
                            n = 0
                            print(1 / n)
                        ~
                        @fails
                        func test_goes_well() ~
                        @fails("division by zero")
                        func test_fails_otherwise()
                            xs = [1]
                            print(xs[1])
                        ~
                        """);
        CommandRun run = test(file);
        assertThat(run.out())
                .containsPattern("ok  .*test_divides")
                .containsPattern("FAIL.*test_goes_well.*\n      no runtime error")
                .containsPattern("FAIL.*test_fails_otherwise")
                .contains("index out of range");
    }

    @Test
    void testsRunAtTheSameTime() throws Exception {
        Path flag = folder.resolve("flag");
        String file =
                file(
                        "a.coex",
                        """
                        func test_waits()
                            while not posix.open("FLAG", "r").is_ok() ~
                        ~
                        func test_tells()
                            f = posix.open("FLAG", "w").unwrap()
                            f.close()
                        ~
                        """
                                .replace("FLAG", flag.toString()));
        assertThat(test("--jobs", "2", file).out()).contains("2 tests, 0 failed");
    }

    @Test
    void foldersAreSearchedAndFilesWithMistakesDoNotKeepOthersFromRunning() throws Exception {
        file("one/a.coex", "func test_a() ~\n");
        file("one/.hidden/b.coex", "func test_hidden() ~\n");
        file("two/c.coex", "func test_c()\n    nothing()\n~\n");
        file("two/d.coex", "func main() -> int\n    return nothing\n~\n");
        CommandRun run = test(folder.toString());
        assertThat(run.out())
                .containsPattern("ok  .*one/a.coex  test_a")
                .doesNotContain("hidden")
                .contains("1 test, 0 failed, 1 file with mistakes");
        assertThat(run.err()).contains("Undeclared identifier 'nothing'", "c.coex");
        assertThat(run.status()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aFilterChoosesByName() throws Exception {
        String file = file("a.coex", "func test_one() ~\nfunc test_two() ~\n");
        CommandRun one = test("--filter", "two", file);
        assertThat(one.out()).contains("test_two", "1 test, 0 failed").doesNotContain("test_one");
        assertThat(one.status()).isZero();
        CommandRun none = test("--filter", "three", file);
        assertThat(none.status()).isEqualTo(ExitCode.USAGE);
        assertThat(none.err()).isEqualTo("coex: there are no tests whose names contain 'three'\n");
    }

    @Test
    void argumentsThatMakeNoSenseAreExplained() throws Exception {
        assertThat(test(folder.toString()).err())
                .isEqualTo("coex: there are no tests: no function `test_...` in 0 files\n");
        assertThat(test("--jobs", "0", folder.toString()).status()).isEqualTo(ExitCode.USAGE);
        assertThat(test("--time-max", "x", folder.toString()).err())
                .contains("--time-max: 'x' is no time");
        assertThat(test(folder.resolve("gone.coex").toString()).err())
                .contains("there is no such file");
    }

    @Test
    void whatLooksLikeATestAndIsNoneIsNamed() throws Exception {
        String file =
                file(
                        "a.coex",
                        """
                        func test_with(n: int) ~
                        formula test_formula() ~
                        func test_result() -> int return 1 ~
                        func test_generic<T>() ~
                        func test_fine() ~
                        """);
        CommandRun run = test(file);
        assertThat(run.out()).contains("1 test, 0 failed");
        assertThat(run.err().lines())
                .hasSize(4)
                .allMatch(line -> line.startsWith("coex: note: " + file));
    }

    @Test
    void aTestMayDoWhatOptionsAllow() throws Exception {
        String file =
                file(
                        "a.coex",
                        """
                        import testing
                        func test_reads()
                            testing.ok(posix.open("/etc/passwd", "r"))
                        ~
                        """);
        CommandRun run = test("--deny-read", file);
        assertThat(run.out()).contains("reading a file is not allowed");
    }

    @Test
    void resultsAreWrittenForOtherTools() throws Exception {
        String file =
                file(
                        "a<b>.coex",
                        """
                        import testing
                        func test_good()
                            print("<&\\x01>")
                        ~
                        func test_bad()
                            testing.equal("<", ">")
                        ~
                        """);
        Path xml = folder.resolve("out.xml");
        test("--junit", xml.toString(), file);
        assertThat(Files.readString(xml))
                .startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"2\"")
                .contains(
                        "a&lt;b&gt;.coex\" tests=\"2\" failures=\"1\" errors=\"0\" time=\"",
                        "name=\"test_good\"",
                        "<system-out>&lt;&amp;\\u0001&gt;\n</system-out></testcase>",
                        "<failure message=\"",
                        "actual:   &quot;&lt;&quot;",
                        "</testsuites>\n");
        String nowhere = folder.resolve("no/out.xml").toString();
        CommandRun run = test("--junit", nowhere, file);
        assertThat(run.status()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .isEqualTo("coex: cannot write %s: there is no such directory\n", nowhere);
        run = test("--coverage-html", file, file);
        assertThat(run.status()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .isEqualTo("coex: cannot write %s: there is already such a file\n", file);
    }

    @Test
    void coverageTellsWhichLinesWereRun() throws Exception {
        String module = file("area.coex", AREA);
        String file =
                file(
                        "a.coex",
                        """
                        import area
                        import testing
                        func test_area()
                            testing.equal(area.area(2, 3), 6)
                        ~
                        """);
        Path pages = folder.resolve("pages");
        CommandRun run = test("--coverage", "--coverage-html", pages.toString(), file);
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().filter(line -> line.startsWith(module)))
                .singleElement()
                .asString()
                .endsWith("  50.0  3, 8-9");
        assertThat(Files.readString(pages.resolve("index.html"))).contains("area.coex</a>", "3/6");
        assertThat(Files.readString(pages.resolve("file2.html")))
                .contains(
                        "<tr id=\"3\" class=\"missing\"><td class=\"number\">3</td>",
                        "<tr id=\"5\" class=\"run\">",
                        "if w &lt; 0");
    }

    /// Where branches meet there is code of no line.
    @Test
    void aLineThatIsPassedByIsNotRun() throws Exception {
        String file =
                file(
                        "a.coex",
                        """
                        func shout(n: int)
                            if n > 0
                                print("loud")
                            ~
                        ~
                        func first(xs: [int]) -> int
                            for x in xs
                                if x > 9
                                    return x
                                ~
                            ~
                        ~
                        func test_it()
                            shout(0)
                            print(first([1, 2]))
                        ~
                        """);
        assertThat(test("--coverage", file).out()).containsPattern("a.coex .* 71.4  3, 9\\n");
    }

    @Test
    void bothSidesOfALineThatBranchesAreCounted() throws Exception {
        String file =
                file(
                        "a.coex",
                        """
                        func sign(n: int) -> int
                            r = 0
                            if n < 0: r = -1 else: r = 1 ~
                            for i in 0..n: r += i ~
                            return r
                        ~
                        func test_it()
                            print(sign(1))
                        ~
                        """);
        assertThat(test("--coverage", file).out()).contains("100.0");
    }
}
