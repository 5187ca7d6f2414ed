package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.FinishedCoex.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Projects as users run them, from within.
@DisabledOnOs(OS.WINDOWS)
class ProjectIT {

    @TempDir private Path folder;

    private final FinishedCoex finished = new FinishedCoex();

    /// A command in a folder.
    private Run in(Path where, String command) throws Exception {
        String script = "cd '%s' && '%s' %s";
        String coex = FinishedCoex.ROOT.resolve("coex").toString();
        return finished.run("", List.of("sh", "-c", script.formatted(where, coex, command)));
    }

    @Test
    void aNewProgramIsRunAndBuiltWithoutNamingAFile() throws Exception {
        assertThat(in(folder, "new hello").exitCode()).isZero();
        Path project = folder.resolve("hello");
        Files.writeString(project.resolve("src/wrong.coex"), "func f() -> int\n    return x\n~\n");
        Run check = in(project.resolve("src"), "check");
        assertThat(check.err()).contains("../src/wrong.coex:2:12").contains("1 problem");
        assertThat(check.exitCode()).isEqualTo(1);
        Files.delete(project.resolve("src/wrong.coex"));
        assertThat(in(project, "check").exitCode()).isZero();
        Run run = in(project.resolve("src"), "run --sandbox");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("Hello, world!\n");
        Run build = in(project, "build");
        assertThat(build.err()).isEmpty();
        Run built = finished.run("", List.of(project.resolve("hello").toString()));
        assertThat(built.out()).isEqualTo("Hello, world!\n");
        for (String command : List.of("run", "check")) {
            Run nowhere = in(folder, command);
            assertThat(nowhere.exitCode()).isEqualTo(2);
            assertThat(nowhere.err())
                    .startsWith("coex: no file is given, and there is no coex.toml");
            if (command.equals("run")) {
                Run given = in(folder, "run .");
                assertThat(given.exitCode()).isEqualTo(1);
                assertThat(given.err()).startsWith("coex: there is no coex.toml in . or above;");
            }
        }
    }

    private Path project(String dependencies, String main) throws Exception {
        Path app = Files.createDirectories(folder.resolve("app"));
        Files.writeString(
                app.resolve("coex.toml"),
                "name = \"app\"\nentry = \"main.coex\"\n[dependencies]\n" + dependencies);
        Files.writeString(app.resolve("main.coex"), main);
        return app;
    }

    /// That a project names it allows nothing: who sends a project writes its names.
    @Test
    void aSandboxedProjectReadsNoDependencyOutsideUnlessThatIsAllowed() throws Exception {
        Path shapes = Files.createDirectories(folder.resolve("shapes"));
        Files.writeString(
                shapes.resolve("coex.toml"), "name = \"shapes\"\nentry = \"shapes.coex\"\n");
        Files.writeString(
                shapes.resolve("shapes.coex"), "formula area(n: int) -> int return n * n ~\n");
        Path net = folder.resolve("net.cxz");
        try (var zip = new ZipOutputStream(Files.newOutputStream(net))) {
            zip.putNextEntry(new ZipEntry("manifest.toml"));
            zip.write(
                    "[library]\nname = \"net\"\nversion = \"1\"\nsource = [\"net.coex\"]\n"
                            .getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("src/net.coex"));
            zip.write(
                    "formula twice(n: int) -> int return n + n ~\n"
                            .getBytes(StandardCharsets.UTF_8));
        }
        for (String module : List.of("shapes", "net")) {
            Path app =
                    project(
                            module.equals("net")
                                    ? "net = \"../net.cxz\"\n"
                                    : "shapes = \"../shapes\"\n",
                            "import %s\nfunc main() -> int\n    return %s(6)\n~\n"
                                    .formatted(
                                            module,
                                            module.equals("net") ? "net.twice" : "shapes.area"));
            Run run = finished.coex("run", "--sandbox", app.toString());
            assertThat(run.err())
                    .contains(
                            "main.coex:1:",
                            "is not below the folder of the program",
                            "--allow-read DIR would allow it");
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(app.resolve("coex.lock")).doesNotExist();
            run =
                    finished.coex(
                            "run", "--sandbox", "--allow-read", folder.toString(), app.toString());
            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isEqualTo(module.equals("net") ? 12 : 36);
            assertThat(app.resolve("coex.lock")).doesNotExist();
        }
    }

    /// What a project needs is read before the program, and may be as long as its author likes:
    /// this package takes no room, and longer to read than anybody waits.
    @Test
    void readingAProjectIsPartOfItsTime() throws Exception {
        Path app = project("net = \"net.cxz\"\n", "func main() -> int return 0 ~\n");
        try (var file = new RandomAccessFile(app.resolve("net.cxz").toFile(), "rw")) {
            file.setLength(1L << 40);
        }
        Run run = finished.coex("run", "--time-max", "1s", app.toString());
        assertThat(run.err())
                .isEqualTo("Runtime error: time limit reached: limit=1s (--time-max)\n");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    }
}
