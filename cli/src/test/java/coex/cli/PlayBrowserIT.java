package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// `coex play` opens its page in a browser, and other users, who see the arguments of all
/// processes, do not learn its link from that.
@Timeout(600)
@DisabledOnOs(OS.WINDOWS)
class PlayBrowserIT {

    @TempDir private Path folder;

    @Test
    void theBrowserGetsALinkThatIsInNoArgument() throws Exception {
        Path seen = folder.resolve("seen");
        for (String opener : List.of("xdg-open", "open")) {
            Path program = folder.resolve(opener);
            Files.writeString(
                    program,
                    """
                    #!/bin/sh
                    printf '%%s\\n' "$@" >'%1$s.tmp'
                    mv '%1$s.tmp' '%1$s'
                    """
                            .formatted(seen));
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        var builder = new ProcessBuilder(FinishedCoex.ROOT.resolve("coex").toString(), "play");
        builder.environment().put("COEX_NO_BUILD", "1");
        builder.environment().merge("PATH", "", (old, _) -> folder + File.pathSeparator + old);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        Process play = builder.start();
        Path opened;
        try {
            String link = play.inputReader().readLine();
            String token = link.replaceFirst("http://[^/]+/", "").replace("/", "");
            assertThat(token).hasSizeGreaterThan(30);
            while (!Files.exists(seen)) {
                Thread.sleep(5);
            }
            List<String> arguments = Files.readAllLines(seen);
            assertThat(arguments).hasSize(1).noneMatch(each -> each.contains(token));
            opened = Path.of(arguments.getFirst());
            assertThat(opened).content().contains("url=" + link + "\"");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(opened)))
                    .isEqualTo("rw-------");
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(opened.getParent())))
                    .isEqualTo("rwx------");
        } finally {
            play.destroy();
            play.waitFor();
        }
        assertThat(opened).doesNotExist();
    }
}
