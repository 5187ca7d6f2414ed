package coex.runtime.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// That [PagesTest] can fail.
class ExampleTest {

    @TempDir private Path temporary;

    private void check(String text) throws Exception {
        Page page = Page.of(temporary.resolve("page.md"), text);
        Example example = Example.of(page.blocks().getFirst().content());
        PagesTest.check(page, 0, example, new Folder(temporary));
    }

    @Test
    void statementsBecomeAMainBehindTheDeclarations() {
        assertThat(
                        Example.of(
                                        "import math\n"
                                                + "type A:\n"
                                                + "    n: int\n"
                                                + "~\n"
                                                + "print(A(1).n) # prints 1\n")
                                .source())
                .isEqualTo(
                        """
                        import math
                        type A:
                            n: int
                        ~
                        func main() -> int
                            print(A(1).n) # prints 1
                            return 0
                        ~
                        """);
    }

    @Test
    void anOutputThatIsNotThePagesIsFound() throws Exception {
        String program = "```coex\nfunc main() -> int\n    print(7)\n    return 0\n~\n```\n\n";
        check(program + "```text\n7\n```\n");
        assertThatThrownBy(() -> check(program + "```text\n8\n```\n"))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aCommentThatIsNotTrueIsFound() throws Exception {
        check("```coex\nprint(7) # prints 7\n```\n");
        for (String line :
                new String[] {
                    "print(7) # prints 8",
                    "print(7)",
                    "print(7); print(8) # prints 7",
                    "print(7) # error: T001",
                    "print(7 + nil) # error: T001",
                    "print(7 / 0) # prints 7",
                    "print(7) # fails: division by zero",
                }) {
            assertThatThrownBy(() -> check("```coex\n" + line + "\n```\n"))
                    .as(line)
                    .isInstanceOf(AssertionError.class);
        }
        check("```coex\nprint(7 / 0) # fails: division by zero\n```\n");
        check("```coex\nprint(seven) # error: N001\n```\n");
    }
}
