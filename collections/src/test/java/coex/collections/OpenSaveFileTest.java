package coex.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coex.collections.list.TestHeaps;
import coex.embedder.SavesForever;
import coex.gc.Heap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a [SaveFile] was told to save is in the file by its name, or the save fails: whoever else
/// has to do with that file.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OpenSaveFileTest {

    private static final byte[] NOTHING = {};

    @TempDir Path folder;

    private final Heap heap = Heap.open(TestHeaps.PLAIN.options());
    private final PersistentCollections in = PersistentCollections.in(heap);
    private final PersistentMap<Long, Long> none = in.map(Codec.LONG, Codec.LONG);
    private final PersistentMap<Long, Long> one = none.with(1L, 1L);
    private final PersistentMap<Long, Long> two = one.with(2L, 2L);
    private final PersistentMap<Long, Long> other = none.with(-1L, -1L);

    @AfterEach
    void close() {
        heap.close();
    }

    private Path path() {
        return folder.resolve("prices");
    }

    private SaveFile<PersistentMap<Long, Long>> open(Path path) throws IOException {
        return SaveFile.open(path, none);
    }

    private void requireIn(Path path, PersistentMap<Long, Long> map) throws IOException {
        try (SavedVersions saved = SavedVersions.restore(path, none)) {
            assertThat(saved.version(0, none)).isEqualTo(map);
        }
    }

    private void requireRefused(Path path) {
        assertThatThrownBy(() -> SavedVersions.save(path, NOTHING, other))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("open as a SaveFile")
                .hasMessageContaining("close it first")
                .hasMessageContaining("file=" + path);
    }

    private void requireOpenAlready(Path path) {
        assertThatThrownBy(() -> open(path))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("open already");
    }

    @Test
    void aSaveOfVersionsDoesNotReplaceIt() throws IOException {
        try (var file = open(path())) {
            requireRefused(path());
            file.save(one, NOTHING);
            requireRefused(path());
            file.save(two, NOTHING);
            requireIn(path(), two);
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).containsExactlyInAnyOrder(path(), folder.resolve("prices.lock"));
            }
        }
        SavedVersions.save(path(), NOTHING, other); // it is closed
        try (var file = open(path())) {
            assertThat(file.current()).isEqualTo(other);
        }
    }

    @Test
    void itIsNotReplacedThoughItWasOpenedWhenTheSaveHadBegun() throws IOException {
        SavedVersions.save(path(), NOTHING, one);
        List<SaveFile<PersistentMap<Long, Long>>> opened = new ArrayList<>();
        Path held =
                HeldDisk.holding(
                        path(),
                        step -> {
                            if (step.equals("force") && opened.isEmpty()) {
                                try {
                                    opened.add(open(path()));
                                } catch (IOException e) {
                                    throw new UncheckedIOException(step, e);
                                }
                            }
                        });
        requireRefused(held);
        try (var file = opened.getFirst()) {
            file.save(two, NOTHING);
        }
        requireIn(path(), two);
    }

    @Test
    void aSymbolicLinkLeadsToTheSameFile() throws IOException {
        Path link = folder.resolve("link");
        try {
            Files.createSymbolicLink(link, path().getFileName());
        } catch (UnsupportedOperationException | IOException e) {
            assumeTrue(false, "no symbolic links");
        }
        SavedVersions.save(path(), NOTHING, one);
        try (var file = open(path())) {
            requireRefused(link);
            requireOpenAlready(link);
            file.save(two, NOTHING);
        }
        try (var file = open(link)) {
            requireRefused(path());
            requireRefused(link);
            requireOpenAlready(path());
            file.save(one, NOTHING);
            file.compact();
            file.save(two, NOTHING);
        }
        assertThat(Files.isSymbolicLink(link)).isTrue();
        requireIn(path(), two);
    }

    /// Each name gets a file of its own when it is saved to.
    @Test
    void anotherNameOfTheFileKeepsWhatItHad() throws IOException {
        SavedVersions.save(path(), NOTHING, one);
        Path name = folder.resolve("name");
        try {
            Files.createLink(name, path());
        } catch (UnsupportedOperationException | IOException e) {
            assumeTrue(false, "no hard links");
        }
        assumeTrue(path().getFileSystem().supportedFileAttributeViews().contains("unix"));
        try (var file = open(path());
                var another = open(name)) {
            file.save(two, NOTHING);
            another.save(other, NOTHING);
            file.save(two.with(3L, 3L), NOTHING);
            another.save(other.with(3L, 3L), NOTHING);
        }
        requireIn(path(), two.with(3L, 3L));
        requireIn(name, other.with(3L, 3L));
    }

    @Test
    void aFileThatSomebodyElseHasPutThereIsNotTakenForIt() throws IOException {
        Path strange = folder.resolve("strange");
        SavedVersions.save(strange, NOTHING, other);
        assumeTrue(SafeFiles.isTold(strange));
        try (var file = open(path())) {
            file.save(one, NOTHING);
            file.save(two, NOTHING);
            Files.move(strange, path(), StandardCopyOption.REPLACE_EXISTING);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> file.save(two.with(3L, 3L), NOTHING))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("file was replaced by somebody else")
                        .hasMessageContaining("file=" + path());
            }
            assertThatThrownBy(file::compact).hasMessageContaining("replaced by somebody else");
            file.letGo();
            assertThatThrownBy(() -> file.save(two, NOTHING))
                    .hasMessageContaining("replaced by somebody else");
        }
        requireIn(path(), other);
        try (var file = open(path())) {
            file.save(one, NOTHING);
        }
        requireIn(path(), one);
    }

    @Test
    void aFileThatSomebodyElseHasPutWhereThereWasNoneIsNotReplaced() throws IOException {
        Path strange = folder.resolve("strange");
        SavedVersions.save(strange, NOTHING, other);
        try (var file = open(path())) {
            Files.move(strange, path());
            assertThatThrownBy(() -> file.save(one, NOTHING))
                    .hasMessageContaining("replaced by somebody else");
        }
        requireIn(path(), other);
    }

    @Test
    void aFileThatSomebodyElseHasDeletedIsWrittenAnew() throws IOException {
        try (var file = open(path())) {
            file.save(one, NOTHING);
            Files.delete(path());
            file.save(two, NOTHING);
            requireIn(path(), two);
            file.save(one, NOTHING);
        }
        requireIn(path(), one);
    }

    @Test
    void oneThatWasDroppedDoesNotKeepTheFile() throws Exception {
        openAndDrop();
        boolean saved = false;
        while (!saved) {
            System.gc();
            try {
                SavedVersions.save(path(), NOTHING, other);
                saved = true;
            } catch (IOException e) {
                Thread.sleep(1);
            }
        }
        try (var file = open(path())) {
            assertThat(file.current()).isEqualTo(other);
        }
    }

    private void openAndDrop() throws IOException {
        open(path()).save(one, NOTHING);
    }

    @Test
    void anotherProcessThatHasItOpenIsNotDisturbed() throws Exception {
        Process child = child();
        try (BufferedReader said = child.inputReader()) {
            assertThat(said.readLine()).isEqualTo("1");
            requireRefused(path());
            requireOpenAlready(path());
        } finally {
            child.destroyForcibly().waitFor();
        }
        SavedVersions.save(path(), NOTHING, other); // it is not open any more
        requireIn(path(), other);
    }

    /// On some systems a process loses its locks on a file when it closes it in any place.
    @Test
    void whatWasRefusedHereLeavesItToThisProcess() throws Exception {
        try (var file = open(path())) {
            requireOpenAlready(path());
            Process child = child();
            try (BufferedReader said = child.inputReader()) {
                assertThat(said.lines().limit(2).collect(Collectors.joining()))
                        .contains("file is open already");
            } finally {
                child.destroyForcibly().waitFor();
            }
            requireRefused(path());
            file.save(one, NOTHING);
        }
        requireIn(path(), one);
    }

    private Process child() throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                placesOf(Heap.class, Codec.class, SavesForever.class),
                                SavesForever.class.getName(),
                                path().toString())
                        .redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        return builder.start();
    }

    private static String placesOf(Class<?>... classes) {
        return Stream.of(classes)
                .map(each -> each.getProtectionDomain().getCodeSource().getLocation().getPath())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }
}
