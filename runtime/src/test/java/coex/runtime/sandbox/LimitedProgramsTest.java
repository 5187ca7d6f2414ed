package coex.runtime.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.HeapOptions;
import coex.runtime.TestPrograms.Outcome;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// Programs that want more than they may have.
@Timeout(600)
class LimitedProgramsTest {

    @TempDir private Path folder;

    private static Limits output(long bytes) {
        return new Limits(0, 0, 0, 0, bytes, Optional.empty());
    }

    private static Limits tasks(int count) {
        return new Limits(0, 0, 0, count, 0, Optional.empty());
    }

    // Output

    /// Each writes far more than the limit. None writes forever, so that a limit that does not hold
    /// is a failure.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "print(\"12345\")",
                "stdout.writeln(\"12345\")",
                "stderr.writeln(\"12345\")",
                "stdout.write(posix.urandom(7))",
                "gc_dump_stats()",
                "gc_dump_roots()",
                "gc_dump_heap()",
                "gc_set_trace_level(1) gc()"
            })
    void outputEndsAtItsLimit(String statement) throws Exception {
        String program =
                """
                func main(stdin: posix, stdout: posix, stderr: posix) -> int
                    for i in 0..1000
                        %s
                    ~
                    return 0
                ~
                """
                        .formatted(statement.replace(") gc", ")\n        gc"));
        Outcome outcome = new SandboxedProgram(program).with(output(1003)).run();
        String message = "Runtime error: output limit reached: limit=1003 bytes (--output-max)\n";
        int told = outcome.err().indexOf(message);
        assertThat(told).isNotNegative();
        assertThat(outcome.out().length() + told).isEqualTo(1003);
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void theLastByteIsAllowed() throws Exception {
        String program =
                """
                func main() -> int
                    print("1234")
                    debug("not told")
                    print("6789")
                    return 3
                ~
                """;
        Outcome outcome = new SandboxedProgram(program).with(output(10)).run();
        assertThat(outcome.out()).isEqualTo("1234\n6789\n");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isEqualTo(3);

        outcome = new SandboxedProgram(program).with(output(8)).run();
        assertThat(outcome.out()).isEqualTo("1234\n678");
        assertThat(outcome.err())
                .isEqualTo(
                        "Runtime error: output limit reached: limit=8 bytes (--output-max)\n"
                                + "    at main (attack.coex:4)\n");
    }

    /// The message may be text that the program has chosen.
    @Test
    void theMessageIsNoWayAroundTheLimit() throws Exception {
        String program =
                """
                func main() -> int
                    text = "\\x1b[31m"
                    while text.len() < 100000
                        text = text + text
                    ~
                    none: Result<int, string> = Result.err(text)
                    return none.unwrap()
                ~
                """;
        Outcome outcome = new SandboxedProgram(program).with(output(10)).run();
        assertThat(outcome.err()).startsWith("Runtime error: ").contains("\\u001B[31m");
        assertThat(outcome.err()).doesNotContain("\u001B").hasSizeLessThan(8192);
        assertThat(outcome.err()).endsWith("...\n");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(new SandboxedProgram(program).run().err()).hasSizeGreaterThan(100_000);
    }

    @Test
    void filesCountAsOutput() throws Exception {
        String program =
                """
                func main(args: [string]) -> int
                    f = posix.open(args[0], "w").unwrap()
                    for i in 0..1000
                        f.writeln("123456789")
                    ~
                    return 0
                ~
                """;
        Path file = folder.resolve("file");
        var files = new FileAccess(Optional.empty(), Optional.of(List.of(Folder.of(folder))));
        Outcome outcome =
                new SandboxedProgram(program)
                        .with(new Permissions(files, Optional.empty(), false))
                        .with(output(1003))
                        .run(file.toString());
        assertThat(outcome.err())
                .startsWith("Runtime error: output limit reached")
                .contains("at main (attack.coex:4)");
        assertThat(Files.size(file)).isEqualTo(1003);
    }

    /// Output of tasks is kept until it is their turn.
    @Test
    void tasksThatPrintEndAtTheLimit() throws Exception {
        String program =
                """
                task say(n: int) -> int
                    for i in 0..100
                        print("123456789")
                    ~
                    return n
                ~
                func main() -> int
                    for i in 0..50
                        say(i)
                    ~
                    return 0
                ~
                """;
        Outcome outcome = new SandboxedProgram(program).with(output(20_005)).run();
        assertThat(outcome.out()).isEqualTo("123456789\n".repeat(2000) + "12345");
        assertThat(outcome.err()).startsWith("Runtime error: output limit reached");
        assertThat(outcome.status()).isEqualTo(1);
    }

    // Tasks

    private static final String TASKS =
            """
            task wait(c: Channel<int>) -> int
                return c.receive() ?? 0
            ~
            task one(n: int) -> int
                return n
            ~
            func many()
                c: Channel<int> = Channel.new(1)
                for i in 0..50
                    wait(c)
                ~
            ~
            func main(args: [string]) -> int
                sum = 0
                for i in 0..100
                    n = one(i)
                    sum = sum + n
                ~
                print(sum)
                if args[0] == "many"
                    many()
                ~
                return 0
            ~
            """;

    @Test
    void tasksThatLiveAtTheSameTimeAreLimited() throws Exception {
        Outcome outcome = new SandboxedProgram(TASKS).with(tasks(49)).run("many");
        assertThat(outcome.out()).isEqualTo("4950\n");
        assertThat(outcome.err())
                .startsWith(
                        "Runtime error: task limit reached: limit=49 (--tasks-max)\n"
                                + "    at many (attack.coex:10)\n");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void tasksThatHaveEndedDoNotCount() throws Exception {
        Outcome outcome = new SandboxedProgram(TASKS).with(tasks(1)).run("few");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("4950\n");
    }

    // Time

    /// Each prints something and then lasts forever.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "while true\n        i = i + 1\n    ~",
                "loop(c)\n    print(c.receive() ?? 0)",
                "loop(c)\n    c.send(1)",
                "loop(c)\n    loop(c)\n    loop(c)\n    loop(c)",
                "sleep(time.second * 1000000)",
                "print(stdin.read_all().unwrap())",
                "print(down(0))"
            })
    void whatLastsForeverIsEnded(String statement) throws Exception {
        String program =
                """
                task loop(c: Channel<int>) -> int
                    i = 0
                    while true
                        i = i + 1
                    ~
                    return 0
                ~
                func down(n: int) -> int
                    if n > 100
                        return down(n - 1)
                    ~
                    return down(n + 1)
                ~
                func main(stdin: posix) -> int
                    c: Channel<int> = Channel.new(0)
                    i = 0
                    print("before")
                    %s
                    return 0
                ~
                """
                        .formatted(statement);
        var printed = new CountDownLatch(1);
        var lastResort = new CountDownLatch(1);
        try (var typed = new PipedOutputStream();
                var time =
                        TimeLimit.start(
                                Duration.ofSeconds(3),
                                "3s",
                                lastResort::countDown,
                                whole -> {
                                    if (whole.equals(Duration.ofSeconds(3))) {
                                        printed.await();
                                    } else {
                                        Thread.sleep(whole);
                                    }
                                })) {
            Outcome outcome =
                    new SandboxedProgram(program)
                            .with(new Limits(0, 0, 0, 0, 0, Optional.of(time)))
                            .reading(new PipedInputStream(typed))
                            .onOutput(printed::countDown)
                            .run();
            assertThat(outcome.out()).isEqualTo("before\n");
            assertThat(outcome.err())
                    .startsWith("Runtime error: time limit reached: limit=3s (--time-max)\n");
            assertThat(outcome.status()).isEqualTo(1);
        }
    }

    // Memory

    @Test
    void aMessageAboutMemoryNamesTheLimit() throws Exception {
        var limits = new Limits(4 << 20, 64 << 20, 8 << 20, 0, 0, Optional.empty());
        HeapOptions heap =
                HeapOptions.builder().initialBytes(1 << 20).maximumBytes(4 << 20).build();
        Outcome outcome =
                new SandboxedProgram(
                                """
                                func main() -> int
                                    kept: [[int]] = []
                                    while true
                                        kept = kept.append([kept.len(), 1])
                                    ~
                                    return 0
                                ~
                                """)
                        .with(heap)
                        .with(limits)
                        .run();
        assertThat(outcome.err())
                .startsWith("Runtime error: memory exhausted: ")
                .contains("limit=4194304 (--heap-max)\n    at main (attack.coex:4)");
        outcome =
                new SandboxedProgram(
                                """
                                func down(n: int) -> int
                                    return 1 + down(n + 1)
                                ~
                                func main() -> int
                                    return down(0)
                                ~
                                """)
                        .with(limits)
                        .run();
        // The innermost call ends at its own line or, at its first step, at the function's.
        assertThat(outcome.err())
                .startsWith(
                        "Runtime error: call stack exhausted: limit=8388608 bytes (--stack-max)\n"
                                + "    at down (attack.coex:")
                .contains("\n    at down (attack.coex:2)\n");
    }
}
