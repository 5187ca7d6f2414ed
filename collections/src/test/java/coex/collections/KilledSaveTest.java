package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;

import coex.collections.list.TestHeaps;
import coex.embedder.SavesForever;
import coex.gc.Heap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A process that is killed while it saves leaves what it has saved, or what it was saving, and
/// never a mixture.
class KilledSaveTest {

    @TempDir Path folder;

    @Test
    @Timeout(300)
    void aKilledProcessLeavesTheOldStateOrTheNewOne() throws Exception {
        Path file = folder.resolve("states");
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        placesOf(Heap.class, Codec.class, SavesForever.class),
                        SavesForever.class.getName(),
                        file.toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        Process child = builder.start();
        long last = 0;
        try (BufferedReader said = child.inputReader()) {
            // Some appends, and some files written anew
            for (int i = 0; i < 40; i++) {
                last = Long.parseLong(said.readLine());
            }
            child.toHandle().destroyForcibly(); // and what it has said can still be read
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                last = Math.max(last, line.matches("[0-9]+") ? Long.parseLong(line) : 0);
            }
        }
        child.waitFor();
        try (Heap heap = Heap.open(TestHeaps.PLAIN.options())) {
            var like = PersistentCollections.in(heap).map(Codec.LONG, Codec.LONG);
            try (var saved = SaveFile.open(file, like)) {
                long state = ByteBuffer.wrap(saved.metadata()).getLong();
                assertThat(state).isBetween(last, last + 1);
                assertThat(saved.current().size()).isEqualTo(SavesForever.KEYS);
                assertThat(saved.current().asMap().values()).containsOnly(state);
                saved.save(saved.current().with(0L, -1L), new byte[0]);
            }
            try (var saved = SaveFile.open(file, like)) {
                assertThat(saved.current().get(0L)).isEqualTo(-1L);
            }
        }
    }

    private static String placesOf(Class<?>... classes) {
        return Stream.of(classes)
                .map(each -> each.getProtectionDomain().getCodeSource().getLocation().getPath())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }
}
