package coex.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import coex.runtime.io.StandardStreams;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class ProgramRunnerTest {

    private static final String COUNTING =
            """
            func main(args: [string]) -> int
                words: Map<string, int> = {}
                for i in 0..2000
                    words = words.set("w" + String.from(i % 100), i)
                ~
                print(args[1] + " " + String.from(words.len()))
                return 0
            ~
            """;

    @Test
    void programsRunAtOnceInOneJvm() throws Exception {
        Program program = TestPrograms.compile("counting.coex", COUNTING);
        List<Future<TestPrograms.Outcome>> outcomes = new ArrayList<>();
        try (var threads = Executors.newCachedThreadPool()) {
            for (int i = 0; i < 4; i++) {
                String name = "n" + i;
                Callable<TestPrograms.Outcome> run =
                        () ->
                                TestPrograms.run(
                                        program, TestPrograms.plain(), "", List.of("p", name));
                outcomes.add(threads.submit(run));
            }
        }
        for (int i = 0; i < outcomes.size(); i++) {
            assertThat(outcomes.get(i).get().out()).isEqualTo("n" + i + " 100\n");
        }
    }

    @Test
    void debugWritesToStandardError() throws InterruptedException {
        Program program =
                TestPrograms.compile(
                        "debug.coex",
                        "debugging\nfunc main() -> int\n    debug([1, 2])\n    return 0\n~\n");
        TestPrograms.Outcome outcome =
                TestPrograms.run(program, TestPrograms.plain(), "", List.of("p"));
        assertThat(outcome.err()).isEqualTo("[1, 2]\n");
        assertThat(outcome.out()).isEmpty();
    }

    @Test
    void aRuntimeErrorShowsTheCallsThatLedToIt() throws InterruptedException {
        String text =
                """
                type Tank:
                    n: int
                    func halved(by: int) -> int
                        return n / by
                    ~
                ~
                func main() -> int
                    f = func(t: Tank) => t.halved(0)
                    print("before")
                    return f(Tank(1))
                ~
                """;
        Program program = TestPrograms.compile("some/where/tank.coex", text);
        TestPrograms.Outcome outcome =
                TestPrograms.run(program, TestPrograms.plain(), "", List.of("p"));
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEqualTo("before\n");
        assertThat(outcome.err())
                .isEqualTo(
                        """
                        Runtime error: division by zero
                            at Tank.halved (tank.coex:4)
                            at lambda in main (tank.coex:8)
                            at main (tank.coex:10)
                        """);
    }

    /// Takes nothing, for the reason given.
    private static OutputStream refusing(String reason) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(reason);
            }
        };
    }

    @Test
    void anErrorIsReportedAlsoIfNobodyReadsTheOutput() throws InterruptedException {
        String text =
                """
                task first()
                    sleep(time.hour)
                ~
                task writer() -> int
                    print("kept")
                    return 0
                ~
                func main() -> int
                    first()
                    n = writer()
                    print("kept too")
                    return 1 / n
                ~
                """;
        Program program = TestPrograms.compile("unread.coex", text);
        OutputStream out = refusing("No space left on device");
        var err = new ByteArrayOutputStream();
        var streams = new StandardStreams(InputStream.nullInputStream(), out, err);
        int status =
                ProgramRunner.run(
                        program, RunOptions.of(TestPrograms.plain(), streams, List.of("p")));
        assertThat(status).isEqualTo(ProgramRunner.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("division by zero");
    }

    private static int status(OutputStream out, OutputStream err, String body)
            throws InterruptedException {
        Program program = TestPrograms.compile("p.coex", "func main()\n    " + body + "\n~\n");
        var streams = new StandardStreams(InputStream.nullInputStream(), out, err);
        return ProgramRunner.run(
                program, RunOptions.of(TestPrograms.plain(), streams, List.of("p")));
    }

    @Test
    void aProgramWhoseReaderIsGoneEndsWithoutAWord() throws InterruptedException {
        var err = new ByteArrayOutputStream();
        assertThat(status(refusing("Broken pipe"), err, "print(1)"))
                .isEqualTo(ProgramRunner.UNREAD);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    /// What is printed behind a task that goes on is kept back, but not without end.
    @Test
    @Timeout(300)
    void aProgramWhoseReaderIsGoneEndsAlsoBehindATaskThatDoesNot() throws InterruptedException {
        String text =
                """
                task forever()
                    sleep(time.hour)
                ~
                func main()
                    forever()
                    for i in 0..100000
                        print("what nobody will ever read")
                    ~
                ~
                """;
        var err = new ByteArrayOutputStream();
        var streams =
                new StandardStreams(InputStream.nullInputStream(), refusing("Broken pipe"), err);
        int status =
                ProgramRunner.run(
                        TestPrograms.compile("unread.coex", text),
                        RunOptions.of(TestPrograms.plain(), streams, List.of("p")));
        assertThat(status).isEqualTo(ProgramRunner.UNREAD);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    @Timeout(300)
    void aProgramWhoseInputFailsGoesOnWithItsHeap() throws InterruptedException {
        String text =
                """
                func main(stdin: posix) -> int
                    print(stdin.read_all().unwrap_err())
                    for i in 0..3 gc() ~
                    print([1].append(2))
                    return 0
                ~
                """;
        var broken =
                new InputStream() {
                    @Override
                    public int read() {
                        throw new IllegalStateException("broken");
                    }
                };
        var out = new ByteArrayOutputStream();
        int status =
                ProgramRunner.run(
                        TestPrograms.compile("broken.coex", text),
                        RunOptions.of(
                                TestPrograms.plain(),
                                new StandardStreams(broken, out, OutputStream.nullOutputStream()),
                                List.of("p")));
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("IllegalState: broken\n[1, 2]\n");
        assertThat(status).isZero();
    }

    @Test
    void outputThatIsLostIsARuntimeError() throws InterruptedException {
        var err = new ByteArrayOutputStream();
        assertThat(status(refusing("No space left on device"), err, "print(1)")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("Runtime error: output failed: No space left on device");
    }

    @Test
    void aRuntimeErrorThatNobodyHearsIsStillOne() throws InterruptedException {
        assertThat(status(OutputStream.nullOutputStream(), refusing("closed"), "print([1][2])"))
                .isEqualTo(1);
    }
}
