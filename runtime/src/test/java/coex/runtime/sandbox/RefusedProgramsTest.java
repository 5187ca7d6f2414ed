package coex.runtime.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coex.runtime.TestPrograms.Outcome;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What programs reach for that may not have it.
@DisabledOnOs(OS.WINDOWS)
class RefusedProgramsTest {

    private static final String READ =
            """
            func main(args: [string]) -> int
                r = posix.open(args[0], "r")
                if r.is_ok()
                    print(r.unwrap().read_all().unwrap())
                else
                    print(r.unwrap_err())
                ~
                return 0
            ~
            """;

    private static final String WRITE =
            """
            func main(args: [string]) -> int
                r = posix.open(args[0], args[1])
                if r.is_ok()
                    print(r.unwrap().writeln("written").unwrap())
                else
                    print(r.unwrap_err())
                ~
                return 0
            ~
            """;

    @TempDir private Path folder;
    private Path allowed;
    private Path secret;

    @BeforeEach
    void prepareFolders() throws IOException {
        allowed = Files.createDirectory(folder.resolve("allowed"));
        Files.createDirectory(allowed.resolve("deeper"));
        Files.writeString(allowed.resolve("deeper/inside.txt"), "inside");
        Path outside = Files.createDirectory(folder.resolve("allowed-not"));
        secret = Files.writeString(outside.resolve("secret.txt"), "secret");
        Files.createSymbolicLink(allowed.resolve("link.txt"), secret);
        Files.createSymbolicLink(allowed.resolve("folder"), outside);
        Files.createSymbolicLink(allowed.resolve("new.txt"), outside.resolve("new.txt"));
        Files.createSymbolicLink(allowed.resolve("own.txt"), Path.of("deeper/inside.txt"));
    }

    private static Permissions reading(Path... folders) throws IOException {
        return permissions(List.of(folders), List.of());
    }

    private static Permissions permissions(List<Path> readable, List<Path> writable)
            throws IOException {
        return new Permissions(
                new FileAccess(folders(readable), folders(writable)), Optional.of(Set.of()), false);
    }

    private static Optional<List<Folder>> folders(List<Path> paths) throws IOException {
        var folders = new ArrayList<Folder>();
        for (Path path : paths) {
            folders.add(Folder.of(path));
        }
        return Optional.of(folders);
    }

    private static void assertRefused(Outcome outcome, String what, String option) {
        assertThat(outcome.err())
                .startsWith("Runtime error: " + what)
                .contains("(" + option + " would allow it)\n    at main (attack.coex:2)\n");
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isEqualTo(1);
    }

    // Reading

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}/allowed-not/secret.txt",
                "{}/allowed-not/there is no such file",
                "{}/allowed/../allowed-not/secret.txt",
                "{}/allowed/nowhere/../../allowed-not/secret.txt",
                "{}/allowed/deeper/../../allowed-not//secret.txt/",
                "{}/allowed/link.txt",
                "{}/allowed/folder/secret.txt",
                "{}/allowed/folder/none",
                "{}/allowed",
                "{}",
                "/",
                "",
                "secret.txt",
                "/etc/passwd",
                "/proc/self/mem",
                "/proc/self/environ",
                "/proc/self/root{}/allowed-not/secret.txt",
                "/dev/fd/0",
                "/dev/zero",
                "/proc/self/fd/0"
            })
    void filesElsewhereAreNotRead(String path) throws Exception {
        String file = path.replace("{}", folder.toString());
        assertRefused(
                new SandboxedProgram(READ).with(reading(allowed)).run(file),
                "reading a file is not allowed: path=" + file,
                "--allow-read DIR");
        assertRefused(
                new SandboxedProgram(READ).run(file),
                "reading a file is not allowed: path=" + file,
                "--allow-read DIR");
    }

    /// The memory of the process is a file, and so are its environment and its open files.
    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @ValueSource(
            strings = {
                "/proc/self/mem",
                "/proc/self/environ",
                "/proc/thread-self/mem",
                "/proc/self/root/proc/self/mem",
                "/proc/self/cwd/../../../../../../../../proc/self/maps",
                "//proc/./self/mem/",
                "/dev/zero",
                "/dev/shm/none",
                "/sys/kernel/mm/transparent_hugepage/enabled",
                "/dev/fd/0"
            })
    void notEvenAllFilesAreThoseOfTheSystem(String path) throws Exception {
        assertRefused(
                new SandboxedProgram(READ).with(reading(Path.of("/"))).run(path),
                "reading a file is not allowed: path=" + path,
                "--allow-read DIR");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void noLinkLeadsToTheMemoryOfTheProcess() throws Exception {
        Path link = Files.createSymbolicLink(allowed.resolve("mem"), Path.of("/proc/self/mem"));
        for (Path root : List.of(allowed, Path.of("/"))) {
            assertRefused(
                    new SandboxedProgram(READ).with(reading(root)).run(link.toString()),
                    "reading a file is not allowed: path=" + link,
                    "--allow-read DIR");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}/allowed/deeper/inside.txt",
                "{}/allowed/deeper/../deeper//./inside.txt/",
                "{}/allowed/own.txt",
                "{}/allowed-not/../allowed/own.txt"
            })
    void whatIsAllowedIsRead(String path) throws Exception {
        String file = path.replace("{}", folder.toString());
        Outcome outcome = new SandboxedProgram(READ).with(reading(allowed)).run(file);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("inside\n");
    }

    @Test
    void whatIsNotThereInAnAllowedFolderIsAnOrdinaryError() throws Exception {
        var program = new SandboxedProgram(READ).with(reading(allowed));
        String none = allowed.resolve("none").toString();
        assertThat(program.run(none).out()).isEqualTo("NoSuchFile: " + none + "\n");
        String directory = allowed.resolve("deeper").toString();
        assertThat(program.run(directory).out()).contains("is a directory");
        assertThat(program.run(allowed + "/" + "x".repeat(5000)).out()).contains("too long");
        assertThat(program.run(allowed + "/\0x").out()).startsWith("InvalidPath");
    }

    /// To open a pipe that nobody writes to would wait forever.
    @Test
    @Timeout(300)
    void pipesAreNotOpened() throws Exception {
        Path pipe = allowed.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        Outcome outcome = new SandboxedProgram(READ).with(reading(allowed)).run(pipe.toString());
        assertThat(outcome.out()).contains("is no ordinary file");
    }

    // Writing

    @ParameterizedTest
    @CsvSource({
        "allowed-not/secret.txt, w",
        "allowed-not/secret.txt, a",
        "allowed-not/secret.txt, rw",
        "allowed-not/made.txt, w",
        "allowed/link.txt, w",
        "allowed/link.txt, a",
        "allowed/folder/made.txt, w",
        "allowed/folder/secret.txt, rw",
        "allowed/nowhere/../../allowed-not/made.txt, w"
    })
    void filesElsewhereAreNotWritten(String path, String mode) throws Exception {
        String file = folder + "/" + path;
        assertRefused(
                new SandboxedProgram(WRITE)
                        .with(permissions(List.of(allowed), List.of(allowed)))
                        .run(file, mode),
                "writing a file is not allowed: path=" + file,
                "--allow-write DIR");
        assertThat(secret).hasContent("secret");
        assertThat(folder.resolve("allowed-not")).isDirectoryNotContaining("glob:**made.txt");
    }

    /// What leads to a file that does not exist would make it.
    @Test
    void noFileIsMadeThroughALink() throws Exception {
        Outcome outcome =
                new SandboxedProgram(WRITE)
                        .with(permissions(List.of(), List.of(allowed)))
                        .run(allowed.resolve("new.txt").toString(), "w");
        assertThat(outcome.out()).contains("is no ordinary file");
        assertThat(folder.resolve("allowed-not/new.txt")).doesNotExist();
    }

    @Test
    void filesAreMadeWhereThatIsAllowed() throws Exception {
        Path file = allowed.resolve("deeper/made.txt");
        var program = new SandboxedProgram(WRITE).with(permissions(List.of(), List.of(allowed)));
        assertThat(program.run(file.toString(), "w").err()).isEmpty();
        assertThat(program.run(file.toString(), "a").err()).isEmpty();
        assertThat(file).content().isEqualTo("written\nwritten\n");
        assertThat(program.run(file.toString(), "w").err()).isEmpty();
        assertThat(file).content().isEqualTo("written\n");
    }

    @Test
    void whoMayWriteMayNotReadAndTheOtherWayRound() throws Exception {
        String file = allowed.resolve("deeper/inside.txt").toString();
        assertRefused(
                new SandboxedProgram(READ).with(permissions(List.of(), List.of(allowed))).run(file),
                "reading a file is not allowed",
                "--allow-read DIR");
        assertRefused(
                new SandboxedProgram(WRITE)
                        .with(permissions(List.of(), List.of(allowed)))
                        .run(file, "rw"),
                "reading a file is not allowed",
                "--allow-read DIR");
        assertRefused(
                new SandboxedProgram(WRITE).with(reading(allowed)).run(file, "w"),
                "writing a file is not allowed",
                "--allow-write DIR");
        assertThat(Path.of(file)).hasContent("inside");
    }

    // Everything else

    @Test
    void theEnvironmentIsNotRead() throws Exception {
        String program =
                """
                func main(args: [string]) -> int
                    print(posix.getenv(args[0]) ?? "unset")
                    return 0
                ~
                """;
        assertRefused(
                new SandboxedProgram(program).run("PATH"),
                "reading an environment variable is not allowed: name=PATH",
                "--allow-env NAME");
        assertRefused(
                new SandboxedProgram(program).run("there is no such variable"),
                "reading an environment variable is not allowed",
                "--allow-env NAME");
        var one = new Permissions(FileAccess.ALL, Optional.of(Set.of("PATH")), false);
        assertThat(new SandboxedProgram(program).with(one).run("PATH").out())
                .isEqualTo(System.getenv("PATH") + "\n");
        assertRefused(
                new SandboxedProgram(program).with(one).run("Path"),
                "reading an environment variable is not allowed: name=Path",
                "--allow-env NAME");
    }

    /// Whoever refuses the environment or C functions does not mean that a file has them.
    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @ValueSource(
            strings = {"/proc/self/environ", "/proc/self/mem", "/dev/fd/0", "{}/allowed/system"})
    void whereAnythingIsRefusedTheSystemShowsNoFiles(String path) throws Exception {
        Files.createSymbolicLink(allowed.resolve("system"), Path.of("/proc/self/environ"));
        var files = new FileAccess(Optional.empty(), Optional.empty(), false);
        var noVariables = new Permissions(files, Optional.of(Set.of()), true);
        assertRefused(
                new SandboxedProgram(READ)
                        .with(noVariables)
                        .run(path.replace("{}", folder.toString())),
                "opening a file of the system is not allowed",
                "leaving out --deny-env and --deny-ffi");
        String own = allowed.resolve("deeper/inside.txt").toString();
        assertThat(new SandboxedProgram(READ).with(noVariables).run(own).out()).contains("inside");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whereNothingIsRefusedTheSystemShowsItsFiles() throws Exception {
        Outcome outcome =
                new SandboxedProgram(READ).with(Permissions.ALL).run("/proc/self/environ");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).contains("PATH=" + System.getenv("PATH"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"system", "coex_run", "there_is_no_such_function"})
    void foreignCodeIsNotCalled(String name) throws Exception {
        String program =
                """
                extern %1$s(command: string) -> int ~
                func main() -> int
                    return %1$s("echo called")
                ~
                """
                        .formatted(name);
        Outcome outcome = new SandboxedProgram(program).run();
        assertThat(outcome.err())
                .isEqualTo(
                        "Runtime error: foreign call not possible: %s is not allowed (--allow-ffi would allow it)\n    at main (attack.coex:3)\n"
                                .formatted(name));
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isEqualTo(1);
    }

    /// A value of the program that is a number becomes one that is the place of an object, or the
    /// number of an open file.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "coex_std_or(a: int, b: int) -> string",
                "coex_std_or(a: int, b: int) -> posix",
                "coex_std_upper(s: int) -> string",
                "coex_std_bytes(s: int) -> int",
                "coex_std_fail(what: int)",
                "coex_regex_once(p: int, t: int, f: int) -> bool",
                "coex_regex_compile(p: int, f: int) -> string",
                "coex_std_there_is_no_such_function(a: int) -> string"
            })
    void noFunctionOfTheRuntimeMakesAHandleOfANumber(String declaration) {
        String name = declaration.substring(0, declaration.indexOf('('));
        String arguments = declaration.replaceAll("^\\w+|\\).*|\\w+: ", "").replaceAll("\\w", "7");
        String program =
                "extern %s ~\nfunc main() -> int\n    %s%s)\n    return 0\n~\n"
                        .formatted(declaration, name, arguments);
        assertThatThrownBy(() -> new SandboxedProgram(program))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("does not compile: [RuntimeFunction[")
                .hasMessageContaining(name);
    }

    /// What the checker does not allow directly, a field of a type might.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "string",
                "[int]",
                "Set<int>",
                "Map<string, int>",
                "(int, int)",
                "Other",
                "func(int) -> int",
                "Channel<int>",
                "atomic_int",
                "atomic_ref<string>",
                "Result<int, string>"
            })
    void jsonMakesNoHandleOfANumber(String type) throws Exception {
        String program =
                """
                type Other:
                    name: string
                ~
                type Forged:
                    field: %s
                ~
                func main() -> int
                    forged = "{\\"field\\": 12345678901}" as json as Forged
                    print(forged)
                    return 0
                ~
                """
                        .formatted(type);
        Outcome outcome = new SandboxedProgram(program).run();
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("Runtime error: conversion failed: json int is no ");
        assertThat(outcome.status()).isEqualTo(1);
    }

    /// A number made one of an open file is looked up among those of the program.
    @ParameterizedTest
    @ValueSource(strings = {"3", "-1", "4294967297", "9223372036854775807"})
    void aNumberIsNoOpenFile(String number) throws Exception {
        String program =
                """
                type Forged:
                    file: posix
                ~
                func main() -> int
                    forged = "{\\"file\\": %s}" as json as Forged
                    print(forged.file.read_all().unwrap_err())
                    print(forged.file.writeln("written").unwrap_err())
                    return 0
                ~
                """
                        .formatted(number);
        Outcome outcome = new SandboxedProgram(program).run();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .isEqualTo(
                        "IO: not an open file: fd=%1$s\nIO: not an open file: fd=%1$s\n"
                                .formatted(number));
    }

    /// All registers are numbers; where inline IR is allowed it makes and takes no handles.
    @Test
    void inlineIrTakesNoHandle() {
        String program =
                """
                func main() -> int
                    text = "text"
                    return llvm_ir(text -> %a) -> %r: i64 \"""
                        ret i64 %a
                    \"""
                ~
                """;
        assertThatThrownBy(() -> new SandboxedProgram(program))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Only numbers and bools can be bound to registers");
    }

    @Test
    void whatHarmsNobodyIsAllowed() throws Exception {
        String program =
                """
                import regex
                extern labs(x: int) -> int ~
                func main(args: [string], stdin: posix, stdout: posix, stderr: posix) -> int
                    print(args)
                    print(stdin.read_all().unwrap())
                    print(posix.time() > 0 and posix.time_ns() > 0)
                    print(posix.urandom(3).len())
                    posix.random_seed()
                    print(Regex.compile("^a+$").matches("aaa"))
                    stdout.writeln("out").unwrap()
                    stderr.writeln("err").unwrap()
                    return 7
                ~
                """;
        Outcome outcome = new SandboxedProgram(program).reading("typed").run("one", "two");
        assertThat(outcome.out()).isEqualTo("[\"one\", \"two\"]\ntyped\ntrue\n3\ntrue\nout\n");
        assertThat(outcome.err()).isEqualTo("err\n");
        assertThat(outcome.status()).isEqualTo(7);
    }
}
