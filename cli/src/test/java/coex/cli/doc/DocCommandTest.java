package coex.cli.doc;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.ExitCode;
import coex.cli.TestMain;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

class DocCommandTest {

    @TempDir private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int doc(String... arguments) {
        var all = new String[arguments.length + 1];
        all[0] = "doc";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return TestMain.run(new PrintWriter(out, true), new PrintWriter(err, true), all);
    }

    @Test
    void aloneItShowsWhatThereIs() {
        assertThat(doc()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).startsWith("Coex\n====\n").contains("The guide [guide]");
    }

    @ParameterizedTest
    @CsvSource({
        "list.append, list.append",
        "List.append(), list.append",
        "String.from, string.from",
        "print, print",
        "select, select",
        "within, within",
        "cycle, cycle",
        "T014, T014: fields and cases in one type",
        "t014, T014: fields and cases in one type",
        "guide, The Coex guide",
        "values, Values and names",
        "guide/functions, Functions and formulas",
        "functions, Functions",
        "json, json",
        "math, math",
        "math.abs, abs",
        "lists, lists",
        "lists.sort, sort",
        "library, The standard library",
        "regex.Regex.compile, Regex.compile",
        "where tasks are waited for, Where tasks are waited for",
        "commands, Running and building programs"
    })
    void aThingIsFoundByItsName(String wanted, String title) {
        assertThat(doc(wanted)).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines().findFirst()).contains(title);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aTitleMayBeSeveralWords() {
        assertThat(doc("values", "and", "names")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).startsWith("Values and names\n");
    }

    /// What a module of the library has for itself has no comment above it.
    @Test
    void whatAModuleHasForItselfIsNotShown() {
        for (String module : new String[] {"testing", "csv", "clock", "math", "regex", "rand"}) {
            assertThat(doc(module)).isEqualTo(ExitCode.OK);
        }
        assertThat(out.toString())
                .contains("parse_with", "DateTime", "Random.between", "clamp", "regex_match_icase")
                .contains("Regex.compile_basic", "import testing", "not_equal")
                .doesNotContain("shown", "CsvField", "digits", "floor_div", "fail_with")
                .doesNotContain("regex_compiled", "coex_std");
    }

    @Test
    void anEntryIsShownWithItsExampleAndNothingElse() {
        doc("list.append");
        assertThat(out.toString())
                .isEqualTo(
                        """
                        list.append

                        `xs.append(v: T) -> List<T>`: a list with `v` behind the last element.

                            print([4, 5].append(6))     # prints [4, 5, 6]
                        """);
    }

    @Test
    void ofSeveralThingsOfOneNameAllAreListed() {
        assertThat(doc("append")).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains("coex doc list.append", "coex doc array.append", "coex doc json.append");
    }

    @ParameterizedTest
    @CsvSource({
        "lst.append, coex doc append",
        "list.apend, coex doc list.append",
        "selct, coex doc select",
        "T0144, coex doc T014",
        "compre, coex doc Comprehensions"
    })
    void whatIsMisspelledIsAnsweredWithTheLikelyName(String wanted, String meant) {
        assertThat(doc(wanted)).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("'" + wanted + "'", "Did you mean: " + meant + "?");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aWordThatIsNoHeadingIsAnsweredWithWhereItOccurs() {
        assertThat(doc("const")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("coex doc bindings");
    }

    @ParameterizedTest
    @CsvSource({"''", "' '", "qqqqqq", "'\u001B[2J'"})
    void whatIsNowhereIsAnswered(String wanted) {
        assertThat(doc(wanted)).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("`coex doc` alone shows").doesNotContain("\u001B");
    }

    @Test
    void aFileIsShownByItsComments() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("tanks.coex"),
                        """
                        #!/usr/bin/env -S coex run
                        # About tanks.

                        # A tank.
                        # It holds `level` litres.
                        type Tank:
                            level: int

                            # With more in it.
                            func filled(by: int) -> Tank
                                return Tank(level + by)
                            ~
                        ~

                        ## In a block,
                        of two lines. ##
                        formula half(n: int) -> int
                            return n / 2
                        ~

                        # Not about main.

                        func main() -> int
                            return 0 # nothing
                        ~
                        """);
        assertThat(doc(file.toString())).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .isEqualTo(
                        """
                        tanks
                        =====

                        About tanks.

                        Tank
                        ----

                            type Tank:
                                level: int

                        A tank. It holds `level` litres.

                        Tank.filled

                            func filled(by: int) -> Tank

                        With more in it.

                        half
                        ----

                            formula half(n: int) -> int

                        In a block, of two lines.

                        main
                        ----

                            func main() -> int
                        """);
    }

    @Test
    void commentsCannotReachTheTerminal() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("odd.coex"),
                        "# \u001B[2J\uE000 \u202E back\nfunc main() ~\n");
        assertThat(doc(file.toString())).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("\\u001B[2J\uFFFD \\u202E back");
    }

    @Test
    void aFileThatIsNoCoexIsReported() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.coex"), "func func\n");
        assertThat(doc(file.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("S001");
    }

    @Test
    void aFileThatIsNotThereIsReported() {
        assertThat(doc("nowhere.coex")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("cannot read nowhere.coex: there is no such file");
    }

    @Test
    void aFolderThatCannotBeMadeIsReported() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(doc("--html", file.resolve("site").toString())).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).startsWith("coex: cannot write " + file);
    }

    /// The commands are all described before one of them runs, so what is named here is loaded by
    /// each.
    @Test
    void markdownIsReadOnlyWhenItIsNeeded() throws IOException {
        try (var stream = DocCommand.class.getResourceAsStream("DocCommand.class")) {
            String bytes = new String(stream.readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(bytes).contains("coex/cli/doc/Documents").doesNotContain("commonmark");
        }
    }
}
