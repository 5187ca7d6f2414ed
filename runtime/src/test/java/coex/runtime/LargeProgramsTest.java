package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.codegen.ProgramTooLargeException;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class LargeProgramsTest {

    @Test
    void aProgramMayHaveThousandsOfTexts() throws InterruptedException {
        String functions =
                IntStream.range(0, 8000)
                        .mapToObj(
                                i ->
                                        "func f%d() -> string\n return \"text %d\" ~\n"
                                                .formatted(i, i))
                        .collect(Collectors.joining());
        Program program =
                TestPrograms.compile(
                        "texts.coex",
                        functions + "func main() -> int\n print(f0() + f7999())\n return 0 ~\n");
        TestPrograms.Outcome outcome =
                TestPrograms.run(program, TestPrograms.plain(), "", List.of("p"));
        assertThat(outcome.out()).isEqualTo("text 0text 7999\n");
    }

    @Test
    void aProgramMayHaveThousandsOfTypes() throws InterruptedException {
        String types =
                IntStream.range(0, 3000)
                        .mapToObj(i -> "type T%d:\n a: int\n b: [T%d]\n~\n".formatted(i, i))
                        .collect(Collectors.joining());
        String uses =
                IntStream.range(0, 3000)
                        .mapToObj(
                                i ->
                                        "func f%d() -> T%d\n return T%d(%d, []) ~\n"
                                                .formatted(i, i, i, i))
                        .collect(Collectors.joining());
        Program program =
                TestPrograms.compile(
                        "types.coex",
                        types + uses + "func main() -> int\n print(f2999())\n return 0 ~\n");
        TestPrograms.Outcome outcome =
                TestPrograms.run(program, TestPrograms.plain(), "", List.of("p"));
        assertThat(outcome.out()).isEqualTo("T2999(a: 2999, b: [])\n");
    }

    private static TestPrograms.Outcome run(String text) throws InterruptedException {
        Program program = TestPrograms.compile("large.coex", text);
        return TestPrograms.run(program, TestPrograms.plain(), "", List.of("p"));
    }

    private static String numbered(int count, String line) {
        return IntStream.range(0, count)
                .mapToObj(i -> line.replace("#", Integer.toString(i)))
                .collect(Collectors.joining());
    }

    @Test
    void aFunctionMayHaveTwentyThousandStatements() throws InterruptedException {
        String text =
                "func main() -> int\n sum = 0\n text = \"\"\n"
                        + numbered(10_000, " sum += #\n if sum % 7 == 0 text = text + \"#\" ~\n")
                        + " print(sum)\n print(text.len())\n return 3 ~\n";
        TestPrograms.Outcome outcome = run(text);
        long sum = 0;
        int length = 0;
        for (int i = 0; i < 10_000; i++) {
            sum += i;
            length += sum % 7 == 0 ? Integer.toString(i).length() : 0;
        }
        assertThat(outcome.out()).isEqualTo(sum + "\n" + length + "\n");
        assertThat(outcome.status()).isEqualTo(3);
    }

    @Test
    void aLargeFunctionHasLoopsAndKeepsItsVariables() throws InterruptedException {
        String text =
                "func large(n: int, name: string) -> (int, string)\n"
                        + " total = 0\n kept = [name]\n i = 0\n"
                        + " while i < n\n  i += 1\n  if i % 3 == 0 continue ~\n"
                        + numbered(
                                400, "  total += i * # % 5\n  kept = [name + String.from(total)]\n")
                        + "  if i > 50 break ~\n ~\n"
                        + " return (total, kept.get(0)) ~\n"
                        + "func main() -> int\n print(large(20, \"x\"))\n print(large(90, \"y\"))\n"
                        + " return 0 ~\n";
        long[] totals = {total(20), total(90)};
        assertThat(run(text).out())
                .isEqualTo(
                        "(%d, \"x%d\")\n(%d, \"y%d\")\n"
                                .formatted(totals[0], totals[0], totals[1], totals[1]));
        Program program = TestPrograms.compile("large.coex", text.replace("large(90", "large(7"));
        assertThat(TestPrograms.run(program, TestPrograms.stressed(), "", List.of("p")).out())
                .isEqualTo(
                        "(%d, \"x%d\")\n(%d, \"y%d\")\n"
                                .formatted(totals[0], totals[0], total(7), total(7)));
    }

    private static long total(int n) {
        long total = 0;
        for (int i = 1; i <= n; i++) {
            if (i % 3 != 0) {
                for (int k = 0; k < 400; k++) {
                    total += (long) i * k % 5;
                }
                if (i > 50) {
                    break;
                }
            }
        }
        return total;
    }

    @Test
    void literalsMayHaveTwentyThousandElements() throws InterruptedException {
        String text =
                "func main() -> int\n xs = [0"
                        + numbered(19_999, ", #")
                        + "]\n m = {0: 0"
                        + numbered(19_999, ", #: #")
                        + "}\n print(xs.len())\n print(xs.get(19999))\n print(m.len())\n"
                        + " print(m.get(19998))\n return 0 ~\n";
        assertThat(run(text).out()).isEqualTo("20000\n19998\n19999\n19998\n");
    }

    @Test
    void aRuntimeErrorInALargeFunctionNamesItAndItsLineOnce() throws InterruptedException {
        String text =
                "func main() -> int\n zero = 0\n"
                        + numbered(2000, " print(#)\n")
                        + " print(1 / zero)\n return 0 ~\n";
        assertThat(run(text).err())
                .isEqualTo("Runtime error: division by zero\n    at main (large.coex:2003)\n");
    }

    @Test
    void manyFunctionsOfOneTypeCanBeValues() throws InterruptedException {
        String text =
                "func main() -> int\n fs: [func(int) -> int] = []\n"
                        + numbered(3000, " fs = fs.append(func(x: int) => x + #)\n")
                        + " sum = 0\n for f in fs sum += f(1) ~\n print(sum)\n return 0 ~\n";
        assertThat(run(text).out()).isEqualTo(3000 + 2999 * 3000 / 2 + "\n");
    }

    @Test
    void aTextMayBeLongerThanAConstantOfAClass() throws InterruptedException {
        String text =
                "func main() -> int\n print(\""
                        + "\u00e4b".repeat(60_000)
                        + "\".len())\n return 0 ~\n";
        assertThat(run(text).out()).isEqualTo("120000\n");
    }

    @Test
    void aFunctionWithMoreParametersThanTheJvmTakesIsRefusedByTheChecker() {
        String text =
                "func small() ~\nfunc wide(a: int"
                        + numbered(130, ", p#: int")
                        + ") ~\nfunc main()\n wide(0"
                        + numbered(130, ", #")
                        + ") ~\n";
        assertThatThrownBy(() -> TestPrograms.compile("large.coex", text))
                .hasMessageStartingWith("does not compile: [TooManyParameters[")
                .hasMessageContaining("large.coex:2")
                .hasMessageContaining("'wide'");
    }

    private static void assertPrintsEverywhere(String text, String expected)
            throws InterruptedException {
        Program program = TestPrograms.compile("large.coex", text);
        assertThat(TestPrograms.run(program, TestPrograms.plain(), "", List.of("p")).out())
                .isEqualTo(expected);
        assertThat(TestPrograms.run(program, TestPrograms.stressed(), "", List.of("p")).out())
                .isEqualTo(expected);
    }

    private static String texts(int count, String name) {
        return numbered(count, " " + name + " = [" + name + ".get(0) + \"#\"]\n");
    }

    @Test
    void aLargeFunctionMayHaveTasksAndSelectAndWithin() throws InterruptedException {
        String text =
                "task twice(text: string, to: Channel<string>) -> string\n"
                        + " to.send(text)\n return text + text ~\n"
                        + "func large(name: string) -> string\n"
                        + " c = Channel<string>.new(buffer: 1)\n kept = [name]\n"
                        + " future = twice(name + \"!\", c)\n"
                        + texts(300, "kept")
                        + " select\n  case got <- c\n   kept = [name + (got ?? \"?\")]\n  ~\n ~\n"
                        + texts(300, "kept")
                        + " before = kept\n"
                        + " within time.millisecond\n  kept = [\"lost\"]\n  sleep(time.hour)\n"
                        + " else\n  before = [before.get(0) + future]\n ~\n"
                        + texts(300, "kept")
                        + " return before.get(0) + \" \" + kept.get(0) ~\n"
                        + "func main() -> int\n print(large(\"a\"))\n print(large(\"b\"))\n"
                        + " return 0 ~\n";
        String all = numbered(300, "#");
        assertPrintsEverywhere(
                text,
                "aa!%s%s aa!%s%s\nbb!%s%s bb!%s%s\n"
                        .formatted(all, "a!a!", all, all, all, "b!b!", all, all));
    }

    @Test
    void aWithinMayBeTooLargeForTheJit() throws InterruptedException {
        String text =
                "func large(limit: int, name: string) -> string\n kept = [name]\n part = [name]\n"
                        + texts(300, "kept")
                        + " within limit\n"
                        + texts(150, "part")
                        + "  if limit < time.second sleep(time.hour) ~\n"
                        + " else\n  part = [part.get(0) + \" late\"]\n ~\n"
                        + texts(300, "kept")
                        + " return kept.get(0) + \" \" + part.get(0) ~\n"
                        + "func main() -> int\n print(large(time.hour, \"a\"))\n"
                        + " print(large(time.millisecond, \"b\"))\n return 0 ~\n";
        String all = numbered(300, "#");
        String part = numbered(150, "#");
        assertPrintsEverywhere(
                text, "a%s%s a%s\nb%s%s b late\n".formatted(all, all, part, all, all));
    }

    @Test
    void aWithinThatIsTooLargeForAMethodIsRefusedByName() {
        String text =
                "func small() ~\nfunc guarded()\n kept = [\"\"]\n within time.hour\n"
                        + texts(3000, "kept")
                        + " ~ ~\nfunc main()\n guarded() ~\n";
        assertThatThrownBy(() -> TestPrograms.compile("large.coex", text))
                .isInstanceOf(ProgramTooLargeException.class)
                .hasMessageContaining("large.coex:2")
                .hasMessageContaining("function 'guarded' has a `within` that is too large");
    }

    @Test
    void anEnumMayHaveThousandsOfVariants() throws InterruptedException {
        var text = new StringBuilder("type Many:\n");
        for (int i = 0; i < 3000; i++) {
            text.append(" case V%d(x: int, name: string)\n".formatted(i));
        }
        text.append("~\nfunc main() -> int\n print(Many.V2999(4, \"last\"))\n");
        text.append(" print(Many.V0(1, \"first\") == Many.V1(1, \"first\"))\n return 0 ~\n");
        assertPrintsEverywhere(text.toString(), "V2999(x: 4, name: \"last\")\nfalse\n");
    }

    @Test
    void namesMayBeLongerThanAConstantOfAClass() throws InterruptedException {
        String name = "n".repeat(70_000);
        String text =
                "type T%1$s:\n f%1$s: int\n func m%1$s() -> int return f%1$s ~\n~\n"
                        + "type E%1$s:\n case V%1$s(a%1$s: T%1$s)\n~\n"
                        + "func g%1$s<A>(x: A) -> A return x ~\n"
                        + "func g%1$sb<A>(x: A) -> A return x ~\n"
                        + "func main() -> int\n t = g%1$s(T%1$s(f%1$s: 3))\n"
                        + " e = g%1$sb(E%1$s.V%1$s(t))\n h = func(x%1$s: int) => x%1$s + 1\n"
                        + " match e case V%1$s(kept): print(h(kept.m%1$s())) ~ ~\n return 0 ~\n";
        assertPrintsEverywhere(text.formatted(name), "4\n");
    }

    @Test
    void aStructThatIsTooLargeForAMethodIsRefusedByName() {
        var text = new StringBuilder("type Wide:\n");
        for (int i = 0; i < 4000; i++) {
            text.append(" f%d: int\n".formatted(i));
        }
        text.append("~\nfunc small() ~\nfunc maker()\n w = Wide(f3: 1) ~\n");
        text.append("func main()\n maker() ~\n");
        assertThatThrownBy(() -> TestPrograms.compile("large.coex", text.toString()))
                .isInstanceOf(ProgramTooLargeException.class)
                .hasMessageContaining("function 'maker' has a step that is too large");
    }

    @Test
    void fieldsWhoseTypesAreTooLargeAreRefusedByTheNameOfTheirType() {
        var text = new StringBuilder("type D0<T>:\n x: T\n~\n");
        for (int i = 1; i < 40; i++) {
            text.append("type D%d<T>:\n d: D%d<(T, T)>\n~\n".formatted(i, i - 1));
        }
        text.append("func main()\n d = D39<int>()\n print(d.d == nil) ~\n");
        assertThatThrownBy(() -> TestPrograms.compile("large.coex", text.toString()))
                .isInstanceOf(ProgramTooLargeException.class)
                .hasMessageContaining("large.coex:")
                .hasMessageContaining("the fields of type 'D");
    }
}
