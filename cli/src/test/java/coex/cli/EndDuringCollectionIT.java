package coex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coex.cli.FinishedCoex.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/// Processes that end while their collector is at work, at whatever moment of a collection that is.
@DisabledOnOs(OS.WINDOWS)
class EndDuringCollectionIT {

    /// It collects all the time: garbage in a small heap, and one more collection just before the
    /// end.
    private static final String PROGRAM =
            """
            func main(args: [string]) -> int
                n = 10000 + 777 * args[1].len()
                words: Map<string, int> = {}
                for i in 0..n
                    words = words.set("w" + String.from(i % 1000), i)
                ~
                print(words.len())
                gc_async()
                return 7
            ~
            """;

    @TempDir private Path folder;

    @Test
    void theStatusAndTheOutputAreThoseOfTheProgram() throws Exception {
        Path source = Files.writeString(folder.resolve("ends.coex"), PROGRAM);
        var finished = new FinishedCoex();
        for (int i = 0; i < 8; i++) {
            Run run = finished.coex("run", "--heap-max", "2m", source.toString(), "x".repeat(i));
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).isEqualTo("1000\n");
            assertThat(run.exitCode()).isEqualTo(7);
        }
    }
}
