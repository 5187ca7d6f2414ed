package coex.runtime.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import coex.runtime.call.PosixCalls;
import coex.runtime.launch.RunOption;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/// The document on sandboxes lists everything that programs can ask of the system.
class SandboxDocumentTest {

    private static final Path DOCUMENT = Path.of("../docs/language/sandbox.md");

    /// What programs call each service.
    private static final Map<String, String> SERVICES =
            Map.ofEntries(
                    Map.entry("open", "`posix.open`"),
                    Map.entry("read", "`read`"),
                    Map.entry("readAll", "`read_all`"),
                    Map.entry("write", "`write`"),
                    Map.entry("writeLine", "`writeln`"),
                    Map.entry("seek", "`seek`"),
                    Map.entry("close", "`close`"),
                    Map.entry("descriptor", "`fd`"),
                    Map.entry("time", "`posix.time`"),
                    Map.entry("timeNanos", "`posix.time_ns`"),
                    Map.entry("getenv", "`posix.getenv`"),
                    Map.entry("randomSeed", "`posix.random_seed`"),
                    Map.entry("urandom", "`posix.urandom`"));

    /// Whoever adds one decides whether a sandbox refuses it.
    @Test
    void everyServiceOfTheSystemIsListed() throws Exception {
        assertThat(
                        Arrays.stream(PosixCalls.class.getDeclaredMethods())
                                .filter(method -> Modifier.isPublic(method.getModifiers()))
                                .map(Method::getName)
                                .collect(Collectors.toSet()))
                .isEqualTo(SERVICES.keySet());
        assertThat(Files.readString(DOCUMENT)).contains(SERVICES.values());
    }

    @Test
    void everyOptionIsExplained() throws Exception {
        String text = Files.readString(DOCUMENT);
        for (RunOption option : RunOption.values()) {
            if (option.compareTo(RunOption.SANDBOX) > 0) {
                String value = option.takesValue() ? " " + option.label() : "";
                assertThat(text).contains("| `" + option.word() + value + "` |");
            }
        }
    }
}
