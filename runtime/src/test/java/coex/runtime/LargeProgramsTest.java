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

    @Test
    void aFunctionThatIsTooLargeIsNamed() {
        String lines = "    print(String.from(n) + \"x\")\n".repeat(3000);
        String text =
                "func small() ~\nfunc large(n: int)\n" + lines + "~\nfunc main()\n large(1) ~\n";
        assertThatThrownBy(() -> TestPrograms.compile("large.coex", text))
                .isInstanceOf(ProgramTooLargeException.class)
                .hasMessageContaining("large.coex:2")
                .hasMessageContaining("function 'large'");
    }
}
