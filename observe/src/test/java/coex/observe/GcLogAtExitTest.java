package coex.observe;

import static org.assertj.core.api.Assertions.assertThat;

import coex.gc.Heap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

class GcLogAtExitTest {

    @TempDir Path folder;

    @Test
    @Timeout(300)
    void whatWasLoggedBeforeTheJvmExitsIsInTheFile() throws Exception {
        Path file = folder.resolve("gc.log");
        Process child =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                placesOf(Heap.class, GcLog.class, LogsUntilExit.class),
                                LogsUntilExit.class.getName(),
                                file.toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(child.getInputStream().readAllBytes());
        assertThat(child.waitFor()).as(said).isZero();
        assertThat(file).content().contains("Heap Name: abrupt");
        assertThat(file).content().contains("GC(1) Garbage Collection (Full) (Requested) ");
        assertThat(file).content().endsWith("\n");
    }

    private static String placesOf(Class<?>... classes) {
        return Arrays.stream(classes)
                .map(GcLogAtExitTest::placeOf)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String placeOf(Class<?> type) {
        try {
            var resource = type.getResource(type.getSimpleName() + ".class").toURI();
            String text = resource.toString();
            String inside = type.getName().replace('.', '/') + ".class";
            String place = text.substring(0, text.length() - inside.length());
            if (place.startsWith("jar:")) {
                place = place.substring("jar:".length(), place.length() - "!/".length());
            }
            return Path.of(java.net.URI.create(place)).toString();
        } catch (java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
