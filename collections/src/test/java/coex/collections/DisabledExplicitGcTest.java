package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;

import coex.embedder.DropsVersions;
import coex.gc.Heap;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Versions that are dropped are found in a JVM that ignores `System.gc()` and in which nothing
/// else allocates, whatever its collector.
class DisabledExplicitGcTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+UseG1GC -Xmx64m -XX:MaxTenuringThreshold=0",
                "-XX:+UseG1GC -Xmx1g",
                "-XX:+UseZGC -Xmx1g",
                "-XX:+UseParallelGC -Xmx1g",
                "-XX:+UseSerialGC -Xmx48m -XX:MaxTenuringThreshold=0"
            })
    @Timeout(300)
    void droppedVersionsAreFoundAndKeptOnesAreTold(String jvm) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(jvm.split(" ")));
        command.add("-XX:+DisableExplicitGC");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of("-cp", placesOf(Heap.class, Codec.class, DropsVersions.class)));
        command.add(DropsVersions.class.getName());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        Process child = builder.start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).as(said).isZero();
        assertThat(said)
                .contains("held=5000")
                .contains("dropped, last=" + (DropsVersions.VERSIONS - 1))
                .contains("heap exhausted: resource=")
                .containsPattern("versions held=[0-9]{4,} oldest=[0-9]+ s")
                .containsPattern("[0-9]{4,} made at [^;]*DropsVersions.keepTooMany")
                .containsPattern("kept=[0-9]{4,}");
    }

    private static String placesOf(Class<?>... classes) {
        return Stream.of(classes)
                .map(DisabledExplicitGcTest::placeOf)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
