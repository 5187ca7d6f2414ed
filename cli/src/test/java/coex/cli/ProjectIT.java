package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.FinishedCoex.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

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
        Run run = in(project.resolve("src"), "run --sandbox");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("Hello, world!\n");
        Run build = in(project, "build");
        assertThat(build.err()).isEmpty();
        Run built = finished.run("", List.of(project.resolve("hello").toString()));
        assertThat(built.out()).isEqualTo("Hello, world!\n");
        Run nowhere = in(folder, "run");
        assertThat(nowhere.exitCode()).isEqualTo(2);
        assertThat(nowhere.err()).startsWith("coex: no file is given, and there is no coex.toml");
    }
}
