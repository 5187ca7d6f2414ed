package coex.cli.repl;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.HeapOptions;
import coex.gc.StressOptions;
import coex.runtime.RunOptions;
import coex.runtime.io.StandardStreams;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

class ReplTest {

    private record Result(boolean isWell, String out, String err) {}

    /// Types lines, on a heap that collects at every second allocation.
    private static Result type(String... lines) throws Exception {
        var bytes = new ByteArrayOutputStream();
        var said = new StringWriter();
        var heap =
                HeapOptions.builder()
                        .hugePages(false)
                        .initialBytes(1 << 20)
                        .maximumBytes(64 << 20)
                        .stress(StressOptions.NONE.withPoison(true).withCollectEvery(2))
                        .build();
        var streams = new StandardStreams(InputStream.nullInputStream(), bytes, bytes);
        var options = RunOptions.of(heap, streams, List.of("repl")).withStackBytes(16L << 20);
        var out = new PrintWriter(bytes, true, StandardCharsets.UTF_8);
        var err = new PrintWriter(said);
        var text = new BufferedReader(new StringReader(String.join("\n", lines)));
        try (var session = ReplSession.open(options, err)) {
            boolean isWell = new Repl(session, new PipedInput(text), out, err).run();
            return new Result(isWell, bytes.toString(StandardCharsets.UTF_8), said.toString());
        }
    }

    private static String shown(String... lines) throws Exception {
        Result result = type(lines);
        assertThat(result.err).isEmpty();
        assertThat(result.isWell).isTrue();
        return result.out;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '|',
            value = {
                "1 + 2; 3 : int",
                "1 / 3.0; 0.333333 : float",
                "\"a\" + 'b'; \"ab\" : string",
                "[[1], []]; [[1], []] : List<List<int>>",
                "{1: true}; {1: true} : Map<int, bool>",
                "{a: 1}; {\"a\":1} : json",
                "(1, \"x\"); (1, \"x\") : (int, string)",
                "\"7\".int(); 7 : int?",
                "not 0; true : bool",
                "formula(n: int) => n; <formula(int) -> int> : formula(int) -> int",
            })
    void valuesAreShownWithTheirTypes(String input, String line) throws Exception {
        assertThat(shown(input)).isEqualTo(line + "\n");
    }

    @Test
    void variablesStayFromInputToInput() throws Exception {
        assertThat(
                        shown(
                                "n = 4; name = \"tea\"",
                                "xs = [name, \"milk\"]",
                                "n = n + 1",
                                "xs = xs.append(name + String.from(n))",
                                "xs",
                                "(a, b) = (n, 2.5)",
                                "a * b"))
                .isEqualTo("[\"tea\", \"milk\", \"tea5\"] : List<string>\n12.500000 : float\n");
    }

    @Test
    void blocksGoOnUntilTheyAreClosed() throws Exception {
        assertThat(
                        shown(
                                "for i in 0..2",
                                "    if i > 0",
                                "        print(i)",
                                "    ~",
                                "~",
                                "[1,",
                                " 2]",
                                "func twice(n: int) -> int",
                                "",
                                "    return 2 * n",
                                "~",
                                "twice(21)"))
                .isEqualTo("1\n[1, 2] : List<int>\n42 : int\n");
    }

    @Test
    void functionsMayBeDeclaredAgain() throws Exception {
        assertThat(
                        shown(
                                "func f() -> int ~",
                                "func g() -> int: return f() + 1 ~",
                                "old = f",
                                "func f() -> int: return 10 ~",
                                "(f(), g(), old())"))
                .isEqualTo("(10, 11, 0) : (int, int, int)\n");
    }

    @Test
    void whatDoesNotFitANewDeclarationIsForgotten() throws Exception {
        Result result =
                type(
                        "func f() -> int ~",
                        "func g() -> int: return f() + 1 ~",
                        "func f() -> string: return \"s\" ~",
                        "f()",
                        "g()");
        assertThat(result.out).isEqualTo("\"s\" : string\n");
        assertThat(result.err).contains("forgotten", "`g`", "Undeclared identifier 'g'");
    }

    @Test
    void functionValuesOutliveTheInputThatMadeThem() throws Exception {
        assertThat(
                        shown(
                                "k = [10]",
                                "add = func(n: int) => n + k[0]",
                                "k = [20]",
                                "twice = func(f: func(int) -> int, n: int) => f(f(n))",
                                "gc()",
                                "twice(add, 1)",
                                "[add, func(n: int) => n - 1][1](5)"))
                .isEqualTo("21 : int\n4 : int\n");
    }

    @Test
    void valuesOfDeclaredTypesStayOfThoseTypes() throws Exception {
        assertThat(
                        shown(
                                "type Tank:",
                                "    level: int",
                                "    func up() -> Tank: return Tank(level + 1) ~",
                                "~",
                                "type Move:",
                                "    case Step(by: int)",
                                "    case Wait",
                                "~",
                                "t = Tank(1); moves = [Move.Step(2), Move.Wait]",
                                "func by(m: Move) -> int",
                                "    match m",
                                "        case Step(n): return n ~",
                                "        case Wait: return 0 ~",
                                "    ~",
                                "    return -1",
                                "~",
                                "t.up() == Tank(2)",
                                "[by(m) for m in moves]",
                                "t"))
                .isEqualTo("true : bool\n[2, 0] : List<int>\nTank(level: 1) : Tank\n");
    }

    @Test
    void aTypeDeclaredAgainTakesItsValuesWithIt() throws Exception {
        Result result =
                type(
                        "type A: ",
                        "  n: int",
                        "~",
                        "type B:",
                        "  a: A",
                        "~",
                        "b = [B(A(1))]; n = 3",
                        "type A:",
                        "  s: string",
                        "~",
                        "n",
                        "b",
                        "B(A(\"x\"))");
        assertThat(result.out).isEqualTo("3 : int\nB(a: A(s: \"x\")) : B\n");
        assertThat(result.err).contains("forgotten", "`b`", "Undeclared identifier 'b'");
    }

    @Test
    void aRuntimeErrorLeavesEverythingAsItWas() throws Exception {
        Result result =
                type(
                        "xs = [1, 2]",
                        "xs = [7]; ys = [8]; xs[9]",
                        "xs",
                        "func deep(n: int) -> int: return deep(n + 1) + xs_len([n]) ~",
                        "func xs_len(xs: [int]) -> int: return xs.len() ~",
                        "xs[5] = 1",
                        "xs.append(3)");
        assertThat(result.out)
                .contains("[1, 2] : List<int>\n", "[1, 2, 3] : List<int>\n")
                .contains("Runtime error: index out of range", "at input (input 2:1)");
        assertThat(result.isWell).isFalse();
    }

    @Test
    void endlessRecursionEndsAnInputOnly() throws Exception {
        Result result =
                type("func f(n: int) -> int: return f(n + 1) + 1 ~", "k = 2", "f(0)", "k + 1");
        assertThat(result.out).contains("call stack exhausted").endsWith("3 : int\n");
    }

    @Test
    void constAndMovesHoldFromInputToInput() throws Exception {
        Result result =
                type("const k = 1", "k = 2", "a = [1]; b := a", "a", "a = [3]", "a", "b", "k");
        assertThat(result.out).isEqualTo("[3] : List<int>\n[1] : List<int>\n1 : int\n");
        assertThat(result.err).contains("Cannot reassign const", "moved");
    }

    @Test
    void thingsWithIdentityKeepIt() throws Exception {
        assertThat(
                        shown(
                                "matrix M[2, 2]:",
                                "    type: int",
                                "    formula up(): return cell + 1 ~",
                                "~",
                                "m = M.new(); same = m; hits: atomic_int = 1",
                                "m.up()",
                                "hits.increment()",
                                "(same[1, 1], hits.load())"))
                .isEqualTo("1 : int\n(1, 2) : (int, int)\n");
    }

    @Test
    void importsAndDirectivesStay() throws Exception {
        assertThat(
                        shown(
                                "import math",
                                "replace biggest with math.max",
                                "biggest(math.abs(-4), 3)",
                                "printing off",
                                "print(5)",
                                "printing on",
                                "print(6)"))
                .isEqualTo("4 : int\n6\n");
    }

    @Test
    void commandsLookAndDoNotTouch() throws Exception {
        assertThat(shown("n = 1", ":type [n, 2.5]", ":type n + 1", "n", ":quit", "n"))
                .isEqualTo("List<float>\nint\n1 : int\n");
        assertThat(shown(":gc")).contains("[GC:STATS]", "collections: ");
        assertThat(shown(":help")).contains(":type", ":gc", ":quit");
        Result unknown = type(":fly");
        assertThat(unknown.err).contains(":fly", ":help");
        assertThat(unknown.isWell).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 +",
                "x = ",
                "~",
                "f(1))",
                "var x = 1",
                "if",
                "func",
                "loop",
                "print(ghost)",
                "else"
            })
    void mistakesAreReportedAndTheSessionGoesOn(String mistake) throws Exception {
        Result result = type(mistake, "~", "1");
        assertThat(result.err).contains("1 problem");
        assertThat(result.out).endsWith("1 : int\n");
        assertThat(result.isWell).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"if x", "f(", "{1: ", "func f()", "type T:", "match x", "llvm_ir \"\"\""})
    void whatIsRightSoFarGoesOn(String text) throws Exception {
        assertThat(ReplSession.isIncomplete(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 +", "f(1)", "~", "f(]", "if x ~", "", "'a", "func 3", "(1 2"})
    void whatIsWholeOrWrongDoesNot(String text) throws Exception {
        assertThat(ReplSession.isIncomplete(text)).isFalse();
    }

    @Test
    void errorsInTasksTellWhoStartedThem() throws Exception {
        Result result =
                type(
                        "task inner(n: int) -> int",
                        "    print(n)",
                        "    return 10 / n",
                        "~",
                        "task outer(n: int) -> int",
                        "    return inner(n)",
                        "~",
                        "kept = outer(5)",
                        "lost = outer(0)",
                        "kept");
        assertThat(result.isWell).isFalse();
        assertThat(result.out)
                .isEqualTo(
                        """
                        5
                        0
                        Runtime error: division by zero
                            at inner (input 1:3)
                            at outer (input 2:2)
                            in task outer, started in input (input 4:1)
                        2 : int
                        """);
    }

    @Test
    void anInputWhoseTaskFailsAfterItsOwnEndLeavesEverythingAsItWas() throws Exception {
        Result result =
                type(
                        "task late(n: int) sleep(time.millisecond); print(10 / n) ~",
                        "n = 1; xs = [n]",
                        "n = 2; xs = []; ys = 3; late(0)",
                        "(n, xs)",
                        "n = 2; xs = [4]; late(5)",
                        "(n, xs)");
        assertThat(result.isWell).isFalse();
        assertThat(result.out)
                .startsWith("Runtime error: division by zero\n    at late (input 1:1)\n")
                .endsWith("(1, [1]) : (int, List<int>)\n2\n(2, [4]) : (int, List<int>)\n");
    }

    @Test
    void whatOtherTasksHadPrintedIsNotLostWithAnError() throws Exception {
        Result result =
                type(
                        "task say(n: int) -> int",
                        "    print(n)",
                        "    return 10 / n",
                        "~",
                        "func both() -> int",
                        "    a = say(0)",
                        "    b = say(1)",
                        "    return a + b",
                        "~",
                        "both()");
        assertThat(result.out).startsWith("0\n").contains("Runtime error: division by zero");
    }

    @Test
    void anInterruptedInputLeavesWhatWasBoundBefore() throws Exception {
        var bytes = new ByteArrayOutputStream();
        var streams = new StandardStreams(InputStream.nullInputStream(), bytes, bytes);
        var heap = HeapOptions.builder().hugePages(false).initialBytes(1 << 20).build();
        var options = RunOptions.of(heap, streams, List.of("repl"));
        var said = new StringWriter();
        try (var session = ReplSession.open(options, new PrintWriter(said, true))) {
            assertThat(session.evaluate("n = 1; xs = [n]")).isTrue();
            assertThat(session.evaluate("task forever() while true ~ ~")).isTrue();
            for (String endless :
                    List.of(
                            "n = 2; while true n += 1 ~",
                            "xs = []; while true xs = xs.append(n) ; xs = xs[0:9] ~",
                            "n = 3; sleep(time.hour)",
                            "n = 4; forever()",
                            "n = 5; c = Channel<int>.new(); within time.hour c.receive() else n = 6"
                                    + " ~")) {
                bytes.reset();
                Thread user = Thread.ofPlatform().start(() -> interruptWhenItRuns(session));
                assertThat(session.evaluate(endless)).as(endless).isFalse();
                user.interrupt();
                user.join();
                assertThat(bytes.toString(StandardCharsets.UTF_8))
                        .isEqualTo("interrupted; what it has assigned is as it was before\n");
            }
            bytes.reset();
            assertThat(session.evaluate("(n, xs)")).isTrue();
            assertThat(bytes.toString(StandardCharsets.UTF_8))
                    .isEqualTo("(1, [1]) : (int, List<int>)\n");
        }
        assertThat(said.toString()).isEmpty();
    }

    /// Again and again: an interrupt before anything runs does nothing.
    private static void interruptWhenItRuns(ReplSession session) {
        while (session.interrupt() && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    @Test
    void namesThatMayFollowAreThoseInScope() throws Exception {
        var bytes = new ByteArrayOutputStream();
        var streams = new StandardStreams(InputStream.nullInputStream(), bytes, bytes);
        var heap = HeapOptions.builder().hugePages(false).initialBytes(1 << 20).build();
        var options = RunOptions.of(heap, streams, List.of("repl"));
        try (var session = ReplSession.open(options, new PrintWriter(bytes))) {
            assertThat(session.namesAfter("")).contains("while", "print", "List", "posix");
            assertThat(session.namesAfter("")).doesNotContain("apples", "double", "Fruit", "math");
            session.evaluate("apples = 3");
            session.evaluate("func double(n: int) -> int return 2 * n ~");
            session.evaluate("type Fruit:\ncase Pear\ncase Plum(stones: int)\n~");
            session.evaluate("import math");
            assertThat(session.namesAfter("print(1 + "))
                    .contains("apples", "double", "Fruit", "math")
                    .doesNotContain("clamp", "Pear");
            assertThat(session.namesAfter("print(math."))
                    .containsExactly("abs", "clamp", "max", "min", "sign");
            assertThat(session.namesAfter("Fruit.")).containsExactly("Pear", "Plum");
            assertThat(session.namesAfter("apples.")).doesNotContain("while");
        }
    }

    @Test
    void namesAfterADotAreThoseOfTheValueBeforeIt() throws Exception {
        var heap = HeapOptions.builder().hugePages(false).initialBytes(1 << 20).build();
        var bytes = new ByteArrayOutputStream();
        var streams = new StandardStreams(InputStream.nullInputStream(), bytes, bytes);
        var options = RunOptions.of(heap, streams, List.of("repl")).withStackBytes(16L << 20);
        try (var session = ReplSession.open(options, new PrintWriter(new StringWriter()))) {
            session.evaluate("type Tank: level: int\nfunc filled(by: int) -> Tank return self ~ ~");
            session.evaluate("words = [\"a\", \"b\"]; t = Tank(1); m = {\"k\": [1]}");
            assertThat(session.namesAfter("print(words."))
                    .contains("append", "len", "packed")
                    .doesNotContain("keys");
            assertThat(session.namesAfter("words.get(0).")).contains("split", "int");
            assertThat(session.namesAfter("m[\"k\"].")).contains("append");
            assertThat(session.namesAfter("x = m.")).contains("keys", "has");
            assertThat(session.namesAfter("1 + \"a)\".")).contains("split");
            assertThat(session.namesAfter("t.filled(3).")).containsExactly("filled", "level");
            assertThat(session.namesAfter("posix.")).contains("open", "time");
            assertThat(session.namesAfter("nothing.")).isEmpty();
            assertThat(session.namesAfter("(.")).isEmpty();
        }
    }

    @Test
    void aFileCanBeLoaded(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("a.coex");
        Files.writeString(
                file, "# Two times it.\nfunc twice(n: int) -> int\n    return n * 2\n~\n");
        assertThat(shown(":load " + file, "twice(4)", ":doc twice"))
                .isEqualTo("8 : int\nfunc twice(n: int) -> int\n  Two times it.\n");
        Result gone = type(":load " + folder.resolve("gone"), ":load");
        assertThat(gone.err).contains("there is no such file", ":load needs a file");
        assertThat(gone.isWell).isFalse();
    }

    @Test
    void afterAResetNothingIsKnown() throws Exception {
        Result result =
                type(
                        "n = 1",
                        "type T: x: int ~",
                        "t = T(2)",
                        ":reset",
                        "n",
                        "T(1)",
                        "n = \"a\"",
                        "n");
        assertThat(result.err).contains("Undeclared identifier 'n'", "Undeclared identifier 'T'");
        assertThat(result.out).isEqualTo("\"a\" : string\n");
    }

    @Test
    void documentationIsShownOfWhatIsDeclaredImportedAndBuiltIn() throws Exception {
        assertThat(shown("import testing", ":doc testing.fail", ":doc str", ":doc posix.time"))
                .isEqualTo(
                        """
                        formula fail(_ why: string)
                          Fails, and says why.
                        str(any) -> string, built in
                        posix.time() -> int, built in
                        """);
        assertThat(shown("import testing", ":doc testing"))
                .startsWith("Assertions for the functions")
                .contains("\n  formula equal<T>(_ actual: T, _ expected: T)\n")
                .doesNotContain("shown<T>(_ value: T) -> string\n  formula shown");
        assertThat(shown(":doc list.append")).contains("behind the last element");
        assertThat(shown(":doc append")).startsWith("`append` is one of these:\n    ");
        assertThat(type(":doc nothing").err).contains("nothing is known of nothing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit", "quit", "exit()", ":exit"})
    void wordsThatPeopleTryEndTheSession(String word) throws Exception {
        assertThat(shown(word, "1")).isEmpty();
    }

    @Test
    void wordsThatPeopleTryAreNamesIfTheyAreDeclared() throws Exception {
        assertThat(shown("exit = 3", "exit")).isEqualTo("3 : int\n");
        assertThat(shown("help")).contains(":load FILE");
    }
}
