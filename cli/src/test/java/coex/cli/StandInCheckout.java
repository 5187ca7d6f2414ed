package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A checkout with the real `./coex`, and scripts that stand in for Java and Maven.
///
/// Java prints how it was called and what it reads. Maven counts its runs and leaves what the
/// launcher expects of a build. The PATH holds a few tools and nothing else, whatever this machine
/// has.
final class StandInCheckout {
    /// How often something is looked for before it is given up: for minutes.
    private static final int PATIENCE = 10_000;

    private static final Path LAUNCHER = Path.of("..", "coex").toAbsolutePath().normalize();
    private static final List<String> TOOLS =
            List.of(
                    "cat",
                    "du",
                    "find",
                    "flock",
                    "id",
                    "ln",
                    "ls",
                    "mkdir",
                    "mv",
                    "readlink",
                    "rm",
                    "rmdir",
                    "sleep",
                    "tail",
                    "tr",
                    "wc");

    private static final String JAVA =
            """
            #!/bin/sh
            echo "java $0"
            echo "pid $$"
            echo "LC_CTYPE=${LC_CTYPE:-}"
            for argument; do
                printf '<%s>\\n' "$argument"
                case $argument in
                    -XX:AOTCacheOutput=*)
                        echo cache >"${argument#*=}"
                        : >"$STAND_IN_ROOT/cache-made"
                        ;;
                esac
            done
            cat
            exit "${STAND_IN_JAVA_EXIT:-0}"
            """;

    private static final String MAVEN =
            """
            #!/bin/sh
            cd "$STAND_IN_ROOT" || exit 9
            echo "$@" >>builds.txt
            mkdir -p gc/target cli/target/dist/lib
            : >"gc/target/${STAND_IN_MAVEN_WRITES:-half-written.jar}"
            line=1
            while [ $line -le 40 ]; do
                echo "line $line of Maven's output"
                line=$((line + 1))
            done
            [ "${STAND_IN_MAVEN_EXIT:-0}" = 0 ] || exit "$STAND_IN_MAVEN_EXIT"
            trap 'kill $!; exit 143' TERM
            sleep "${STAND_IN_MAVEN_SECONDS:-0}" &
            wait $!
            : >cli/target/dist/built
            """;

    private final Path root;
    private final Path tools;
    private final Map<String, String> environment = new HashMap<>();

    StandInCheckout(Path folder) throws IOException {
        root = Files.createDirectory(folder.toRealPath().resolve("check out"));
        tools = Files.createDirectory(folder.toRealPath().resolve("tools"));
        Files.copy(LAUNCHER, launcher());
        Files.createDirectories(root.resolve("gc/src/main/java"));
        for (String source : List.of("pom.xml", "gc/pom.xml", "gc/src/main/java/A.java")) {
            Files.createFile(root.resolve(source));
        }
        provideTools(tools);
        writeScript(tools.resolve("mvn"), MAVEN);
        set("PATH", tools.toString());
        set("STAND_IN_ROOT", root.toString());
        set("COEX_NO_CACHE", "1");
        set("JAVA_HOME", makeJdk("jdk", "25.0.3").toString());
    }

    /// Fills a folder for a PATH on which there is no JDK.
    static void provideTools(Path tools) throws IOException {
        for (String tool : TOOLS) {
            var found =
                    Stream.of(System.getenv("PATH").split(":"))
                            .map(place -> Path.of(place, tool))
                            .filter(Files::isExecutable)
                            .findFirst();
            if (found.isPresent()) {
                writeScript(tools.resolve(tool), "#!/bin/sh\nexec " + found.get() + " \"$@\"\n");
            }
        }
    }

    Path root() {
        return root;
    }

    Path launcher() {
        return root.resolve("coex");
    }

    Path dist() {
        return root.resolve("cli/target/dist");
    }

    /// The one folder on the PATH.
    Path tools() {
        return tools;
    }

    StandInCheckout set(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    StandInCheckout unset(String variable) {
        environment.remove(variable);
        return this;
    }

    /// Leaves what a build would, newer than every source.
    StandInCheckout alreadyBuilt() throws IOException {
        Path lib = Files.createDirectories(dist().resolve("lib"));
        // Some shells compare times in whole seconds.
        Files.setLastModifiedTime(lib, FileTime.from(Instant.now().minusSeconds(10)));
        Files.createFile(dist().resolve("built"));
        return this;
    }

    /// A JDK of the given version beside the checkout.
    Path makeJdk(String name, String version) throws IOException {
        Path home = root.resolveSibling(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(
                home.resolve("release"),
                "IMPLEMENTOR=\"Stand-in\"\nJAVA_VERSION=\"" + version + "\"\nOS_NAME=\"Any\"\n");
        writeScript(home.resolve("bin/java"), JAVA);
        writeScript(home.resolve("bin/javac"), "#!/bin/sh\n");
        return home;
    }

    /// Has the launcher find no JDK of this machine's, so that it looks in the home.
    StandInCheckout withoutJdksOfTheSystem() throws IOException {
        unset("JAVA_HOME");
        Files.writeString(
                launcher(), withoutJdksOfTheSystem(Files.readString(launcher(), UTF_8)), UTF_8);
        return this;
    }

    /// A launcher of the same length that looks for JDKs of the system in a folder that is nowhere.
    static String withoutJdksOfTheSystem(String script) {
        var places = Pattern.compile("(?<= places=)/[^\n]*").matcher(script);
        assertThat(places.find()).isTrue();
        return new StringBuilder(script)
                .replace(places.start(), places.end(), "n".repeat(places.group().length()))
                .toString();
    }

    int builds() throws IOException {
        Path builds = root.resolve("builds.txt");
        return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
    }

    Start coex(String... arguments) throws IOException {
        var command =
                Stream.concat(Stream.of(launcher().toString()), Stream.of(arguments)).toList();
        return start(root, command);
    }

    Start start(Path folder, List<String> command) throws IOException {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Path err = Files.createTempFile(root.getParent(), "stderr", ".txt");
        return new Start(builder.redirectError(err.toFile()).start(), err);
    }

    /// Waits until the launcher has put the cache of the JDK in its place, and has tidied up:
    /// whoever comes before that makes no other.
    Path awaitCache() throws InterruptedException {
        await(cache());
        awaitEndOfMaker();
        return cache();
    }

    /// Waits until a maker of a cache that has begun has ended.
    void awaitEndOfMaker() throws InterruptedException {
        await(root.resolve("cache-made"));
        Path lock = cache().resolveSibling("lock");
        for (int i = 0; i < PATIENCE && Files.exists(lock); i++) {
            Thread.sleep(20);
        }
        assertThat(lock).doesNotExist();
    }

    Path cache() {
        String jdk = root.resolveSibling("jdk").toString().replace('/', '%');
        return dist().resolve("aot").resolve("25.0.3" + jdk).resolve("classes.aot");
    }

    void await(Path file) throws InterruptedException {
        for (int i = 0; i < PATIENCE && !Files.exists(file); i++) {
            Thread.sleep(20);
        }
        assertThat(file).exists();
    }

    private static void writeScript(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// A launcher that is running.
    record Start(Process process, Path errFile) {
        long pid() {
            return process.pid();
        }

        /// Sends SIGTERM. `Process.destroy` would close the streams too.
        void terminate() {
            process.toHandle().destroy();
        }

        Run finish() throws IOException, InterruptedException {
            return finish("");
        }

        Run finish(String stdin) throws IOException, InterruptedException {
            try (var in = process.getOutputStream()) {
                in.write(stdin.getBytes(UTF_8));
            }
            List<String> out = process.inputReader(UTF_8).lines().toList();
            assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
            return new Run(process.exitValue(), out, Files.readAllLines(errFile));
        }
    }

    /// A launcher that has ended.
    record Run(int exitCode, List<String> out, List<String> err) {}
}
