package coex.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Outside of `gc` nobody reaches into a mutator's stack of roots: there are two forms to root a
/// handle with, and both are checked (design note 0027). How deep a stack is may be asked.
class RootingRuleTest {

    private static final Pattern REACHES_IN =
            Pattern.compile("\\bstack\\(\\)\\s*\\.(?!depth\\(\\))");

    /// Shows the stack of the thread it runs on.
    private static final String STATISTICS = "GcCalls.java";

    @ParameterizedTest
    @ValueSource(strings = {"collections", "runtime", "kafka-streams"})
    void stacksOfRootsAreUsedThroughTheirFrames(String module) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                String source = Files.readString(file);
                boolean keepsOne = source.contains("ShadowStack;") && !file.endsWith(STATISTICS);
                if (keepsOne || REACHES_IN.matcher(source).find()) {
                    found.add(file.toString());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void thePatternFindsWhatItIsFor() {
        assertThat(REACHES_IN.matcher("mutator.stack().setTop(1, h)").find()).isTrue();
        assertThat(REACHES_IN.matcher("mutator.stack().depth() == 0").find()).isFalse();
    }
}
