package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.FinishedCoex.Run;
import coex.runtime.launch.RunOption;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Programs that nobody trusts, as a user runs them.
@DisabledOnOs(OS.WINDOWS)
@Timeout(900)
class SandboxIT {

    private static final String READ =
            """
            func main(args: [string]) -> int
                print(posix.open(args[1], "r").unwrap().read_all().unwrap())
                return 0
            ~
            """;

    @TempDir private Path folder;
    private final FinishedCoex finished = new FinishedCoex();

    private String program(String text) throws Exception {
        Path programs = Files.createDirectories(folder.resolve("programs"));
        return Files.writeString(programs.resolve("program.coex"), text).toString();
    }

    /// In a sandbox whose own limit of time a busy machine does not reach.
    private Run run(String... words) throws Exception {
        return finished.coex(
                Stream.concat(
                                Stream.of("run", "--sandbox", "--time-max", "1h"),
                                Arrays.stream(words))
                        .toArray(String[]::new));
    }

    private static void assertFailed(Run run, String... lines) {
        assertThat(run.err()).startsWith(lines[0]).contains(lines);
        assertThat(run.err()).doesNotContain("Exception", "java.", "bug in Coex");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    // What is refused

    @Test
    void filesAreRefusedUnlessTheirFolderIsAllowed() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "content");
        String read = program(READ);
        Run run = run(read, file.toString());
        assertFailed(
                run,
                "Runtime error: reading a file is not allowed: path="
                        + file
                        + " (--allow-read DIR would allow it)\n    at main (program.coex:2)\n");
        assertThat(run.out()).isEmpty();

        Path other = Files.createDirectory(folder.resolve("other"));
        String[] words = {"--allow-read", other.toString(), "--allow-read=" + folder};
        run = run(words[0], words[1], words[2], read, file.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("content\n");

        run = run(words[0], words[1], words[2], "--nonsense", read);
        assertThat(run.err()).contains("--nonsense");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);

        assertFailed(
                run("--allow-read", "/", read, "/proc/self/mem"),
                "Runtime error: reading a file is not allowed: path=/proc/self/mem");
    }

    @Test
    void eachOptionRefusesForItself() throws Exception {
        String program =
                program(
                        """
                        extern labs(x: int) -> int ~
                        func main(args: [string]) -> int
                            print(posix.getenv("COEX_SECRET") ?? "unset")
                            print(labs(-3))
                            posix.open(args[1], "w").unwrap().writeln("written").unwrap()
                            return 0
                        ~
                        """);
        finished.set("COEX_SECRET", "secret");
        String file = folder.resolve("file").toString();
        Run run = finished.coex("run", program, file);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("secret\n3\n");
        run = finished.coex("run", "--deny-env", program, file);
        assertFailed(run, "Runtime error: reading an environment variable is not allowed");
        assertThat(run.out()).isEmpty();
        run = finished.coex("run", "--deny-ffi", program, file);
        assertFailed(
                run,
                "Runtime error: foreign call not possible: labs is not allowed (--allow-ffi would"
                        + " allow it)\n"
                        + "    at main (program.coex:4)\n");
        assertThat(run.out()).isEqualTo("secret\n");
        run = finished.coex("run", "--deny-write", program, file);
        assertFailed(run, "Runtime error: writing a file is not allowed");
        assertThat(run.out()).isEqualTo("secret\n3\n");
        run =
                run(
                        "--allow-env=COEX_SECRET",
                        "--allow-ffi",
                        "--allow-write",
                        folder.toString(),
                        program,
                        file);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("secret\n3\n");
    }

    @Test
    void inlineIrIsRefused() throws Exception {
        String program =
                program(
                        """
                        func main() -> int
                            n = 3
                            m = llvm_ir(n -> %a) -> %r: i64 \"""
                                %r = add i64 %a, %a
                                ret i64 %r
                            \"""
                            print(m)
                            return 0
                        ~
                        """);
        Run run = run(program);
        assertThat(run.err()).contains("program.coex:3:9", "may not use llvm_ir", "--allow-ffi");
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run("--allow-ffi", program).out()).isEqualTo("6\n");
    }

    /// C that is not to be called is not compiled either: compiling alone reads files.
    @Test
    void theCOfAPackageIsNotCompiled() throws Exception {
        Path marker = folder.resolve("compiled");
        Path compiler = Files.writeString(folder.resolve("cc"), "#!/bin/sh\ntouch " + marker);
        assertThat(compiler.toFile().setExecutable(true)).isTrue();
        finished.set("COEX_CC", compiler.toString());
        finished.set("COEX_HOME", folder.resolve("home").toString());
        String program =
                program(
                        """
                        import "odd.cxz"
                        func main() -> int
                            print("runs")
                            odd_say(1)
                            return 0
                        ~
                        """);
        try (var zip =
                new ZipOutputStream(
                        Files.newOutputStream(Path.of(program).resolveSibling("odd.cxz")))) {
            String[] files = {
                "manifest.toml",
                "[library]\n"
                        + "name = \"odd\"\n"
                        + "version = \"1.0\"\n"
                        + "source = [\"odd.coex\"]\n"
                        + "[ffi.core]\n"
                        + "source = [\"odd.c\"]\n",
                "src/odd.coex",
                "extern odd_say(n: int) ~\n",
                "ffi/src/odd.c",
                "void odd_say(long n) { }\n"
            };
            for (int i = 0; i < files.length; i += 2) {
                zip.putNextEntry(new ZipEntry(files[i]));
                zip.write(files[i + 1].getBytes(StandardCharsets.UTF_8));
            }
        }
        Run run = run(program);
        assertFailed(run, "Runtime error: foreign call not possible: odd_say is not allowed");
        assertThat(run.out()).isEqualTo("runs\n");
        assertThat(marker).doesNotExist();
        run("--allow-ffi", program);
        assertThat(marker).exists();
    }

    @Test
    void filesElsewhereAreNotImported() throws Exception {
        String program =
                program("import other\nfunc main() -> int\n    return other.secret()\n~\n");
        Path other =
                Files.writeString(
                        folder.resolve("other.coex"), "func secret() -> int\n    return 42\n~\n");
        Files.createSymbolicLink(Path.of(program).resolveSibling("other.coex"), other);
        Run run = run(program);
        assertThat(run.err()).contains("program.coex:1:", "--allow-read DIR would allow it");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run("--allow-read", folder.toString(), program).exitCode()).isEqualTo(42);
        assertThat(finished.coex("run", program).exitCode()).isEqualTo(42);

        Files.delete(Path.of(program).resolveSibling("other.coex"));
        Files.copy(other, Path.of(program).resolveSibling("other.coex"));
        assertThat(run(program).exitCode()).isEqualTo(42);
    }

    @Test
    void standardInputAndArgumentsAreTheProgramsOwn() throws Exception {
        String program =
                program(
                        """
                        func main(args: [string], stdin: posix, stdout: posix, stderr: posix) -> int
                            print(args[1:])
                            print(stdin.read_all().unwrap())
                            return 5
                        ~
                        """);
        Run run =
                finished.run(
                        "typed",
                        List.of(
                                FinishedCoex.ROOT.resolve("coex").toString(),
                                "run",
                                "--sandbox",
                                program,
                                "--allow-read",
                                "x"));
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("[\"--allow-read\", \"x\"]\ntyped\n");
        assertThat(run.exitCode()).isEqualTo(5);
    }

    // What is limited

    @Test
    void outputTasksHeapAndStackAreLimited() throws Exception {
        String program =
                program(
                        """
                        task wait(c: Channel<int>) -> int
                            return c.receive() ?? 0
                        ~
                        func down(n: int) -> int
                            return 1 + down(n + 1)
                        ~
                        func main(args: [string]) -> int
                            c: Channel<int> = Channel.new(0)
                            kept: [[int]] = []
                            if args[1] == "stack"
                                print(down(0))
                            ~
                            while true
                                if args[1] == "output"
                                    print("1234567")
                                ~
                                if args[1] == "tasks"
                                    wait(c)
                                ~
                                if args[1] == "heap"
                                    kept = kept.append([kept.len(), 1])
                                ~
                            ~
                            return 0
                        ~
                        """);
        Run run = run("--output-max", "1k", program, "output");
        assertFailed(run, "Runtime error: output limit reached: limit=1024 bytes (--output-max)\n");
        assertThat(run.out()).hasSize(1024).startsWith("1234567\n1234567\n");
        assertFailed(
                run("--tasks-max=5", program, "tasks"),
                "Runtime error: task limit reached: limit=5 (--tasks-max)\n"
                        + "    at main (program.coex:18)\n");
        assertFailed(
                run("--heap-max", "4m", program, "heap"),
                "Runtime error: memory exhausted: ",
                "(--heap-max)\n    at main (program.coex:21)\n");
        assertFailed(
                run("--stack-max", "2m", program, "stack"),
                // The innermost call ends at its own line or, at its first step, at the function's.
                "Runtime error: call stack exhausted: limit=2097152 bytes (--stack-max)\n"
                        + "    at down (program.coex:",
                "\n    at down (program.coex:5)\n");
    }

    /// The JVM has memory of its own: for bytes on their way, and for tasks.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "print(posix.urandom(1000000000).len())",
                "print(text(20).len())\n    print(text(23))",
                "while true\n        dive(200, c)\n    ~",
                "while true\n        wait(c)\n    ~"
            })
    void theMemoryOfTheJvmIsLimited(String statement) throws Exception {
        String program =
                program(
                        """
                        task wait(c: Channel<int>) -> int
                            return c.receive() ?? 0
                        ~
                        task dive(n: int, c: Channel<int>) -> int
                            if n == 0
                                return c.receive() ?? 0
                            ~
                            return 1 + dive(n - 1, c)
                        ~
                        func text(doubled: int) -> string
                            s = "12345678"
                            for i in 0..doubled
                                s = s + s
                            ~
                            return s
                        ~
                        func main() -> int
                            c: Channel<int> = Channel.new(0)
                            %s
                            return 0
                        ~
                        """
                                .formatted(statement));
        Run run = run("--jvm-max", "32m", "--tasks-max", "10000000", program);
        assertFailed(run, "Runtime error: memory exhausted: ", "(--jvm-max)\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while true\n        i = i + 1\n    ~",
                "loop()\n    print(c.receive() ?? 0)",
                "print(pause())",
                "print(stdin.read_all().unwrap())"
            })
    void whatLastsForeverIsEnded(String statement) throws Exception {
        String program =
                program(
                        """
                        extern pause() -> int ~
                        task loop() -> int
                            i = 0
                            while true
                                i = i + 1
                            ~
                            return 0
                        ~
                        func main(stdin: posix) -> int
                            c: Channel<int> = Channel.new(0)
                            i = 0
                            %s
                            return 0
                        ~
                        """
                                .formatted(statement));
        Process process = start("--allow-ffi", "--time-max", "1s", program);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(err).startsWith("Runtime error: time limit reached: limit=1s (--time-max)\n");
        assertThat(process.waitFor()).isEqualTo(1);
    }

    /// Who prints waits for the reader, and holds up whoever else has something to say.
    @Test
    void aProgramWhoseOutputNobodyReadsIsEnded() throws Exception {
        String program =
                program(
                        """
                        func main() -> int
                            while true
                                print("12345678901234567890123456789012345678901234567890")
                            ~
                            return 0
                        ~
                        """);
        Process process = start("--time-max", "1s", program);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(err).startsWith("Runtime error: time limit reached: limit=1s (--time-max)\n");
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(process.getInputStream().readAllBytes())
                .asString(StandardCharsets.UTF_8)
                .startsWith("1234567890");
    }

    /// With a standard input that does not end.
    private static Process start(String... words) throws Exception {
        var command =
                new ArrayList<>(
                        List.of(FinishedCoex.ROOT.resolve("coex").toString(), "run", "--sandbox"));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command);
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        return builder.start();
    }

    // Built programs, and the launcher

    @Test
    void aBuiltProgramTakesItsOptionsFromTheEnvironment() throws Exception {
        Path built = folder.resolve("built");
        Run build = finished.coex("build", program(READ), "-o", built.toString());
        assertThat(build.err()).isEmpty();
        Path file = Files.writeString(folder.resolve("file"), "content");
        var command = List.of(built.toString(), file.toString());
        assertThat(finished.run("", command).out()).isEqualTo("content\n");
        finished.set("COEX_OPTIONS", "--sandbox");
        Run run = finished.run("", command);
        assertFailed(run, "Runtime error: reading a file is not allowed: path=" + file);
        finished.set("COEX_OPTIONS", "--heap-max 64m --sandbox --allow-read " + folder);
        assertThat(finished.run("", command).out()).isEqualTo("content\n");
    }

    @Test
    void whatTheEnvironmentRefusesStaysRefused() throws Exception {
        finished.set("COEX_OPTIONS", "--sandbox --jvm-max 64m");
        Run run = finished.coex("run", program(READ), "/etc/passwd");
        assertFailed(run, "Runtime error: reading a file is not allowed: path=/etc/passwd");
    }

    @Test
    void badValuesOfTheJvmsMemoryAreAnsweredInOneLine() throws Exception {
        for (String bad : List.of("1m", "x", "12q", "2t", "999999999999999t", "9999999999999999")) {
            Run run = finished.coex("run", "--jvm-max", bad, program(READ));
            assertThat(run.err()).startsWith("coex: --jvm-max: '" + bad + "' is ").hasLineCount(1);
            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        }
        for (String good : List.of("32m", "40000k", "41943040", "1g", "1t")) {
            String program = program("func main() -> int\n    return 3\n~\n");
            assertThat(finished.coex("run", "--jvm-max=" + good, program).exitCode()).isEqualTo(3);
        }
    }

    /// It skips the values of options when it looks for two of them.
    @Test
    void theLauncherKnowsWhichOptionsTakeValues() throws Exception {
        String launcher = Files.readString(FinishedCoex.ROOT.resolve("coex"));
        int from = launcher.indexOf("            --heap-max |");
        String list = launcher.substring(from, launcher.indexOf(')', from));
        assertThat(list.replace("\\\n", "").trim().split(" *\\| *"))
                .containsExactlyInAnyOrder(
                        Arrays.stream(RunOption.values())
                                .filter(RunOption::takesValue)
                                .map(RunOption::word)
                                .toArray(String[]::new));
    }

    /// All but the container: what the image holds, where it is, and its environment.
    @Test
    void theFilesOfTheContainerAreEnough() throws Exception {
        List<String> lines =
                Files.readAllLines(FinishedCoex.ROOT.resolve("examples/container/Containerfile"));
        Path context = FinishedCoex.ROOT.resolve("cli/target/dist");
        Path image = Files.createDirectory(folder.resolve("image"));
        var environment = new ArrayList<String>();
        String start = "";
        for (String line : lines) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "COPY" -> copy(context.resolve(words[1]), Path.of(image + words[2]));
                case "ENV" -> environment.addAll(List.of(words).subList(1, words.length));
                case "ENTRYPOINT" -> start = image + line.replaceAll(".*\"(.*)\".*", "$1");
                default -> {}
            }
        }
        var command = new ArrayList<>(List.of("env", "-i", "PATH=/usr/bin:/bin"));
        command.add("JAVA_HOME=" + System.getProperty("java.home"));
        command.addAll(environment);
        command.addAll(List.of(start, "run", "--sandbox", program(READ), "/etc/passwd"));
        assertFailed(
                finished.run("", command),
                "Runtime error: reading a file is not allowed: path=/etc/passwd");
        assertThat(environment).isNotEmpty();
    }

    /// As a container is built: a folder's content goes into a folder.
    private static void copy(Path from, Path to) throws Exception {
        Path into = Files.isDirectory(from) ? to : to.resolve(from.getFileName());
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : (Iterable<Path>) all::iterator) {
                Path target = into.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    Files.copy(each, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }
}
