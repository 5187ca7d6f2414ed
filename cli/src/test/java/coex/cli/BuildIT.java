package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.cli.FinishedCoex.Run;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// `coex build`, and the files it makes.
@DisabledOnOs(OS.WINDOWS)
class BuildIT {
    @TempDir private Path folder;
    private final FinishedCoex finished = new FinishedCoex();

    @BeforeEach
    void keepCachesHere() {
        finished.set("COEX_HOME", folder.resolve("home").toString()).set("COEX_NO_CACHE", "1");
    }

    private Path sources() throws Exception {
        Path sources = Files.createDirectories(folder.resolve("sources"));
        Files.writeString(
                sources.resolve("greeting.coex"),
                "func greet(name: string) -> string\n    return \"Hello, \" + name\n~\n");
        return Files.writeString(
                sources.resolve("echo.coex"),
                """
                import greeting
                func main(args: [string], stdin: posix) -> int
                    print(greeting.greet(args[1]))
                    for word in args[2:]
                        print(word)
                    ~
                    print(stdin.read_all().unwrap())
                    return args.len()
                ~
                """);
    }

    private Path built() throws Exception {
        Path out = folder.resolve("a program");
        Run build = finished.coex("build", sources().toString(), "-o", out.toString());
        assertThat(build.err()).isEmpty();
        assertThat(build.exitCode()).isZero();
        return out;
    }

    private Run start(Path executable, String... arguments) throws Exception {
        List<String> command =
                Stream.concat(Stream.of(executable.toString()), Arrays.stream(arguments)).toList();
        return finished.run("from stdin\n", command);
    }

    /// Else the part before the colon would be on its class path, and whoever can write there would
    /// be run.
    @Test
    void aProgramDoesNotRunFromAPathThatJavaWouldTakeApart() throws Exception {
        Path program = built();
        for (String name : List.of("x:y", "also : here")) {
            Path inside = Files.createDirectory(folder.resolve(name)).resolve("program");
            Files.copy(program, inside, StandardCopyOption.COPY_ATTRIBUTES);
            Run run = start(inside, "Ann");
            assertThat(run.err()).contains("a path with a colon");
            assertThat(run.exitCode()).isEqualTo(1);
            Path link = Files.createSymbolicLink(folder.resolve(name.replace(":", "-")), inside);
            assertThat(start(link, "Ann").err()).contains("a path with a colon");
        }
        assertThat(start(program, "Ann").out()).startsWith("Hello, Ann\n");
    }

    @Test
    void theNameOfAProgramDoesNothingToTheTerminal() throws Exception {
        Path named = Files.move(built(), folder.resolve("a\u001B[2J program"));
        finished.set("JAVA_HOME", "").set("COEX_JDKS", "/nowhere").set("PATH", "/bin:/usr/bin");
        finished.set("COEX_OPTIONS", "--heap-max none");
        Run run = start(named, "Ann");
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err()).contains("[2J program: ").doesNotContain("\u001B");
    }

    @Test
    void aBuiltProgramNeedsItsSourcesNoMore() throws Exception {
        Path program = built();
        try (Stream<Path> files = Files.list(folder.resolve("sources"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Path moved = Files.move(program, folder.resolve("moved"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), moved.getFileName());
        Run run = start(link, "you", "--stats", "a b", "", "$HOME");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("Hello, you\n--stats\na b\n\n$HOME\nfrom stdin\n\n");
        assertThat(run.exitCode()).isEqualTo(6);
    }

    @Test
    void aBuiltProgramBringsTheForeignLibrariesOfItsPackages() throws Exception {
        boolean hasCompiler =
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, "cc")));
        assumeTrue(hasCompiler, "no C compiler");
        writePackage(folder.resolve("sums.cxz"));
        Path source =
                Files.writeString(
                        folder.resolve("use.coex"),
                        "import sums\nfunc main()\n    print(sums.twice(21))\n~\n");
        Path out = folder.resolve("use");
        Run build = finished.coex("build", source.toString(), "-o", out.toString());
        assertThat(build.err()).isEmpty();
        finished.set("COEX_HOME", folder.resolve("another home").toString());
        Run run = start(out);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("42\n");
    }

    private static void writePackage(Path file) throws Exception {
        Map<String, String> content =
                Map.of(
                        "manifest.toml",
                        """
                        [library]
                        name = "sums"
                        version = "0.1"
                        source = ["sums.coex"]
                        [ffi.core]
                        source = ["*.c"]
                        """,
                        "src/sums.coex",
                        """
                        extern sums_add(a: int, b: int) -> int ~
                        func twice(n: int) -> int
                            return sums_add(n, n)
                        ~
                        """,
                        "ffi/src/sums.c",
                        "long sums_add(long a, long b) { return a + b; }\n");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (var entry : content.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
    }

    @Test
    void optionsOfABuiltProgramComeFromTheEnvironment() throws Exception {
        Path program = built();
        finished.set("COEX_OPTIONS", "--heap-max 8m --stats");
        assertThat(start(program, "x").err()).contains("=== GC STATISTICS ===");
        finished.set("COEX_OPTIONS", "--heap-max 8q");
        Run run = start(program, "x");
        assertThat(run.err()).containsOnlyOnce("\n").contains("COEX_OPTIONS: --heap-max: '8q'");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aDamagedFileSaysSo() throws Exception {
        Path program = built();
        byte[] whole = Files.readAllBytes(program);
        Files.write(program, Arrays.copyOf(whole, whole.length - 1000));
        Run run = start(program);
        assertThat(run.err())
                .isEqualTo(
                        "%s: this file is damaged: it should have %d bytes\n"
                                .formatted(program, whole.length));
        assertThat(run.exitCode()).isEqualTo(1);
    }

    /// With the runtime in a cache the rest of the file is not needed, but the program itself is.
    @Test
    void aFileWithoutItsProgramIsDamaged() throws Exception {
        Path program = built();
        byte[] whole = Files.readAllBytes(program);
        String script = new String(whole, StandardCharsets.ISO_8859_1);
        int at = script.indexOf("program_at=") + "program_at=".length();
        int place = Integer.parseInt(script.substring(at, script.indexOf('\n', at)).strip());
        Path runtime = Files.write(folder.resolve("runtime.jar"), whole);
        for (int length : new int[] {place, place + 3, place + 50}) {
            Files.write(program, Arrays.copyOf(whole, length));
            String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
            Run run =
                    finished.run(
                            "",
                            List.of(
                                    java,
                                    "-cp",
                                    runtime.toString(),
                                    "coex.runtime.launch.ProgramMain",
                                    program.toString(),
                                    Integer.toString(place),
                                    "name"));
            assertThat(run.err()).isEqualTo("name: this file is damaged\n");
            assertThat(run.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void withoutAJdkAProgramSaysWhatItNeeds() throws Exception {
        Path program = built();
        finished.set("JAVA_HOME", "").set("COEX_JDKS", "/nowhere").set("PATH", "/nowhere");
        Run run = start(program);
        assertThat(run.err()).startsWith(program + ": needs a JDK 25 or newer and found none");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    /// As in a folder that somebody has prepared, or in the home of one who became root.
    @Test
    void aProgramTakesNoJdkFromAHomeThatIsNotTheUsersAlone() throws Exception {
        Path program = built();
        String whole = Files.readString(program, StandardCharsets.ISO_8859_1);
        Files.writeString(
                program,
                StandInCheckout.withoutJdksOfTheSystem(whole),
                StandardCharsets.ISO_8859_1);
        Path home = Files.createDirectory(folder.toRealPath().resolve("another"));
        Path jdk = Files.createDirectories(home.resolve(".jdks")).resolve("jdk");
        Files.createSymbolicLink(jdk, Path.of(System.getProperty("java.home")));
        Path tools = Files.createDirectory(folder.resolve("tools"));
        StandInCheckout.provideTools(tools);
        finished.set("JAVA_HOME", "").set("PATH", tools.toString());

        finished.set("HOME", home.toString());
        Files.setPosixFilePermissions(
                jdk.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
        Run run = start(program, "Ann");
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("others can change " + jdk.getParent(), "needs a JDK 25");

        finished.set("HOME", ".");
        Files.setPosixFilePermissions(
                jdk.getParent(), PosixFilePermissions.fromString("rwx------"));
        run =
                finished.run(
                        "",
                        List.of("/bin/sh", "-c", "cd '" + home + "' && exec '" + program + "'"));
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("needs a JDK 25").containsOnlyOnce("\n");
    }

    @Test
    void aProgramWithoutStandardInputReadsNothing() throws Exception {
        Path source =
                Files.writeString(
                        folder.resolve("reads.coex"),
                        """
                        func main(stdin: posix) -> int
                            return stdin.read_all().unwrap().len()
                        ~
                        """);
        Path out = folder.resolve("reads");
        assertThat(finished.coex("build", source.toString(), "-o", out.toString()).err()).isEmpty();
        String coex = FinishedCoex.ROOT.resolve("coex").toString();
        for (List<String> command :
                List.of(List.of(out.toString()), List.of(coex, "run", source.toString()))) {
            Run run = finished.run("", List.of("sh", "-c", String.join(" ", command) + " <&-"));
            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
        }
    }

    @Test
    void theSourceIsNotWrittenOver() throws Exception {
        Path source = sources();
        String text = Files.readString(source);
        for (String command : List.of("coex", "coexc")) {
            Run run =
                    command.equals("coex")
                            ? finished.coex("build", source.toString(), "-o", source.toString())
                            : finished.coexc(source.toString(), "-o", source.toString());
            assertThat(run.err())
                    .isEqualTo(
                            "%s: cannot write %s: it is the source\n".formatted(command, source));
        }
        assertThat(source).content().isEqualTo(text);
    }

    @Test
    void filesThatCannotBeWrittenAreNamed() throws Exception {
        String source = sources().toString();
        Run run = finished.coex("build", source, "-o", folder.toString());
        assertThat(run.err())
                .isEqualTo("coex: cannot write %s: it is a directory\n".formatted(folder));
        assertThat(run.exitCode()).isEqualTo(1);

        Path nowhere = folder.resolve("nowhere/out");
        run = finished.coex("build", source, "-o", nowhere.toString());
        assertThat(run.err())
                .isEqualTo(
                        "coex: cannot write %s: there is no such directory\n".formatted(nowhere));
        assertThat(run.exitCode()).isEqualTo(1);
    }
}
