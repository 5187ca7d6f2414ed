package coex.codegen.emit;

import static org.assertj.core.api.Assertions.assertThat;

import coex.codegen.Compiler;
import coex.language.check.Checker;

import org.junit.jupiter.api.Test;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What code says of safepoints if it is compiled with `-Dcoex.check.safepoints=true`, which is
/// read once, so in a process of its own; and that it says nothing without.
class SafepointMarksTest {

    private static final String SAFEPOINT =
            """
            func f(s: string) -> string
                return s + s
            ~
            """;

    private static final String QUIET =
            """
            func f(s: string, t: string) -> bool
                return s == t
            ~
            """;

    private static final String LOOP =
            """
            func f(n: int)
                while n > 0
                    n -= 1
                ~
            ~
            """;

    /// The calls, in their order.
    private static List<String> calls(Stream<String> bytecode) {
        return bytecode.map(String::strip)
                .filter(line -> line.startsWith("invoke"))
                .map(line -> line.substring(line.indexOf(' ') + 1))
                .toList();
    }

    private static List<String> marked(String function) throws Exception {
        String classes =
                Stream.of(Emitted.class, Compiler.class, Checker.class)
                        .map(SafepointMarksTest::place)
                        .collect(Collectors.joining(File.pathSeparator));
        Process java =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Dcoex.check.safepoints=true",
                                "-cp",
                                classes,
                                Emitted.class.getName(),
                                function)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        java.getOutputStream().close();
        var text = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).isZero();
        return calls(text.lines());
    }

    private static String place(Class<?> of) {
        try {
            return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void beforeASafepointTheCodeSaysThatThereIsOne() throws Exception {
        assertThat(marked(SAFEPOINT))
                .containsExactly("MutatorContext.passSafepoint", "StringCalls.concat");
        assertThat(marked(LOOP)).containsExactly("MutatorContext.passSafepoint", "TaskCalls.poll");
    }

    /// The second end is for exceptions. A comparison that takes long goes on in steps, and so may
    /// come to safepoints: that call is in no brackets.
    @Test
    void aQuietCallIsInBrackets() throws Exception {
        assertThat(marked(QUIET))
                .containsExactly(
                        "MutatorContext.passSafepoint",
                        "MutatorContext.beginQuiet",
                        "StringCalls.equal",
                        "MutatorContext.endQuiet",
                        "MutatorContext.endQuiet",
                        "StringCalls.equalInSteps");
    }

    @Test
    void usuallyTheCodeSaysNothing() {
        assertThat(calls(Emitted.of(SAFEPOINT).lines())).containsExactly("StringCalls.concat");
        assertThat(calls(Emitted.of(QUIET).lines()))
                .containsExactly("StringCalls.equal", "StringCalls.equalInSteps");
        assertThat(calls(Emitted.of(LOOP).lines())).containsExactly("TaskCalls.poll");
    }
}
