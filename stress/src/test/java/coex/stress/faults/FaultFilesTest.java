package coex.stress.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Every fault still fits the sources: its lines are there once, and its test exists. Whether the
/// test catches the fault is for `stress/faults/check`.
class FaultFilesTest {

    @Test
    void everyFaultFitsTheSources() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process check =
                new ProcessBuilder(java.toString(), "stress/faults/Check.java", "--list")
                        .directory(Path.of("..").toFile())
                        .redirectErrorStream(true)
                        .start();
        String printed = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(printed).isZero();
        assertThat(printed).contains("top-frame-unshaded");
    }
}
