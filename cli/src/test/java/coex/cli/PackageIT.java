package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Foreign functions, of the C library and of a package, in the finished command.
@DisabledOnOs(OS.WINDOWS)
class PackageIT {
    private static final Path LAUNCHER = Path.of("..", "coex").toAbsolutePath().normalize();

    @TempDir private Path folder;

    private record Run(int exitCode, String out, String err) {}

    @BeforeEach
    void writeAPackage() throws IOException {
        var files =
                Map.of(
                        "manifest.toml",
                        """
                        [library]
                        name = "odd"
                        version = "1.0"
                        source = ["odd.coex"]
                        [ffi.core]
                        source = ["odd.c"]
                        """,
                        "src/odd.coex",
                        """
                        extern odd_say(n: int) ~
                        func odd(n: int) -> bool
                            odd_say(n)
                            return n % 2 != 0
                        ~
                        """,
                        "ffi/src/odd.c",
                        """
                        #include <stdint.h>
                        #include <stdio.h>
                        void odd_say(int64_t n) { printf("C has %d\\n", (int) n); }
                        """);
        try (var zip = new ZipOutputStream(Files.newOutputStream(folder.resolve("odd.cxz")))) {
            for (var file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private Run coex(Map<String, String> environment, String input, String... arguments)
            throws Exception {
        var command = Stream.concat(Stream.of(LAUNCHER.toString()), Stream.of(arguments)).toList();
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.environment().put("COEX_HOME", folder.resolve("home").toString());
        builder.environment().putAll(environment);
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        Process process = builder.start();
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), out, err);
    }

    private String program() throws IOException {
        return Files.writeString(
                        folder.resolve("main.coex"),
                        """
                        import odd
                        extern labs(x: int) -> int ~
                        func main() -> int
                            print("before")
                            print(odd.odd(labs(-7)))
                            return 0
                        ~
                        """)
                .toString();
    }

    @Test
    void foreignFunctionsRunAndWriteInOrder() throws Exception {
        Run run = coex(Map.of(), "", "run", program());
        assertThat(run.err).isEmpty();
        assertThat(run.out).isEqualTo("before\nC has 7\ntrue\n");
        try (Stream<Path> built = Files.list(folder.resolve("home/cache/ffi"))) {
            assertThat(built).hasSize(1);
        }
        Run again = coex(Map.of("COEX_CC", "no-such-compiler"), "", "run", program());
        assertThat(again.out).isEqualTo(run.out);
    }

    @Test
    void foreignPartsAreBuiltForUsersWithoutAPlaceToKeepThem() throws Exception {
        Run run = coex(Map.of("COEX_HOME", "/dev/null/none"), "", "run", program());
        assertThat(run.err).isEmpty();
        assertThat(run.out).isEqualTo("before\nC has 7\ntrue\n");
    }

    /// A user whom the system does not know has `?` for a home, which is a folder wherever one
    /// happens to be.
    @Test
    void aUserWithoutAHomeRunsNothingThatIsPlanted() throws Exception {
        String program = program();
        coex(Map.of(), "", "run", program);
        Path home = folder.resolve("home");
        Path built;
        try (Stream<Path> files = Files.list(home.resolve("cache/ffi"))) {
            built = files.findFirst().orElseThrow();
        }
        Files.writeString(built, "planted");
        Run trusting = coex(Map.of(), "", "run", program);
        assertThat(trusting.exitCode).as("the cache is used").isNotZero();
        for (String relative : List.of("home", "./home", "?")) {
            Run run = coex(Map.of("COEX_HOME", relative), "", "run", program);
            assertThat(run.out).isEqualTo("before\nC has 7\ntrue\n");
            assertThat(run.err).startsWith("coex: libraries built from C sources are not kept");
        }
        Run install = coex(Map.of("COEX_HOME", "home"), "", "pkg", "install", "odd");
        assertThat(install.err).contains("no home directory");
        assertThat(install.exitCode).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void anInstalledPackageIsFoundFromEverywhere() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        String program = program();
        Path moved = elsewhere.resolve("main.coex");
        Files.move(Path.of(program), moved);
        Run missing = coex(Map.of(), "", "run", moved.toString());
        assertThat(missing.exitCode).isEqualTo(ExitCode.FAILED);

        Run install = coex(Map.of(), "", "pkg", "install", "odd");
        assertThat(install.err).isEmpty();
        assertThat(install.out)
                .isEqualTo("odd 1.0: %s%n".formatted(folder.resolve("home/lib/odd.cxz")));
        Run run = coex(Map.of(), "", "run", moved.toString());
        assertThat(run.out).isEqualTo("before\nC has 7\ntrue\n");
    }

    @Test
    void anInstalledPackageThatOthersMayHaveChangedIsNotUsed() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        String program = Files.move(Path.of(program()), elsewhere.resolve("main.coex")).toString();
        assertThat(coex(Map.of(), "", "pkg", "install", "odd").exitCode).isZero();
        Path lib = folder.resolve("home/lib");
        Files.setPosixFilePermissions(lib, PosixFilePermissions.fromString("rwxrwxrwx"));
        for (String command : List.of("check", "run", "build")) {
            Run run = coex(Map.of(), "", command, program);
            assertThat(run.err.replaceAll("\\s+", " "))
                    .contains("main.coex:1:1 N007")
                    .contains("`chmod go-w %s` ends that".formatted(lib));
            assertThat(run.out).isEmpty();
            assertThat(run.exitCode).isEqualTo(ExitCode.FAILED);
        }
        Files.setPosixFilePermissions(lib, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(coex(Map.of(), "", "run", program).out).isEqualTo("before\nC has 7\ntrue\n");
    }

    @Test
    void whatIsNoPackageIsNotInstalled() throws Exception {
        Files.writeString(folder.resolve("bad.cxz"), "no archive");
        Run run = coex(Map.of(), "", "pkg", "install", "ghost", "bad.cxz", "odd.cxz");
        assertThat(run.exitCode).isEqualTo(ExitCode.FAILED);
        assertThat(run.err).contains("coex: package 'ghost' not found", "not a ZIP");
        try (Stream<Path> installed = Files.list(folder.resolve("home/lib"))) {
            assertThat(installed).containsExactly(folder.resolve("home/lib/odd.cxz"));
        }
    }

    @Test
    void aMissingCompilerIsReportedAtTheImport() throws Exception {
        Run run = coex(Map.of("COEX_CC", "no-such-compiler"), "", "run", program());
        assertThat(run.err)
                .contains("main.coex:1:1  N007", "Compilation failed", "no-such-compiler");
        assertThat(run.exitCode).isEqualTo(ExitCode.FAILED);
    }

    /// Whoever looks at a program, or has an editor do so, does not want to run what came with it.
    @Test
    void onlyWhatIsToRunStartsACompiler() throws Exception {
        Path started = folder.resolve("started");
        Path compiler =
                Files.writeString(
                        folder.resolve("cc"), "#!/bin/sh\n: >%s\nexit 1\n".formatted(started));
        Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwx------"));
        var environment = Map.of("COEX_CC", compiler.toString());
        String program = program();
        Path input =
                Files.writeString(
                        folder.resolve("wrong.coex"), "import odd\nfunc main()\n    zork()\n~\n");
        for (List<String> command :
                List.of(
                        List.of("check", program),
                        List.of("fmt", program),
                        List.of("doc", program),
                        List.of("--emit-ast", program),
                        List.of("--emit-ir", program),
                        List.of("coexc", "--commentary-only", program),
                        List.of("run", input.toString()),
                        List.of("build", input.toString()))) {
            Run run = coex(environment, "", command.toArray(String[]::new));
            assertThat(run.err).as("%s", command).doesNotContain("Compilation failed", "bug");
            assertThat(started).as("%s", command).doesNotExist();
        }
        assertThat(coex(environment, "", "check", program).exitCode).isZero();
        String text = Files.readString(input).replace("\n", "\\n");
        var editor = new ProcessBuilder(LAUNCHER.toString(), "lsp");
        editor.environment().put("COEX_NO_BUILD", "1");
        editor.environment().putAll(environment);
        try (var session = new LspIT.Session(editor.start())) {
            session.say(LspIT.INITIALIZE);
            session.say(
                    """
                    {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\
                    {"uri":"%s","languageId":"coex","version":1,"text":"%s"}}}\
                    """
                            .formatted(input.toUri(), text));
            assertThat(session.await(Pattern.compile("\"diagnostics\":\\[.*zork")))
                    .as("what an editor is told")
                    .doesNotContain("N007");
        }
        assertThat(started).as("an editor").doesNotExist();
        Run run = coex(environment, "import odd\n1 + 1\n", "repl");
        assertThat(run.err).contains("input 1:1:1  N007", "Compilation failed");
        assertThat(run.out).isEqualTo("2 : int\n");
        assertThat(started).exists();
    }

    /// Formatting needs the file it was given and no other: what the file imports may be anything.
    @Test
    void formattingChangesTheFileItWasGivenAndNothingElse() throws Exception {
        Path started = folder.resolve("started");
        Path compiler =
                Files.writeString(
                        folder.resolve("cc"), "#!/bin/sh\n: >%s\nexit 1\n".formatted(started));
        Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(folder.resolve("broken.cxz"), "no archive");
        Files.writeString(folder.resolve("loose.coex"), "func  loose( )\n print(1)\n~\n");
        Files.writeString(folder.resolve("wrong.coex"), "func wrong( ~\n");
        String imports =
                """
                import odd
                import "broken.cxz"
                import loose
                import wrong
                import "/proc/self/mem"
                import nowhere
                """;
        Path file = folder.resolve("main.coex");
        Files.writeString(file, imports + "func  main( )\n  print(odd.odd(1))\n~\n");
        var environment = Map.of("COEX_CC", compiler.toString());
        assertThat(coex(environment, "", "check", file.toString()).err)
                .as("what is imported is no good")
                .contains("N006", "N007", "S001");
        Map<Path, String> before = content();
        Run asked = coex(environment, "", "fmt", "--check", file.toString());
        assertThat(asked).isEqualTo(new Run(ExitCode.FAILED, file + "\n", ""));
        Run piped = coex(environment, before.get(file), "fmt", "-");
        assertThat(content()).isEqualTo(before);

        Run run = coex(environment, "", "fmt", file.toString());
        assertThat(run).isEqualTo(new Run(ExitCode.OK, file + "\n", ""));
        assertThat(file).content().endsWith("func main()\n    print(odd.odd(1))\n~\n");
        assertThat(piped).isEqualTo(new Run(ExitCode.OK, Files.readString(file), ""));
        Map<Path, String> after = content();
        before.remove(file);
        after.remove(file);
        assertThat(after).isEqualTo(before);
    }

    /// Of all files here.
    private Map<Path, String> content() throws IOException {
        Map<Path, String> content = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                content.put(file, Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return content;
    }

    @Test
    void aSessionTakesItsInputFromAPipe() throws Exception {
        Run run = coex(Map.of(), "import odd\nodd(4)\nodd(\n5)\n1 / 0\n2\n", "repl");
        assertThat(run.out).isEqualTo("C has 4\nfalse : bool\nC has 5\ntrue : bool\n2 : int\n");
        assertThat(run.err)
                .isEqualTo("Runtime error: division by zero\n    at input (input 4:1)\n");
        assertThat(run.exitCode).isEqualTo(ExitCode.FAILED);
    }
}
