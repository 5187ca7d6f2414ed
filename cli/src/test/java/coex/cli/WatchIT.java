package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// `coex test --watch` in a project that somebody works on.
@DisabledOnOs(OS.WINDOWS)
class WatchIT {

    private static final String COEX = FinishedCoex.ROOT.resolve("coex").toString();

    private static final String HEAD = "name = \"app\"\nentry = \"src/main.coex\"\n";

    private static final String NET_TEST =
            """
            import net
            import testing
            func test_net()
                testing.equal(net.twice(3), 6)
            ~
            """;

    @TempDir private Path folder;

    /// A command that runs until it is closed. Both its streams are one.
    private static final class Watching implements AutoCloseable {

        /// Nothing takes so long; a test that waits so long has failed.
        private static final long FOREVER_SECONDS = 300;

        private static final String END = "(it has ended)";

        private final Process process;
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final List<String> said = new ArrayList<>();

        Watching(Path where, String... files) throws IOException {
            var builder =
                    new ProcessBuilder(
                            Stream.concat(Stream.of(COEX, "test", "--watch"), Stream.of(files))
                                    .toList());
            builder.environment().put("COEX_NO_BUILD", "1");
            builder.environment()
                    .keySet()
                    .removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
            process = builder.directory(where.toFile()).redirectErrorStream(true).start();
            Thread.ofPlatform().daemon().start(this::read);
        }

        private void read() {
            try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
                out.lines().forEach(lines::add);
            } catch (IOException | UncheckedIOException e) {
                lines.add(e.toString()); // it was ended from here
            }
            lines.add(END);
        }

        /// Waits until it has said a line that has a text in it.
        String await(String wanted) throws InterruptedException {
            while (true) {
                String line = lines.poll(FOREVER_SECONDS, TimeUnit.SECONDS);
                if (line == null || line.equals(END)) {
                    throw new AssertionError(
                            "it did not say '%s', but\n%s\n%s"
                                    .formatted(
                                            wanted,
                                            String.join("\n", said),
                                            line == null ? "and waits" : line));
                }
                said.add(line);
                if (line.contains(wanted)) {
                    return line;
                }
            }
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().onExit().join();
        }
    }

    /// Saves a file as careful editors do: in one step, so that nobody sees half of it.
    private Path save(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Path whole = Files.writeString(file.resolveSibling(file.getFileName() + "~"), text);
        return Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private void savePackage(String body) throws IOException {
        Path whole = folder.resolve("net.cxz~");
        try (var zip = new ZipOutputStream(Files.newOutputStream(whole))) {
            zip.putNextEntry(new ZipEntry("manifest.toml"));
            zip.write(
                    "[library]\nname = \"net\"\nversion = \"1\"\nsource = [\"net.coex\"]\n"
                            .getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("src/net.coex"));
            zip.write(
                    "formula twice(n: int) -> int return %s ~\n"
                            .formatted(body)
                            .getBytes(StandardCharsets.UTF_8));
        }
        Files.move(whole, folder.resolve("net.cxz"), StandardCopyOption.ATOMIC_MOVE);
    }

    private static String passing(String test) {
        return "func %s() ~\n".formatted(test);
    }

    /// The project `app`, with one test.
    private Path app() throws IOException {
        save("app/coex.toml", HEAD);
        save("app/src/main.coex", "func main() -> int return 0 ~\n");
        save("app/src/first_test.coex", passing("test_first"));
        return folder.resolve("app");
    }

    @Test
    void filesThatComeChangeAndGoAreTested() throws Exception {
        try (var coex = new Watching(app())) {
            coex.await("1 test, 0 failed");
            Path second = save("app/src/second_test.coex", passing("test_second"));
            coex.await("-- src/second_test.coex is new");
            coex.await("2 tests, 0 failed");
            save("app/src/second_test.coex", passing("test_other"));
            coex.await("-- src/second_test.coex has changed");
            coex.await("ok    src/second_test.coex  test_other");
            Files.delete(second);
            coex.await("-- src/second_test.coex is gone");
            coex.await("1 test, 0 failed");
        }
    }

    /// Most of these saves come while the one before is still being tested.
    @Test
    void afterManySavesTheLastIsTested() throws Exception {
        Path app = app();
        try (var coex = new Watching(app)) {
            coex.await("1 test, 0 failed");
            for (int i = 1; i <= 300; i++) {
                Files.writeString(app.resolve("src/first_test.coex"), passing("test_" + i));
            }
            coex.await("ok    src/first_test.coex  test_300 ");
            coex.await("1 test, 0 failed");
        }
    }

    @Test
    void theProjectIsReadAnewWhenItsFileChanges() throws Exception {
        Path app = app();
        save("shapes/coex.toml", "name = \"shapes\"\nentry = \"shapes.coex\"\n");
        save("shapes/shapes.coex", "formula area(n: int) -> int return n * n ~\n");
        save(
                "app/src/area_test.coex",
                """
                import shapes
                import testing
                func test_area()
                    testing.equal(shapes.area(2), 4)
                ~
                """);
        try (var coex = new Watching(app)) {
            coex.await("Module not found: shapes.");
            coex.await("1 test, 0 failed, 1 file with mistakes");
            String needing = HEAD + "[dependencies]\nshapes = \"../shapes\"\n";
            save("app/coex.toml", needing);
            coex.await("-- coex.toml has changed");
            coex.await("ok    src/area_test.coex  test_area");
            coex.await("2 tests, 0 failed");
            save("shapes/shapes.coex", "formula area(n: int) -> int return n + n + 1 ~\n");
            coex.await("-- ../shapes/shapes.coex has changed");
            coex.await("FAIL  src/area_test.coex  test_area");
            coex.await("2 tests, 1 failed");

            save("app/coex.toml", needing + "more\n");
            assertThat(coex.await("coex: "))
                    .isEqualTo("coex: coex.toml:5:5: `=` after the key is expected here");
            save("app/coex.toml", HEAD);
            coex.await("-- coex.toml has changed");
            coex.await("Module not found: shapes.");
            coex.await("1 test, 0 failed, 1 file with mistakes");
            Files.delete(app.resolve("src/area_test.coex"));
            coex.await("1 test, 0 failed");

            save("app/coex.toml", needing);
            coex.await("1 test, 0 failed");
            save("shapes/coex.toml", "name = \"shapes\"\n");
            assertThat(coex.await("coex: "))
                    .isEqualTo("coex: ../shapes/coex.toml:1:1: the key `entry` is missing");
            Files.move(folder.resolve("shapes"), folder.resolve("elsewhere"));
            assertThat(coex.await("coex: "))
                    .isEqualTo("coex: coex.toml:4:1: there is no folder ../shapes");
            save("elsewhere/coex.toml", "name = \"shapes\"\nentry = \"shapes.coex\"\n");
            Files.move(folder.resolve("elsewhere"), folder.resolve("shapes"));
            coex.await("-- ../shapes is new");
            coex.await("1 test, 0 failed");
        }
    }

    @Test
    void aProjectThatIsWrongFromTheStartIsTestedWhenItIsRepaired() throws Exception {
        Path app = app();
        Files.delete(app.resolve("coex.toml"));
        save("app/coex.toml", "name = 'app'\n");
        try (var coex = new Watching(app)) {
            assertThat(coex.await("coex: "))
                    .isEqualTo("coex: coex.toml:1:1: the key `entry` is missing");
            save("app/coex.toml", HEAD);
            coex.await("1 test, 0 failed");
        }
    }

    @Test
    void packagesAreReadAnewWhenTheyChange() throws Exception {
        Path app = app();
        savePackage("n + n");
        save("app/src/net_test.coex", NET_TEST);
        try (var coex = new Watching(app)) {
            coex.await("Module not found: net.");
            coex.await("1 test, 0 failed, 1 file with mistakes");
            save("app/coex.toml", HEAD + "[dependencies]\nnet = \"../net.cxz\"\n");
            coex.await("2 tests, 0 failed");
            save("app/src/first_test.coex", passing("test_again"));
            assertThat(coex.await("-- "))
                    .as("`coex.lock`, which the command has written, is no change")
                    .isEqualTo("-- src/first_test.coex has changed");
            coex.await("2 tests, 0 failed");

            savePackage("n + n + 1");
            coex.await("-- ../net.cxz has changed");
            coex.await("coex: coex.lock:4:1: ../net.cxz is not the package it was");
            assertThat(new FinishedCoex().coex("lock", app.toString()).exitCode()).isZero();
            coex.await("-- coex.lock ");
            coex.await("FAIL  src/net_test.coex  test_net");
            coex.await("2 tests, 1 failed");
            Files.delete(folder.resolve("net.cxz"));
            coex.await("-- ../net.cxz is gone");
            coex.await("coex: coex.toml:4:1: there is no package ../net.cxz");
        }
    }

    /// What it imports is looked for beside it, and may come later.
    @Test
    void aFileWithoutAProjectIsTestedWhenWhatItImportsComesAndGoes() throws Exception {
        save("net_test.coex", NET_TEST);
        save("other_test.coex", passing("test_other"));
        try (var coex = new Watching(folder, "net_test.coex")) {
            coex.await("Module not found: net.");
            coex.await("0 tests, 0 failed, 1 file with mistakes");
            savePackage("n + n");
            coex.await("-- net.cxz is new");
            coex.await("1 test, 0 failed");
            savePackage("n");
            coex.await("-- net.cxz has changed");
            coex.await("1 test, 1 failed");
            save("other_test.coex", "nothing to do with it");
            Path module = save("net.coex", "formula twice(n: int) -> int return n + n ~\n");
            assertThat(coex.await("-- ")).isEqualTo("-- net.coex is new");
            coex.await("1 test, 0 failed");
            Files.delete(module);
            coex.await("-- net.coex is gone");
            coex.await("1 test, 1 failed");
        }
    }

    @Test
    void anInterruptEndsIt() throws Exception {
        Interrupts.assumeNotIgnored();
        try (var coex = new Watching(app())) {
            coex.await("1 test, 0 failed");
            new ProcessBuilder("kill", "-INT", String.valueOf(coex.process.pid()))
                    .start()
                    .waitFor();
            assertThat(coex.process.waitFor(Watching.FOREVER_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(coex.process.exitValue()).isEqualTo(130);
        }
    }
}
